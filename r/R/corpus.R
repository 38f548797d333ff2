#' Corpora
#'
#' `open_corpus()` opens a folder that `themata import` or [as_corpus()] wrote. `documents()` is a table with a row
#' for each document, in the order of the input, those without words included. `counts()` is the sparse matrix of
#' counts, documents x words. `vocabulary()` has the words, in the order of the columns.
#'
#' Who opens a folder has the program compare its files with their checksums; a damaged one is an error of the class
#' `themata_input_error`.
#'
#' @param folder A corpus folder.
#' @param x A corpus, or a fit, which stands for its corpus.
#' @param object A corpus.
#' @param ... Nothing.
#' @return `open_corpus()`: an object of class `themata_corpus`, with `path` and `manifest`. `documents()`: a table
#'   with the columns `id`, `row` (from 1), `tokens`, `empty` (why a document has no words, else `NA`), `labels` (a
#'   list, if there are any), and the metadata. `counts()`: a `dgCMatrix` whose row names are the ids.
#' @examples
#' \dontrun{
#' corpus <- open_corpus("corpus")
#' documents(corpus)
#' dim(counts(corpus))
#' }
#' @export
open_corpus <- function(folder) {
  corpus <- corpus_at(folder)
  require_whole(corpus$path, corpus$manifest)
  corpus
}

# A corpus whose files are not compared with their checksums, such as one that the program has just written.
corpus_at <- function(folder) {
  path <- folder_of(folder)
  structure(list(path = path, manifest = read_manifest(path, "themata-corpus")), class = "themata_corpus")
}

# Has the program compare all files of a folder with their checksums, once in a session for each state of the folder.
# Of a manifest without a checksum, from an earlier version or edited, the other files are compared. Without the
# program nothing is.
require_whole <- function(path, manifest) {
  checksum <- manifest[["checksum"]]  # not `checksums`, which `$` would also find
  key <- paste("whole", path, checksum)
  has_program <- tryCatch(nzchar(themata_program()), themata_error = function(e) FALSE)
  if (!is.null(session[[key]]) || !has_program) return(invisible())
  tryCatch(run_program("info", path, "--check"), themata_input_error = function(e) {
    if (!grepl("has no checksum of its own", conditionMessage(e), fixed = TRUE)) stop(e)
  })
  if (!is.null(checksum)) session[[key]] <- TRUE
  invisible()
}

folder_of <- function(folder) {
  check_text(folder, "folder")
  if (!dir.exists(folder)) input_error(folder, ": is not a folder")
  normalizePath(folder)
}

# The manifest of a folder, which says what the folder is.
read_manifest <- function(path, format) {
  file <- file.path(path, "manifest.json")
  kinds <- c("themata-corpus" = "a corpus folder, from as_corpus() or `themata import`",
             "themata-fit" = "a fit folder, from fit_topics() or `themata fit`")
  if (!file.exists(file)) input_error(path, ": has no manifest.json; expected ", kinds[[format]])
  manifest <- tryCatch(jsonlite::fromJSON(read_text(file)), error = function(e) {
    input_error(file, ": is not JSON: ", conditionMessage(e))
  })
  if (!identical(manifest$format, format)) {
    is <- if (isTRUE(manifest$format %in% names(kinds))) kinds[[manifest$format]] else "something else"
    input_error(path, ": is ", is, "; expected ", kinds[[format]])
  }
  if (!identical(as.integer(manifest$version), 1L)) {
    input_error(path, ": was written by a later version of themata (", manifest$engine, ")")
  }
  manifest
}

read_text <- function(file) paste(read_lines(file), collapse = "\n")

# The corpus that an argument stands for.
corpus_of <- function(x, name = "x") {
  if (inherits(x, "themata_corpus")) return(x)
  if (inherits(x, "themata_fit")) return(fit_corpus(x))
  if (is_corpus_folder(x)) return(open_corpus(x))
  usage_error("`", name, "` is of class ", class(x)[1], "; expected a corpus or a fit")
}

