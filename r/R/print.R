#' Print a fit
#'
#' `print()` shows what was fitted and whether it has settled; `summary()` also shows the largest topics.
#'
#' @param x,object A fit.
#' @param words,topics How many words of how many topics to show.
#' @param ... Nothing.
#' @return The fit, invisibly.
#' @examples
#' \dontrun{
#' summary(fit, topics = 5)
#' }
#' @export
print.themata_fit <- function(x, ...) {
  if (!is_current(x)) {
    cat("Fit of ", model_of(x), ": ", has_changed, "\n", x$path, "\n", sep = "")
    return(invisible(x))
  }
  chains <- length(fit_chains(x))
  corpus <- x$manifest$corpus
  cat("Fit of ", model_of(x), ": ", if (chains > 0) paste0(counted(n_topics(x), "topic"), ", "),
      counted(chains, "chain"), ", ",
      counted(max(x$manifest$chains$sweep, 0L), "sweep"), "; ", counted(corpus$documents, "document"), ", ",
      counted(corpus$tokens, "token"), "\n", sep = "")
  writeLines(strwrap(verdict(x)))
  if (isFALSE(x$manifest$exact)) cat("The sampler is approximate.\n")
  cat(x$path, "\n", sep = "")
  invisible(x)
}

#' @rdname print.themata_fit
#' @export
summary.themata_fit <- function(object, words = 8, topics = 20, ...) {
  print(object)
  if (!is_current(object) || length(fit_chains(object)) == 0) return(invisible(object))
  rows <- shown_topics(object, words, "prob", 0.5, NULL)
  shown <- seq_len(min(nrow(rows), check_count(topics, "topics")))
  names <- names_of_topics(object, rows$topic, NULL)
  for (row in shown) {
    name <- if (is.na(names[row])) "" else paste0(names[row], ": ")
    cat(sprintf("%6d %6.2f%%  %s%s\n", as.integer(rows$topic[row]), 100 * rows$share[row], name,
                paste(json_texts(rows$words[[row]]$word), collapse = " ")))
  }
  if (nrow(rows) > length(shown)) cat("... and ", nrow(rows) - length(shown), " smaller topics\n", sep = "")
  invisible(object)
}

#' Reports and exports
#'
#' `report_fit()` writes one HTML page that opens in any browser, offline. `export_fit()` writes the format of
#' another tool.
#'
#' @param fit A fit; for `export_fit()` also a corpus.
#' @param file The file to write. An existing file is overwritten.
#' @param format A format of `themata export`: `"mallet-state"`, `"topic-keys"`, `"doc-topics"`, `"topic-words"`, ...
#' @param ... Options of the command, with underscores: `chain`, `burn_in`, and for exports `as`, `words`.
#' @return The file, invisibly.
#' @examples
#' \dontrun{
#' report_fit(fit, "report.html")
#' export_fit(fit, "doc-topics", "topics.tsv")
#' }
#' @export
report_fit <- function(fit, file, ...) {
  check_fit(fit)
  explain_unknown(list(...), "report_fit()", "report",
                  run_program("report", fit, "--output", path.expand(check_text(file, "file")),
                              option_arguments(list(...), taken = "output")))
  invisible(file)
}

#' @rdname report_fit
#' @export
export_fit <- function(fit, format, file, ...) {
  if (!inherits(fit, "themata_corpus")) check_fit(fit)
  explain_unknown(list(...), "export_fit()", "export",
                  run_program("export", fit, "--format", check_text(format, "format"), "--output",
                              path.expand(check_text(file, "file")),
                              option_arguments(list(...), taken = c("format", "output"))))
  invisible(file)
}
