# What R's coda says of the recorded series: the numbers that tests/unit/spectrum_test.cpp compares with.
# usage: Rscript reference.R make FOLDER      draws the series into FOLDER/series.tsv, then as below
#        Rscript reference.R results FOLDER   reads FOLDER/series.tsv, prints a line a series:
#                                             name, length, order of the autoregression, spectrum0.ar, effectiveSize
# The files beside this script were made with R 4.2.2 and coda 0.19-4 of Debian 12.
suppressPackageStartupMessages(library(coda))

digits <- function(x, n) sprintf(paste0("%.", n, "g"), x)

recurse <- function(n, coefficients) as.numeric(arima.sim(list(ar = coefficients), n))

draw_series <- function() {
  set.seed(20181117)
  switching <- cumsum(rbinom(600, 1, .05)) %% 2
  lengths <- c(3, 4, 5, 9, 10, 11, 12, 13, 50)
  short <- lapply(lengths, rnorm)
  names(short) <- paste0("normal-", lengths)
  c(short, list(
    "normal-400" = rnorm(400),
    "ar-0.5" = recurse(500, .5),
    "ar-0.9" = recurse(1000, .9),
    "ar-0.99" = recurse(1500, .99),
    "ar-minus-0.7" = recurse(400, -.7),
    "ar-cycle" = recurse(800, c(1.6, -.8)),
    "ar-3" = recurse(700, c(.4, .2, .3)),
    "moving-average" = as.numeric(filter(rnorm(320), rep(1, 21)))[11:310],
    "random-walk" = cumsum(rnorm(300)),
    "trend" = (1:250) / 50 + rnorm(250),
    "step" = rep(c(0, 3), each = 100) + rnorm(200, sd = .1),
    "switching" = switching,
    "counts" = rpois(450, 3),
    "one-jump" = c(rep(.25, 60), rep(.5, 90)),
    "small" = 1e-4 + 1e-6 * recurse(500, .8),
    "far-from-zero" = 1e5 + recurse(500, .8),
    "constant" = rep(.125, 40),
    "line" = 3 - (1:30) / 8,
    "two-values" = c(1, 4)
  ))
}

read_series <- function(folder) {
  lines <- strsplit(readLines(file.path(folder, "series.tsv")), "\t", fixed = TRUE)
  series <- lapply(lines, function(fields) as.numeric(fields[-1]))
  names(series) <- vapply(lines, `[`, "", 1)
  series
}

result_lines <- function(series) {
  mapply(function(name, x) {
    spectrum <- spectrum0.ar(x)
    paste(name, length(x), spectrum$order, digits(spectrum$spec, 17), digits(effectiveSize(x), 17), sep = "\t")
  }, names(series), series)
}

words <- commandArgs(trailingOnly = TRUE)
if (length(words) != 2 || !words[1] %in% c("make", "results")) stop("usage: reference.R make|results FOLDER")
if (words[1] == "make") {
  series <- draw_series()
  lines <- mapply(function(name, x) paste(c(name, digits(x, 9)), collapse = "\t"), names(series), series)
  writeLines(lines, file.path(words[2], "series.tsv"))
  writeLines(result_lines(read_series(words[2])), file.path(words[2], "results.tsv"))
} else {
  writeLines(result_lines(read_series(words[2])))
}
