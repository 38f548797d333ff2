#' Fit topics, or open a fit
#'
#' `fit_topics()` runs `themata fit` and opens its folder. Equal corpora, options and seeds give the same result,
#' whatever the number of threads. Without `sweeps` a fit runs until it has settled. `resume()` continues a fit
#' that was stopped, or extends one that is complete. `open_fit()` opens a folder; a damaged file there is an error.
#'
#' Ctrl-C stops the chains after their current sweep, saves them, and raises an error of the class
#' `themata_interrupted`. Its element `fit` is the fit so far; `resume()` continues it, and the result is that of a
#' fit that was never stopped.
#'
#' @param corpus A corpus, a corpus folder, or anything that [as_corpus()] takes. For `open_fit()`: the fit's
#'   corpus, if it was moved.
#' @param model The model: `"lda"`, for which you choose the number of topics (`topics`, 100 if you do not);
#'   `"hdp"`, which finds it;
#'   `"franchise"`, `"labeled-lda"`, `"lida"`, `"ftm"`, `"sstm"`, `"hpc"`, `"pcm"`, `"dmm"`, `"dp-dmm"`, `"dmr"`.
#' @param path A new folder for the fit. Default: a temporary one, which the end of the session removes. The fit
#'   needs its corpus, which then has to have a `path`, too.
#' @param progress Whether to show a line of progress. Default: in interactive sessions.
#' @param ... Options of `themata fit`, with underscores: `topics`, `alpha`, `beta`, `learn`, `sweeps`, `burn_in`,
#'   `chains`, `keep`, `seed`, `threads`, `time_limit`, ... Those that name files also take values: `seeds` a list
#'   of character vectors (one for each topic, with or without names), `alpha_weights` numbers, `beta_weights`
#'   numbers with words as names, `start_from` a fit. `dmr`, whose topics depend on metadata as stm's prevalence does, takes
#'   `covariates = c("year", "party")`, and `factors` those that are levels though they look like numbers;
#'   `export_fit(fit, "coefficients", file)` has its coefficients. For `resume()`: `until`, `burn_in`, `threads`, `time_limit`,
#'   `max_topics`.
#' @param folder A fit folder.
#' @param fit A fit.
#' @param sweeps How many sweeps in all.
#' @return An object of class `themata_fit`, with `path`, `manifest` and `corpus`. It is of the state in which the folder was: once
#'   the fit was taken further, by `resume()` of this or another object, functions of the old one are an error.
#' @examples
#' \dontrun{
#' fit <- fit_topics(corpus, "hdp", seed = 1)
#' fit <- fit_topics(corpus, "lda", topics = 50, chains = 4, sweeps = 1000, seed = 1, path = "fit")
#' fit <- open_fit("fit")
#' fit <- resume(fit, sweeps = 2000)
#' }
#' @export
fit_topics <- function(corpus, model = "lda", path = NULL, ..., progress = interactive()) {
  corpus <- if (is.character(corpus) && length(corpus) == 1) open_corpus(corpus) else as_corpus(corpus)
  output <- if (is.null(path)) temporary("fit") else path.expand(check_text(path, "path"))
  if (!is.null(path)) warn_temporary(corpus)
  inputs <- given_files(list(...))
  on.exit(unlink(inputs$files))
  options <- option_arguments(inputs$options, taken = c("output", "log", "model", "dry-run"))
  check_text(model, "model")
  arguments <- c("fit", corpus$path, "--model", model, "--output", output, options)
  explain_unknown(inputs$options, paste0("a fit of '", model, "'"), c("fit", "--model", model),
                  run_fit(arguments, output, corpus, progress))
}

#' @rdname fit_topics
#' @export
resume <- function(fit, sweeps = NULL, ..., progress = interactive()) {
  check_fit(fit)
  given <- list(sweeps = sweeps, ...)
  options <- option_arguments(given, taken = "log")
  explain_unknown(given, "resume()", "resume",
                  run_fit(c("resume", fit$path, options), fit$path, fit$corpus, progress))
}

#' @rdname fit_topics
#' @export
open_fit <- function(folder, corpus = NULL) {
  fit <- fit_at(folder)
  require_whole(fit$path, fit$manifest)
  if (!is.null(corpus)) {
    corpus <- if (is.character(corpus)) open_corpus(corpus) else corpus_of(corpus)
    if (!identical(corpus$manifest$hash, fit$manifest$corpus$hash)) {
      usage_error(corpus$path, ": is not the corpus of the fit ", fit$path)
    }
    fit$corpus <- corpus
  }
  fit
}

