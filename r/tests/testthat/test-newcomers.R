# What a newcomer from stm met in a first hour, and must not meet again.

latin1 <- function() {
  text <- rawToChar(as.raw(c(0x63, 0x61, 0x66, 0xe9)))  # "cafe" with an accent, in Latin 1 and not marked so
  Encoding(text) <- "unknown"
  text
}

test_that("texts, ids and metadata that are not UTF-8 are refused", {
  skip_if_not(l10n_info()[["UTF-8"]])
  skip_without_program()
  expect_error(as_corpus(c("a tea", latin1())), "`texts` is not UTF-8 at 2 \\(caf<e9>\\)", class = "themata_usage_error")
  expect_error(as_corpus("tea", ids = latin1()), "`ids` is not UTF-8", class = "themata_usage_error")
  expect_error(as_corpus(data.frame(text = "tea", city = latin1())), "`city` is not UTF-8", class = "themata_usage_error")
  expect_error(as_corpus("tea", stop_words = c("a", latin1())), "`stop_words` is not UTF-8", class = "themata_usage_error")
})

test_that("numbers as ids have no exponent", {
  skip_without_program()
  texts <- data.frame(id = c(99999, 100000, 100001), text = c("apple pear", "car wheel", "apple fig"))
  expect_identical(documents(as_corpus(texts))$id, c("99999", "100000", "100001"))
  counts <- data.frame(document = c(1e5, 1e5, 2e5), term = c("a", "b", "a"), n = 1:3)
  expect_identical(documents(as_corpus(counts, term = "term"))$id, c("100000", "200000"))
})

test_that("a single stop word is not a mistyped list", {
  skip_without_program()
  expect_error(as_corpus("a b", stop_words = "nofile.txt"), "expected a language, \"none\", a file", class = "themata_usage_error")
  expect_error(as_corpus("a b", stop_words = "germna"), "a language: afrikaans", class = "themata_usage_error")
  expect_error(as_corpus("a b", extra_stop_words = "no/file"), "a file that is there", class = "themata_usage_error")
  expect_identical(vocabulary(as_corpus("tea pot", stop_words = I("tea"))), "pot")
  expect_identical(vocabulary(as_corpus("tea pot", extra_stop_words = "tea")), "pot")
})

test_that("ids that are there twice are all found", {
  skip_without_program()
  counts <- matrix(1:4, 2, dimnames = list(c("a", "a"), c("x", "y")))
  expect_warning(corpus <- as_corpus(counts), "1 of 2 documents have the id of an earlier document")
  fit <- fit_topics(corpus, "lda", topics = 2, sweeps = 40, seed = 1)
  expect_identical(nrow(quietly(topic_intervals(fit, "a"))), 4L)
})

test_that("a fit that was taken further is not mixed with what it was", {
  old <- once("old", function() fit_topics(simulated(), "lda", topics = 3, sweeps = 20, seed = 1, threads = 1))
  new <- quietly(resume(old, sweeps = 40))
  for (look in list(document_topic, topics, glance, trace_of, diagnose, find_thoughts)) {
    expect_error(quietly(look(old)), "the fit was taken further", class = "themata_input_error")
  }
  expect_output(print(old), "the fit was taken further")
  expect_identical(quietly(glance(new))$sweeps, 40L)
})

test_that("topics without a name have NA", {
  fit <- fit_topics(simulated(), "lda", topics = 3, sweeps = 20, seed = 1, threads = 1,
                    seeds = list(one = vocabulary(simulated())[1]))
  expect_identical(sort(quietly(topics(fit))$name, na.last = TRUE), c("one", NA, NA))
  expect_output(quietly(print(label_topics(fit))), "Topic [0-2]: one\n")
  expect_output(quietly(print(find_thoughts(fit, n = 1))), "Topic [0-2]: one\n")
  out <- paste(capture.output(quietly(summary(fit))), collapse = "\n")
  expect_match(out, "one: ")
  expect_no_match(out, "NA: ")
})

