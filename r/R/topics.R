#' Topics and their words
#'
#' @param fit A fit.
#' @param words Words for each topic.
#' @param by How words are ranked: `"prob"`, `"frex"` (frequent in the topic and rare elsewhere), `"lift"` or
#'   `"score"`.
#' @param exclusivity_weight The weight of exclusivity in FREX, from 0 to 1; by default .5. The package stm weighs frequency
#'   instead: its weight is one minus this one.
#' @param chain The chain, from 1. Default: the one with the best log likelihood of the words.
#' @return A table with a row for each topic, the largest first: `topic` (from 0), `name` (if topics have names),
#'   `tokens`, `proportion` (of all tokens), and `words`, a text. [label_topics()] has the words one by
#'   one. Both are of one draw, the best kept one of the chain, as in all output of the program; [topic_word()] has means over
#'   all kept draws, so that its most probable words may differ.
#' @examples
#' \dontrun{
#' topics(fit, words = 5, by = "frex")
#' }
#' @export
topics <- function(fit, words = 10, by = "prob", exclusivity_weight = NULL, chain = NULL) {
  warn_unsettled(check_fit(fit))
  exclusivity_weight <- weight_of(by, exclusivity_weight)
  rows <- shown_topics(fit, words, by, exclusivity_weight, chain)
  table <- data.frame(topic = as.integer(rows$topic))
  if (!is.null(rows$name)) table$name <- names_of_topics(fit, rows$topic, chain)
  table$tokens <- as.integer(rows$tokens)
  table$proportion <- as.numeric(rows$share)
  table$words <- joined_words(rows$words)
  as_table(table)
}

# Names as they are in the fit; NA for topics without one. jsonlite would take the name "NA" for none.
names_of_topics <- function(fit, topics, chain) {
  sizes <- topic_sizes(fit, chain)
  named(if (is.null(sizes$name)) rep("", length(topics)) else sizes$name[match(topics, sizes$topic)])
}

named <- function(names) ifelse(nzchar(names), names, NA_character_)

joined_words <- function(lists) vapply(lists, function(each) paste(json_texts(each$word), collapse = ", "), "", USE.NAMES = FALSE)

# What `themata topics` prints, as a data frame with a list of data frames of words.
shown_topics <- function(fit, words, by, exclusivity_weight, chain) {
  check_choice(by, "by", rankings)
  weight <- check_proportion(exclusivity_weight, "exclusivity_weight")
  text <- run_program("topics", fit, "--format", "json", "--words", check_count(words, "words"), "--by", by,
                      if (by == "frex") c("--exclusivity-weight", number_text(weight)), "--chain", chain_of(fit, chain))
  rows <- jsonlite::fromJSON(paste(text, collapse = "\n"))
  rows$words <- list_of_words(rows)
  rows
}

# The weight of exclusivity, which FREX alone has.
weight_of <- function(by, weight) {
  if (!is.null(weight) && !identical(by, "frex")) {
    usage_error("`exclusivity_weight` belongs to `by` \"frex\"; `by` is ", show_value(by))
  }
  if (is.null(weight)) 0.5 else weight
}

rankings <- c(prob = "prob", frex = "frex", lift = "lift", score = "score")

# A data frame of words for each topic. JSON that has one word for each topic is read as one data frame.
list_of_words <- function(rows) {
  if (is.data.frame(rows$words)) split(rows$words, seq_len(nrow(rows))) else rows$words
}

# Number, name and size of each topic.
topic_sizes <- function(fit, chain = NULL) {
  chain <- chain_of(fit, chain)
  file <- file.path(fit$path, paste0("topics-", chain, ".tsv"))
  lines <- if (is_complete(fit) && file.exists(file)) read_lines(file)
           else run_program("topics", fit, "--format", "tsv", "--by", "prob", "--words", 1, "--chain", chain)
  read_tsv(lines)
}

# Texts are as they are: a word or a label may be "NA", or look like a number.
read_tsv <- function(lines) {
  table <- utils::read.table(text = lines, sep = "\t", header = TRUE, quote = "", comment.char = "",
                             encoding = "UTF-8", check.names = FALSE, colClasses = "character",
                             na.strings = character())
  numbers <- setdiff(names(table), c("name", "label", "parent", "word", "words"))
  table[numbers] <- lapply(table[numbers], utils::type.convert, as.is = TRUE, dec = ".")
  table
}

