test_that("options with underscores are those of the command line, and the result is the same", {
  fit <- lda()
  options <- fit_options(fit)
  expect_identical(options$sweeps, 120L)
  expect_identical(options$trace_every, 1L)
  expect_identical(fit$manifest$options$model, "lda")
  folder <- tempfile("fit")
  themata_run("fit", simulated(), "--model", "lda", "--topics", 4, "--sweeps", 120, "--chains", 2, "--trace-every", 1,
              "--seed", 1,
              "--output", folder)
  expect_identical(open_fit(folder)$manifest$chains$state_hash, fit$manifest$chains$state_hash)
})

test_that("mistakes in options are errors of usage that name them", {
  skip_without_program()
  expect_error(fit_topics(text_corpus(), "lda", chians = 2), "`chians`; did you mean `chains`", class = "themata_usage_error")
  expect_error(fit_topics(text_corpus(), "lda", alpha = 0), "`alpha` is 0", class = "themata_usage_error")
  expect_error(fit_topics(text_corpus(), "ldaa"), "ldaa", class = "themata_usage_error")
  expect_error(fit_topics(text_corpus(), "lda", output = "x"), "`output` cannot be given",
               class = "themata_usage_error")
  expect_error(fit_topics(text_corpus(), "hpc"), "label", class = "themata_error")
  expect_error(quietly(fit_topics(text_corpus(), "lda", path = simulated()$path)), "exists already",
               class = "themata_usage_error")
  expect_error(fit_topics("no-such-corpus"), "is not a folder", class = "themata_input_error")
  expect_error(resume("fit"), "expected a fit", class = "themata_usage_error")
})

test_that("seeds and weights are given as values", {
  skip_without_program()
  fit <- fit_topics(text_corpus(), "lda", topics = 2, seeds = list(animals = c("fox", "zebra"), "quick"),
                    seed_weight = 10,
                    alpha_weights = 1:2, beta_weights = c("caf\u00e9" = 0.5), sweeps = 10, seed = 1)
  expect_true("animals" %in% quietly(topics(fit))$name)
  start <- fit_topics(text_corpus(), "hdp", start_from = fit, sweeps = 10, seed = 1)
  expect_identical(start$manifest$options$model, "hdp")
  expect_error(fit_topics(text_corpus(), "lda", beta_weights = c(1, 2)), "has no names", class = "themata_usage_error")
  expect_error(fit_topics(text_corpus(), "lda", seeds = list(1)), "`seeds`", class = "themata_usage_error")
})

test_that("a fit that has settled says so, and one that has not warns once", {
  expect_true(is_settled(hdp()))
  expect_match(verdict(hdp()), "^Settled")
  expect_no_warning(topics(hdp()))
  fit <- fit_topics(text_corpus(), "lda", topics = 2, sweeps = 20, seed = 3)
  expect_false(is_settled(fit))
  expect_true(is_complete(fit))
  expect_output(print(fit), substr(verdict(fit), 1, 40), fixed = TRUE)
  expect_warning(topics(fit), class = "themata_unsettled")
  expect_no_warning(topics(fit))
  expect_output(print(label_topics(fit)), verdict(fit), fixed = TRUE)
  expect_output(print(find_thoughts(fit)), verdict(fit), fixed = TRUE)
  other <- fit_topics(text_corpus(), "lda", topics = 2, sweeps = 20, seed = 4)
  old <- options(themata.warn_unsettled = FALSE)
  on.exit(options(old))
  expect_no_warning(topics(other))
})

test_that("a complete fit is extended", {
  skip_without_program()
  fit <- fit_topics(text_corpus(), "lda", topics = 2, sweeps = 20, seed = 1)
  longer <- resume(fit, sweeps = 40)
  expect_identical(longer$manifest$chains$sweep, 40L)
  straight <- fit_topics(text_corpus(), "lda", topics = 2, sweeps = 40, seed = 1, start_sweeps = 5)
  shorter <- fit_topics(text_corpus(), "lda", topics = 2, sweeps = 20, seed = 1, start_sweeps = 5)
  expect_identical(resume(shorter, sweeps = 40)$manifest$chains$state_hash, straight$manifest$chains$state_hash)
})

test_that("a fit in a folder of its own says that a temporary corpus will be gone", {
  skip_without_program()
  expect_warning(fit_topics(text_corpus(), "lda", path = tempfile("fit"), topics = 2, sweeps = 10),
                 class = "themata_temporary_corpus")
})

