test_that("rows are probabilities, and the arrays have names", {
  for (fit in list(lda(), hdp(), hpc(), one_topic())) {
    phi <- quietly(topic_word(fit))
    theta <- quietly(document_topic(fit))
    expect_equal(unname(rowSums(phi)), rep(1, nrow(phi)), tolerance = 1e-5)
    expect_equal(unname(rowSums(theta)), rep(1, nrow(theta)), tolerance = 1e-5)
    expect_identical(colnames(phi), vocabulary(fit))
    expect_identical(rownames(theta), documents(fit)$id)
    expect_identical(rownames(phi), as.character(seq_len(n_topics(fit)) - 1))
    expect_identical(colnames(theta), rownames(phi))
  }
})

test_that("the matrices are those of the files, topics by words and not the other way around", {
  phi <- quietly(topic_word(lda()))
  expect_equal(unname(phi), read_npy(file.path(lda()$path, paste0("topic-word-", chain_of(lda()), "-mean.npy"))))
  top <- quietly(topics(lda(), words = 1))$words
  for (topic in 0:3) expect_true(top[topic + 1] %in% words_of_topic(phi, topic, 3))
})

test_that("standard deviations are there where topics keep their numbers", {
  expect_identical(dim(quietly(topic_word_sd(lda()))), dim(quietly(topic_word(lda()))))
  expect_true(all(quietly(document_topic_sd(lda())) > 0))
  expect_null(topic_word_sd(hdp()))
  expect_null(document_topic_sd(hdp()))
})

test_that("a chain is chosen by its number", {
  other <- setdiff(1:2, chain_of(lda()))
  expect_false(isTRUE(all.equal(quietly(topic_word(lda())), quietly(topic_word(lda(), chain = other)))))
  expect_error(topic_word(lda(), chain = 3), "the fit has 1, 2", class = "themata_usage_error")
  expect_identical(chain_of(lda()), lda()$manifest$verdict$best_chain)
})

test_that("documents without words have their row", {
  theta <- quietly(document_topic(one_topic()))
  expect_identical(rownames(theta), names(texts))
  expect_equal(unname(theta[, "0"]), rep(1, 5))
})

test_that("draws of theta are read in the order of their file", {
  theta <- array(runif(2 * 3 * 2), c(2, 3, 2))
  bytes <- writeBin(as.vector(aperm(theta)), raw(), size = 8)
  sweeps <- npy_bytes(c(little(105, 8), little(100000, 8)), "<i8", 2)
  file <- npz_file(list(theta = npy_bytes(bytes, "<f8", c(2, 3, 2)), sweep = sweeps))
  read <- read_theta_draws(file, c("a", "b", "c"))
  expect_equal(unname(read[2, 3, 1]), theta[2, 3, 1])
  expect_equal(array(read, dim(read)), theta)
  expect_identical(dimnames(read), list(draw = c("105", "100000"), document = c("a", "b", "c"), topic = c("0", "1")))
  expect_error(read_theta_draws(file, c("a", "b")), "expected 2 draws of 2 documents", class = "themata_input_error")
})

test_that("means over draws of theta are the posterior means", {
  skip_without_program()
  skip_if_not(knows_theta_draws(), "this version of the program cannot export draws of theta (--format theta-draws)")
  draws <- quietly(draws_theta(lda()))
  expect_identical(dim(draws)[2:3], dim(quietly(document_topic(lda()))))
  expect_equal(unname(apply(draws, 2:3, mean)), unname(quietly(document_topic(lda()))), tolerance = 1e-4)
})

test_that("draws of theta are refused where topics have no names", {
  expect_error(draws_theta(hdp()), "topics of hdp have other numbers", class = "themata_usage_error")
})
