#' Effects of metadata on topics
#'
#' `effect()` regresses topic proportions on documents' metadata (`themata effect`), over all kept draws of all chains,
#' with the topics of draws and chains aligned. The method of composition: for each draw, theta is drawn given the draw,
#' then coefficients given theta. So the intervals hold what is not known of topics, documents and the regression.
#' `trends()` shows topic proportions and words by period (`themata trends`).
#'
#' In a formula, `s(x)` and `s(x, 6)` are natural splines of 4 and 6 columns, `factor(x)` has a level for each value, and
#' `a:b` and `a*b` are interactions. Dates (YYYY-MM-DD) count as years, texts as levels.
#'
#' @param fit A fit of documents with metadata.
#' @param formula A formula without a left side, such as `~ s(year) + party`, or its text.
#' @param contrasts Differences to show, such as `"party=D,R"`: the first value less the second. By default of factors
#'   each level less the reference, of numbers the largest less the smallest value.
#' @param references A named vector, such as `c(party = "R")`: the level of each factor that the others are compared with; by
#'   default the first in alphabetical order, also of a factor of R, of which the corpus keeps the texts alone.
#' @param topics Numbers of topics; by default all, or the 100 largest.
#' @param interval Probability of the intervals, which have equal tails.
#' @param missing What is done with documents that lack a field: `"error"` or `"leave-out"`.
#' @param chain One chain; by default all. A topic that is not in at least half of the draws of each has `NA`s.
#' @param threads Threads; 0: all.
#' @return `effect()`: an object of class `themata_effect`, a list with the tables `topics`, `coefficients`, `contrasts`
#'   and `curves` (mean proportions if all documents had a value of one variable), and the numbers `documents`,
#'   `left_out` and `without_words`. `trends()`: a table with a row for each topic and period: `topic`, `period`, the `mean`
#'   proportion with `sd`, `low` and `high`, whether it is a `burst`, the `words` with most of the topic's tokens there, and those
#'   that are more frequent than in the topic's other periods (`changed`). Proportions are from 0 to 1; `above_zero` is the
#'   probability of being above 0.
#' @examples
#' \dontrun{
#' found <- effect(fit, ~ s(year) + party, contrasts = "party=D,R")
#' found$contrasts
#' trends(fit, "date", period = "month")
#' }
#' @export
effect <- function(fit, formula, contrasts = NULL, references = NULL, topics = NULL, interval = 0.9,
                   missing = "error", chain = NULL, threads = 0) {
  if (!is.null(contrasts) && !is.character(contrasts)) {
    usage_error("`contrasts` is ", show_value(contrasts), "; expected texts, such as \"party=D,R\"")
  }
  if (length(references) > 0 && (is.null(names(references)) || !all(nzchar(names(references))))) {
    usage_error("`references` has no names; expected a level for each factor, such as c(party = \"R\")")
  }
  arguments <- c("--formula", formula_text(formula),
                 unlist(lapply(contrasts, function(contrast) c("--contrast", contrast))),
                 unlist(lapply(names(references), function(name) c("--reference", paste0(name, "=", references[[name]])))))
  found <- run_with_draws("effect", fit, arguments, topics, interval, missing, chain, threads)
  parts <- function(name, columns) bound_rows(found$topics, name, columns)
  curves <- bound_rows(found$topics, "curves", function(topic, curve) {
    cbind(data.frame(topic = topic, variable = curve$variable), estimates_of(curve$points, c(value = "value", place = "place")))
  })
  structure(class = "themata_effect", list(
    settled = is_settled(fit), verdict = verdict(fit), formula = found$formula, interval = found$interval, documents = found$documents, left_out = found$left_out,
    without_words = found$without_words, chains = unlist(found$chains), topics = topics_found(found$topics),
    coefficients = parts("coefficients", function(topic, row) {
      cbind(data.frame(topic = topic), estimates_of(list(row), c(column = "column")))
    }),
    contrasts = parts("contrasts", function(topic, row) {
      cbind(data.frame(topic = topic), estimates_of(list(row), c(variable = "variable", value = "from", baseline = "to")))
    }), curves = curves))
}

