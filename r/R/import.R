#' Make a corpus
#'
#' A row in is a row out: a text that is missing, or has no word left, keeps its place.
#'
#' * **Texts** (a character vector) are cut into words by the rules of `themata import`.
#' * **A data frame of texts** has a column of texts and one row for each document. All other columns are kept as
#'   metadata.
#' * **A data frame of counts** (tidytext's form) has a row for each document and word; name its columns
#'   `document`, `term` and `n`. Documents come in the order in which they first occur, or in that of the levels of
#'   a factor.
#' * **A sparse matrix** has documents in rows and words in columns, with the words as column names: a `dfm` of
#'   quanteda, any matrix of the package Matrix, a `DocumentTermMatrix` of tm, or a plain matrix.
#'
#' Counts must be whole numbers. Weights, such as tf-idf, are refused: no topic model of counts can be fitted to them.
#' The words of counts are taken as they are. Only if they are given, `stop_words`, `extra_stop_words`, `min_length`, `stem` and
#' `fold_case = TRUE` (words that differ in case alone are added up) apply to them.
#'
#' @param x Texts, a data frame, a matrix of counts, a corpus (which is returned as it is), or a corpus folder.
#' @param ids Names of the documents. Default: the names of the vector or the rows, else the numbers from 1.
#' @param labels Labels of the documents, for models that use them: a list of character vectors, or a vector with
#'   one label (or `NA`) for each; of a data frame of texts the name of its column. With counts, words must then be without
#'   white space.
#' @param metadata A data frame with a row for each document, whose columns are kept with the corpus: numbers, `TRUE` and
#'   `FALSE`, and all else as texts (of a factor without the order of its levels). Of a data frame of texts the names of its
#'   columns; default: all others.
#' @param text,id Names of columns of a data frame of texts. `text` may name several, which are joined. `id` is the column
#'   `"id"` where there is one, unless another is named.
#' @param document,term,n Columns of a data frame of counts. Give `term` to have a data frame read as counts.
#' @param like A corpus, or a fit, that was made of texts: its rules for words are used. For new documents.
#' @param path A new folder for the corpus. Default: a temporary one, which the end of the session removes.
#' @param ... Options of `themata import`, with underscores: `stop_words` (a language such as `"english"` or `"german"`, `"none"`, a file, or a
#'   vector of words; one word alone as `I("word")`), `extra_stop_words` (a vector of words, or a file, to drop beside those), `stem`, `token_regex`, `language`, `join_hyphenated`, `markup`, `addresses`, `pretokenized`, `preserve_case`, `min_length`, `min_count`,
#'   `min_documents`, `max_document_share`, `keep_types`, `keep_types_by`, `repeats`, `label_paths`, `tree` (a
#'   named vector: parents by label), `drop_ancestors`, `threads`, `phrases` (`TRUE`: sequences of words such as "new york" are found
#'   and become one word each; `phrase_words`, `phrase_min_count` and `phrase_min_score` say which), `phrase_list` (a vector of
#'   phrases, or a file), `date_format` (a named vector: of columns of metadata whose
#'   dates do not tell by themselves, `c(created = "dd/mm/yyyy")`).
#' @return A corpus, as [open_corpus()] gives it.
#' @examples
#' \dontrun{
#' corpus <- as_corpus(c(one = "A first text.", two = NA, three = "A third one."), min_length = 1)
#' corpus <- as_corpus(articles, text = "body", id = "key", min_documents = 5)
#' corpus <- as_corpus(quanteda::dfm(tokens))
#' corpus <- as_corpus(tidy_counts, document = "book", term = "word", n = "n")
#' }
#' @export
as_corpus <- function(x, ...) UseMethod("as_corpus")

#' @rdname as_corpus
#' @export
as_corpus.default <- function(x, ...) {
  usage_error("`x` is of class ", class(x)[1], "; expected texts, a data frame, or a matrix of counts")
}

#' @rdname as_corpus
#' @export
as_corpus.themata_corpus <- function(x, ...) {
  check_dots_empty(...)
  x
}

