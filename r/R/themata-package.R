#' Topic models by Markov chain Monte Carlo
#'
#' The package runs the program `themata` and reads the folders that it writes. [as_corpus()] makes a corpus,
#' [fit_topics()] fits a model, [open_fit()] opens a fit that exists. Topics are numbered from 0, the largest
#' first, as in all output of the program.
#'
#' @section Options: `themata.program` names the program; without it the environment variable `THEMATA_PROGRAM` is
#'   used, then the `PATH`. `themata.warn_unsettled = FALSE` turns off the warning about fits that have not
#'   settled.
#'
#' @importFrom generics augment glance tidy
#' @importFrom methods as is
#' @importFrom Matrix sparseMatrix
#' @keywords internal
"_PACKAGE"

#' @export
generics::augment

#' @export
generics::glance

#' @export
generics::tidy

# What the session remembers: fits that were already reported as not settled, folders whose files were compared.
session <- new.env(parent = emptyenv())

# A tibble where that package is installed, else the data frame as it is.
as_table <- function(frame) {
  if (requireNamespace("tibble", quietly = TRUE)) tibble::as_tibble(frame) else frame
}

# Names of options as arguments: dashes are underscores in R.
with_underscores <- function(names) gsub("-", "_", names, fixed = TRUE)
with_dashes <- function(names) gsub("_", "-", names, fixed = TRUE)

read_lines <- function(file) readLines(file, encoding = "UTF-8", warn = FALSE)

# Lines of UTF-8 that end in LF on every system.
write_lines <- function(lines, file) {
  connection <- file(file, open = "wb")
  on.exit(close(connection))
  writeLines(enc2utf8(lines), connection, useBytes = TRUE)
}

# The name of a file that does not exist yet; it lives as long as the session, unless it is removed.
temporary <- function(what, extension = "") tempfile(paste0("themata-", what, "-"), fileext = extension)