#' @rdname effect
#' @param x The result of `effect()`.
#' @param ... Passed to the `print()` of the table.
#' @export
print.themata_effect <- function(x, ...) {
  writeLines(paste0(x$formula, ": ", x$documents, " documents, chains ", paste(x$chains, collapse = ", ")))
  print(x$contrasts, ...)
  invisible(x)
}

#' @rdname effect
#' @param by A metadata field of dates, numbers or levels.
#' @param period `"decade"`, `"year"`, `"quarter"`, `"month"` or `"day"` of dates, a width of numbers; by default what
#'   suits the field.
#' @param words Words of each topic and period.
#' @param burst A burst is a period whose interval lies above this many times the topic's mean.
#' @export
trends <- function(fit, by, period = NULL, words = 5, burst = 1.5, topics = NULL, interval = 0.9, missing = "error",
                   chain = NULL, threads = 0) {
  check_text(by, "by")
  if (!is.numeric(burst) || length(burst) != 1 || is.na(burst)) usage_error("`burst` is ", show_value(burst), "; expected a number")
  arguments <- c("--by", by, if (!is.null(period)) c("--period", period),
                 "--words", check_count(words, "words", 1), "--burst", burst)
  found <- run_with_draws("trends", fit, arguments, topics, interval, missing, chain, threads)
  table <- bound_rows(found$topics, "periods", function(topic, row) {
    numbers <- lapply(row[c("mean", "sd", "low", "high")], function(x) if (is.null(x)) NA_real_ else x)
    cbind(data.frame(topic = topic, period = row$period), as.data.frame(numbers),
          data.frame(burst = row$burst, words = paste(unlist(row$words), collapse = " "),
                     changed = paste(unlist(row$changed), collapse = " ")))
  })
  structure(table, class = c("themata_trends", class(table)), by = by, settled = is_settled(fit), verdict = verdict(fit))
}

formula_text <- function(formula) {
  if (is.character(formula) && length(formula) == 1) return(formula)
  if (!inherits(formula, "formula")) usage_error("`formula` is a ", class(formula)[1], "; expected a formula or its text")
  if (length(formula) != 2) usage_error("`formula` has a left side; expected none: topics are chosen with `topics`")
  paste(deparse(formula, width.cutoff = 500), collapse = " ")
}

run_with_draws <- function(command, fit, arguments, topics, interval, missing, chain, threads) {
  require_current(check_fit(fit))
  check_proportion(interval, "interval")
  check_choice(missing, "missing", c("error", "leave-out"))
  warn_unsettled(fit)
  text <- run_program(command, fit, arguments, "--format", "json", "--interval", interval,
                      "--threads", check_count(threads, "threads", 0),
                      if (length(topics) > 0) c("--topics", paste(topics, collapse = ",")),
                      if (missing == "leave-out") "--leave-out-missing",
                      if (!is.null(chain)) c("--chain", check_count(chain, "chain", 1)))
  jsonlite::fromJSON(paste(text, collapse = "\n"), simplifyVector = FALSE)
}

# A row for each part, such as a contrast, of each topic.
bound_rows <- function(topics, part, row_of) {
  rows <- lapply(topics, function(topic) lapply(topic[[part]], function(row) row_of(as.integer(topic$topic), row)))
  as_table(do.call(rbind, c(list(data.frame()), unlist(rows, recursive = FALSE))))
}

# Columns of texts and numbers, then the estimates; NA where there is none.
estimates_of <- function(rows, columns) {
  names <- c(columns, stats::setNames(nm = c("mean", "sd", "low", "high", "above_zero")))
  as.data.frame(lapply(names, function(name) unlist(lapply(rows, function(row) {
    if (is.null(row[[name]])) NA_real_ else row[[name]]
  }))))
}

topics_found <- function(topics) {
  as_table(do.call(rbind, lapply(topics, function(topic) {
    data.frame(topic = as.integer(topic$topic), name = named(topic$name), words = paste(unlist(topic$words), collapse = " "),
               proportion = topic$proportion, draws = topic$draws, everywhere = topic$found_everywhere)
  })))
}
