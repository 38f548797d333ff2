#' Pictures
#'
#' Pictures in R's own graphics. `plot()` of a fit draws the largest topics with their words by their proportions of all
#' tokens (`type = "topics"`), or the trace of every chain, with burn-in shaded (`type = "trace"`). `plot()` of [effect()] draws
#' the differences of each topic with their intervals (`type = "contrasts"`), or the curves of mean proportions
#' (`type = "curves"`). `plot()` of [trends()] draws the proportions of topics by period, with a dot at a burst; the words
#' beside a topic's number are those of its largest period.
#'
#' A fit that has not settled says so above the picture. The verdict is that of the time when [effect()] or [trends()] was
#' called.
#'
#' @param x A fit, or what [effect()] or [trends()] returned.
#' @param type What to draw.
#' @param topics For a fit, how many of the largest topics; otherwise numbers of topics, by default the largest: 20 for
#'   contrasts, 6 for curves and trends.
#' @param words,by How many words of each topic to show, and their ranking, as in [topics()].
#' @param quantity The column of the trace, as in [trace_of()].
#' @param variables For an effect, which variables. Default: all.
#' @param chain The chain, from 1. Default: the one with the best log likelihood of the words; for a trace all.
#' @param main,xlab,ylab Title and names of the axes.
#' @param ... Passed to [graphics::title()], such as `cex.main`.
#' @return The table that was drawn, invisibly.
#' @examples
#' \dontrun{
#' plot(fit, topics = 10)
#' plot(fit, type = "trace", quantity = "topics")
#' found <- effect(fit, ~ s(year) + party)
#' plot(found, topics = c(0, 3))
#' plot(found, type = "curves", variables = "year")
#' plot(trends(fit, "year"), topics = 0:3)
#' }
#' @export
plot.themata_fit <- function(x, type = "topics", topics = 20, words = 3, by = "prob", quantity = "word_part", chain = NULL,
                             main = NULL, xlab = NULL, ylab = "", ...) {
  require_current(x)
  switch(check_choice(type, "type", c("topics", "trace")),
         topics = plot_topics(x, check_count(topics, "topics"), words, by, chain, or(main, "Largest topics"),
                              or(xlab, "proportion of all tokens"), ylab, ...),
         trace = plot_trace(x, quantity, chain, or(main, paste("Trace of", quantity)), or(xlab, "sweep"), ylab, ...))
}

#' @rdname plot.themata_fit
#' @export
plot.themata_effect <- function(x, type = "contrasts", topics = NULL, variables = NULL, main = NULL, xlab = NULL, ylab = NULL,
                                ...) {
  part <- check_choice(type, "type", c("contrasts", "curves"))
  table <- as.data.frame(x[[part]])
  table <- table[table$variable %in% chosen_of(variables, unique(table$variable), "variables"), , drop = FALSE]
  sizes <- x$topics$topic[order(-x$topics$proportion)]
  table <- table[table$topic %in% chosen_of(topics, sizes, "topics", most = if (part == "curves") 6 else 20), , drop = FALSE]
  panels <- split(table, factor(table$variable, unique(table$variable)))
  if (part == "contrasts") {  # levels of a factor are compared one by one
    panels <- unlist(lapply(panels, function(rows) split(rows, paste0(rows$variable, ": ", rows$value, " - ", rows$baseline))),
                     recursive = FALSE, use.names = FALSE)
  }
  if (length(panels) == 0) usage_error("there are no ", part, " of these topics and variables")
  old <- graphics::par(if (length(panels) > 1) list(mfrow = grDevices::n2mfrow(length(panels))))
  on.exit(graphics::par(old))
  for (rows in panels) {
    if (part == "contrasts") {
      title <- paste0(rows$variable[1], ": ", rows$value[1], " less ", rows$baseline[1])
      plot_intervals(rows, labels_of_topics(x$topics, rows$topic), or(main, title), or(xlab, "difference of proportions"),
                     or(ylab, ""), x, ...)
    } else {
      plot_curves(rows, x$topics, or(main, paste("Proportions by", rows$variable[1])), or(xlab, rows$variable[1]),
                  or(ylab, "mean proportion"), x, joined = !anyNA(rows$place), ...)
    }
  }
  invisible(as_table(table))
}

