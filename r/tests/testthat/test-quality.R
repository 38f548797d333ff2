# Mimno and others 2011, as the mean over pairs of a word and one before it.
umass <- function(words, has) {
  pairs <- utils::combn(words, 2)
  share <- function(...) mean(apply(has[, c(...), drop = FALSE], 1, all))
  mean(apply(pairs, 2, function(pair) log((share(pair) + 1e-12) / share(pair[1]))))
}

test_that("coherence is that of the topics' words in the documents", {
  table <- topic_quality(hdp(), words = 4)
  expect_identical(table$topic, topics(hdp())$topic)
  expect_identical(table$tokens, topics(hdp())$tokens)
  expect_identical(table$words, topics(hdp(), words = 4)$words)
  has <- as.matrix(counts(hdp())) > 0
  for (topic in 1:3) {
    expect_equal(table$umass[topic], umass(strsplit(table$words[topic], ", ")[[1]], has), tolerance = 1e-6)
  }
  expect_true(all(table$exclusivity[1:4] > 0 & table$exclusivity[1:4] <= 1))
  expect_identical(topic_quality(hdp(), words = 4, reference = simulated()), table)
  expect_identical(topic_quality(hdp(), words = 4, by = "frex")$words, topics(hdp(), words = 4, by = "frex")$words)
})

test_that("what cannot be measured is refused with a reason", {
  expect_error(topic_quality(hdp(), reference = text_corpus()), "top words", class = "themata_input_error")
  expect_error(topic_quality(hdp(), by = "size"), "expected one of", class = "themata_usage_error")
  expect_error(topic_quality(hdp(), reference = "corpus"), "expected a corpus", class = "themata_usage_error")
})

test_that("labels are predicted for every document, with probabilities", {
  fit <- hpc()
  table <- quietly(predict_labels(fit, fit_corpus(fit), folds = 0, sweeps = 20, seed = 1))
  expect_identical(nrow(table), 40L * 6L)
  expect_identical(unique(table$document), documents(fit)$id)
  expect_setequal(table$label, quietly(topics(fit))$name)
  given <- documents(fit)$labels
  right <- mapply(function(id, label) label %in% given[[as.integer(id)]], table$document, table$label)
  expect_gt(mean(table$probability[right]), mean(table$probability[!right]) + 0.3)
  expect_true(all(tapply(table$predicted, table$document, any)))
  expect_error(predict_labels(hdp(), simulated()), "hpc and labeled-lda", class = "themata_usage_error")
})
