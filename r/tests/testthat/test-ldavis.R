test_that("the arguments of createJSON are distributions over what occurs", {
  parts <- quietly(to_ldavis(lda()))
  expect_equal(rowSums(parts$phi), rep(1, 4))
  expect_equal(rowSums(parts$theta), rep(1, length(parts$doc.length)))
  expect_identical(ncol(parts$phi), length(parts$vocab))
  expect_identical(sum(parts$term.frequency), sum(parts$doc.length))
  expect_true(all(parts$term.frequency > 0))
  words <- counts(lda())
  expect_equal(parts$term.frequency, unname(Matrix::colSums(words)[parts$vocab]))
  expect_identical(quietly(to_ldavis(one_topic()))$doc.length, c(5L, 4L, 4L))
})

test_that("the JSON has the relevance of words as the paper defines it", {
  parts <- quietly(to_ldavis(lda()))
  json <- jsonlite::fromJSON(ldavis_json(lda(), R = 10))
  expect_identical(names(json), c("mdsDat", "tinfo", "token.table", "R", "lambda.step", "plot.opts", "topic.order"))
  expect_identical(json$R, 10L)
  expect_identical(json$mdsDat$topics, 1:4)
  expect_equal(sum(json$mdsDat$Freq), 100)
  expect_equal(json$mdsDat$Freq, 100 * colSums(parts$theta * parts$doc.length) / sum(parts$doc.length))
  info <- as.data.frame(json$tinfo)
  second <- info[info$Category == "Topic2", ]
  phi <- parts$phi[2, match(second$Term, parts$vocab)]
  expect_equal(second$logprob, log(phi))
  relevant <- function(lambda) second$Term[order(-(lambda * second$logprob + (1 - lambda) * second$loglift))][1:10]
  expect_identical(relevant(1), words_of_topic(quietly(topic_word(lda())), 1, 10))
  tokens <- colSums(parts$phi * json$mdsDat$Freq / 100 * sum(parts$doc.length))
  expect_equal(second$Total, tokens[match(second$Term, parts$vocab)])
  expect_equal(second$loglift, second$logprob - log(second$Total / sum(tokens)))
  expect_identical(sum(info$Category == "Default"), 10L)
})

test_that("words over all topics are the most salient ones (Chuang and others 2012)", {
  parts <- quietly(to_ldavis(lda()))
  json <- jsonlite::fromJSON(ldavis_json(lda(), R = 10))
  sizes <- colSums(parts$theta * parts$doc.length)
  p_topic <- sizes / sum(sizes)
  p_word <- colSums(parts$phi * p_topic)
  salience <- vapply(seq_along(p_word), function(v) {
    p <- parts$phi[, v] * p_topic / p_word[v]
    p_word[v] * sum(p * log(p / p_topic))
  }, 0)
  expect_identical(json$tinfo$Term[1:10], parts$vocab[order(-salience)[1:10]])
})

test_that("proportions of words over topics and the map are plausible", {
  json <- jsonlite::fromJSON(quietly(ldavis_json(lda(), R = 10)))
  totals <- tapply(json$token.table$Freq, json$token.table$Term, sum)
  expect_true(all(abs(totals - 1) < 0.5))
  expect_setequal(unique(json$token.table$Term), unique(json$tinfo$Term))
  expect_equal(c(mean(json$mdsDat$x), mean(json$mdsDat$y)), c(0, 0))
})

test_that("divergences are 0 between equals and log 2 where nothing is common", {
  phi <- rbind(c(0.5, 0.5, 0, 0), c(0, 0, 0.3, 0.7), c(0.5, 0.5, 0, 0))
  expect_equal(jensen_shannon(phi), log(2) * rbind(c(0, 1, 0), c(1, 0, 1), c(0, 1, 0)))
  expect_equal(map_of(phi)[1, ], map_of(phi)[3, ], tolerance = 1e-6)
})

test_that("one and two topics have a map, too", {
  expect_identical(map_of(matrix(1, 1, 1)), matrix(0, 1, 2))
  expect_identical(map_of(diag(2))[, 2], c(0, 0))
  json <- jsonlite::fromJSON(quietly(ldavis_json(one_topic())))
  expect_identical(json$mdsDat$topics, 1L)
  expect_true("\u6771\u4eac" %in% json$tinfo$Term)
})
