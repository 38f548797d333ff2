#' Intervals of the probabilities of words and topics
#'
#' `word_intervals()` has the words of a topic with the posterior mean of their probability, its standard
#' deviation, and an interval. `topic_intervals()` has the topics of documents in the same way.
#'
#' The interval is that of the Beta distribution with the posterior mean and standard deviation, from its lower to
#' its upper quantile. It is an approximation: the posterior has this mean and standard deviation, but need not be
#' a Beta distribution. A value whose standard deviation is 0 is its own interval; where a standard deviation is too
#' large for any Beta distribution, the interval is from 0 to 1. Only models whose topics keep their numbers have such intervals (`lda`, `labeled-lda`, `hpc`,
#' `pcm`, `dmm`, `dmr`). They are about one chain: they do not contain what differs between chains.
#'
#' @inheritParams topic_word
#' @param topic The number of a topic, from 0.
#' @param n Words, the most probable ones.
#' @param level The probability of the interval, between 0 and 1.
#' @param documents Rows of documents, from 1, or their ids. Default: all.
#' @return A table: `word`, or `document` and `topic`; `mean`, `sd`, `low`, `high`.
#' @examples
#' \dontrun{
#' word_intervals(fit, topic = 3)
#' topic_intervals(fit, documents = 1:2, level = 0.5)
#' }
#' @export
word_intervals <- function(fit, topic, n = 20, level = 0.9, chain = NULL) {
  sd <- require_sd(fit, topic_word_sd(fit, chain))
  if (length(topic) != 1) usage_error("`topic` is ", show_value(topic), "; expected one number")
  row <- topic_rows(topic, nrow(sd), "topic")
  mean <- stats::setNames(topic_word(fit, chain)[row, ], colnames(sd))
  found <- utils::head(order(-mean), check_count(n, "n"))
  table <- beta_intervals(mean[found], sd[row, found], level)
  as_table(cbind(data.frame(word = names(mean)[found]), table))
}

#' @rdname word_intervals
#' @export
topic_intervals <- function(fit, documents = NULL, level = 0.9, chain = NULL) {
  sd <- require_sd(fit, document_topic_sd(fit, chain))
  mean <- document_topic(fit, chain)
  rows <- document_numbers(documents, rownames(mean))
  table <- beta_intervals(as.vector(t(mean[rows, , drop = FALSE])), as.vector(t(sd[rows, , drop = FALSE])), level)
  as_table(cbind(data.frame(document = rep(rownames(mean)[rows], each = ncol(mean)),
                            topic = rep(seq_len(ncol(mean)) - 1L, length(rows))), table))
}

require_sd <- function(fit, sd) {
  if (!is.null(sd)) return(sd)
  usage_error("the fit has no posterior standard deviations: ",
              if (has_fixed_topics(fit)) "it is not complete, or kept no draws"
              else paste0("topics of ", model_of(fit), " have other numbers in each draw"))
}

document_numbers <- function(documents, ids) {
  if (is.null(documents)) return(seq_along(ids))
  rows <- if (is.character(documents)) unlist(lapply(documents, rows_of_id, ids)) else documents
  if (!is.numeric(rows) || anyNA(rows) || any(rows != round(rows)) || any(rows < 1) || any(rows > length(ids))) {
    usage_error("`documents` is ", show_value(documents), "; expected ids, or rows from 1 to ", length(ids))
  }
  rows
}

# All documents with an id; NA for none.
rows_of_id <- function(id, ids) {
  rows <- which(ids == id)
  if (length(rows) == 0) NA_integer_ else rows
}

# Quantiles of the Beta distribution with these moments: the value where it is certain, 0 and 1 where no Beta
# distribution has the moments.
beta_intervals <- function(mean, sd, level) {
  if (!is.numeric(level) || length(level) != 1 || is.na(level) || level <= 0 || level >= 1) {
    usage_error("`level` is ", show_value(level), "; expected a number between 0 and 1")
  }
  total <- mean * (1 - mean) / sd^2 - 1
  spread <- sd > 0 & total > 0
  quantile <- function(p, end) {
    values <- ifelse(sd > 0, end, mean)
    values[spread] <- stats::qbeta(p, (mean * total)[spread], ((1 - mean) * total)[spread])
    unname(values)
  }
  data.frame(mean = unname(mean), sd = unname(sd), low = quantile((1 - level) / 2, 0),
             high = quantile((1 + level) / 2, 1))
}
