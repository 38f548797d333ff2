#' Tidy tables of a fit
#'
#' The generic functions of broom and tidytext.
#'
#' * `tidy(fit, "beta")`: a row for each topic and word: `topic`, `term`, `beta`, and `sd` if the fit has posterior
#'   means.
#' * `tidy(fit, "gamma")`: a row for each document and topic: `document` (its id), `topic`, `gamma`, and `sd`.
#' * `tidy(fit, "trace")`: a row for each chain, traced sweep and quantity: `chain`, `sweep`, `kept` (after burn-in),
#'   `quantity`, `value`.
#' * `augment(fit)`: a row for each document, in the order of the corpus: the columns of [documents()], or of
#'   `data`, and `.topic`, its largest topic, `.proportion` and `.sd`. They are `NA` for a document without words.
#' * `augment(fit, by = "token")`: a row for each document and word: `document`, `term`, `count`, and `.topic`, in
#'   the draw that is shown. A word that a document has in several topics has a row for each.
#' * `glance(fit)`: one row.
#'
#' Topics are numbered from 0, as in all output of the program. Tables are tibbles if the package tibble is installed.
#'
#' @param x A fit.
#' @param matrix `"beta"`, `"gamma"` or `"trace"`.
#' @param chain The chain, from 1. Default: the one with the best log likelihood of the words; for the trace all.
#' @param data A data frame with a row for each document of the corpus, in its order. Default: [documents()].
#' @param by `"document"` or `"token"`.
#' @param ... Nothing.
#' @return A table. That of `glance()` has `model`, `documents`, `terms`, `tokens`, `topics` (of the draw that is
#'   shown), `chains`, `sweeps`, `burn_in`, `draws` (kept, of all chains), `complete`, `settled`, `ended_by`,
#'   `rhat` and `ess` (of the log likelihood of the words or the number of topics, whichever is worse),
#'   `log_likelihood` (of the words given their topics, the mean over the kept rows of the shown chain's trace),
#'   `seed`, `seconds` (the longest chain), and `version`. `rhat` and `ess` are `NA` where a fit is not complete or
#'   too short.
#' @examples
#' \dontrun{
#' tidy(fit, "beta")
#' tidy(fit, "gamma")
#' augment(fit, articles)
#' glance(fit)
#' }
#' @name tidiers
NULL

#' @rdname tidiers
#' @export
tidy.themata_fit <- function(x, matrix = "beta", chain = NULL, ...) {
  check_dots_empty(...)
  switch(check_choice(matrix, "matrix", c("beta", "gamma", "trace")),
    beta = as_table(tidy_beta(x, chain)),
    gamma = as_table(tidy_gamma(x, chain)),
    trace = as_table(tidy_trace(x, chain)))
}

tidy_beta <- function(fit, chain) {
  phi <- topic_word(fit, chain)
  sd <- topic_word_sd(fit, chain)
  table <- data.frame(topic = rep(seq_len(nrow(phi)) - 1L, each = ncol(phi)), term = rep(colnames(phi), nrow(phi)),
                      beta = as.vector(t(phi)))
  if (!is.null(sd)) table$sd <- as.vector(t(sd))
  table
}

tidy_gamma <- function(fit, chain) {
  theta <- document_topic(fit, chain)
  sd <- document_topic_sd(fit, chain)
  table <- data.frame(document = rep(rownames(theta), each = ncol(theta)),
                      topic = rep(seq_len(ncol(theta)) - 1L, nrow(theta)), gamma = as.vector(t(theta)))
  if (!is.null(sd)) table$sd <- as.vector(t(sd))
  table
}

tidy_trace <- function(fit, chain) {
  chains <- if (is.null(chain)) fit_chains(fit) else chain_of(fit, chain)
  do.call(rbind, lapply(chains, function(chain) {
    trace <- read_trace(fit, chain)
    names <- setdiff(names(trace), "sweep")
    kept <- trace$sweep > burn_in_of(fit)
    data.frame(chain = chain, sweep = rep(trace$sweep, length(names)), kept = rep(kept, length(names)),
               quantity = rep(names, each = nrow(trace)), value = unlist(trace[names], use.names = FALSE))
  }))
}

#' @rdname tidiers
#' @export
augment.themata_fit <- function(x, data = NULL, by = "document", chain = NULL, ...) {
  check_dots_empty(...)
  if (check_choice(by, "by", c("document", "token")) == "document") return(as_table(augment_documents(x, data, chain)))
  if (!is.null(data)) usage_error("`data` cannot be used with `by` 'token'")
  as_table(augment_tokens(x, chain))
}

augment_documents <- function(fit, data, chain) {
  rows <- document_rows(fit_corpus(fit))
  if (is.null(data)) data <- rows
  if (!is.data.frame(data)) usage_error("`data` is ", show_value(data), "; expected a data frame")
  check_rows(seq_len(nrow(data)), nrow(rows), "data", fit)
  theta <- document_topic(fit, chain)
  sd <- document_topic_sd(fit, chain)
  largest <- cbind(seq_len(nrow(theta)), max.col(theta, ties.method = "first"))
  known <- rows$tokens > 0
  data$.topic <- ifelse(known, largest[, 2] - 1L, NA_integer_)
  data$.proportion <- ifelse(known, theta[largest], NA_real_)
  if (!is.null(sd)) data$.sd <- ifelse(known, sd[largest], NA_real_)
  data
}

augment_tokens <- function(fit, chain) {
  warn_unsettled(check_fit(fit))
  corpus <- fit_corpus(fit)
  file <- temporary("state", ".gz")
  on.exit(unlink(file))
  run_program("export", fit, "--format", "mallet-state", "--chain", chain_of(fit, chain), "--output", file)
  lines <- read_lines(file)
  topics <- as.integer(sub(".* ", "", lines[!startsWith(lines, "#")]))
  words <- corpus_tokens(corpus) + 1L
  check_length(topics, length(words), "the exported state")
  lengths <- document_lengths(corpus)
  rows <- rep(seq_along(lengths), lengths)
  order <- order(rows, words, topics, method = "radix")
  moved <- function(values) diff(values[order]) != 0
  first <- which(c(TRUE, moved(rows) | moved(words) | moved(topics)))
  at <- order[first]
  data.frame(document = document_ids(corpus)[rows[at]], term = vocabulary(corpus)[words[at]],
             count = diff(c(first, length(order) + 1L)), .topic = topics[at])
}

#' @rdname tidiers
#' @export
glance.themata_fit <- function(x, ...) {
  check_dots_empty(...)
  manifest <- x$manifest
  chains <- manifest$chains
  number <- function(value) if (is.null(value)) NA_real_ else as.numeric(value)
  as_table(data.frame(
    model = model_of(x), documents = manifest$corpus$documents, terms = manifest$corpus$types,
    tokens = manifest$corpus$tokens,
    topics = n_topics(x), chains = length(fit_chains(x)), sweeps = max(chains$sweep, 0L), burn_in = burn_in_of(x),
    draws = sum(chains$draws), complete = is_complete(x), settled = is_settled(x),
    ended_by = if (is.null(manifest$ended_by)) NA_character_ else manifest$ended_by,
    rhat = number(manifest$verdict$rhat), ess = number(manifest$verdict$ess), log_likelihood = mean_word_part(x),
    seed = as.numeric(manifest$options$seed), seconds = max(chains$seconds, 0), version = manifest$engine))
}

mean_word_part <- function(fit) {
  trace <- read_trace(fit, chain_of(fit))
  kept <- trace$word_part[trace$sweep > burn_in_of(fit)]
  if (length(kept) == 0) NA_real_ else mean(kept)
}