#' @rdname plot.themata_fit
#' @export
plot.themata_trends <- function(x, topics = NULL, main = NULL, xlab = NULL, ylab = "mean proportion", ...) {
  of <- attributes(x)
  table <- as.data.frame(x)
  sizes <- sort(tapply(table$mean, table$topic, mean), decreasing = TRUE)
  table <- table[table$topic %in% chosen_of(topics, as.integer(names(sizes)), "topics", most = 6), , drop = FALSE]
  table$value <- table$period
  table$place <- NA_real_
  largest <- do.call(rbind, lapply(split(table, table$topic), function(rows) rows[which.max(rows$mean), ]))
  names <- data.frame(topic = largest$topic, name = NA_character_, words = largest$words)
  plot_curves(table, names, or(main, "Proportions of topics"), or(xlab, of$by), ylab, of, ...)
  bursts <- table[which(table$burst), , drop = FALSE]
  graphics::points(match(bursts$period, unique(table$period)), bursts$mean, pch = 19, col = colors_of(match(bursts$topic, names$topic)))
  invisible(as_table(table[setdiff(names(table), c("value", "place"))]))
}

or <- function(value, otherwise) if (is.null(value)) otherwise else value

# What was asked for, of what is there; by default the first ones.
chosen_of <- function(asked, there, name, most = length(there)) {
  if (is.null(asked)) return(utils::head(there, most))
  if (length(asked) == 0 || !all(asked %in% there)) {
    usage_error("`", name, "` is ", show_value(asked), "; expected some of ", paste(utils::head(sort(there), 20), collapse = ", "))
  }
  asked
}

# Number, and name or words, of topics.
labels_of_topics <- function(table, topics) {
  row <- match(topics, table$topic)
  text <- ifelse(is.na(table$name[row]), gsub(",? +", ", ", table$words[row]), table$name[row])
  paste0(topics, ifelse(nzchar(text), paste0(": ", text), ""))
}

# Colors that people with color blindness can tell apart, from the first again after the ninth.
colors_of <- function(numbers) grDevices::palette.colors(9, "Okabe-Ito")[(numbers - 1) %% 9 + 1]

plot_topics <- function(fit, most, words, by, chain, main, xlab, ylab, ...) {
  table <- utils::head(as.data.frame(topics(fit, words = words, by = by, chain = chain)), most)
  if (is.null(table$name)) table$name <- rep(NA_character_, nrow(table))
  window_with_rows(labels_of_topics(table, table$topic), c(0, max(table$proportion)), main, xlab, ylab, fit_state(fit), ...)
  graphics::rect(0, nrow(table):1 - 0.35, table$proportion, nrow(table):1 + 0.35, col = colors_of(3), border = NA)
  invisible(as_table(table))
}

fit_state <- function(fit) list(settled = is_settled(fit), verdict = verdict(fit))

plot_intervals <- function(rows, labels, main, xlab, ylab, state, ...) {
  window_with_rows(labels, range(0, rows$low, rows$high, na.rm = TRUE), main, xlab, ylab, state, ...)
  y <- rev(seq_len(nrow(rows)))
  graphics::abline(v = 0, lty = 3)
  graphics::segments(rows$low, y, rows$high, y, lwd = 2)
  graphics::points(rows$mean, y, pch = 19)
}

# An empty window with a text at the left for each row, from the top. The texts have half of the width at most.
window_with_rows <- function(labels, xlim, main, xlab, ylab, state, ...) {
  letter <- 0.6 * graphics::par("cin")[1] * graphics::par("cex")
  most <- max(8, floor(0.5 * graphics::par("fin")[1] / letter))
  labels <- ifelse(nchar(labels) > most, paste0(substr(labels, 1, most - 3), "..."), labels)
  margins <- graphics::par("mai")
  margins[2] <- letter * max(nchar(labels)) + 2 * letter
  old <- graphics::par(mai = margins)
  on.exit(graphics::par(old))
  graphics::plot.default(NA, xlim = xlim, ylim = c(0.4, length(labels) + 0.6), axes = FALSE, ann = FALSE)
  graphics::axis(1)
  graphics::axis(2, at = rev(seq_along(labels)), labels = labels, las = 1, tick = FALSE, cex.axis = 0.9)
  titles(main, xlab, ylab, state, ...)
}