test_that("a fit that kept no draws has no standard deviations", {
  skip_without_program()
  fit <- fit_topics(text_corpus(), "lda", topics = 2, sweeps = 20, keep = 0, seed = 1)
  expect_identical(dim(quietly(topic_word(fit))), c(2L, 8L))
  expect_null(topic_word_sd(fit))
  expect_error(word_intervals(fit, 0), "kept no draws", class = "themata_usage_error")
})

test_that("a folder whose fit has saved nothing yet is opened, and says so", {
  folder <- tempfile("fit")
  dir.create(folder)
  manifest <- lda()$manifest
  manifest[c("verdict", "ended_by", "checksum", "checksums")] <- NULL
  manifest$status <- "running"
  manifest$chains <- list()
  writeLines(jsonlite::toJSON(manifest, auto_unbox = TRUE, digits = NA), file.path(folder, "manifest.json"))
  fit <- open_fit(folder)
  expect_output(print(fit), "0 chains, 0 sweeps.*Not complete \\(running\\)")
  expect_error(quietly(topics(fit)), "has saved no chain yet", class = "themata_input_error")
  manifest$version <- 2
  writeLines(jsonlite::toJSON(manifest, auto_unbox = TRUE, digits = NA), file.path(folder, "manifest.json"))
  expect_error(open_fit(folder), "later version", class = "themata_input_error")
  writeLines("{", file.path(folder, "manifest.json"))
  expect_error(open_fit(folder), "is not JSON", class = "themata_input_error")
})

# A copy of a folder in which one bit of a file is another.
damaged <- function(folder, file) {
  copy <- tempfile("copy")
  dir.create(copy)
  file.copy(list.files(folder, full.names = TRUE, all.files = TRUE, no.. = TRUE), copy, recursive = TRUE)
  path <- file.path(copy, file)
  bytes <- readBin(path, "raw", file.size(path))
  middle <- length(bytes) %/% 2
  bytes[middle] <- xor(bytes[middle], as.raw(1))
  writeBin(bytes, path)
  copy
}

test_that("a damaged file is noticed when its folder is opened", {
  for (file in c("tokens.npy", "vocabulary.txt", "documents.jsonl")) {
    expect_error(open_corpus(damaged(simulated()$path, file)), paste0(file, ".*is damaged"), class = "themata_input_error")
  }
  for (file in c("topic-word-1-mean.npy", "document-topic-2-sd.npy", "trace-1.csv")) {
    expect_error(open_fit(damaged(lda()$path, file)), paste0(file, ".*is damaged"), class = "themata_input_error")
  }
  edited <- damaged(simulated()$path, "tokens.npy")
  manifest <- jsonlite::fromJSON(file.path(edited, "manifest.json"))
  manifest[["checksum"]] <- NULL
  writeLines(jsonlite::toJSON(manifest, auto_unbox = TRUE, digits = NA), file.path(edited, "manifest.json"))
  expect_error(open_corpus(edited), "tokens.npy.*is damaged", class = "themata_input_error")
  file.copy(file.path(simulated()$path, "tokens.npy"), file.path(edited, "tokens.npy"), overwrite = TRUE)
  expect_identical(dim(counts(open_corpus(edited))), dim(counts(simulated())))
})

test_that("a corpus that was moved is named, and another one is refused", {
  skip_without_program()
  folder <- tempfile("corpus")
  corpus <- as_corpus(texts, path = folder)
  fit <- fit_topics(corpus, "lda", topics = 2, sweeps = 10, seed = 1)
  moved <- tempfile("moved")
  file.rename(folder, moved)
  expect_error(fit_corpus(open_fit(fit$path)), "corpus = ", class = "themata_input_error")
  expect_identical(fit_corpus(open_fit(fit$path, corpus = moved))$path, normalizePath(moved))
  expect_error(open_fit(fit$path, corpus = simulated()), "is not the corpus", class = "themata_usage_error")
})

test_that("documents that hpc sets aside are not in the fit's corpus", {
  skip_without_program()
  corpus <- as_corpus(c(rep(c("red apple fruit", "grey wolf animal"), 5), "unlabeled words"),
                      labels = c(rep(c("x", "y"), 5), NA))
  expect_warning(fit <- fit_topics(corpus, "hpc", unlabeled = "set-aside", sweeps = 10, seed = 1),
                 "1 document without labels")
  expect_identical(nrow(documents(fit)), 10L)
  expect_identical(nrow(quietly(document_topic(fit))), 10L)
})

test_that("a progress line ends with a new line", {
  skip_without_program()
  shown <- capture.output(type = "message", {
    fit <- fit_topics(text_corpus(), "lda", topics = 2, sweeps = 30, trace_every = 10, progress = TRUE)
  })
  expect_match(paste(shown, collapse = "\n"), "chain 1: sweep 30 of at most 30, 2 topics")
})