#' @rdname as_corpus
#' @export
as_corpus.character <- function(x, ids = names(x), labels = NULL, metadata = NULL, like = NULL, path = NULL, ...) {
  if (is_corpus_folder(x)) {
    check_dots_empty(...)
    return(open_corpus(x))
  }
  rules <- c(list(...), if (!is.null(like)) rules_of(like)[setdiff(names(rules_of(like)), ...names())])
  import_texts(unname(x), ids, labels, metadata, rules, path)
}

is_corpus_folder <- function(x) {
  is.character(x) && length(x) == 1 && is.null(names(x)) && !is.na(x) && file.exists(file.path(x, "manifest.json"))
}

# A vector of nothing but NA is one of texts that are all missing.
#' @rdname as_corpus
#' @export
as_corpus.logical <- function(x, ...) {
  if (!all(is.na(x))) as_corpus.default(x)
  as_corpus(stats::setNames(as.character(x), names(x)), ...)
}

#' @rdname as_corpus
#' @export
as_corpus.factor <- function(x, ...) as_corpus(as.character(x), ...)

#' @rdname as_corpus
#' @export
as_corpus.data.frame <- function(x, text = "text", id = NULL, labels = NULL, metadata = NULL, document = "document",
                                 term = NULL, n = "n", like = NULL, path = NULL, ...) {
  if (!is.null(term)) {
    given <- c("id", "labels", "metadata", "like")[!vapply(list(id, labels, metadata, like), is.null, NA)]
    if (length(given) > 0) usage_error("`", given[1], "` cannot be used with counts (`term`)")
    return(as_corpus(cast_counts(x, document, term, n), path = path, ...))
  }
  if (!is.character(text) || length(text) == 0) usage_error("`text` is ", show_value(text), "; expected names of columns")
  if (!is.null(metadata) && !is.character(metadata)) {
    usage_error("`metadata` is ", show_value(metadata), "; of a data frame of texts, expected names of columns")
  }
  for (name in c(text, id, labels, metadata)) frame_column(x, name)
  if (is.null(id) && "id" %in% names(x)) id <- "id"
  if (is.null(metadata)) metadata <- setdiff(names(x), c(text, id, labels))
  texts <- lapply(text, function(name) as.character(frame_column(x, name)))
  joined <- if (length(texts) == 1) texts[[1]] else join_texts(texts)
  as_corpus(joined, ids = if (!is.null(id)) frame_column(x, id),
            labels = if (!is.null(labels)) frame_column(x, labels),
            metadata = if (length(metadata) > 0) as.data.frame(x)[metadata], like = like, path = path, ...)
}

#' @rdname as_corpus
#' @export
as_corpus.Matrix <- function(x, ids = rownames(x), labels = NULL, metadata = NULL, path = NULL, ...) {
  import_counts(x, ids, labels, metadata, list(...), path)
}

#' @rdname as_corpus
#' @export
as_corpus.matrix <- function(x, ...) {
  if (is.logical(x)) storage.mode(x) <- "integer"
  if (!is.numeric(x)) usage_error("`x` is a matrix of type ", typeof(x), "; expected counts")
  as_corpus(methods::as(methods::as(x, "dMatrix"), "CsparseMatrix"), ...)
}

#' @rdname as_corpus
#' @export
as_corpus.simple_triplet_matrix <- function(x, ...) {
  as_corpus(sparseMatrix(i = x$i, j = x$j, x = as.numeric(x$v), dims = c(x$nrow, x$ncol),
                         dimnames = unname(x$dimnames)), ...)
}

# --- data frames ------------------------------------------------------------------------------------------

frame_column <- function(frame, name) {
  if (!is.character(name) || !name %in% names(frame)) {
    usage_error("the data frame has no column ", show_value(name), "; it has ", paste(names(frame), collapse = ", "))
  }
  frame[[name]]
}

# Several texts of each row as one; missing where all are.
join_texts <- function(texts) {
  missing <- Reduce(`&`, lapply(texts, is.na))
  joined <- do.call(paste, c(lapply(texts, function(text) ifelse(is.na(text), "", text)), sep = "\n"))
  ifelse(missing, NA, joined)
}

