# What R's posterior says of the recorded chains: the numbers that tests/unit/rank_diagnostics_test.cpp compares with.
# usage: Rscript reference.R make FOLDER      draws the chains into FOLDER/chains.tsv, then as below
#        Rscript reference.R results FOLDER   reads FOLDER/chains.tsv, prints a line a case: name, chains, draws a chain,
#                                             rhat, rhat_basic, ess_bulk, ess_tail, 5% and 95% ess_quantile, ess_mean,
#                                             mcse_mean
# The files beside this script were made with R 4.2.2 and posterior 1.4.0 of Debian 12.
suppressPackageStartupMessages(library(posterior))

digits <- function(x, n) ifelse(is.na(x), "nan", sprintf(paste0("%.", n, "g"), x))

recurse <- function(n, rho) as.numeric(arima.sim(list(ar = rho), n))

several <- function(chains, draw) sapply(seq_len(chains), function(chain) draw())

draw_cases <- function() {
  set.seed(20211009)
  list(
    "normal-4x100" = several(4, function() rnorm(100)),
    "normal-4x101" = several(4, function() rnorm(101)),
    "normal-1x200" = several(1, function() rnorm(200)),
    "normal-1x15" = several(1, function() rnorm(15)),
    "normal-3x12" = several(3, function() rnorm(12)),
    "normal-2x13" = several(2, function() rnorm(13)),
    "short-4x4" = several(4, function() rnorm(4)),
    "short-4x5" = several(4, function() rnorm(5)),
    "short-4x9" = several(4, function() rnorm(9)),
    "ar-0.5" = several(4, function() recurse(250, .5)),
    "ar-0.9" = several(4, function() recurse(400, .9)),
    "ar-0.98" = several(2, function() recurse(900, .98)),
    "ar-minus-0.6" = several(4, function() recurse(200, -.6)),
    "capped" = several(2, function() recurse(150, -.9)),
    "random-walk" = several(4, function() cumsum(rnorm(150))),
    "one-shifted" = several(4, function() rnorm(120)) + rep(c(0, 0, 0, 1.5), each = 120),
    "one-wider" = several(4, function() rnorm(120)) * rep(c(1, 1, 1, 4), each = 120),
    "cauchy" = several(4, function() rcauchy(150)),
    "trend" = several(2, function() (1:140) / 40 + rnorm(140)),
    "counts" = several(4, function() rpois(130, 3)),
    "rare" = several(4, function() rbinom(150, 1, .08)),
    "often" = several(4, function() rbinom(150, 1, .6)),
    "at-the-end" = several(4, function() rbinom(100, 2, .9)),
    "one-stands" = cbind(several(3, function() rnorm(60)), .25),
    "all-stand" = matrix(rep(c(.1, .3, .7), each = 30), 30),
    "near-zero" = 1e-6 * several(4, function() recurse(110, .7)),
    "far-from-zero" = 1e5 + several(4, function() recurse(110, .7)),
    "constant" = matrix(.125, 20, 3),
    "missing" = cbind(rnorm(20), c(rnorm(19), NaN)),
    "infinite" = cbind(rnorm(20), c(rnorm(19), -Inf)),
    "balanced" = matrix(rep(c(1, 2, 2, 1, 1, 2, 1, 2, 2, 1, 2, 1, 1, 2), 4), 28),
    "alternating" = matrix(rep(c(-1, 1), 60) + .001 * sin(1:120), 60)
  )
}

read_cases <- function(folder) {
  lines <- strsplit(readLines(file.path(folder, "chains.tsv")), "\t", fixed = TRUE)
  cases <- lapply(lines, function(fields) matrix(as.numeric(fields[-(1:2)]), ncol = as.integer(fields[2])))
  names(cases) <- vapply(lines, `[`, "", 1)
  cases
}

result_lines <- function(cases) {
  mapply(function(name, x) {
    q <- ess_quantile(x, c(.05, .95), names = FALSE)
    numbers <- c(rhat(x), rhat_basic(x), ess_bulk(x), ess_tail(x), q, ess_mean(x), mcse_mean(x))
    paste(c(name, ncol(x), nrow(x), digits(numbers, 17)), collapse = "\t")
  }, names(cases), cases)
}

words <- commandArgs(trailingOnly = TRUE)
if (length(words) != 2 || !words[1] %in% c("make", "results")) stop("usage: reference.R make|results FOLDER")
options(warn = -1)  # capped sizes are said in the result
if (words[1] == "make") {
  lines <- mapply(function(name, x) paste(c(name, ncol(x), digits(as.numeric(x), 7)), collapse = "\t"),
                  names(cases <- draw_cases()), cases)
  writeLines(lines, file.path(words[2], "chains.tsv"))
  writeLines(result_lines(read_cases(words[2])), file.path(words[2], "results.tsv"))
} else {
  writeLines(result_lines(read_cases(words[2])))
}
