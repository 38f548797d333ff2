#' Traces
#'
#' A trace has the value of every quantity at every traced sweep: the log posterior (`lp__`), its part for the
#' words (`word_part`), the number of topics, the hyperparameters, the sizes of the largest topics. None of them
#' depends on how topics are numbered. `trace_of()` returns that of one chain, with burn-in.
#'
#' The methods for `as_draws()` and its relatives of the package posterior give the draws of all chains, as
#' iterations x chains x quantities, so that `posterior::summarise_draws(fit)` and `posterior::rhat()` work. If
#' chains differ in length, the last draws of each are used, as many as the shortest chain has. R-hat and effective
#' sample sizes are then those of [diagnose()].
#'
#' @param fit,x A fit.
#' @param chain The chain, from 1.
#' @param burn_in Sweeps to leave out at the start of each chain. Default: the fit's burn-in. 0 keeps all.
#' @param ... Nothing.
#' @return `trace_of()`: a data frame with a row for each traced sweep.
#' @examples
#' \dontrun{
#' plot(trace_of(fit)[c("sweep", "lp__")], type = "l")
#' posterior::summarise_draws(fit)
#' posterior::as_draws_df(fit, burn_in = 500)
#' }
#' @export
trace_of <- function(fit, chain = NULL) as_table(read_trace(check_fit(fit), chain_of(fit, chain)))

read_trace <- function(fit, chain) {
  file <- file.path(fit$path, paste0("trace-", chain, ".csv"))
  if (!file.exists(file)) input_error(file, ": does not exist; the chain has no row of its trace yet")
  lines <- read_lines(file)
  lines <- lines[!startsWith(lines, "#")]
  if (length(lines) == 0) input_error(file, ": has no rows yet")
  # The last line of a fit that runs may be incomplete.
  fields <- lengths(strsplit(lines, ",", fixed = TRUE))
  utils::read.csv(text = lines[fields == fields[1]], check.names = FALSE)
}

burn_in_of <- function(fit, burn_in = NULL) {
  if (!is.null(burn_in)) return(check_count(burn_in, "burn_in", 0))
  own <- fit$manifest$options[["burn-in"]]
  if (is.null(own)) 0 else own
}

# The rows after burn-in of every chain that has finished or begun, cut to the length of the shortest.
kept_traces <- function(fit, burn_in = NULL) {
  require_current(fit)
  after <- burn_in_of(fit, burn_in)
  traces <- lapply(fit_chains(fit), function(chain) {
    trace <- read_trace(fit, chain)
    trace[trace$sweep > after, , drop = FALSE]
  })
  n <- min(vapply(traces, nrow, 1L), Inf)
  if (!is.finite(n) || n == 0) {
    input_error(fit$path, ": has no rows of its traces after sweep ", after,
                "; give a smaller `burn_in`, or resume() the fit")
  }
  lapply(traces, utils::tail, n)
}

#' @rdname trace_of
#' @exportS3Method posterior::as_draws
as_draws.themata_fit <- function(x, burn_in = NULL, ...) draws_array_of(x, burn_in)

#' @rdname trace_of
#' @exportS3Method posterior::as_draws_array
as_draws_array.themata_fit <- function(x, burn_in = NULL, ...) draws_array_of(x, burn_in)

#' @rdname trace_of
#' @exportS3Method posterior::as_draws_df
as_draws_df.themata_fit <- function(x, burn_in = NULL, ...) posterior::as_draws_df(draws_array_of(x, burn_in))

#' @rdname trace_of
#' @exportS3Method posterior::as_draws_matrix
as_draws_matrix.themata_fit <- function(x, burn_in = NULL, ...) posterior::as_draws_matrix(draws_array_of(x, burn_in))

