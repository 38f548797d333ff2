# The indented blocks of docs/guide/r.md, in one session, as a reader runs them. Left out:
left_out <- c(
  "make release" = "builds and installs",
  "options\\(themata.program" = "names the program of a clone",
  "themata_interrupted = " = "needs Ctrl-C: test-interrupt.R presses it",
  "LDAvis::" = "needs the package LDAvis, and a browser")

guide_blocks <- function(file) {
  lines <- read_lines(file)
  inside <- grepl("^    ", lines) | (!nzchar(lines) & c(FALSE, grepl("^    ", utils::head(lines, -1))))
  runs <- rle(inside)
  ends <- cumsum(runs$lengths)
  Map(function(from, to) sub("^    ", "", lines[from:to]), (ends - runs$lengths + 1)[runs$values], ends[runs$values])
}

test_that("the blocks of the guide run", {
  skip_without_program()
  guide <- Sys.getenv("THEMATA_R_GUIDE")
  skip_if_not(file.exists(guide), "the guide is not there (THEMATA_R_GUIDE)")
  skip_if_not_installed("posterior")
  blocks <- guide_blocks(guide)
  expect_gt(length(blocks), length(left_out))
  out <- Reduce(`|`, lapply(names(left_out), grepl, vapply(blocks, paste, "", collapse = "\n")))
  expect_identical(sum(out), length(left_out))

  words <- list(c("wolf", "forest", "animal", "snow"), c("ship", "harbor", "sea", "sail"),
                c("bread", "oven", "flour", "salt"), c("star", "moon", "orbit", "planet"))
  set.seed(1)
  articles <- data.frame(key = paste0("a", 1:60), body = vapply(rep(words, 15), function(each) {
    paste(sample(each, 30, replace = TRUE), collapse = " ")
  }, ""))
  reader <- new.env(parent = globalenv())
  reader$articles <- articles
  folder <- tempfile("reader")
  dir.create(folder)
  before <- setwd(folder)
  on.exit(setwd(before))
  for (block in blocks[!out]) {
    utils::capture.output(suppressWarnings(for (call in parse(text = block)) print(eval(call, reader))))
  }
  expect_true(file.exists("report.html"))
  expect_true(is_complete(reader$fit))
})
