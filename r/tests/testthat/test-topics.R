test_that("topics are a table, the largest first", {
  table <- topics(hdp(), words = 3)
  expect_identical(table$topic, seq_len(nrow(table)) - 1L)
  expect_false(is.unsorted(-table$tokens))
  expect_equal(sum(table$proportion), 1)
  expect_identical(sum(table$tokens), hdp()$manifest$corpus$tokens)
  phi <- topic_word(hdp())
  expect_identical(strsplit(table$words[1], ", ")[[1]], words_of_topic(phi, 0, 3))
  expect_error(topics(hdp(), by = "size"), "expected one of prob, frex, lift, score", class = "themata_usage_error")
  expect_error(topics(hdp(), words = 0), "`words` is 0", class = "themata_usage_error")
  expect_true("name" %in% names(quietly(topics(hpc()))))
})

test_that("the four lists are the program's rankings", {
  labels <- quietly(label_topics(lda(), n = 4))
  for (by in c("prob", "frex", "lift", "score")) {
    expected <- quietly(topics(lda(), words = 4, by = by))$words
    expect_identical(unname(apply(labels[[by]], 1, paste, collapse = ", ")), expected)
  }
  expect_identical(labels$topicnums, 0:3)
  some <- labelTopics(lda(), topics = c(2, 0), n = 4)
  expect_identical(some$frex, labels$frex[c(3, 1), ])
  expect_output(print(some), "Topic 2\n +Highest Prob.*FREX.*Lift.*Score.*Topic 0")
  expect_error(label_topics(lda(), topics = 4), "expected numbers from 0 to 3", class = "themata_usage_error")
})

test_that("the weight of exclusivity is used", {
  by_frequency <- quietly(label_topics(lda(), n = 5, exclusivity_weight = 0))
  expect_identical(by_frequency$frex[, 1], by_frequency$prob[, 1])
  expect_error(label_topics(lda(), exclusivity_weight = 2), "from 0 to 1", class = "themata_usage_error")
})

test_that("one topic has lists, and words beyond ASCII are whole", {
  labels <- quietly(label_topics(one_topic(), n = 20))
  expect_identical(dim(labels$prob), c(1L, 20L))
  expect_true(all(c("caf\u00e9", "\u6771\u4eac", "na\u00efve") %in% labels$prob))
  expect_identical(sum(labels$prob == ""), 12L)
})

test_that("labels of a tree have their words by another function", {
  expect_error(label_topics(hpc()), "label_words", class = "themata_usage_error")
  expect_error(label_words(lda()), "label_topics", class = "themata_usage_error")
  words <- quietly(label_words(hpc()))
  expect_identical(nrow(words), 6L * 50L)
  expect_true(all(words$frex >= 0 & words$frex <= 1))
  expect_true(all(words$rate_sd >= 0))
  expect_setequal(unique(words$label), quietly(topics(hpc()))$name)
})

test_that("thoughts are the documents with the largest proportions, never an empty one", {
  theta <- document_topic(hdp())
  found <- find_thoughts(hdp(), topics = 1, n = 3)[["1"]]
  expect_identical(found$document, order(-theta[, "1"])[1:3])
  expect_equal(found$proportion, unname(sort(theta[, "1"], decreasing = TRUE)[1:3]))
  expect_null(found$sd)
  with_texts <- quietly(findThoughts(one_topic(), texts, n = 10))[["0"]]
  expect_identical(with_texts$id, c("a", "d", "e"))
  expect_identical(with_texts$text, unname(texts[c("a", "d", "e")]))
  expect_false(is.null(with_texts$sd))
  expect_identical(nrow(find_thoughts(hdp(), topics = 0, threshold = 1)[["0"]]), 0L)
  expect_error(find_thoughts(hdp(), texts = "one"), "`texts` has 1 elements; expected 100",
               class = "themata_usage_error")
  expect_output(print(quietly(find_thoughts(one_topic(), texts, n = 1))), "1.00 \\(sd 0.00\\)  a\n    The quick")
})

test_that("correlations are those of the proportions of documents with words", {
  theta <- document_topic(hdp())
  expect_equal(topic_correlation(hdp()), cor(theta))
  expect_identical(dim(quietly(topic_correlation(one_topic()))), c(1L, 1L))
})

test_that("words and labels that look like missing values or numbers are texts", {
  skip_without_program()
  words <- c("NA", "Inf", "007", "fox")
  corpus <- as_corpus(c(paste(words, collapse = " "), "NA"), ids = c("NA", "NaN"), labels = c("NA", "NA"),
                      pretokenized = TRUE, stop_words = "none", min_length = 1)
  expect_identical(documents(corpus)$id, c("NA", "NaN"))
  expect_identical(documents(corpus)$labels, list("NA", "NA"))
  fit <- fit_topics(corpus, "pcm", topics = 1, sweeps = 40, seed = 1)
  expect_setequal(quietly(label_words(fit))$word, words)
  expect_type(quietly(label_words(fit))$rate, "double")
  often <- fit_topics(as_corpus("NA NA NA NA NA fox", preserve_case = TRUE), "lda", topics = 1, sweeps = 20, seed = 1)
  expect_identical(quietly(topics(often, words = 1))$words, "NA")
  expect_identical(quietly(label_topics(often, n = 1))$prob[[1]], "NA")
  tree <- fit_topics(as_corpus(c("red fox", "blue sea"), labels = c("NA", "x")), "labeled-lda", sweeps = 20, seed = 1)
  expect_setequal(quietly(topics(tree))$name, c("NA", "x"))
  expect_true("NA" %in% topic_sizes(tree)$name)
})