draws_array_of <- function(fit, burn_in) {
  warn_unsettled(check_fit(fit))
  traces <- kept_traces(fit, burn_in)
  names <- setdiff(Reduce(intersect, lapply(traces, names)), c("sweep", "seconds"))
  values <- vapply(traces, function(trace) as.matrix(trace[names]), matrix(0, nrow(traces[[1]]), length(names)))
  values <- aperm(array(values, c(nrow(traces[[1]]), length(names), length(traces))), c(1, 3, 2))
  dimnames(values) <- list(NULL, NULL, names)
  posterior::as_draws_array(values)
}

#' The posterior of the number of topics
#'
#' For models that find it: the proportion of the traced sweeps after burn-in, over all chains, that have each
#' number of topics. A tail of tiny topics says little, so `of = "topics.90"` counts how many of the largest topics
#' hold 90% of the tokens (`hdp`, `franchise`, `dp-dmm`).
#'
#' @inheritParams trace_of
#' @param fit A fit.
#' @param of `"topics"`, `"topics.90"` or `"topics.99"`.
#' @return A table with the columns `topics`, `probability` and `cumulative`, in ascending order of the number.
#' @examples
#' \dontrun{
#' topics_posterior(fit)
#' topics_posterior(fit, of = "topics.90")
#' }
#' @export
topics_posterior <- function(fit, of = "topics", burn_in = NULL) {
  check_fit(fit)
  if (model_of(fit) %in% c(fixed_models, "sstm")) {
    usage_error("the number of topics of ", model_of(fit),
                " is given, not found; fit hdp, franchise, lida, ftm or dp-dmm")
  }
  check_choice(of, "of", c("topics", "topics.90", "topics.99"))
  warn_unsettled(fit)
  after <- burn_in_of(fit, burn_in)
  numbers <- unlist(lapply(fit_chains(fit), function(chain) {
    trace <- read_trace(fit, chain)
    if (!of %in% names(trace)) usage_error("the trace of ", model_of(fit), " has no column ", of)
    trace[[of]][trace$sweep > after]
  }))
  if (length(numbers) == 0) input_error(fit$path, ": has no rows of its traces after sweep ", after)
  share <- table(numbers) / length(numbers)
  as_table(data.frame(topics = as.integer(names(share)), probability = as.numeric(share),
                      cumulative = cumsum(as.numeric(share))))
}

#' Do the chains agree, and are they long enough?
#'
#' `themata diagnose`: rank-normalized split R-hat and effective sample sizes (Vehtari and others 2021) of the traced
#' quantities and of the proportions of aligned topics.
#'
#' @inheritParams trace_of
#' @param fit A fit.
#' @param threads Threads; 0: all.
#' @return An object of class `themata_diagnosis`: a list with `verdict`, `converged`, `shows`, `does_not_show` and
#'   `advice` (sentences), and the tables `quantities` and `topics`.
#' @examples
#' \dontrun{
#' diagnose(fit)
#' diagnose(fit)$quantities
#' }
#' @export
diagnose <- function(fit, burn_in = NULL, threads = 0) {
  require_current(check_fit(fit))
  text <- run_program("diagnose", fit, "--format", "json", "--threads", check_count(threads, "threads", 0),
                      if (!is.null(burn_in)) c("--burn-in", check_count(burn_in, "burn_in", 0)))
  found <- jsonlite::fromJSON(paste(text, collapse = "\n"), simplifyMatrix = FALSE)
  structure(class = "themata_diagnosis", list(
    verdict = found$verdict, converged = identical(found$verdict, "Converged"), shows = as.character(found$shows),
    does_not_show = as.character(found$does_not_show), advice = with_r_names(as.character(found[["next"]])),
    quantities = as_table(as.data.frame(found$quantities)), topics = as_table(as.data.frame(found$topics))))
}

#' @rdname diagnose
#' @param x The result of `diagnose()`.
#' @param ... Passed to the `print()` of the table.
#' @export
print.themata_diagnosis <- function(x, ...) {
  writeLines(strwrap(x$verdict))
  for (sentence in c(x$shows, x$does_not_show, x$advice)) writeLines(strwrap(sentence, initial = "- ", exdent = 2))
  print(x$quantities, ...)
  invisible(x)
}