# A row for each document and word as a sparse matrix.
cast_counts <- function(frame, document, term, n) {
  columns <- lapply(c(document, term, n), function(name) frame_column(frame, name))
  if (!is.numeric(columns[[3]])) usage_error("`", n, "` is not numeric; expected counts")
  if (anyNA(columns[[1]]) || anyNA(columns[[2]]) || anyNA(columns[[3]])) {
    usage_error("`", document, "`, `", term, "` and `", n, "` have missing values; expected none")
  }
  groups <- lapply(columns[1:2], function(column) {
    if (is.factor(column)) return(column)
    texts <- id_texts(column)
    factor(texts, unique(texts))
  })
  sparseMatrix(i = as.integer(groups[[1]]), j = as.integer(groups[[2]]), x = as.numeric(columns[[3]]),
               dims = lengths(lapply(groups, levels)), dimnames = lapply(groups, levels))
}

# --- texts ------------------------------------------------------------------------------------------------

import_texts <- function(texts, ids, labels, metadata, rules, path) {
  n <- length(texts)
  if (n == 0) usage_error("there are no documents")
  rows <- data.frame(.id = ids_of(ids, n), .text = utf8_texts(texts, "texts"))
  names <- character()
  if (!is.null(labels)) rows$.labels <- labels_of(labels, n)
  if (!is.null(metadata)) {
    metadata <- metadata_of(metadata, n)
    names <- names(metadata)
    rows[names] <- metadata
  }
  file <- temporary("texts", ".jsonl")
  on.exit(unlink(file))
  write_json_lines(rows, file)
  import(c("--format", "jsonl", file, "--id", ".id", "--text", ".text", if (!is.null(labels)) c("--labels", ".labels"),
           if (length(names) > 0) c("--metadata", paste(names, collapse = ","))), rules, path)
}

import <- function(arguments, rules, path) {
  output <- if (is.null(path)) temporary("corpus") else check_text(path, "path")
  taken <- c("output", "format", "input", "log", "id", "text", "metadata", "labels", "vocabulary", "encoding")
  given <- option_arguments(rule_files(rules), taken, import_switches)
  explain_unknown(rules, "as_corpus()", "import",
                  run_program("import", arguments, "--output", path.expand(output), given))
  corpus_at(output)
}

import_switches <- c("transpose", "drop_ancestors", "pretokenized", "preserve_case", "remove_stopwords",
                     "keep_sequence", "keep_text", "join_hyphenated", "all_files", "phrases", "fold_case")

# Words and trees that are given in R become files, which exist as long as the session.
rule_files <- function(rules) {
  words <- rules[["stop_words"]]
  rules$stop_words <- if (is.character(words) && length(words) == 0) "none"
                      else if (identical(words, "english") || identical(words, "none")) words
                      else words_file(words, "stop_words")
  rules$extra_stop_words <- words_file(rules[["extra_stop_words"]], "extra_stop_words")
  rules$phrase_list <- words_file(rules[["phrase_list"]], "phrase_list")
  dates <- rules[["date_format"]]
  if (!is.null(names(dates))) rules$date_format <- paste(names(dates), unlist(dates), sep = "=")
  tree <- rules[["tree"]]
  if (!is.null(names(tree))) {
    rules$tree <- temporary("tree", ".tsv")
    write_lines(paste(names(tree), unlist(tree), sep = "\t"), rules$tree)
  }
  rules
}

