test_that("every text keeps its row, and an empty one says why", {
  rows <- documents(text_corpus())
  expect_identical(rows$id, names(texts))
  expect_identical(rows$row, 1:5)
  expect_identical(rows$tokens, c(5L, 0L, 0L, 4L, 4L))
  expect_identical(rows$empty, c(NA, "no text", "only stop words", NA, NA))
})

test_that("words beyond ASCII survive, and counts are those of the texts", {
  counted <- counts(text_corpus())
  words <- c("fox", "quick", "zebra", "caf\u00e9", "giraffe", "jumps", "na\u00efve", "\u6771\u4eac")
  expect_setequal(colnames(counted), words)
  expect_identical(unname(counted["a", c("fox", "caf\u00e9", "zebra")]), c(2, 1, 0))
  expect_identical(unname(counted["d", "\u6771\u4eac"]), 1)
  expect_identical(sum(counted["b", ]), 0)
})

test_that("metadata and labels come back as they went in", {
  skip_without_program()
  frame <- data.frame(key = c("x1", "x2", "x3"), body = c("one word", NA, "two \"words\"\n here"),
                      year = c(1999, NA, 1e-5),
                      when = as.Date("2020-02-29") + 0:2, kind = factor(c("u", NA, "w")), sure = c(TRUE, NA, FALSE))
  frame$tags <- list(c("p", "q"), character(), "p")
  corpus <- as_corpus(frame, text = "body", id = "key", labels = "tags")
  rows <- documents(corpus)
  expect_identical(rows$id, frame$key)
  expect_identical(rows$labels, frame$tags)
  expect_equal(rows$year, frame$year)
  expect_identical(rows$when, as.character(frame$when))
  expect_identical(rows$kind, as.character(frame$kind))
  expect_identical(rows$sure, frame$sure)
})

test_that("several columns of text are joined, and a row is missing only where all of them are", {
  skip_without_program()
  frame <- data.frame(title = c("alpha", NA, "gamma"), body = c("beta", NA, NA))
  expect_identical(documents(as_corpus(frame, text = c("title", "body")))$tokens, c(2L, 0L, 1L))
})

test_that("rules for words are those of the import", {
  skip_without_program()
  corpus <- as_corpus(c("The cat and the dog", "THE bird"), stop_words = c("cat", "dog"), min_length = 3)
  expect_setequal(vocabulary(corpus), c("the", "and", "bird"))
  stemmed <- as_corpus(c("running runs", "run"), stem = "english")
  expect_identical(vocabulary(stemmed), "run")
  new <- as_corpus(c("he is running", "runs"), like = stemmed)
  expect_identical(vocabulary(new), "run")
  tree <- as_corpus(c("chess", "physics"), labels = c("chess", "physics"),
                    tree = c(chess = "game", physics = "science"))
  expect_true(all(c("chess\tgame", "physics\tscience") %in% read_lines(file.path(tree$path, "tree.tsv"))))
})

test_that("what cannot be a corpus is refused with a reason", {
  skip_without_program()
  expect_error(as_corpus(7L), "class integer", class = "themata_usage_error")
  expect_error(as_corpus(character()), "no documents", class = "themata_usage_error")
  expect_error(as_corpus(c("a b", "c"), ids = "1"), "`ids` has 1 elements; expected 2", class = "themata_usage_error")
  expect_error(as_corpus(c("a b", "c"), labels = list("x")), "`labels`", class = "themata_usage_error")
  expect_error(as_corpus(data.frame(body = "x")), "no column 'text'; it has body", class = "themata_usage_error")
  expect_error(as_corpus("x", metadata = data.frame(a = 1:2)), "1 rows", class = "themata_usage_error")
  expect_error(as_corpus("x", metadata = data.frame(I(list(1)))), "lists", class = "themata_usage_error")
  expect_error(as_corpus("some text", no_such_rule = 3), "`no_such_rule`", class = "themata_usage_error")
  expect_error(as_corpus("some text", path = tempdir()), "exists already", class = "themata_usage_error")
})

test_that("a corpus and its folder stand for themselves", {
  corpus <- simulated()
  expect_identical(as_corpus(corpus), corpus)
  expect_identical(as_corpus(corpus$path), corpus)
  expect_error(as_corpus(corpus, min_count = 2), "`min_count`", class = "themata_usage_error")
})

test_that("a folder that is no corpus says what it is", {
  expect_error(open_corpus("/nowhere"), "is not a folder", class = "themata_input_error")
  expect_error(open_corpus(tempdir()), "no manifest.json; expected a corpus folder", class = "themata_input_error")
  expect_error(open_corpus(lda()$path), "is a fit folder", class = "themata_input_error")
  expect_error(open_fit(simulated()$path), "is a corpus folder", class = "themata_input_error")
  expect_error(vocabulary("corpus"), "expected a corpus or a fit", class = "themata_usage_error")
})

test_that("a corpus prints its size", {
  expect_output(print(text_corpus()), "5 documents, 8 words, 13 tokens")
  expect_output(summary(text_corpus()), "empty documents, no text: 1")
})

