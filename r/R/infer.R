#' Topics of new documents
#'
#' `themata infer`: posterior means and standard deviations of the topic proportions of documents that the fit has
#' not seen. The fit does not change.
#'
#' @param fit A fit.
#' @param documents A corpus, or anything that [as_corpus()] takes. Texts are cut into words by the rules of the
#'   fit's corpus. Words that the fit does not know are left out and counted.
#' @param ... Options of `themata infer`: `sweeps`, `skip`, `seed`, `threads`, `burn_in`.
#' @param chain The chain, from 1. Default: the one with the best log likelihood of the words.
#' @return An object of class `themata_inferred`: a list with the matrices `mean` and `sd` (documents x topics; an
#'   `hdp` and a `franchise` have a last column `"rest"`, for topics not found yet), and `tokens` and `unknown`,
#'   the numbers of words of each document that were used and left out. A document without known words gets the
#'   prior. `tidy()` makes it a table: `document`, `topic` (`NA` for the rest), `gamma`, `sd`.
#' @examples
#' \dontrun{
#' new <- infer(fit, c("A text that came later.", NA))
#' new$mean
#' tidy(new)
#' }
#' @export
infer <- function(fit, documents, ..., chain = NULL) {
  warn_unsettled(check_fit(fit))
  corpus <- new_documents(documents, fit)
  file <- temporary("inferred", ".npz")
  on.exit(unlink(c(file, paste0(file, ".ids.txt"))))
  options <- option_arguments(list(...), taken = c("format", "output", "chain"))
  explain_unknown(list(...), "infer()", "infer",
                  run_program("infer", fit, corpus, "--format", "npz", "--output", file, "--chain",
                              chain_of(fit, chain), options))
  parts <- read_npz(file)
  names <- ifelse(parts$topic < 0, "rest", format(parts$topic, trim = TRUE))
  ids <- document_ids(corpus)
  structure(class = "themata_inferred", list(
    mean = name_matrix(parts$mean, ids, names), sd = name_matrix(parts$sd, ids, names), tokens = parts$tokens,
    unknown = parts$unknown))
}

new_documents <- function(documents, fit) {
  texts <- is.character(documents) || is.factor(documents) || (is.logical(documents) && is.null(dim(documents)))
  if (!texts && !is.data.frame(documents)) return(as_corpus(documents))
  if (texts && is_corpus_folder(documents)) return(open_corpus(documents))
  if (!has_word_rules(fit_corpus(fit))) {
    usage_error("the corpus of the fit was made of counts, so it has no rules that cut texts into words; ",
                "pass a corpus: as_corpus() of counts, or of texts with rules that give the words of the fit")
  }
  if (is.data.frame(documents)) return(as_corpus(documents, like = fit))
  as_corpus(as.character(documents), ids = names(documents), like = fit)
}

#' @rdname infer
#' @param x The result of `infer()`.
#' @export
tidy.themata_inferred <- function(x, ...) {
  check_dots_empty(...)
  as_table(data.frame(document = rep(rownames(x$mean), each = ncol(x$mean)),
                      topic = rep(suppressWarnings(as.integer(colnames(x$mean))), nrow(x$mean)),
                      gamma = as.vector(t(x$mean)), sd = as.vector(t(x$sd))))
}

#' @rdname infer
#' @export
print.themata_inferred <- function(x, ...) {
  rest <- "rest" %in% colnames(x$mean)
  cat("Topics of ", counted(nrow(x$mean), "document"), ": ", counted(ncol(x$mean) - rest, "topic"),
      if (rest) " and the rest, not found yet", "; ", counted(sum(x$tokens), "token"), " used, ",
      format_count(sum(x$unknown)), " of unknown words left out\n", sep = "")
  invisible(x)
}
