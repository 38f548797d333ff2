test_that("effects have the program's numbers", {
  found <- quietly(effect(dated(), ~ year + party, references = c(party = "R")))
  expect_s3_class(found, "themata_effect")
  expect_identical(found$documents, 60L)
  expect_identical(sort(unique(found$coefficients$column)), c("constant", "party=D", "year"))
  party <- found$contrasts[found$contrasts$variable == "party", ]
  expect_identical(unique(party$value), "D")
  expect_equal(sort(abs(party$mean)), c(.9, .9), tolerance = .15)
  expect_true(all(party$low <= party$mean & party$mean <= party$high))
  lines <- suppressWarnings(themata_run("effect", dated(), "--formula", "~ year + party", "--reference", "party=R", "--format", "tsv"))
  text <- utils::read.delim(text = lines)
  expect_equal(text$mean[text$quantity == "difference"], found$contrasts$mean, tolerance = 1e-5)
  expect_identical(nrow(found$curves), 2L * (6L + 2L))
  expect_equal(found$curves$place[1:6], 2000:2005)
  expect_output(print(found), "~year + party: 60 documents", fixed = TRUE)
})

test_that("topics that are not found have gaps, not numbers", {
  rows <- list(list(column = "constant", mean = NULL, sd = NULL, low = NULL, high = NULL, above_zero = NULL))
  expect_true(all(is.na(estimates_of(rows, c(column = "column"))$mean)))
})

test_that("trends have a row for each topic and period", {
  found <- quietly(trends(dated(), "year", words = 2))
  expect_identical(nrow(found), 12L)
  expect_identical(unique(found$period), as.character(2000:2005))
  expect_true(all(lengths(strsplit(found$words, " ")) <= 2))
  expect_identical(nrow(quietly(trends(dated(), "year", period = 3, topics = 1))), 3L)
})

test_that("what is refused says what was expected", {
  expect_error(effect(dated(), year ~ party), "left side", class = "themata_usage_error")
  expect_error(effect(dated(), 3), "expected a formula", class = "themata_usage_error")
  expect_error(effect(dated(), ~ place), "expected one of party, year", class = "themata_usage_error")
  expect_error(effect(dated(), ~ party, missing = "drop"), "missing", class = "themata_usage_error")
  expect_error(trends(dated(), "party", period = "year"), "period", class = "themata_usage_error")
})