# A file as it is; words in a new file; NULL for none.
words_file <- function(words, name) {
  if (length(words) == 0) return(NULL)
  if (!is.character(words) || anyNA(words)) {
    usage_error("`", name, "` is ", show_value(words), "; expected words, or a file of words")
  }
  if (length(words) == 1 && !inherits(words, "AsIs")) {
    if (file.exists(words)) return(words)
    if (name == "stop_words" && !grepl("[/.\\\\]", words)) return(words) # a language
    if (grepl("[/.\\\\]", words)) {
      usage_error("`", name, "` is ", show_value(words), "; expected ", if (name == "stop_words") "a language, \"none\", ",
                  "a file that is there, or words (one word alone as I(\"", words, "\"))")
    }
  }
  file <- temporary("stop-words", ".txt")
  # In quotes each is an entry by itself, whatever it contains.
  write_lines(paste0('"', gsub('(["\\\\])', '\\\\\\1', utf8_texts(unclass(words), name)), '",'), file)
  file
}

has_word_rules <- function(corpus) !is.null(corpus$manifest$import$options[["words"]])

# The rules for words of a corpus of texts, as arguments of as_corpus().
rules_of <- function(like) {
  corpus <- corpus_of(like)
  options <- corpus$manifest$import$options
  if (!has_word_rules(corpus)) {
    usage_error("`like` was not made of texts, so it has no rules for words; give a corpus of counts in its place")
  }
  for (file in unlist(options[c("stop-words", "extra-stop-words")])) {
    if (grepl("[/.\\\\]", file) && !file.exists(file)) {
      input_error(file, ": the stop words of the corpus are not there; cut the texts with ",
                  "as_corpus(x, stop_words = ), and pass that corpus")
    }
  }
  white_space <- identical(options$words, "white space")
  rules <- list(stop_words = options[["stop-words"]], extra_stop_words = options[["extra-stop-words"]],
                markup = if (is.null(options$markup)) "keep" else "remove",
                addresses = if (is.null(options$addresses)) "keep" else "remove", language = options$language, join_hyphenated = options[["join-hyphenated"]],
                stem = options$stem, token_regex = options[["token-regex"]], min_length = options[["min-length"]])
  phrases <- file.path(corpus$path, "phrases.tsv")
  if (file.exists(phrases)) rules$phrase_list <- phrases
  if (white_space) rules$pretokenized <- TRUE
  if (isTRUE(options[["preserve-case"]]) && !white_space) rules$preserve_case <- TRUE
  Filter(Negate(is.null), rules)
}

ids_of <- function(ids, n) {
  if (is.null(ids)) return(as.character(seq_len(n)))
  ids <- check_length(id_texts(ids), n, "ids")
  if (anyNA(ids)) usage_error("`ids` has a missing value at ", which(is.na(ids))[1])
  utf8_texts(ids, "ids")
}

# Names as texts; of numbers without an exponent, so that 100000 is "100000".
id_texts <- function(values) {
  if (is.object(values) || !is.numeric(values)) return(as.character(values))
  texts <- rep(NA_character_, length(values))
  texts[!is.na(values)] <- vapply(values[!is.na(values)], number_text, "")
  texts
}

# A list of character vectors; a missing label is none.
labels_of <- function(labels, n) {
  labels <- check_length(if (is.list(labels)) labels else as.list(id_texts(labels)), n, "labels")
  lapply(labels, function(each) I(utf8_texts(id_texts(each[!is.na(each)]), "labels")))
}

metadata_of <- function(metadata, n) {
  if (!is.data.frame(metadata) || nrow(metadata) != n) {
    usage_error("`metadata` is not a data frame with ", n, " rows, one for each document")
  }
  odd <- names(metadata)[vapply(metadata, function(column) is.list(column) || is.matrix(column), NA)]
  if (length(odd) > 0) {
    usage_error("the column '", odd[1], "' of the metadata has lists; expected texts, numbers or dates",
                choose_metadata)
  }
  bad <- grep("[,]|^\\.(id|text|labels)$|^$", names(metadata), value = TRUE)
  if (length(bad) > 0) {
    usage_error("the metadata have a column named '", bad[1], "'; expected a name without commas", choose_metadata)
  }
  columns <- Map(metadata_column, metadata, names(metadata))
  as.data.frame(columns, col.names = names(metadata), check.names = FALSE)
}

choose_metadata <- paste0(
  ". Of a data frame of texts, `metadata = ` names the columns to keep, such as `metadata = \"year\"`; ",
  "`metadata = character()` keeps none")

