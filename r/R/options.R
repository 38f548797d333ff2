# Options of the program as arguments of R: underscores for dashes, values as texts.

# A value as the program reads it. Vectors are joined by commas.
option_text <- function(value, name) {
  if (is.factor(value)) value <- as.character(value)
  if (isTRUE(value) || isFALSE(value)) usage_error("`", name, "` is ", value, "; expected a number or a text")
  if (name %in% file_options && is.character(value)) value <- path.expand(value)
  if (!is.atomic(value) || length(value) == 0 || anyNA(value) || is.logical(value)) {
    usage_error("`", name, "` is ", show_value(value), "; expected texts or numbers")
  }
  paste(if (is.numeric(value)) vapply(value, number_text, "") else enc2utf8(value), collapse = ",")
}

# The shortest decimal that reads back as the same number; whole numbers without an exponent.
number_text <- function(value) {
  if (value == round(value) && abs(value) < 2^53) return(sprintf("%.0f", value))
  short <- format(value, digits = 15, decimal.mark = ".")
  if (as.numeric(short) == value) short else sprintf("%.17g", value)
}

# Options that name files, in which `~` is the home folder.
file_options <- c("seeds", "alpha_weights", "beta_weights", "start_from", "stop_words", "stoplist_file",
                  "extra_stop_words", "extra_stopwords", "tree", "scores", "calibrate")

# The arguments of the command line for a named list of options. NULL leaves an option out; a switch is TRUE or FALSE.
option_arguments <- function(options, taken = character(), switches = character()) {
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
    if (is.null(value)) return(NULL)
    if (name %in% switches && (isTRUE(value) || isFALSE(value))) return(if (value) flag)
    c(flag, option_text(value, name))
  }), use.names = FALSE)
}

# Runs `code`; where the program refuses an option that it does not have, the error names the option as R has it, and
# one that is spelled like it. `what` has the options, and `command` lists them with --help.
explain_unknown <- function(options, what, command, code) {
  tryCatch(code, themata_usage_error = function(error) {
    if (grepl("Unknown option ", conditionMessage(error), fixed = TRUE)) {
      known <- union(known_options(command), known_options(command[1]))  # of a model, and of every fit
      for (name in setdiff(with_underscores(names(options)), known)) {
        near <- if (name %in% names(usual_names)) usual_names[[name]] else near_name(name, known)
        usage_error(what, " has no option `", name, "`", if (length(near) > 0) paste0("; did you mean `", near, "`?"))
      }
    }
    stop(error)
  })
}

# The names that --help lists, with underscores.
known_options <- function(command) {
  lines <- grep("^ +-", run_program(command, "--help"), value = TRUE)
  flags <- sub("(=| {2,}[A-Z]).*$", "", lines)
  names <- unlist(regmatches(flags, gregexpr("(?<=[ ,]--)[a-z][a-z-]*", flags, perl = TRUE)))
  setdiff(with_underscores(names), c("help", "output", "log", "dry_run"))
}

# Names that other packages have for options.
usual_names <- c(K = "topics", k = "topics", iter = "sweeps", iterations = "sweeps", niter = "sweeps", nchains = "chains")

# The closest name, if no more than a third of the letters differ.
near_name <- function(name, known) {
  distances <- utils::adist(name, known)[1, ]
  if (length(known) > 0 && min(distances) <= max(1, nchar(name) / 3)) known[which.min(distances)]
}
