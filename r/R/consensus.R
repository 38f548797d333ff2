#' The topics that come back
#'
#' Finds the topics that most chains of some fits have. Two runs of a topic model give different topics; what comes back in
#' chain after chain is in the text.
#'
#' @param ... Fits of one corpus, from [fit_topics()] or [open_fit()]; all their chains are read. Many short chains say more
#'   than a few long ones.
#' @param least_share The proportion of the chains that must have a topic.
#' @param cut Hellinger distance up to which topics are one. Default: where halves of the chains agree best.
#' @param path A new folder. Default: a temporary one, which the end of the session removes.
#' @param fit A fit.
#' @return `consensus()`: a fit of a model of its own. Its draws are those of all chains, so its means and intervals are over all
#'   of them; its last topic is what does not come back. `recurrence()`: of such a fit, a data frame with a row for each topic
#'   that comes back: `topic`, `chains` that have it, `of` how many, `recurrence` (the probability that a further chain has it)
#'   with an interval of 90%, its `share` of the tokens, and that share's standard deviations within and between chains; `NULL` of
#'   another fit.
#' @examples
#' \dontrun{
#' fit <- fit_topics(corpus, topics = 20, chains = 12, sweeps = 300)
#' common <- consensus(fit)
#' recurrence(common)
#' }
#' @export
consensus <- function(..., least_share = 0.75, cut = NULL, path = NULL) {
  fits <- list(...)
  if (length(fits) == 0) usage_error("there are no fits")
  for (fit in fits) check_fit(fit, "...")
  output <- if (is.null(path)) temporary("consensus") else check_text(path, "path")
  do.call(run_program, c(list("consensus"), fits,
                         list("--least-share", least_share, if (!is.null(cut)) c("--cut", cut), "--output", path.expand(output))))
  fit_at(output)
}

#' @rdname consensus
#' @export
recurrence <- function(fit) {
  check_fit(fit)
  made <- fit$manifest$consensus
  if (is.null(made)) return(NULL)
  file <- file.path(fit$path, "consensus.tsv")
  utils::read.delim(file)
}
