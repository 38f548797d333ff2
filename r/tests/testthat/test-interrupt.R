# A folder of a fit and its expression, long enough to be interrupted.
long_fit <- function(folder) {
  quietly(fit_topics(simulated(), "lda", path = folder, topics = 4, sweeps = 20000, seed = 1, threads = 1))
}

expect_interrupted_fit <- function(fit) {
  expect_false(is_complete(fit))
  expect_match(verdict(fit), "interrupted")
  expect_output(print(fit), "Not complete")
  expect_warning(theta <- document_topic(fit), class = "themata_unsettled")
  expect_equal(unname(rowSums(theta)), rep(1, 100), tolerance = 1e-5)
  expect_null(document_topic_sd(fit))
  expect_true(is.na(glance(fit)$rhat))
}

test_that("an interrupted fit is an error that has the fit, and goes on to the same bits", {
  simulated()  # before the program is another
  folder <- tempfile("fit")
  # Stops the program after its first events.
  stopper <- tempfile("themata")
  writeLines(c("#!/bin/sh", paste(shQuote(themata_program()), "\"$@\" & child=$!"),
               paste0("while [ ! -s ", shQuote(file.path(folder, "trace-1.csv")), " ]; do sleep 0.02; done"),
               "kill -INT $child; wait $child"), stopper)
  Sys.chmod(stopper, "755")
  old <- options(themata.program = stopper)
  error <- tryCatch(long_fit(folder), error = identity, finally = options(old))
  expect_s3_class(error, "themata_interrupted")
  expect_match(conditionMessage(error), paste0("to go on: fit <- resume(open_fit(\"", folder, "\"))"), fixed = TRUE)
  expect_interrupted_fit(error$fit)
  expect_identical(resume(error$fit)$manifest$chains$state_hash, long_fit(tempfile("fit"))$manifest$chains$state_hash)
})

# The script in a terminal, interrupted when the fit in `folder` has its first rows. Returns what was shown.
in_terminal <- function(script, folder, path = Sys.getenv("PATH")) {
  python <- Sys.which("python3")
  skip_if_not(nzchar(python), "python3, whose module pty makes a terminal, is not installed")
  file <- tempfile(fileext = ".R")
  writeLines(c(paste0(".libPaths(", deparse1(.libPaths()), ")"), paste0("Sys.setenv(PATH = ", deparse1(path), ")"),
               paste0("options(themata.program = ", deparse1(themata_program()), ")"),
               "suppressPackageStartupMessages(library(themata))",
               script, "cat('the', 'end\\n')"), file)
  arguments <- c(test_path("terminal.py"), file.path(R.home("bin"), "R"), file, file.path(folder, "trace-1.csv"))
  paste(system2(python, shQuote(arguments), stdout = TRUE, env = "R_TESTS="), collapse = "\n")
}

fit_script <- function(folder) {
  c(paste0("folder <- ", deparse1(folder)),
    paste0("corpus <- open_corpus(", deparse1(simulated()$path), ")"),
    "error <- tryCatch(suppressWarnings(fit_topics(corpus, 'lda', path = folder, topics = 4, sweeps = 20000, seed = 1,",
    "  threads = 1)), error = identity, interrupt = identity)",
    "Sys.sleep(0.2)",
    "cat('class:', class(error)[1], '\\n')",
    "cat('same folder:', identical(error$fit$path, normalizePath(folder)), '\\n')")
}

test_that("Ctrl-C in a terminal saves the fit, which goes on", {
  skip_without_program()
  folder <- tempfile("fit")
  shown <- in_terminal(fit_script(folder), folder)
  expect_match(shown, "class: themata_interrupted")
  expect_match(shown, "same folder: TRUE")
  fit <- open_fit(folder)
  expect_interrupted_fit(fit)
  expect_true(is_complete(resume(fit)))
})

test_that("Ctrl-C saves the fit also where setsid is missing", {
  skip_without_program()
  tools <- tempfile("tools")
  dir.create(tools)
  file.symlink(Sys.which(c("sh", "mkfifo", "uname", "rm", "sed")), tools)
  folder <- tempfile("fit")
  shown <- in_terminal(fit_script(folder), folder, path = tools)
  expect_match(shown, "class: themata_interrupted")
  expect_match(shown, "the end")
  expect_interrupted_fit(open_fit(folder))
})

test_that("an error in R while the program runs ends the program", {
  skip_without_program()
  folder <- tempfile("fit")
  arguments <- c("fit", simulated()$path, "--topics", "4", "--sweeps", "1000000", "--output", folder, "--log", "json")
  expect_error(run_with_events(arguments, function(event) stop("no more")), "no more")
  expect_identical(open_fit(folder)$manifest$status, "interrupted")
})
