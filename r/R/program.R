#' The program that does the work
#'
#' `themata_program()` finds it: the option `themata.program`, the environment variable `THEMATA_PROGRAM`, the
#' `PATH`, in this order. `themata_version()` asks it for its version.
#'
#' @return The path of the program; its version, such as `"0.1.0"`.
#' @examples
#' \dontrun{
#' options(themata.program = "~/themata/build/release/themata")
#' themata_program()
#' themata_version()
#' }
#' @export
themata_program <- function() {
  named <- getOption("themata.program")
  source <- "the option themata.program"
  if (is.null(named)) {
    named <- Sys.getenv("THEMATA_PROGRAM")
    source <- "the environment variable THEMATA_PROGRAM"
  }
  if (nzchar(named)) {
    path <- path.expand(named)
    if (dir.exists(path) || file.access(path, mode = 1) != 0) {
      raise("themata_resource_error", paste0(source, " is '", named, "', which is not a program that can be run"))
    }
    return(normalizePath(path))
  }
  found <- unname(Sys.which("themata"))
  if (!nzchar(found)) {
    raise("themata_resource_error", paste0(
      "the program themata is not found; build it with `make release`, then name it: ",
      "options(themata.program = \"build/release/themata\"), or set THEMATA_PROGRAM, or add its folder to PATH"))
  }
  found
}

#' @rdname themata_program
#' @export
themata_version <- function() sub("^themata ", "", run_program("--version")[1])

#' Run any command of the program
#'
#' For commands without a function of their own, such as `compare`, `sweep`, `simulate` and `human-eval`.
#'
#' @param ... Arguments of the command line: texts, numbers, fits and corpora (which stand for their folders).
#' @return What the program wrote to standard output, one element per line; it prints as it is. Warnings become R
#'   warnings. Errors have a class by the exit code: `themata_usage_error` (2), `themata_input_error` (3),
#'   `themata_resource_error` (4), `themata_interrupted` (130); all of them are `themata_error`s.
#' @examples
#' \dontrun{
#' themata_run("compare", fit, "--format", "tsv")
#' tryCatch(themata_run("info", "nowhere"), themata_input_error = conditionMessage)
#' }
#' @export
themata_run <- function(...) structure(run_program(...), class = "themata_output")

#' @export
print.themata_output <- function(x, ...) {
  writeLines(x)
  invisible(x)
}

run_program <- function(...) {
  arguments <- unlist(lapply(Filter(Negate(is.null), list(...)), argument_text), use.names = FALSE)
  files <- c(temporary("out"), temporary("err"))
  on.exit(unlink(files))
  status <- system2(themata_program(), shQuote(arguments), stdout = files[1], stderr = files[2])
  messages <- if (file.exists(files[2])) read_lines(files[2]) else character()
  if (status != 0) raise_exit(status, messages)
  pass_warnings(messages)
  read_lines(files[1])
}

argument_text <- function(value) {
  if (inherits(value, c("themata_fit", "themata_corpus"))) return(value$path)
  if (is.character(value)) enc2utf8(value) else option_text(value, "argument")
}

# Warnings of the program, but not the verdict of a fit, which the fit itself has.
pass_warnings <- function(messages) {
  found <- sub("^themata: warning: ", "", messages[startsWith(messages, "themata: warning: ")])
  for (text in found[!grepl("settled", found)]) warning(text, call. = FALSE)
}

# Runs a command that reports its progress as JSON on standard error, one event per line, and hands each event to
# `on_event`. Ctrl-C is passed on to the program, which saves its state and ends; meanwhile R itself is not interrupted.
run_with_events <- function(arguments, on_event) {
  command <- paste("echo $$; exec", shQuote(themata_program()), paste(shQuote(arguments), collapse = " "),
                   "2>&1 >/dev/null")
  stream <- pipe(command, open = "r", encoding = "UTF-8")
  status <- NULL
  on.exit(if (is.null(status)) close(stream))
  process <- as.integer(readLines(stream, n = 1))
  messages <- character()
  warnings <- character()
  suspendInterrupts(repeat {
    line <- tryCatch(allowInterrupts(readLines(stream, n = 1, warn = FALSE)), interrupt = function(condition) {
      tools::pskill(process, tools::SIGINT)
      NULL
    })
    if (is.null(line)) next
    if (length(line) == 0) break
    event <- event_of(line)
    if (identical(event$event, "warning")) warnings <- c(warnings, event$text)
    else if (!is.null(event)) on_event(event)
    else if (!grepl("\"event\":", line, fixed = TRUE)) messages <- c(messages, line)
  })
  status <- close(stream)
  for (text in warnings) warning(text, call. = FALSE)
  list(status = exit_code(status), messages = messages)
}

# An event, or NULL for a message. An interrupt may have cut a line into two.
event_of <- function(line) {
  if (startsWith(line, "{")) tryCatch(jsonlite::fromJSON(line), error = function(e) NULL)
}

# close() of a pipe gives the status of wait(): the exit code is its second byte. A signal counts as in a shell.
exit_code <- function(status) {
  if (is.null(status) || status == 0) return(0L)
  as.integer(if (status >= 256) status %/% 256 else 128 + status)
}
