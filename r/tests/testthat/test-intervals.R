test_that("intervals are those of a Beta distribution with the posterior's moments", {
  mean <- quietly(topic_word(lda()))["1", ]
  sd <- topic_word_sd(lda())["1", ]
  table <- word_intervals(lda(), topic = 1, n = 3, level = 0.8)
  expect_identical(table$word, names(sort(mean, decreasing = TRUE))[1:3])
  expect_equal(table$mean, unname(mean[table$word]))
  expect_equal(table$sd, unname(sd[table$word]))
  a <- table$mean * (table$mean * (1 - table$mean) / table$sd^2 - 1)
  b <- a * (1 - table$mean) / table$mean
  expect_equal(a / (a + b), table$mean)
  expect_equal(sqrt(a * b / ((a + b)^2 * (a + b + 1))), table$sd)
  expect_equal(pbeta(table$high, a, b) - pbeta(table$low, a, b), rep(0.8, 3))
})

test_that("topics of documents have intervals, also where a proportion is certain", {
  table <- topic_intervals(lda(), documents = c("3", "1"))
  expect_identical(table$document, rep(c("3", "1"), each = 4))
  expect_true(all(table$low <= table$mean & table$mean <= table$high))
  one <- quietly(topic_intervals(one_topic(), documents = 2))
  expect_equal(c(one$low, one$mean, one$high), c(1, 1, 1))
})

test_that("what has no standard deviation has no intervals", {
  expect_error(word_intervals(hdp(), 0), "topics of hdp have other numbers", class = "themata_usage_error")
  expect_error(word_intervals(lda(), 0:1), "expected one number", class = "themata_usage_error")
  expect_error(word_intervals(lda(), 9), "from 0 to 3", class = "themata_usage_error")
  for (level in list(90, 0, 1, NA, "a")) {
    expect_error(word_intervals(lda(), 0, level = level), "between 0 and 1", class = "themata_usage_error")
  }
  expect_error(topic_intervals(lda(), documents = "nobody"), "'nobody'", class = "themata_usage_error")
  expect_error(topic_intervals(lda(), documents = 101), "from 1 to 100", class = "themata_usage_error")
})

test_that("the intervals of most words contain the truth", {
  truth <- read_npy(file.path(simulated()$path, "truth", "topic-word.npy"))
  phi <- topic_word(lda())
  pairs <- apply(phi, 1, function(row) which.max(truth %*% row))
  inside <- vapply(seq_len(nrow(phi)), function(topic) {
    table <- word_intervals(lda(), topic - 1, n = 10, level = 0.95)
    true <- truth[pairs[topic], match(table$word, colnames(phi))]
    mean(table$low <= true & true <= table$high)
  }, 0)
  expect_gt(mean(inside), 0.75)
})

test_that("where no Beta distribution has the moments, an interval is from 0 to 1", {
  table <- beta_intervals(c(0.5, 0.2, 1, 0.3), c(0.5, 0.6, 0, 0), 0.9)
  expect_identical(table$low, c(0, 0, 1, 0.3))
  expect_identical(table$high, c(1, 1, 1, 0.3))
})
