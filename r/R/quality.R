#' How good the topics are
#'
#' `themata evaluate`: coherence and exclusivity of each topic, from the words that rank first in the draw that is shown.
#'
#' They are not stm's numbers: `umass` is a mean over pairs of words as gensim has it, stm's `semanticCoherence()` a sum with 1
#' added to counts; `exclusivity` is the mean probability that a token of a top word is of the topic, stm's a sum of FREX.
#'
#' @inheritParams topics
#' @param reference The corpus in which words are counted. Default: the fit's own.
#' @param threads Threads; 0: all.
#' @return A table with a row for each topic: `topic`, `tokens`, `proportion`, `npmi`, `umass`, `cv` (coherence),
#'   `exclusivity`, `documents` and `types` (in which the topic occurs), and `words`. `NA` where words are too few.
#' @examples
#' \dontrun{
#' quality <- topic_quality(fit)
#' quality[order(quality$npmi), ]
#' }
#' @export
topic_quality <- function(fit, words = 10, by = "prob", reference = NULL, exclusivity_weight = NULL, chain = NULL,
                          threads = 0) {
  warn_unsettled(check_fit(fit))
  exclusivity_weight <- weight_of(by, exclusivity_weight)
  check_choice(by, "by", rankings)
  weight <- number_text(check_proportion(exclusivity_weight, "exclusivity_weight"))
  text <- run_program("evaluate", fit, "--format", "json", "--words", check_count(words, "words"), "--by", by,
                      if (by == "frex") c("--exclusivity-weight", weight), "--chain", chain_of(fit, chain),
                      "--threads", check_count(threads, "threads", 0),
                      if (!is.null(reference)) c("--reference", corpus_of(reference, "reference")$path))
  rows <- jsonlite::fromJSON(paste(text, collapse = "\n"))$topics
  number <- function(name) if (is.null(rows[[name]])) NA_real_ else as.numeric(rows[[name]])
  as_table(data.frame(topic = rows$topic, tokens = rows$tokens, proportion = rows$share, npmi = number("npmi"),
                      umass = number("umass"), cv = number("cv"), exclusivity = number("exclusivity"),
                      documents = rows$documents, types = rows$types, words = joined_words(list_of_words(rows))))
}

#' Labels of new documents
#'
#' `themata label`: the probabilities of labels under a fit of `hpc` or `labeled-lda`.
#'
#' @inheritParams infer
#' @param ... Options of `themata label`: `method`, `folds`, `threshold`, `at_least`, `sweeps`, `seed`, `threads`.
#'   Without `folds = 0` the documents of the fit are fitted again in parts, so that probabilities are calibrated;
#'   this takes as long as about 200 sweeps of the fit, once.
#' @return A table with a row for each document and label: `document` (its id), `label`, `probability`,
#'   `predicted`. Labels are in the order of the fit's topics.
#' @examples
#' \dontrun{
#' labels <- predict_labels(fit, new_texts, seed = 1)
#' labels[labels$predicted, ]
#' }
#' @export
predict_labels <- function(fit, documents, ..., chain = NULL) {
  check_fit(fit)
  if (!model_of(fit) %in% c("hpc", "labeled-lda")) {
    usage_error("labels are predicted by fits of hpc and labeled-lda; this is a fit of ", model_of(fit))
  }
  warn_unsettled(fit)
  corpus <- new_documents(documents, fit)
  file <- temporary("labels", ".npz")
  files <- paste0(file, c("", ".ids.txt", ".labels.txt"))
  on.exit(unlink(files))
  options <- option_arguments(list(...), taken = c("format", "output", "chain"))
  explain_unknown(list(...), "predict_labels()", "label",
                  run_program("label", fit, corpus, "--format", "npz", "--output", file, "--chain",
                              chain_of(fit, chain), options))
  parts <- read_npz(file, c("probability", "predicted"))
  labels <- read_lines(files[3])
  ids <- document_ids(corpus)
  as_table(data.frame(document = rep(ids, each = length(labels)), label = rep(labels, length(ids)),
                      probability = as.vector(t(parts$probability)), predicted = as.vector(t(parts$predicted)) == 1))
}