#' Words that label a topic, by four rankings
#'
#' The four lists of stm's function of the same name: the most probable words, and those with the largest FREX,
#' lift and score. The rankings are those of [topics()].
#'
#' @inheritParams topics
#' @param topics Numbers of topics, from 0. Default: all.
#' @param n Words in each list.
#' @return An object of class `themata_labels`: a list of the character matrices `prob`, `frex`, `lift` and
#'   `score`, a row for each topic, with `""` where a topic has fewer words; `topicnums`; `names` (`NA` for topics without
#'   one); and `verdict`.
#' @details Not for `hpc`, whose topics are labels of a tree: [label_words()] has the words of each with their
#'   standard deviations.
#' @examples
#' \dontrun{
#' label_topics(fit, n = 5)
#' labelTopics(fit, topics = 0:2)$frex
#' }
#' @export
label_topics <- function(fit, topics = NULL, n = 7, exclusivity_weight = 0.5, chain = NULL) {
  check_fit(fit)
  if (model_of(fit) == "hpc") usage_error("topics of hpc are labels already; label_words() has the words of each")
  warn_unsettled(fit)
  n <- check_count(n, "n")
  lists <- lapply(rankings, function(by) word_matrix(shown_topics(fit, n, by, exclusivity_weight, chain), n))
  chosen <- topic_rows(topics, nrow(lists$prob))
  lists <- lapply(lists, function(words) words[chosen, , drop = FALSE])
  structure(c(lists, list(topicnums = chosen - 1L, names = names_of_topics(fit, chosen - 1L, chain),
                          verdict = verdict(fit), settled = is_settled(fit))),
            class = "themata_labels")
}

#' @rdname label_topics
#' @export
labelTopics <- label_topics

word_matrix <- function(rows, n) {
  words <- t(vapply(rows$words, function(each) c(json_texts(each$word), rep("", n))[seq_len(n)], character(n)))
  matrix(words, ncol = n, dimnames = list(topic_names(nrow(rows)), NULL))
}

topic_title <- function(number, name) paste0("Topic ", number, if (!is.na(name)) paste0(": ", name))

#' @rdname label_topics
#' @param x The result of `label_topics()`.
#' @param ... Nothing.
#' @export
print.themata_labels <- function(x, ...) {
  if (!x$settled) cat(x$verdict, "\n", sep = "")
  titles <- c(prob = "Highest Prob", frex = "FREX", lift = "Lift", score = "Score")
  for (row in seq_along(x$topicnums)) {
    cat(topic_title(x$topicnums[row], x$names[row]), "\n", sep = "")
    for (ranking in names(titles)) {
      words <- x[[ranking]][row, ]
      cat("  ", formatC(titles[[ranking]], width = -13), paste(words[nzchar(words)], collapse = ", "), "\n", sep = "")
    }
  }
  invisible(x)
}

#' Words of labels, with their uncertainty
#'
#' For `hpc` and `pcm`: the rate, exclusivity and FREX of each word in each label, as posterior means and standard
#' deviations over all kept draws.
#'
#' @inheritParams topics
#' @param against What exclusivity is measured against: `"siblings"`, `"children"` or `"all"` labels.
#' @return A table with a row for each label and word: `label`, `word`, `tokens`, `rate`, `rate_sd`, `exclusivity`,
#'   `exclusivity_sd`, `frex`, `frex_sd`. For `pcm` the label is the topic's number.
#' @examples
#' \dontrun{
#' words <- label_words(fit)
#' head(words[order(-words$frex), ])
#' }
#' @export
label_words <- function(fit, against = "siblings", exclusivity_weight = 0.5, chain = NULL) {
  check_fit(fit)
  if (!model_of(fit) %in% c("hpc", "pcm")) {
    usage_error("label_words() is for hpc and pcm; this is a fit of ", model_of(fit), ", for which label_topics() is")
  }
  warn_unsettled(fit)
  file <- temporary("words", ".tsv")
  on.exit(unlink(file))
  check_choice(against, "against", c("siblings", "children", "all"))
  against <- if (model_of(fit) == "hpc") c("--against", against)
  weight <- number_text(check_proportion(exclusivity_weight, "exclusivity_weight"))
  run_program("export", fit, "--format", "label-words", "--output", file, against, "--exclusivity-weight", weight,
              "--chain", chain_of(fit, chain))
  as_table(read_tsv(read_lines(file)))
}

