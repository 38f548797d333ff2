#' LDAvis
#'
#' `to_ldavis()` gives the arguments of `LDAvis::createJSON()`. `ldavis_json()` makes the JSON itself, without that
#' package: the relevance of words (Sievert and Shirley 2014) and a map of topics by classical scaling of their
#' Jensen-Shannon divergences. The page of LDAvis shows it.
#'
#' LDAvis numbers topics from 1: its topic 1 is topic 0 here. The order of topics is kept. Documents without words
#' and words that never occur are left out.
#'
#' @inheritParams topic_word
#' @param R Words that the page shows for each topic.
#' @param lambda_step The step of the slider of relevance.
#' @return `to_ldavis()`: a list with `phi`, `theta`, `doc.length`, `vocab` and `term.frequency`. `ldavis_json()`:
#'   a JSON text.
#' @examples
#' \dontrun{
#' json <- do.call(LDAvis::createJSON, c(to_ldavis(fit), reorder.topics = FALSE))
#' LDAvis::serVis(ldavis_json(fit))
#' }
#' @export
to_ldavis <- function(fit, chain = NULL) {
  phi <- topic_word(fit, chain)
  corpus <- fit_corpus(fit)
  lengths <- document_lengths(corpus)
  frequency <- tabulate(corpus_tokens(corpus) + 1L, ncol(phi))
  phi <- unname(phi[, frequency > 0, drop = FALSE])
  theta <- unname(document_topic(fit, chain)[lengths > 0, , drop = FALSE])
  list(phi = phi / rowSums(phi), theta = theta / rowSums(theta), doc.length = as.integer(lengths[lengths > 0]),
       vocab = vocabulary(corpus)[frequency > 0], term.frequency = frequency[frequency > 0])
}

#' @rdname to_ldavis
#' @export
ldavis_json <- function(fit, R = 30, lambda_step = 0.01, chain = NULL) {
  if (!is.numeric(lambda_step) || length(lambda_step) != 1 || is.na(lambda_step) || lambda_step <= 0 || lambda_step > 1) {
    usage_error("`lambda_step` is ", show_value(lambda_step), "; expected a number above 0, at most 1")
  }
  parts <- to_ldavis(fit, chain)
  n_words <- min(check_count(R, "R"), length(parts$vocab))
  sizes <- colSums(parts$theta * parts$doc.length)
  words <- expected_counts(parts, sizes)
  shown <- relevant_words(parts, words, n_words, lambda_step)
  places <- map_of(parts$phi)
  topics <- seq_along(sizes)
  list_of <- list(
    mdsDat = list(x = places[, 1], y = places[, 2], topics = topics, cluster = rep(1L, length(topics)),
                  Freq = 100 * sizes / sum(sizes)),
    tinfo = shown,
    token.table = token_table(parts, words, shown$Term),
    R = one(n_words), lambda.step = one(lambda_step),
    plot.opts = list(xlab = one("PC1"), ylab = one("PC2")), topic.order = topics)
  as.character(jsonlite::toJSON(list_of, digits = NA))
}

# A value that is not an array of one in JSON.
one <- jsonlite::unbox

# Tokens of each word in each topic that the model expects, K x V, and of each word.
expected_counts <- function(parts, sizes) {
  by_topic <- parts$phi * sizes
  list(by_topic = by_topic, total = colSums(by_topic))
}

# The rows of `tinfo`: the most salient words over all topics; then for each topic all words that are among the first by
# relevance for a value of lambda.
relevant_words <- function(parts, words, n, step) {
  lift <- log(parts$phi) - rep(log(words$total / sum(words$total)), each = nrow(parts$phi))
  salient <- utils::head(order(-saliency(words)), n)
  by_topic <- lapply(seq_len(nrow(parts$phi)), function(topic) {
    log_p <- log(parts$phi[topic, ])
    found <- unique(unlist(lapply(seq(0, 1, by = step), function(lambda) {
      utils::head(order(-(lambda * log_p + (1 - lambda) * lift[topic, ])), n)
    })))
    data.frame(Term = parts$vocab[found], Category = paste0("Topic", topic), Freq = words$by_topic[topic, found],
               Total = words$total[found], logprob = log_p[found], loglift = lift[topic, found])
  })
  first <- data.frame(Term = parts$vocab[salient], Category = "Default", Freq = words$total[salient],
                      Total = words$total[salient],
                      logprob = rev(seq_along(salient)), loglift = rev(seq_along(salient)))
  as.list(do.call(rbind, c(list(first), by_topic)))
}

# Chuang and others 2012: the probability of a word times the divergence of its topics from all topics.
saliency <- function(words) {
  given_word <- words$by_topic / rep(words$total, each = nrow(words$by_topic))
  topic <- rowSums(words$by_topic) / sum(words$by_topic)
  distinct <- given_word * log(given_word / topic)
  distinct[given_word == 0] <- 0
  words$total / sum(words$total) * colSums(distinct)
}

# The expected tokens of each shown word in each topic, rounded, by all that are expected of the word.
token_table <- function(parts, words, terms) {
  shown <- sort(match(unique(terms), parts$vocab))
  counts <- round(t(words$by_topic[, shown, drop = FALSE]))
  cells <- which(counts > 0, arr.ind = TRUE)
  cells <- cells[order(parts$vocab[shown[cells[, 1]]], cells[, 2], method = "radix"), , drop = FALSE]
  words_of <- shown[cells[, 1]]
  list(Term = parts$vocab[words_of], Topic = unname(cells[, 2]), Freq = counts[cells] / words$total[words_of])
}

# Two coordinates of each topic; 0 where fewer topics than dimensions leave nothing to show.
map_of <- function(phi) {
  places <- matrix(0, nrow(phi), 2)
  if (nrow(phi) < 2) return(places)
  dimensions <- min(2, nrow(phi) - 1)
  found <- suppressWarnings(stats::cmdscale(stats::as.dist(jensen_shannon(phi)), k = dimensions))
  places[, seq_len(ncol(found))] <- found
  places
}

jensen_shannon <- function(phi) {
  entropy <- function(p) -sum(p[p > 0] * log(p[p > 0]))
  own <- apply(phi, 1, entropy)
  distances <- matrix(0, nrow(phi), nrow(phi))
  for (a in seq_len(nrow(phi) - 1)) {
    for (b in (a + 1):nrow(phi)) distances[b, a] <- max(0, entropy((phi[a, ] + phi[b, ]) / 2) - (own[a] + own[b]) / 2)
  }
  distances + t(distances)
}
