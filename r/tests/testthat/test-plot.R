# The texts of a picture, as a PDF has them.
texts_of <- function(code, width = 7, height = 7) {
  file <- tempfile(fileext = ".pdf")
  grDevices::pdf(file, width, height, compress = FALSE, useKerning = FALSE)
  value <- tryCatch(quietly(code), finally = grDevices::dev.off())
  lines <- readLines(file, warn = FALSE)
  found <- regmatches(lines, regexpr("\\(.*\\) Tj", lines))
  list(value = value, texts = gsub("^\\(|\\) Tj$", "", found))
}

test_that("a fit shows its largest topics with their words", {
  drawn <- texts_of(plot(lda(), topics = 3))
  table <- quietly(topics(lda(), words = 3))
  expect_identical(drawn$value$proportion, table$proportion[1:3])
  expect_true(all(paste0(table$topic, ": ", table$words)[1:3] %in% drawn$texts))
  expect_false(any(startsWith(drawn$texts, "3: ")))
  expect_true(all(c("Largest topics", "proportion of all tokens") %in% drawn$texts))
  expect_identical(nrow(texts_of(plot(one_topic()))$value), 1L)
  expect_true("my title" %in% texts_of(plot(lda(), main = "my title", xlab = "share"))$texts)
})

test_that("a picture of a fit that has not settled says so", {
  short <- once("short", function() fit_topics(simulated(), "hdp", sweeps = 10, threads = 1, seed = 1))
  for (type in c("topics", "trace")) {
    expect_true(any(startsWith(texts_of(plot(short, type, quantity = "topics"))$texts, "Too short to tell")))
  }
  expect_identical(any(grepl("settled", texts_of(plot(hdp()))$texts)), !is_settled(hdp()))
})

test_that("long words have half of the width at most", {
  corpus <- as_corpus(rep(paste0(strrep("tea", 40), c("", "pot")), 10))
  drawn <- texts_of(plot(fit_topics(corpus, "lda", topics = 2, sweeps = 40, seed = 1)), width = 3, height = 3)
  expect_true(all(grepl("^[01]: tea.*\\.\\.\\.$", grep("^[01]: ", drawn$texts, value = TRUE))))
})

test_that("a trace has all chains, or one", {
  drawn <- texts_of(plot(lda(), "trace"))
  expect_identical(unique(drawn$value$chain), 1:2)
  expect_identical(drawn$value$value[drawn$value$chain == 2], quietly(trace_of(lda(), 2))$word_part)
  expect_true(all(c("chain 1", "chain 2", "sweep") %in% drawn$texts))
  expect_identical(unique(texts_of(plot(lda(), "trace", chain = 2))$value$chain), 2L)
})

test_that("effects are drawn with their intervals", {
  found <- quietly(effect(dated(), ~ year + party))
  drawn <- texts_of(plot(found))
  expect_identical(drawn$value$mean, found$contrasts$mean)
  expect_true(all(c("year: 2005 less 2000", "party: R less D") %in% drawn$texts))
  expect_identical(unique(texts_of(plot(found, topics = 1, variables = "party"))$value$topic), 1L)
  curves <- texts_of(plot(found, "curves"))
  expect_identical(nrow(curves$value), nrow(found$curves))
  expect_true(all(c("Proportions by year", "Proportions by party", "D", "R", "2003") %in% curves$texts))
})

test_that("trends are drawn by period", {
  found <- quietly(trends(dated(), "year"))
  drawn <- texts_of(plot(found))
  expect_identical(drawn$value$mean, found$mean)
  expect_true(all(c("Proportions of topics", "year", as.character(2000:2005)) %in% drawn$texts))
  expect_identical(sum(grepl("^[01]: ", drawn$texts)), 2L)
})

test_that("what cannot be drawn is refused", {
  quietly({
    expect_error(plot(lda(), "pie"), "expected one of topics, trace", class = "themata_usage_error")
    expect_error(plot(lda(), "trace", quantity = "mood"), "expected one of", class = "themata_usage_error")
    expect_error(plot(lda(), topics = 0), "whole number from 1", class = "themata_usage_error")
    expect_error(plot(effect(dated(), ~ party), topics = 7), "expected some of 0, 1", class = "themata_usage_error")
    expect_error(plot(trends(dated(), "year"), topics = 7), "expected some of 0, 1", class = "themata_usage_error")
  })
})
