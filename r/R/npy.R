# Arrays in NumPy's files.

#' Read NumPy files
#'
#' `read_npy()` reads a `.npy` file, `read_npz()` the arrays of a `.npz` archive, stored or deflated. They read
#' real numbers (`float32`, `float64`), whole numbers of 1 to 8 bytes and booleans, of either byte order, in C or
#' Fortran order.
#'
#' @param file A file.
#' @param names The arrays to read; default: all that hold numbers.
#' @return An array with the dimensions of the file, or a vector if it has one dimension or none; a named list of
#'   them. Whole numbers of up to 4 bytes are integers where all of them fit, other numbers are doubles. A whole
#'   number beyond 2^53, which a double cannot hold, is an error.
#' @examples
#' \dontrun{
#' phi <- read_npy("fit/topic-word-1-mean.npy")
#' }
#' @export
read_npy <- function(file) {
  check_text(file, "file")
  if (!file.exists(file)) input_error(file, ": does not exist")
  parse_npy(readBin(file, "raw", n = file.size(file)), file)
}

#' @rdname read_npy
#' @export
read_npz <- function(file, names = NULL) {
  check_text(file, "file")
  if (!file.exists(file)) input_error(file, ": does not exist")
  entries <- tryCatch(suppressWarnings(utils::unzip(file, list = TRUE)), error = function(e) NULL)
  if (is.null(entries)) input_error(file, ": is not a .npz archive")
  available <- sub("\\.npy$", "", entries$Name)
  lacking <- setdiff(names, available)
  if (length(lacking) > 0) {
    input_error(file, ": has no array '", lacking[1], "'; it has ", paste(available, collapse = ", "))
  }
  bytes <- stats::setNames(lapply(seq_along(available), function(i) {
    if (is.null(names) || available[i] %in% names) read_entry(file, entries$Name[i], entries$Length[i])
  }), available)
  if (is.null(names)) names <- available[vapply(bytes, holds_numbers, NA)]
  lapply(stats::setNames(names, names), function(name) parse_npy(bytes[[name]], paste0(file, ":", name)))
}

read_entry <- function(file, name, length) {
  connection <- unz(file, name, open = "rb")
  on.exit(close(connection))
  bytes <- readBin(connection, "raw", n = length)
  if (length(bytes) != length) input_error(file, ":", name, ": is truncated")
  bytes
}

holds_numbers <- function(bytes) !grepl("'descr': '.[SUOV]", npy_header(bytes, "")$text)

# The text of the header, and where the data begin.
npy_header <- function(bytes, file) {
  magic <- c(as.raw(0x93), charToRaw("NUMPY"))
  if (length(bytes) < 10 || !identical(bytes[1:6], magic)) input_error(file, ": is not a .npy file")
  wide <- bytes[7] != as.raw(1)
  length <- sum(as.integer(bytes[if (wide) 9:12 else 9:10]) * 256^(seq_len(if (wide) 4 else 2) - 1))
  begin <- if (wide) 12 else 10
  if (length(bytes) < begin + length) input_error(file, ": is truncated")
  list(text = rawToChar(bytes[begin + seq_len(length)]), data = begin + length)
}

parse_npy <- function(bytes, file) {
  header <- npy_header(bytes, file)
  field <- function(pattern) regmatches(header$text, regexec(pattern, header$text))[[1]][2]
  type <- field("'descr': *'([^']*)'")
  shape <- as.numeric(strsplit(gsub("[^0-9,]", "", field("'shape': *\\(([^)]*)\\)")), ",")[[1]])
  fortran <- identical(field("'fortran_order': *(True|False)"), "True")
  values <- npy_values(bytes[-seq_len(header$data)], type, prod(shape), file)
  shape_values(values, shape, fortran)
}

shape_values <- function(values, shape, fortran) {
  if (length(shape) < 2) return(values)
  if (fortran) return(array(values, shape))
  aperm(array(values, rev(shape)), rev(seq_along(shape)))
}

npy_values <- function(data, type, n, file) {
  parts <- regmatches(type, regexec("^([<>|=])([fiub])([1248])$", type))[[1]]
  if (length(parts) == 0) input_error(file, ": has elements of type '", type, "'; expected numbers")
  endian <- if (parts[2] == ">") "big" else "little"
  size <- as.integer(parts[4])
  if (parts[3] == "f" && size < 4) input_error(file, ": has elements of type '", type, "'; expected float32 or float64")
  if (length(data) < n * size) input_error(file, ": is truncated")
  switch(parts[3],
    f = readBin(data, "double", n = n, size = size, endian = endian),
    b = as.logical(as.integer(data[seq_len(n)])),
    i = npy_whole(data, n, size, endian, TRUE, file),
    u = npy_whole(data, n, size, endian, FALSE, file))
}

npy_whole <- function(data, n, size, endian, signed, file) {
  if (size <= 2) return(readBin(data, "integer", n = n, size = size, signed = signed, endian = endian))
  if (size == 4) return(whole_of_4(data, n, endian, signed))
  halves <- matrix(whole_of_4(data, 2 * n, endian, FALSE), nrow = 2)
  low <- halves[if (endian == "little") 1 else 2, ]
  high <- halves[if (endian == "little") 2 else 1, ]
  if (signed) high <- ifelse(high >= 2^31, high - 2^32, high)
  values <- as.numeric(high) * 2^32 + low
  if (any(abs(values) > 2^53)) input_error(file, ": has whole numbers beyond 2^53, which R cannot hold exactly")
  values
}

# Integers, or doubles where one of them does not fit into an integer of R.
whole_of_4 <- function(data, n, endian, signed) {
  values <- readBin(data, "integer", n = n, size = 4, endian = endian)
  odd <- is.na(values) | (!signed & values < 0)
  if (!any(odd)) return(values)
  values <- as.numeric(values)
  values[is.na(values)] <- -2^31
  if (signed) values else ifelse(values < 0, values + 2^32, values)
}

# A matrix that scipy.sparse.save_npz wrote in CSR form.
read_sparse_npz <- function(file) {
  parts <- read_npz(file, c("data", "indices", "indptr", "shape"))
  by_row <- sparseMatrix(i = parts$indices, p = parts$indptr, x = as.numeric(parts$data), dims = rev(parts$shape),
                         index1 = FALSE)
  Matrix::t(by_row)
}
