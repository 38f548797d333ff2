#' Probabilities of words and topics as matrices
#'
#' `topic_word()` is E(phi), topics x words; `document_topic()` is E(theta), documents x topics, with a row for
#' every document. Models whose topics keep their numbers (`lda`, `labeled-lda`, `hpc`, `pcm`, `dmm`, `dmr`) have
#' posterior means over the kept draws and posterior standard deviations. In all other models a number means
#' another topic in another draw: the matrices are then those of the draw that is shown, and the `_sd` functions
#' return `NULL`. The same is true of a fit that kept no draws.
#'
#' @param fit A fit.
#' @param chain The chain, from 1. Default: the one with the best log likelihood of the words.
#' @return A matrix; of a table with more than 2^26 cells a sparse one (package Matrix) of the cells that have a token in
#'   one of the kept draws: what a row lacks to 1 is that of the others. Topics are named by their numbers, from `"0"`, so that `x["0", ]` is the largest topic. Words
#'   are named; documents have their ids as row names.
#' @examples
#' \dontrun{
#' theta <- document_topic(fit)
#' sort(topic_word(fit)["3", ], decreasing = TRUE)[1:10]
#' }
#' @export
topic_word <- function(fit, chain = NULL) posterior_matrix(fit, "topic-word", "mean", chain)

#' @rdname topic_word
#' @export
topic_word_sd <- function(fit, chain = NULL) posterior_matrix(fit, "topic-word", "sd", chain)

#' @rdname topic_word
#' @export
document_topic <- function(fit, chain = NULL) posterior_matrix(fit, "document-topic", "mean", chain)

#' @rdname topic_word
#' @export
document_topic_sd <- function(fit, chain = NULL) posterior_matrix(fit, "document-topic", "sd", chain)

posterior_matrix <- function(fit, what, which, chain) {
  check_fit(fit)
  warn_unsettled(fit)
  chain <- chain_of(fit, chain)
  file <- file.path(fit$path, paste0(what, "-", chain, "-", which, c(".npy", ".npz")))
  if (is_complete(fit) && file.exists(file[2])) {
    values <- read_sparse_npz(file[2])
  } else if (is_complete(fit) && file.exists(file[1])) {
    values <- read_npy(file[1])
  } else {
    require_written(fit, basename(file))
    if (which == "sd") return(NULL)
    exported <- export_matrix(fit, what, chain)
    on.exit(unlink(c(exported, paste0(exported, c(".ids.txt", ".vocab.txt")))))
    values <- read_npy(exported)
  }
  if (what == "topic-word") name_matrix(values, topic_names(nrow(values)), vocabulary(fit))
  else name_matrix(values, document_ids(fit_corpus(fit)), topic_names(ncol(values)))
}

# A complete fit that has written a matrix still has it: another one does not stand for it.
require_written <- function(fit, names) {
  lost <- intersect(names, names(fit$manifest$checksums))
  if (is_complete(fit) && length(lost) > 0) input_error(file.path(fit$path, lost[1]), ": is not there; restore it, or fit again")
}

# The draw that is shown, by the program.
export_matrix <- function(fit, what, chain) {
  file <- temporary("matrix", ".npy")
  format <- c("topic-word" = "topic-words", "document-topic" = "doc-topics")[[what]]
  run_program("export", fit, "--format", format, "--as", "npy", "--chain", chain, "--output", file)
  file
}

name_matrix <- function(values, rows, columns) {
  check_length(rows, nrow(values), "the rows of the matrix")
  check_length(columns, ncol(values), "the columns of the matrix")
  dimnames(values) <- list(rows, columns)
  values
}

topic_names <- function(n) as.character(seq_len(n) - 1)

# Rows of a matrix of topics for topic numbers from 0.
topic_rows <- function(topics, n, name = "topics") {
  if (is.null(topics)) return(seq_len(n))
  if (!is.numeric(topics) || anyNA(topics) || any(topics != round(topics)) || any(topics < 0) || any(topics >= n)) {
    usage_error("`", name, "` is ", show_value(topics), "; expected numbers from 0 to ", n - 1)
  }
  as.integer(topics) + 1L
}

#' Topic proportions in every kept draw
#'
#' E(theta | draw) for every kept draw of a chain: what a later analysis averages over, so that it contains the
#' uncertainty of the topics. Given its topics of tokens, theta still varies within a draw; the standard deviations
#' of [document_topic_sd()] contain this part, too.
#'
#' @inheritParams topic_word
#' @return An array with the dimensions draw, document and topic. The names of the draws are their sweeps. The
#'   topics of a document sum to 1 in each draw. The array needs 8 bytes for each element.
#' @details Models whose topics keep their numbers only: in others a number means another topic in another draw. The
#'   program must know `themata export --format theta-draws`.
#' @examples
#' \dontrun{
#' draws <- draws_theta(fit)
#' # The mean proportion of topic 3 before and after, in every draw:
#' before <- apply(draws[, documents(fit)$year < 2000, "3"], 1, mean)
#' after <- apply(draws[, documents(fit)$year >= 2000, "3"], 1, mean)
#' quantile(after - before, c(.05, .95))
#' }
#' @export
draws_theta <- function(fit, chain = NULL) {
  check_fit(fit)
  if (!has_fixed_topics(fit)) {
    usage_error("topics of ", model_of(fit), " have other numbers in each draw; fit one of ",
                paste(fixed_models, collapse = ", "))
  }
  warn_unsettled(fit)
  if (!knows_theta_draws()) {
    message <- paste0("themata ", themata_version(), " cannot export draws of theta; install a later one")
    raise("themata_resource_error", message)
  }
  file <- temporary("theta", ".npy")
  on.exit(unlink(paste0(file, c("", ".ids.txt", ".sweeps.txt"))))
  run_program("export", fit, "--format", "theta-draws", "--chain", chain_of(fit, chain), "--output", file)
  name_draws(read_npy(file), read_lines(paste0(file, ".sweeps.txt")), document_ids(fit_corpus(fit)))
}

knows_theta_draws <- function() any(grepl("theta-draws", run_program("export", "--help"), fixed = TRUE))

name_draws <- function(theta, sweeps, ids) {
  if (length(dim(theta)) != 3 || dim(theta)[1] != length(sweeps) || dim(theta)[2] != length(ids)) {
    input_error("theta has the shape ", paste(dim(theta), collapse = " x "), "; expected ", length(sweeps),
                " draws of ", length(ids), " documents")
  }
  dimnames(theta) <- list(draw = sweeps, document = ids, topic = topic_names(dim(theta)[3]))
  theta
}