metadata_column <- function(column, name) {
  if (is.numeric(column) && !is.object(column)) ifelse(is.finite(column), column, NA)
  else if (is.logical(column)) column
  else utf8_texts(as.character(column), name)
}

write_json_lines <- function(rows, file) {
  connection <- file(file, open = "wb")
  on.exit(close(connection))
  jsonlite::stream_out(rows, connection, verbose = FALSE, na = "null", digits = NA)
}

# --- counts -----------------------------------------------------------------------------------------------

import_counts <- function(x, ids, labels, metadata, rules, path) {
  words <- words_of(x)
  cells <- cells_of(x)
  ids <- ids_of(ids, nrow(x))
  again <- sum(duplicated(ids))
  if (again > 0 && is.null(labels)) {  # of those with labels the program says it
    warning(again, " of ", length(ids), " documents have the id of an earlier document; they remain separate rows", call. = FALSE)
  }
  if (!is.null(metadata)) metadata <- metadata_of(metadata, nrow(x))
  if (!is.null(labels)) {
    return(import_texts(texts_of(cells, words, nrow(x)), ids, labels, metadata, c(list(pretokenized = TRUE,
                        min_length = 1), rules), path))
  }
  files <- c(temporary("counts", ".mtx"), temporary("words", ".txt"))
  on.exit(unlink(files))
  write_lines(c("%%MatrixMarket matrix coordinate integer general", paste(nrow(x), ncol(x), length(cells$count)),
                if (length(cells$count) > 0) sprintf("%d %d %.0f", cells$row, cells$column, cells$count)), files[1])
  write_lines(words, files[2])
  corpus <- import(c("--format", "matrix-market", files[1], "--vocabulary", files[2]), rules, path)
  side <- data.frame(id = ids)
  if (!is.null(metadata)) side$metadata <- metadata
  if (!is.null(metadata) || any(ids != seq_along(ids))) write_json_lines(side, file.path(corpus$path, side_file_name))
  corpus
}

words_of <- function(x) {
  words <- colnames(x)
  if (is.null(words)) usage_error("`x` has no column names; expected the words there")
  words <- utf8_texts(words, "colnames(x)")
  odd <- which(is.na(words) | !nzchar(words) | grepl("[\r\n]", words))
  if (length(odd) > 0) {
    usage_error("the name of column ", odd[1], " of `x` is empty or has a line break; expected a word")
  }
  if (anyDuplicated(words)) usage_error("`x` has the word '", words[duplicated(words)][1], "' in two columns")
  words
}

# The cells of a matrix of counts that are not 0, in the order of the columns.
cells_of <- function(x) {
  if (is(x, "nMatrix") || is(x, "lMatrix")) x <- methods::as(x, "dMatrix")
  triplets <- Matrix::summary(methods::as(methods::as(x, "generalMatrix"), "CsparseMatrix"))
  if (is.null(triplets$x)) triplets$x <- rep(1, nrow(triplets))
  bad <- which(!is.finite(triplets$x) | triplets$x < 0 | triplets$x != round(triplets$x))
  if (length(bad) > 0) {
    at <- bad[1]
    usage_error("`x` has ", format(triplets$x[at]), " in row ", triplets$i[at], ", column ", triplets$j[at],
                "; expected whole counts from 0 (topics cannot be fitted to weights such as tf-idf)")
  }
  triplets <- triplets[triplets$x > 0, ]
  list(row = triplets$i, column = triplets$j, count = triplets$x)
}

# Counts as texts whose words are separated by blanks.
texts_of <- function(cells, words, n) {
  blanks <- grep("[[:space:]]", words, value = TRUE)
  if (length(blanks) > 0) {
    usage_error("the word '", blanks[1], "' has white space, which counts with labels cannot have")
  }
  tokens <- split(rep(words[cells$column], cells$count), factor(rep(cells$row, cells$count), seq_len(n)))
  texts <- vapply(tokens, paste, "", collapse = " ")
  unname(ifelse(nzchar(texts), texts, NA))
}