test_that("draws that have not settled are not shown without saying so", {
  old <- options(themata.warn_unsettled = TRUE)
  on.exit(options(old))
  rows <- data.frame(text = rep(c("rose soil seed", "sail tide crew"), 20), year = 1:40)
  fit <- fit_topics(as_corpus(rows), "lda", topics = 2, sweeps = 10, chains = 2, seed = 1)
  expect_warning(effect(fit, ~ year), class = "themata_unsettled")
  expect_warning(themata_run("compare", fit), "settled")
  error <- tryCatch(effect(fit, ~ nope), themata_usage_error = conditionMessage)
  expect_match(error, "^no document has the metadata field nope")
})

test_that("messages name R's arguments", {
  expect_error(fit_topics(simulated(), topics = "ten"), "^`topics`: ten", class = "themata_usage_error")
  expect_error(fit_topics(simulated(), K = 10), "no option `K`; did you mean `topics`", class = "themata_usage_error")
  expect_error(quietly(report_fit(lda(), tempfile(), title = "x")), "report_fit\\(\\) has no option `title`")
  expect_error(themata_run("fit", "--topics", "ten"), "--topics", class = "themata_usage_error")
  expect_error(trends(lda(), ~ date), "`by` is", class = "themata_usage_error")
  expect_error(effect(lda(), ~ date, interval = NA), "`interval` is NA", class = "themata_usage_error")
  expect_error(effect(lda(), ~ date, references = "R"), "`references` has no names", class = "themata_usage_error")
  expect_error(topic_quality(lda(), reference = 3), "`reference` is of class numeric", class = "themata_usage_error")
  expect_error(quietly(word_intervals(lda(), 10)), "`topic` is 10", class = "themata_usage_error")
  expect_error(as_corpus(data.frame(text = "a"), text = NULL), "`text` is NULL", class = "themata_usage_error")
  expect_error(topics(lda(), exclusivity_weight = .9), "belongs to `by` \"frex\"", class = "themata_usage_error")
  expect_lt(nchar(tryCatch(open_fit(lda()), error = conditionMessage)), 100)
  expect_identical(with_r_names("run 'themata resume /a/b --sweeps 1200', then 'themata diagnose /a/b --burn-in 600'"),
                   "run resume(fit, sweeps = 1200), then diagnose(fit, burn_in = 600)")
  expect_identical(with_r_names("stopped; resume: themata resume a/b --max-topics 2000; or themata resume a/b", "x"),
                   "stopped; resume: resume(x, max_topics = 2000); or resume(x)")
  expect_identical(with_r_names("`themata resume a/b --sweeps N`."), "resume(fit, sweeps = N).")
  expect_identical(with_r_names("Go on with: themata resume '/a b/c' --sweeps 1200, or themata diagnose '/a b/c'."),
                   "Go on with: resume(fit, sweeps = 1200), or diagnose(fit).")
  expect_identical(with_r_names("--leave-out-missing leaves them out"), "`missing = \"leave-out\"` leaves them out")
})

test_that("what is gone is said, and nothing else is taken for it", {
  folder <- tempfile("fit")
  corpus <- as_corpus(c("rose soil seed rose", "sail tide crew sail"), path = tempfile("corpus"))
  fit <- quietly(fit_topics(corpus, "lda", topics = 2, sweeps = 60, seed = 1, path = folder))
  file <- file.path(folder, "document-topic-1-mean.npy")
  file.rename(file, paste0(file, ".kept"))
  expect_error(quietly(document_topic(fit)), "is not there; restore it", class = "themata_input_error")
  file.rename(paste0(file, ".kept"), file)
  unlink(corpus$path, recursive = TRUE)
  expect_error(quietly(document_topic(fit)), "the fit's corpus is not there", class = "themata_input_error")
})

test_that("counts are printed in every locale, and single words have intervals", {
  old <- options(OutDec = ",")
  on.exit(options(old))
  expect_silent(capture.output(quietly(print(lda()))))
  expect_identical(quietly(word_intervals(fit_topics(as_corpus(rep("tea", 5)), topics = 1, sweeps = 40, seed = 1), 0))$word, "tea")
})
