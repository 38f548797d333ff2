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

test_that("large tables, which have the cells with tokens alone, are sparse matrices", {
  path <- tempfile("fit")
  dir.create(path)
  file.copy(list.files(lda()$path, full.names = TRUE), path, recursive = TRUE)
  chain <- chain_of(lda())
  counts <- file.path(path, paste0("document-topic-", chain, ".npz"))
  file.copy(counts, sub("[.]npz$", "-mean.npz", counts))
  large <- open_fit(path)
  theta <- quietly(document_topic(large))
  expect_s4_class(theta, "Matrix")
  expect_identical(dimnames(theta), dimnames(quietly(document_topic(lda()))))
  expect_identical(unname(as.matrix(theta)), unname(as.matrix(read_sparse_npz(counts))))
  expect_true(is.matrix(quietly(document_topic_sd(large))))
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

test_that("draws of theta are asked of the program by chain, and read in the order of their file", {
  theta <- array(runif(2 * 100 * 4), c(2, 100, 4))
  written <- npy_file(writeBin(as.vector(aperm(theta)), raw(), size = 4), "<f4", c(2, 100, 4))
  fit <- lda()
  # Stands in for the program: it writes down its arguments, and the last of them is the file to write.
  seen <- tempfile()
  stand_in <- tempfile("themata")
  writeLines(c("#!/bin/sh", "case \"$*\" in *--help*) echo theta-draws; exit 0;; esac", paste("echo \"$*\" >", seen),
               "for last; do :; done", paste("cp", written, "\"$last\""),
               "printf '90\\n120\\n' > \"$last.sweeps.txt\""), stand_in)
  Sys.chmod(stand_in, "755")
  old <- options(themata.program = stand_in)
  on.exit(options(old))
  draws <- quietly(draws_theta(fit, chain = 2))
  expect_equal(array(draws, dim(draws)), theta, tolerance = 1e-6)
  expect_identical(dimnames(draws), list(draw = c("90", "120"), document = as.character(1:100),
                                         topic = as.character(0:3)))
  expect_match(read_lines(seen), paste0("^export ", fit$path, " --format theta-draws --chain 2 --output "))
  expect_error(name_draws(theta, c("90", "120"), letters), "expected 2 draws of 26", class = "themata_input_error")
})

test_that("means over draws of theta are the posterior means", {
  skip_without_program()
  skip_if_not(knows_theta_draws(), "this version of the program cannot export draws of theta (--format theta-draws)")
  draws <- quietly(draws_theta(lda()))
  theta <- quietly(document_topic(lda()))
  expect_identical(dimnames(draws)[2:3], setNames(dimnames(theta), c("document", "topic")))
  expect_equal(apply(draws, 2:3, mean), theta, tolerance = 1e-5, ignore_attr = TRUE)
  between <- apply(draws, 2:3, var)
  expect_true(all(between <= document_topic_sd(lda())^2 * nrow(draws) / (nrow(draws) - 1) + 1e-6))
  expect_equal(unname(rowSums(draws[1, , ])), rep(1, 100), tolerance = 1e-5)
})

test_that("a program without this export is named", {
  fit <- lda()
  stand_in <- tempfile("themata")
  writeLines(c("#!/bin/sh", "echo themata 0.0.1"), stand_in)
  Sys.chmod(stand_in, "755")
  old <- options(themata.program = stand_in)
  on.exit(options(old))
  expect_error(quietly(draws_theta(fit)), "themata 0.0.1 cannot export draws", class = "themata_resource_error")
})

test_that("draws of theta are refused where topics have no names", {
  expect_error(draws_theta(hdp()), "topics of hdp have other numbers", class = "themata_usage_error")
})