# A fit whose files are not compared with their checksums, such as one that the program has just written.
fit_at <- function(folder) {
  path <- folder_of(folder)
  structure(list(path = path, manifest = read_manifest(path, "themata-fit"), corpus = NULL), class = "themata_fit")
}

# Whether its folder holds what the object was opened with; a resume() since then has changed both matrices and traces.
is_current <- function(fit) {
  file.exists(file.path(fit$path, "manifest.json")) &&
    identical(read_manifest(fit$path, "themata-fit")[["checksum"]], fit$manifest[["checksum"]])
}

require_current <- function(fit) {
  if (!is_current(fit)) input_error(fit$path, ": ", has_changed)
  invisible(fit)
}

has_changed <- "the fit was taken further since this object was made; open_fit() opens it again"

check_fit <- function(fit, name = "fit") {
  if (!inherits(fit, "themata_fit")) {
    usage_error("`", name, "` is of class ", class(fit)[1], "; expected a fit, from fit_topics() or open_fit()")
  }
  invisible(fit)
}

# A fit needs its corpus. One in the session's temporary folder does not outlive the session.
warn_temporary <- function(corpus) {
  if (!startsWith(corpus$path, normalizePath(tempdir()))) return(invisible())
  text <- "the corpus is temporary, and the fit cannot be used without it later: give as_corpus() a `path`, too"
  warning(structure(class = c("themata_temporary_corpus", "warning", "condition"), list(message = text, call = NULL)))
}

# Opens the folder when the program has ended, or raises its error.
run_fit <- function(arguments, output, corpus, progress) {
  line <- progress_line(isTRUE(progress))
  run <- run_with_events(c(arguments, "--log", "json"), line$show)
  line$close()
  if (run$status == 0) return(fit_of(output, corpus))
  saved <- run$status %in% c(4, 130) && file.exists(file.path(output, "manifest.json"))
  raise_exit(run$status, run$messages, fit = if (saved) fit_of(output, corpus), edit = function(message) {
    with_r_names(sub("resume with: ", "to go on: fit <- ", message, fixed = TRUE), paste0("open_fit(\"", output, "\")"))
  })
}

# The fit of a corpus; with `unlabeled = "set-aside"` it is one of a part of the corpus, which the folder has.
fit_of <- function(folder, corpus) {
  fit <- fit_at(folder)
  if (identical(corpus$manifest$hash, fit$manifest$corpus$hash)) fit$corpus <- corpus
  fit
}

# One line that shows where the slowest chain is.
progress_line <- function(visible) {
  shown <- 0
  show <- function(event) {
    if (!visible || !identical(event$event, "sweep")) return()
    text <- sprintf("chain %d: sweep %d of at most %d, %d topics, log posterior per token %.4f", event$chain,
                    event$sweep,
                    event$sweeps, event$topics, event$log_posterior_per_token)
    cat("\r", formatC(text, width = -shown), sep = "", file = stderr())
    shown <<- nchar(text)
  }
  list(show = show, close = function() if (shown > 0) cat("\n", file = stderr()))
}

# Values of options that are files on the command line are written to files.
given_files <- function(options) {
  files <- character()
  write <- function(lines) {
    file <- temporary("given", ".txt")
    write_lines(lines, file)
    files <<- c(files, file)
    file
  }
  seeds <- options[["seeds"]]
  if (is.list(seeds) || length(seeds) > 1) options$seeds <- write(seed_lines(as.list(seeds)))
  if (is.numeric(options[["alpha_weights"]])) {
    options$alpha_weights <- write(vapply(options$alpha_weights, number_text, ""))
  }
  weights <- options[["beta_weights"]]
  if (is.numeric(weights)) {
    if (is.null(names(weights))) usage_error("`beta_weights` has no names; expected numbers with words as names")
    options$beta_weights <- write(paste(names(weights), vapply(weights, number_text, ""), sep = "\t"))
  }
  if (inherits(options[["start_from"]], "themata_fit")) options$start_from <- options$start_from$path
  list(options = options, files = files)
}