#' Documents with the largest proportion of a topic
#'
#' stm's function of the same name. Documents without words are never among them: their proportions are the prior's.
#'
#' @inheritParams label_topics
#' @param texts The texts, one for each document, in the order of the corpus. Default: none are shown.
#' @param n Documents for each topic.
#' @param threshold Leave out documents with a smaller proportion.
#' @return An object of class `themata_thoughts`: a list with a table for each topic, with the columns `document`
#'   (the row, from 1), `id`, `tokens`, `proportion`, `sd` (if the fit has it) and `text` (if texts are given).
#' @examples
#' \dontrun{
#' find_thoughts(fit, articles$body, topics = 3, n = 2)
#' }
#' @export
find_thoughts <- function(fit, texts = NULL, topics = NULL, n = 3, threshold = 0, chain = NULL) {
  check_fit(fit)
  n <- check_count(n, "n")
  check_proportion(threshold, "threshold")
  rows <- document_rows(fit_corpus(fit))
  if (is.data.frame(texts)) usage_error("`texts` is a data frame; expected its column of texts")
  if (!is.null(texts)) texts <- check_rows(as.character(texts), nrow(rows), "texts", fit)
  theta <- document_topic(fit, chain)
  sd <- document_topic_sd(fit, chain)
  chosen <- topic_rows(topics, ncol(theta))
  tables <- lapply(chosen, function(topic) {
    order <- order(-theta[, topic], seq_len(nrow(theta)))
    found <- utils::head(order[rows$tokens[order] > 0 & theta[order, topic] >= threshold], n)
    table <- data.frame(document = found, id = rows$id[found], tokens = rows$tokens[found],
                        proportion = unname(theta[found, topic]))
    if (!is.null(sd)) table$sd <- unname(sd[found, topic])
    if (!is.null(texts)) table$text <- texts[found]
    table
  })
  structure(stats::setNames(tables, chosen - 1L), class = "themata_thoughts", settled = is_settled(fit),
            verdict = verdict(fit), topics = names_of_topics(fit, chosen - 1L, chain))
}

# As many values as the fit has documents; hpc may have set some of the corpus aside.
check_rows <- function(values, n, name, fit) {
  if (length(values) != n && identical(fit$manifest$options$unlabeled, "set-aside")) {
    usage_error("`", name, "` has ", length(values), " elements; expected ", n, ", the documents that were not set aside: ",
                "those of the rows documents(fit)$row")
  }
  check_length(values, n, name)
}

#' @rdname find_thoughts
#' @export
findThoughts <- find_thoughts

#' @rdname find_thoughts
#' @param x The result of `find_thoughts()`.
#' @param ... Nothing.
#' @export
print.themata_thoughts <- function(x, ...) {
  if (!attr(x, "settled")) cat(attr(x, "verdict"), "\n", sep = "")
  for (at in seq_along(x)) {
    cat(topic_title(names(x)[at], attr(x, "topics")[at]), "\n", sep = "")
    table <- x[[at]]
    for (row in seq_len(nrow(table))) {
      sd <- if (is.null(table$sd)) "" else sprintf(" (sd %.2f)", table$sd[row])
      cat(sprintf("  %.2f%s  %s\n", table$proportion[row], sd, table$id[row]))
      if (!is.null(table$text)) writeLines(strwrap(table$text[row], indent = 4, exdent = 4))
    }
  }
  invisible(x)
}

#' Correlations of topics over documents
#'
#' The correlations of E(theta) over the documents that have words. They are those of posterior means: the
#' uncertainty of a document's proportions is not in them.
#'
#' @inheritParams topics
#' @return A matrix, topics x topics. `NA` for a topic with the same proportion in all documents.
#' @examples
#' \dontrun{
#' topic_correlation(fit)["0", "3"]
#' }
#' @export
topic_correlation <- function(fit, chain = NULL) {
  theta <- document_topic(fit, chain)
  suppressWarnings(stats::cor(theta[document_lengths(fit_corpus(fit)) > 0, , drop = FALSE]))
}
