# Options of the program as arguments of R: underscores for dashes, values as texts.

# A value as the program reads it. Vectors are joined by commas.
option_text <- function(value, name) {
  if (is.factor(value)) value <- as.character(value)
  if (!is.atomic(value) || length(value) == 0 || anyNA(value) || is.logical(value)) {
    usage_error("`", name, "` is ", show_value(value), "; expected texts or numbers")
  }
  paste(if (is.numeric(value)) vapply(value, number_text, "") else enc2utf8(value), collapse = ",")
}

# The shortest decimal that reads back as the same number; whole numbers without an exponent.
number_text <- function(value) {
  if (value == round(value) && abs(value) < 2^53) return(sprintf("%.0f", value))
  short <- format(value, digits = 15)
  if (as.numeric(short) == value) short else sprintf("%.17g", value)
}

# The arguments of the command line for a named list of options. NULL leaves an option out; TRUE is a switch.
option_arguments <- function(options, taken = character()) {
  names <- names(options)
  if (length(options) > 0 && (is.null(names) || !all(nzchar(names)))) {
    usage_error("options need names, such as `seed = 1`")
  }
  if (anyDuplicated(names)) usage_error("`", names[duplicated(names)][1], "` is given twice")
  refused <- intersect(with_dashes(names), taken)
  if (length(refused) > 0) usage_error("`", with_underscores(refused[1]), "` cannot be given here")
  unlist(lapply(names, function(name) {
    value <- options[[name]]
    flag <- paste0("--", with_dashes(name))
    if (is.null(value) || isFALSE(value)) return(NULL)
    if (isTRUE(value)) return(flag)
    c(flag, option_text(value, name))
  }), use.names = FALSE)
}
