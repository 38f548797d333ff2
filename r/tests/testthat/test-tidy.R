test_that("beta has a row for each topic and word", {
  beta <- quietly(tidy(lda(), "beta"))
  phi <- quietly(topic_word(lda()))
  expect_identical(names(beta), c("topic", "term", "beta", "sd"))
  expect_identical(nrow(beta), length(phi))
  pick <- beta[beta$topic == 2 & beta$term == colnames(phi)[7], ]
  expect_identical(pick$beta, phi["2", 7])
  expect_identical(pick$sd, quietly(topic_word_sd(lda()))["2", 7])
  expect_identical(names(tidy(hdp())), c("topic", "term", "beta"))
})

test_that("gamma has a row for each document and topic", {
  gamma <- quietly(tidy(lda(), "gamma"))
  theta <- quietly(document_topic(lda()))
  expect_identical(names(gamma), c("document", "topic", "gamma", "sd"))
  expect_identical(gamma$gamma[gamma$document == "17"], unname(theta["17", ]))
  expect_identical(unique(gamma$document), rownames(theta))
})

test_that("the trace is long, with all chains", {
  trace <- tidy(lda(), "trace")
  expect_identical(unique(trace$chain), 1:2)
  expect_identical(sum(trace$kept & trace$quantity == "lp__"), 120L)
  wide <- trace_of(lda(), 2)
  expect_identical(trace$value[trace$chain == 2 & trace$quantity == "word_part"], wide$word_part)
  expect_error(tidy(lda(), "theta"), "expected one of beta, gamma, trace", class = "themata_usage_error")
  expect_error(tidy(lda(), "beta", conf.int = TRUE), "`conf.int`", class = "themata_usage_error")
})

test_that("topics stand beside your rows, in their order", {
  mine <- data.frame(weight = 5:1)
  rows <- quietly(augment(one_topic(), mine))
  expect_identical(rows$weight, 5:1)
  expect_identical(rows$.topic, c(0L, NA, NA, 0L, 0L))
  expect_identical(is.na(rows$.proportion), is.na(rows$.topic))
  theta <- document_topic(hdp())
  own <- augment(hdp())
  expect_identical(own$id, rownames(theta))
  expect_identical(own$.topic, unname(max.col(theta, "first")) - 1L)
  expect_equal(own$.proportion, unname(apply(theta, 1, max)))
  expect_error(augment(hdp(), mine), "expected 100, the documents", class = "themata_usage_error")
})

test_that("tokens have their topics, and sum to the sizes of topics", {
  tokens <- augment(hdp(), by = "token")
  table <- topics(hdp())
  expect_identical(as.integer(tapply(tokens$count, tokens$.topic, sum)), table$tokens)
  counted <- counts(hdp())
  one <- tokens[tokens$document == "5", ]
  expect_equal(tapply(one$count, one$term, sum)[], counted["5", counted["5", ] > 0][sort(unique(one$term))],
               ignore_attr = TRUE)
  empty <- quietly(augment(one_topic(), by = "token"))
  expect_setequal(empty$document, c("a", "d", "e"))
  expect_identical(empty$count[empty$document == "e" & empty$term == "zebra"], 2L)
  expect_error(augment(hdp(), documents(hdp()), by = "token"), "`data`", class = "themata_usage_error")
})

test_that("one row says it all", {
  row <- glance(hdp())
  expect_identical(nrow(row), 1L)
  expect_identical(row$model, "hdp")
  expect_identical(row$topics, nrow(topics(hdp())))
  expect_identical(row$chains, 2L)
  expect_true(row$settled && row$complete)
  expect_equal(row$rhat, hdp()$manifest$verdict$rhat)
  expect_identical(row$seed, 2)
  expect_identical(row$version, themata_version())
  trace <- trace_of(hdp())
  expect_equal(row$log_likelihood, mean(trace$word_part[trace$sweep > row$burn_in]))
  expect_identical(glance(hpc())$settled, FALSE)
})