titles <- function(main, xlab, ylab, state, ...) {
  graphics::title(main = main, xlab = xlab, ylab = ylab, ...)
  if (!isTRUE(state$settled)) {
    width <- max(20, floor(graphics::par("fin")[1] / (0.5 * graphics::par("cin")[1] * graphics::par("cex"))))
    lines <- strwrap(state$verdict, width)
    graphics::mtext(paste(c(lines[1], if (length(lines) > 1) "..."), collapse = " "), side = 3, line = 0.2,
                    at = graphics::grconvertX(0.5, "nfc", "user"), cex = 0.7 * graphics::par("cex"), col = colors_of(7))
  }
}

# Topics over the places of a variable, with their intervals: lines, or, for levels without an order, dots side by side.
plot_curves <- function(rows, topics, main, xlab, ylab, state, joined = TRUE, ...) {
  shown <- intersect(topics$topic, rows$topic)
  has_places <- !anyNA(rows$place)
  x <- if (has_places) rows$place else match(rows$value, unique(rows$value))
  room <- if (joined) 0.02 * max(1, diff(range(x))) else 0.4
  # The legend has room above the curves.
  legend_height <- (ceiling(length(shown) / 2) + 1) * graphics::par("cin")[2] * graphics::par("cex") * 0.8
  top <- max(rows$high, rows$mean, na.rm = TRUE) / (1 - min(0.6, legend_height / graphics::par("pin")[2]))
  graphics::plot.default(NA, xlim = range(x) + c(-room, room), ylim = c(0, top), axes = FALSE, ann = FALSE)
  places <- !duplicated(x)
  if (has_places) graphics::axis(1) else graphics::axis(1, at = x[places], labels = rows$value[places])
  graphics::axis(2, las = 1)
  for (at in seq_along(shown)) {
    row <- which(rows$topic == shown[at])
    if (joined) draw_band(x[row], rows[row, ], colors_of(at))
    else draw_dots(x[row] + 0.6 * (at - (length(shown) + 1) / 2) / length(shown), rows[row, ], colors_of(at))
  }
  graphics::legend("top", legend = labels_of_topics(topics, shown), col = colors_of(seq_along(shown)), lwd = 2, bty = "n", cex = 0.8,
                   ncol = 2)
  titles(main, xlab, ylab, state, ...)
}

draw_band <- function(x, rows, color) {
  known <- !is.na(rows$mean)
  graphics::polygon(c(x[known], rev(x[known])), c(rows$low[known], rev(rows$high[known])), border = NA,
                    col = grDevices::adjustcolor(color, 0.2))
  graphics::lines(x[known], rows$mean[known], col = color, lwd = 2)
}

draw_dots <- function(x, rows, color) {
  graphics::segments(x, rows$low, x, rows$high, col = color, lwd = 2)
  graphics::points(x, rows$mean, col = color, pch = 19)
}

plot_trace <- function(fit, quantity, chain, main, xlab, ylab, ...) {
  chains <- if (is.null(chain)) fit_chains(fit) else chain_of(fit, chain)
  traces <- lapply(chains, function(chain) read_trace(fit, chain))
  known <- setdiff(Reduce(intersect, lapply(traces, names)), "sweep")
  check_choice(quantity, "quantity", known)
  table <- do.call(rbind, Map(function(chain, trace) data.frame(chain = chain, sweep = trace$sweep, value = trace[[quantity]]), chains, traces))
  # The first sweeps climb so far that nothing else would be seen.
  kept <- table$value[table$sweep > burn_in_of(fit)]
  ylim <- range(if (length(kept) > 1) c(kept, stats::quantile(table$value, c(.1, 1))) else table$value)
  graphics::plot.default(NA, xlim = range(table$sweep), ylim = ylim, axes = FALSE, ann = FALSE)
  box <- graphics::par("usr")
  graphics::rect(box[1], box[3], min(burn_in_of(fit), box[2]), box[4], col = "grey92", border = NA)
  graphics::axis(1)
  graphics::axis(2, las = 1)
  for (at in seq_along(chains)) {
    rows <- table$chain == chains[at]
    graphics::lines(table$sweep[rows], table$value[rows], col = colors_of(at + 1))
  }
  if (length(chains) > 1) {
    graphics::legend("bottomright", legend = paste("chain", chains), col = colors_of(seq_along(chains) + 1), lwd = 2, bty = "n", cex = 0.8)
  }
  titles(main, xlab, ylab, fit_state(fit), ...)
  invisible(as_table(table))
}
