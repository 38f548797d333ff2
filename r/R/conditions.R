# Errors have the class `themata_error` and one of their own, by the exit code of the program.

exit_classes <- c("2" = "themata_usage_error", "3" = "themata_input_error", "4" = "themata_resource_error",
                  "130" = "themata_interrupted")

raise <- function(class, message, ..., call = NULL) {
  stop(structure(class = unique(c(class, "themata_error", "error", "condition")),
                 list(message = message, call = call, ...)))
}

usage_error <- function(...) raise("themata_usage_error", paste0(...))
input_error <- function(...) raise("themata_input_error", paste0(...))

# Raises the error of an exit code. `text` is what the program wrote to standard error; `edit` changes the message.
raise_exit <- function(status, text, ..., edit = with_r_names) {
  class <- exit_classes[as.character(status)]
  if (is.na(class)) class <- "themata_error"
  message <- edit(clean_message(text))
  if (!nzchar(message)) message <- paste0("themata ended with exit code ", status)
  raise(unname(class), message, status = status, ...)
}

# Messages without the program's name and without the hint at --help. Warnings that came before an error are not it.
clean_message <- function(text) {
  text <- text[nzchar(text) & !grepl("^The (commands|options) are listed by: ", text)]
  errors <- text[!startsWith(text, "themata: warning: ")]
  if (length(errors) > 0) text <- errors
  paste(sub("^themata: ", "", text), collapse = "\n")
}

# What is an option of the command line is an argument here; some have another name.
argument_names <- c(output = "path", reference = "references", contrast = "contrasts",
                    "leave-out-missing" = "missing = \"leave-out\"")

# Commands and options in a message as R has them. `fit` stands for the fit of a command.
with_r_names <- function(message, fit = "fit") {
  command <- "['`]?themata (resume|diagnose) ('[^']+'|[^'` ]*[^'` ;,.])( --[a-z-]+ [0-9A-Z.]*[0-9A-Z])*+['`]?"
  commands <- gregexpr(command, message, perl = TRUE)
  regmatches(message, commands) <- lapply(regmatches(message, commands), vapply, command_as_call, "", fit)
  flags <- gregexpr("(?<![A-Za-z0-9-])--[a-z]+(-[a-z]+)*", message, perl = TRUE)
  regmatches(message, flags) <- lapply(regmatches(message, flags), vapply, flag_as_argument, "")
  message
}

# "themata resume FIT --sweeps 1200" as "resume(fit, sweeps = 1200)". A name with blanks is in quotes.
command_as_call <- function(command, fit) {
  words <- regmatches(command, regexec("themata ([a-z]+) ('[^']+'|[^'` ]+)(.*)$", command))[[1]]
  options <- strsplit(trimws(gsub("['`]", "", words[4])), " ", fixed = TRUE)[[1]]
  odd <- seq_along(options) %% 2 == 1
  names <- with_underscores(sub("--", "", options[odd], fixed = TRUE))
  paste0(words[2], "(", paste(c(fit, paste(names, "=", options[!odd], recycle0 = TRUE)), collapse = ", "), ")")
}

flag_as_argument <- function(flag) {
  name <- sub("--", "", flag, fixed = TRUE)
  paste0("`", if (name %in% names(argument_names)) argument_names[[name]] else with_underscores(name), "`")
}

# --- checks of arguments ----------------------------------------------------------------------------------

check_count <- function(value, name, least = 1) {
  if (!is.numeric(value) || length(value) != 1 || is.na(value) || value != round(value) || value < least) {
    usage_error("`", name, "` is ", show_value(value), "; expected a whole number from ", least)
  }
  as.integer(value)
}

check_proportion <- function(value, name) {
  if (!is.numeric(value) || length(value) != 1 || is.na(value) || value < 0 || value > 1) {
    usage_error("`", name, "` is ", show_value(value), "; expected a number from 0 to 1")
  }
  value
}

check_choice <- function(value, name, choices) {
  if (!is.character(value) || length(value) != 1 || !value %in% choices) {
    usage_error("`", name, "` is ", show_value(value), "; expected one of ", paste(choices, collapse = ", "))
  }
  value
}

# Texts in UTF-8. @raises an error that names the first that is not
utf8_texts <- function(values, name) {
  bad <- which(!validUTF8(values) & Encoding(values) != "latin1" & (l10n_info()[["UTF-8"]] | Encoding(values) != "unknown"))
  if (length(bad) > 0) {
    shown <- substr(iconv(values[bad[1]], "UTF-8", "UTF-8", sub = "byte"), 1, 60)
    usage_error("`", name, "` is not UTF-8 at ", bad[1], " (", shown, "); give the encoding as you read it, as in ",
                "read.csv(file, fileEncoding = \"latin1\"), or use iconv()")
  }
  enc2utf8(values)
}

check_text <- function(value, name) {
  if (!is.character(value) || length(value) != 1 || is.na(value) || !nzchar(value)) {
    usage_error("`", name, "` is ", show_value(value), "; expected one text")
  }
  value
}

# As many values as there are documents.
check_length <- function(values, n, name) {
  if (length(values) != n) {
    usage_error("`", name, "` has ", length(values), " elements; expected ", n, ", the documents")
  }
  values
}

# Arguments that have no meaning here are an error, not ignored.
check_dots_empty <- function(...) {
  if (...length() > 0) {
    name <- names(list(...))[1]
    usage_error("unknown argument ", if (is.null(name) || !nzchar(name)) "without a name" else paste0("`", name, "`"))
  }
}

show_value <- function(value) {
  if (is.null(value)) return("NULL")
  if (!is.atomic(value)) return(paste("of class", class(value)[1]))
  text <- paste(utils::head(format(value), 3), collapse = ", ")
  if (length(value) > 3) text <- paste0(text, ", ...")
  if (is.character(value)) paste0("'", text, "'") else text
}
