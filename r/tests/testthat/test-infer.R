test_that("new documents keep their rows, and unknown words are counted", {
  fit <- quietly(one_topic())
  new <- quietly(infer(fit, c(n1 = "fox unheard fox", n2 = NA, n3 = "zebra"), seed = 1))
  expect_identical(rownames(new$mean), c("n1", "n2", "n3"))
  expect_equal(as.numeric(new$tokens), c(2, 0, 1))
  expect_equal(as.numeric(new$unknown), c(1, 0, 0))
  expect_equal(unname(new$mean[, "0"]), c(1, 1, 1))
  expect_output(print(new), "3 documents: 1 topic; 3 tokens used, 1 of unknown words left out")
  expect_error(infer(fit, c("unheard", "words")), "no word in common", class = "themata_input_error")
})

test_that("the topics of an hdp have a rest, and tidy() makes a table", {
  new <- infer(hdp(), simulated(), sweeps = 40, seed = 1)
  expect_identical(colnames(new$mean), c(as.character(seq_len(n_topics(hdp())) - 1), "rest"))
  expect_gt(cor(as.vector(new$mean[, 1:4]), as.vector(document_topic(hdp())[, 1:4])), 0.95)
  table <- tidy(new)
  expect_identical(sum(is.na(table$topic)), 100L)
  expect_equal(table$gamma[table$document == "9"], unname(new$mean["9", ]))
  expect_error(infer(hdp(), simulated(), output = "x"), "cannot be given", class = "themata_usage_error")
})

test_that("reports and exports are written", {
  report <- tempfile(fileext = ".html")
  expect_identical(report_fit(hdp(), report), report)
  expect_match(read_lines(report)[1], "<!doctype html>", ignore.case = TRUE)
  table <- tempfile(fileext = ".tsv")
  export_fit(hdp(), "doc-topics", table)
  expect_equal(nrow(read.delim(table)), 100)
  expect_error(export_fit(hdp(), "no-such-format", table), "no-such-format", class = "themata_usage_error")
})

test_that("texts for a fit of counts are refused with what to give", {
  skip_without_program()
  fit <- fit_topics(as_corpus(matrix(c(TRUE, FALSE, TRUE, TRUE), 2, dimnames = list(NULL, c("a", "b")))), "lda",
                    topics = 1, sweeps = 20)
  expect_identical(fit$manifest$corpus$tokens, 3L)
  expect_error(quietly(infer(fit, c("a b"))), "pass a corpus", class = "themata_usage_error")
  expect_identical(rownames(quietly(infer(one_topic(), c(x = NA)))$mean), "x")
})
