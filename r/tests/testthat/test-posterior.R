test_that("R-hat and effective sample sizes of posterior are those of the program", {
  skip_if_not_installed("posterior")
  for (fit in list(lda(), hdp())) {
    ours <- diagnose(fit)$quantities
    columns <- c("mean", "sd", "rhat", "ess_bulk", "ess_tail")
    theirs <- posterior::summarise_draws(quietly(posterior::as_draws_array(fit)), columns)
    expect_identical(ours$name, theirs$variable)
    for (column in columns) {
      expect_equal(as.numeric(ours[[column]]), as.numeric(theirs[[column]]), tolerance = 1e-6)
    }
    expect_true(sum(!is.na(ours$rhat)) > 5)
  }
})

test_that("draws are iterations x chains x quantities, after burn-in or all", {
  skip_if_not_installed("posterior")
  draws <- quietly(posterior::as_draws(lda()))
  expect_identical(dim(draws)[1:2], c(60L, 2L))
  expect_equal(as.numeric(draws[5, 2, "word_part"]), trace_of(lda(), 2)$word_part[65])
  expect_identical(posterior::niterations(posterior::as_draws_df(lda(), burn_in = 0)), 120L)
  expect_identical(posterior::ndraws(posterior::as_draws_matrix(lda())), 120L)
  expect_identical(posterior::nchains(posterior::as_draws_rvars(lda())), 2L)
  expect_false(any(c("sweep", "seconds") %in% posterior::variables(draws)))
  expect_error(posterior::as_draws_df(lda(), burn_in = 120), "no rows", class = "themata_input_error")
})

test_that("the posterior of the number of topics is the program's", {
  table <- topics_posterior(hdp())
  expected <- read.delim(file.path(hdp()$path, "topic-count.tsv"))
  expect_equal(table$topics, expected$topics)
  expect_equal(table$probability, expected$share, tolerance = 1e-5)
  expect_equal(max(table$cumulative), 1)
  expect_true(all(topics_posterior(hdp(), of = "topics.90")$topics <= max(table$topics)))
  expect_error(topics_posterior(lda()), "is given, not found", class = "themata_usage_error")
  expect_error(topics_posterior(hdp(), burn_in = 1e6), "no rows", class = "themata_input_error")
})

test_that("the diagnosis is the program's, in words and tables", {
  found <- diagnose(lda())
  expect_false(found$converged)
  expect_match(found$verdict, "^Not converged|^Too few")
  expect_identical(nrow(found$topics), 4L)
  expect_output(print(found), found$verdict, fixed = TRUE)
  expect_gt(length(found$advice), 0)
})