seed_lines <- function(seeds) {
  if (!all(vapply(seeds, is.character,
                  NA))) usage_error("`seeds` is not a list of words; expected a character vector per topic")
  words <- vapply(seeds, paste, "", collapse = " ")
  names <- names(seeds)
  if (is.null(names)) words else ifelse(nzchar(names), paste(names, words, sep = "\t"), words)
}

# --- what a fit says of itself ----------------------------------------------------------------------------

#' Whether a fit can be trusted
#'
#' A fit is *complete* if all chains did all that was asked of them, and *settled* if after burn-in the log
#' likelihood of the words and the number of topics have no trend, and chains agree in them. Other functions warn
#' once about a fit that has not settled.
#'
#' @param fit A fit.
#' @return `verdict()`: a sentence. `is_settled()`, `is_complete()`: `TRUE` or `FALSE`. `fit_options()`: a named
#'   list of all options, with the values that were left to the program. `fit_corpus()`: the corpus. `n_topics()`:
#'   the number of topics that are shown.
#' @examples
#' \dontrun{
#' verdict(fit)
#' fit_options(fit)$burn_in
#' }
#' @export
verdict <- function(fit) {
  check_fit(fit)
  if (is_complete(fit)) return(fit$manifest$verdict$text)
  paste0("Not complete (", fit$manifest$status,
         "): the chains have not done all their sweeps; resume() continues them.")
}

#' @rdname verdict
#' @export
is_settled <- function(fit) is_complete(fit) && identical(fit$manifest$verdict$settled, "yes")

#' @rdname verdict
#' @export
is_complete <- function(fit) {
  check_fit(fit)
  identical(fit$manifest$status, "complete")
}

#' @rdname verdict
#' @export
fit_options <- function(fit) {
  check_fit(fit)
  stats::setNames(fit$manifest$options, with_underscores(names(fit$manifest$options)))
}

#' @rdname verdict
#' @export
fit_corpus <- function(fit) {
  check_fit(fit)
  named <- fit$manifest$corpus$path
  path <- if (!is.null(fit$corpus)) fit$corpus$path
          else if (startsWith(named, "/")) named
          else file.path(fit$path, named)
  if (!file.exists(file.path(path, "manifest.json"))) {
    input_error(path, ": the fit's corpus is not there; open_fit(folder, corpus = ) names its new place")
  }
  if (is.null(fit$corpus)) open_corpus(path) else fit$corpus
}

#' @rdname verdict
#' @export
n_topics <- function(fit) nrow(topic_sizes(check_fit(fit)))

model_of <- function(fit) fit$manifest$options$model

# Models whose topics keep their numbers from draw to draw, so that a fit has means over draws.
fixed_models <- c("lda", "labeled-lda", "hpc", "pcm", "dmm", "dmr")
has_fixed_topics <- function(fit) model_of(fit) %in% fixed_models

# Numbers of the chains that have saved something.
fit_chains <- function(fit) {
  files <- list.files(file.path(fit$path, "checkpoint"), "^chain-[0-9]+\\.npz$")
  sort(unique(as.integer(c(fit$manifest$chains$chain, gsub("[^0-9]", "", files)))))
}

# The chain that was asked for, or the one that the program shows.
chain_of <- function(fit, chain = NULL) {
  require_current(fit)
  chains <- fit_chains(fit)
  if (length(chains) == 0) input_error(fit$path, ": has saved no chain yet; resume() continues the fit")
  if (!is.null(chain)) {
    chain <- check_count(chain, "chain")
    if (!chain %in% chains) usage_error("`chain` is ", chain, "; the fit has ", paste(chains, collapse = ", "))
    return(chain)
  }
  best <- if (is_complete(fit)) fit$manifest$verdict$best_chain
  if (is.null(best)) chains[1] else as.integer(best)
}

# Says once in a session of each state of a fit that it has not settled.
warn_unsettled <- function(fit) {
  if (is_settled(fit) || !isTRUE(getOption("themata.warn_unsettled", TRUE))) return(invisible())
  key <- paste(fit$path, fit$manifest$status, paste(fit$manifest$chains$state_hash, collapse = ""))
  if (!is.null(session[[key]])) return(invisible())
  session[[key]] <- TRUE
  warning(structure(class = c("themata_unsettled", "warning", "condition"), list(message = verdict(fit), call = NULL)))
}