#' @rdname open_corpus
#' @export
documents <- function(x) as_table(document_rows(corpus_of(x)))

#' @rdname open_corpus
#' @export
vocabulary <- function(x) read_lines(file.path(corpus_of(x)$path, "vocabulary.txt"))

#' @rdname open_corpus
#' @export
counts <- function(x) {
  corpus <- corpus_of(x)
  words <- vocabulary(corpus)
  lengths <- document_lengths(corpus)
  sparseMatrix(i = rep(seq_along(lengths), lengths), j = corpus_tokens(corpus) + 1, x = 1,
               dims = c(length(lengths), length(words)), dimnames = list(document_ids(corpus), words))
}

# The word of every token, from 0, document after document.
corpus_tokens <- function(corpus) read_npy(file.path(corpus$path, "tokens.npy"))
document_lengths <- function(corpus) diff(read_npy(file.path(corpus$path, "offsets.npy")))
document_ids <- function(corpus) as.character(document_rows(corpus)$id)

document_rows <- function(corpus) {
  rows <- read_json_lines(file.path(corpus$path, "documents.jsonl"))
  lengths <- document_lengths(corpus)
  check_length(rows$id, length(lengths), "documents.jsonl")
  table <- data.frame(id = json_texts(rows$id), row = as.integer(rows$row), tokens = as.integer(lengths),
                      empty = if (is.null(rows$empty)) NA_character_ else rows$empty)
  if (!is.null(rows$labels)) table$labels <- lapply(rows$labels, json_texts)
  beside <- rows$metadata
  side_file <- file.path(corpus$path, side_file_name)
  if (file.exists(side_file)) {
    side <- read_json_lines(side_file)
    table$id <- check_length(json_texts(side$id), nrow(table), side_file_name)
    beside <- side$metadata
  }
  add_columns(table, beside)
}

# A corpus of counts has ids and metadata in this file of its own: the formats of counts have no place for them.
side_file_name <- "documents-r.jsonl"

# The columns of metadata, renamed where a column of the table has that name.
add_columns <- function(table, metadata) {
  if (!is.data.frame(metadata)) return(table)
  names <- names(metadata)
  names[names %in% names(table)] <- paste0("metadata.", names[names %in% names(table)])
  table[names] <- unclass(metadata)
  table
}

read_json_lines <- function(file) {
  rows <- jsonlite::fromJSON(paste0("[", paste(read_lines(file), collapse = ","), "]"), simplifyMatrix = FALSE)
  if (is.data.frame(rows)) rows else data.frame()
}

# Texts of JSON. jsonlite takes the text "NA" for a missing value where an array has no other texts.
json_texts <- function(values) {
  texts <- as.character(values)
  texts[is.na(texts)] <- "NA"
  texts
}

#' @rdname open_corpus
#' @export
print.themata_corpus <- function(x, ...) {
  cat("Corpus: ", counted(x$manifest$documents, "document"), ", ", counted(x$manifest$types, "word"), ", ",
      counted(x$manifest$tokens, "token"), "\n", x$path, "\n", sep = "")
  invisible(x)
}

#' @rdname open_corpus
#' @export
summary.themata_corpus <- function(object, ...) {
  print(object)
  result <- object$manifest$import$result
  for (rule in names(result$dropped)) {
    cat("  dropped by ", rule, ": ", format_count(result$dropped[[rule]]$tokens), " tokens\n", sep = "")
  }
  for (reason in names(result$empty)) {
    cat("  empty documents, ", reason, ": ", format_count(result$empty[[reason]]), "\n", sep = "")
  }
  invisible(object)
}

format_count <- function(n) formatC(n, format = "d", big.mark = ",", decimal.mark = ".")
counted <- function(n, what) paste0(format_count(n), " ", what, if (n != 1) "s")