test_that("extra stop words are words, or a file, or none", {
  skip_without_program()
  corpus <- as_corpus(c("The cat and the dog", "THE bird"), extra_stop_words = "dog")
  expect_setequal(vocabulary(corpus), c("cat", "bird"))
  expect_identical(vocabulary(as_corpus("bird and dog", like = corpus)), "bird")
  unlink(corpus$manifest$import$options[["extra-stop-words"]])
  expect_error(as_corpus("bird and dog", like = corpus), "stop words of the corpus are not there",
               class = "themata_input_error")
  expect_setequal(vocabulary(as_corpus("cat the dog bird", extra_stop_words = c("dog", "cat"))), "bird")
  file <- tempfile()
  writeLines("dog", file)
  expect_identical(vocabulary(as_corpus("the dog bird", extra_stop_words = file)), "bird")
  expect_setequal(vocabulary(as_corpus("the dog", extra_stop_words = character())), "dog")
  expect_setequal(vocabulary(as_corpus("the dog", stop_words = character())), c("the", "dog"))
  expect_error(as_corpus("the dog", extra_stop_words = 3), "`extra_stop_words`", class = "themata_usage_error")
})

test_that("a vector of nothing but NA is one of missing texts", {
  skip_without_program()
  rows <- documents(as_corpus(c(a = NA, b = NA)))
  expect_identical(rows$id, c("a", "b"))
  expect_identical(rows$empty, rep("no text", 2))
  expect_error(as_corpus(TRUE), "class logical", class = "themata_usage_error")
})

test_that("a column that cannot be kept says how columns are chosen", {
  skip_without_program()
  frame <- data.frame(text = c("red fox", "blue sea"), year = 1:2)
  frame$tags <- list("a", "b")
  expect_error(as_corpus(frame), "'tags'.*metadata = ", class = "themata_usage_error")
  expect_named(documents(as_corpus(frame, metadata = "year")), c("id", "row", "tokens", "empty", "year"))
  expect_named(documents(as_corpus(frame, metadata = character())), c("id", "row", "tokens", "empty"))
  names(frame)[3] <- "a,b"
  frame[[3]] <- 1:2
  expect_error(as_corpus(frame), "'a,b'.*metadata = ", class = "themata_usage_error")
})

test_that("an unknown option is named as R has it, with one like it", {
  skip_without_program()
  expect_error(as_corpus("some text", min_document = 3), "no option `min_document`; did you mean `min_documents`?",
               fixed = TRUE, class = "themata_usage_error")
  expect_error(fit_topics(text_corpus(), topcs = 3),
               "a fit of 'lda' has no option `topcs`; did you mean `topics`?", fixed = TRUE,
               class = "themata_usage_error")
  expect_error(fit_topics(text_corpus(), quite_another_thing = 3), "`quite_another_thing`$",
               class = "themata_usage_error")
  expect_error(infer(one_topic(), text_corpus(), sweps = 3), "`sweps`; did you mean `sweeps`?", fixed = TRUE)
})

test_that("a fit is one of lda if no model is named", {
  skip_without_program()
  expect_identical(fit_topics(text_corpus(), topics = 2, sweeps = 10)$manifest$options$model, "lda")
})

test_that("words of counts are taken as they are, unless rules for them are given", {
  skip_without_program()
  frame <- data.frame(document = c("a", "a", "b"), term = c("The", "ship", "the"), n = c(2, 1, 3))
  expect_setequal(colnames(counts(as_corpus(frame, term = "term"))), c("The", "ship", "the"))
  expect_setequal(colnames(counts(as_corpus(frame, term = "term", stop_words = "english"))), "ship")
  expect_setequal(colnames(counts(as_corpus(frame, term = "term", fold_case = TRUE))), c("the", "ship"))
  expect_error(as_corpus("a text", like = as_corpus(frame, term = "term", stop_words = "english")), "not made of texts")
})

test_that("languages, dates and lists of words are given as on the command line", {
  skip_without_program()
  expect_setequal(colnames(counts(as_corpus("Das Schiff und die Stra\u00dfe", language = "german"))), c("schiff", "strasse"))
  expect_setequal(colnames(counts(as_corpus("Das Schiff und das Meer", stop_words = "de"))), c("schiff", "meer"))
  expect_setequal(colnames(counts(as_corpus("an exam-\nple", join_hyphenated = TRUE))), "example")
  frame <- data.frame(text = c("ship", "sea"), created = c("01/02/2018", "03/04/2018"))
  corpus <- as_corpus(frame, date_format = c(created = "dd/mm/yyyy"))
  expect_identical(documents(corpus)$created, c("2018-02-01", "2018-04-03"))
  expect_warning(corpus <- as_corpus(c("new york times", "new york"), stop_words = c("new york", "times")), "no single word")
  expect_setequal(colnames(counts(corpus)), c("new", "york"))
})

test_that("phrases are words", {
  skip_without_program()
  texts <- rep(c("Golden gate bridge in New York", "new york, golden gate"), 6)
  corpus <- as_corpus(texts, phrases = TRUE, phrase_min_count = 6, phrase_list = c("ship of fools", "sea level"))
  expect_setequal(colnames(counts(corpus)), c("golden gate", "golden gate bridge", "new york"))
  new <- as_corpus("A ship of fools in New York", like = corpus)
  expect_setequal(colnames(counts(new)), c("ship of fools", "new york"))
  expect_error(as_corpus(texts, phrase_words = 3), "phrase_words")
})
