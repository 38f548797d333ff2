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
themata_run <- function(...) structure(run_program(..., as_typed = TRUE), class = "themata_output")

#' @export
print.themata_output <- function(x, ...) {
  writeLines(x)
  invisible(x)
}

# as_typed: the arguments are those of the command line, and so are the names in messages; the verdict on a fit is a warning
run_program <- function(..., as_typed = FALSE) {
  arguments <- unlist(lapply(Filter(Negate(is.null), list(...)), argument_text), use.names = FALSE)
  files <- c(temporary("out"), temporary("err"))
  on.exit(unlink(files))
  status <- system2(themata_program(), shQuote(arguments), stdout = files[1], stderr = files[2])
  messages <- if (file.exists(files[2])) read_lines(files[2]) else character()
  edit <- if (as_typed) identity else with_r_names
  if (status != 0) raise_exit(status, messages, edit = edit)
  pass_warnings(messages, edit, verdicts = as_typed)
  read_lines(files[1])
}

argument_text <- function(value) {
  if (inherits(value, c("themata_fit", "themata_corpus"))) return(value$path)
  if (is.character(value)) enc2utf8(value) else option_text(value, "argument")
}

# Warnings of the program; the verdict of a fit, which functions show by themselves, only if it is wanted.
pass_warnings <- function(messages, edit, verdicts) {
  found <- sub("^themata: warning: ", "", messages[startsWith(messages, "themata: warning: ")])
  for (text in found[verdicts | !grepl("settled", found)]) warning(edit(text), call. = FALSE)
}

# Runs a command that reports its progress as JSON on standard error, one event per line, and hands each event to
# `on_event`. Ctrl-C is passed on to the program, which saves its state and ends; meanwhile R itself is not interrupted.
run_with_events <- function(arguments, on_event) {
  run <- suspendInterrupts(follow_program(arguments, on_event))
  for (text in run$warnings) warning(with_r_names(text), call. = FALSE)
  run
}

follow_program <- function(arguments, on_event) {
  program <- start_program(arguments)
  on.exit(end_program(program))
  messages <- character()
  warnings <- character()
  interrupts <- 0
  wait <- 0.005
  silent <- 0
  while (is.null(program$status)) {
    if (was_interrupted(wait)) {
      interrupts <- interrupts + 1
      if (interrupts > 1 || passes_interrupts(program)) tools::pskill(program$process, tools::SIGINT)
    }
    lines <- readLines(program$stream, encoding = "UTF-8", warn = FALSE)
    wait <- if (length(lines) > 0) 0 else min(0.05, wait + 0.005)
    silent <- if (length(lines) > 0 || tools::pskill(program$process, 0)) 0 else silent + 1
    if (silent > 100) program$status <- 137L  # somebody has ended the shell, too
    for (line in lines) {
      event <- event_of(line)
      if (startsWith(line, status_mark)) program$status <- as.integer(sub(status_mark, "", line, fixed = TRUE))
      else if (identical(event$event, "warning")) warnings <- c(warnings, event$text)
      else if (!is.null(event)) on_event(event)
      else messages <- c(messages, line)
    }
  }
  was_interrupted(0)  # one that came when the program had ended already is not left for later code
  list(status = program$status, messages = messages, warnings = warnings)
}

status_mark <- "themata-exit-code "

# Starts the program in a session of its own, so that a terminal sends Ctrl-C to R alone, which passes it on: a second
# one would end the program without saving. Its events come through a fifo, which R can read without waiting: an
# interrupt is then seen at once, not at the next event. Last comes the exit code.
start_program <- function(arguments) {
  path <- temporary("events")
  if (system2("mkfifo", shQuote(path)) != 0) raise("themata_resource_error", paste0(path, ": mkfifo failed"))
  on.exit(unlink(path))
  stream <- fifo(path, "r", blocking = FALSE)
  alone <- nzchar(Sys.which("setsid"))
  # A shell that is not the leader of its group keeps its process id in setsid and exec.
  command <- paste0("trap : INT; exec 2>", shQuote(path), "; sh -c 'echo $$ >&3; exec \"$@\" >/dev/null 3>&-' sh ",
                    if (alone) "setsid ", paste(shQuote(c(themata_program(), arguments)), collapse = " "),
                    " 3>&1; printf '\\n%s%s\\n' '", status_mark, "' $? >&2")
  shell <- pipe(command, open = "r")
  process <- as.integer(readLines(shell, n = 1))
  if (length(process) == 0) raise("themata_resource_error", "the program themata cannot be started by sh")
  list2env(list(shell = shell, stream = stream, process = process, alone = alone, status = NULL))
}

# Ends what start_program() began, also when an error has stopped R before the program ended.
end_program <- function(program) {
  if (is.null(program$status)) tools::pskill(program$process, tools::SIGINT)
  close(program$stream)
  close(program$shell)
}

# Without a session of its own, a terminal has sent Ctrl-C to the program already.
passes_interrupts <- function(program) program$alone || !isatty(stdin())

# Whether an interrupt is pending, or comes in the next `seconds`.
was_interrupted <- function(seconds) {
  tryCatch(allowInterrupts({
    Sys.sleep(seconds)
    FALSE
  }), interrupt = function(condition) TRUE)
}

# An event, or NULL for a message.
event_of <- function(line) {
  if (startsWith(line, "{")) tryCatch(jsonlite::fromJSON(line), error = function(e) NULL)
}
