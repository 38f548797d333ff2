dense <- matrix(c(2, 0, 0, 1, 0, 3, 0, 0, 1), 3)
dimnames(dense) <- list(c("one", "two", "three"), c("apple pie", "caf\u00e9", "plum"))
dense["two", ] <- 0
sparse <- Matrix::Matrix(dense, sparse = TRUE)

# As quanteda has its matrices: a class of its own that extends dgCMatrix.
setClass("stand_in_dfm", contains = "dgCMatrix", representation(docvars = "data.frame"), where = environment())
as_dfm <- function(matrix) new("stand_in_dfm", methods::as(methods::as(matrix, "generalMatrix"), "CsparseMatrix"))

expect_same_counts <- function(corpus) {
  expect_equal(as.matrix(counts(corpus)), dense)
  expect_identical(documents(corpus)$id, rownames(dense))
  expect_identical(documents(corpus)$tokens, as.integer(rowSums(dense)))
}

test_that("matrices of every kind give the same corpus, rows and words in place", {
  skip_without_program()
  expect_same_counts(as_corpus(dense))
  whole <- dense
  storage.mode(whole) <- "integer"
  expect_same_counts(as_corpus(whole))
  expect_same_counts(as_corpus(sparse))
  expect_same_counts(as_corpus(methods::as(sparse, "TsparseMatrix")))
  expect_same_counts(as_corpus(methods::as(methods::as(sparse, "generalMatrix"), "RsparseMatrix")))
  expect_same_counts(as_corpus(as_dfm(sparse)))
  triplets <- Matrix::summary(sparse)
  expect_same_counts(as_corpus(structure(list(i = triplets$i, j = triplets$j, v = triplets$x, nrow = 3L, ncol = 3L,
                                              dimnames = list(Docs = rownames(dense), Terms = colnames(dense))),
                                         class = c("DocumentTermMatrix", "simple_triplet_matrix"))))
})

test_that("tokens of a document are in the order of the columns", {
  skip_without_program()
  expect_equal(corpus_tokens(as_corpus(dense)), c(0, 0, 1, 1, 1, 1, 2))
  reversed <- Matrix::sparseMatrix(i = c(2, 1, 2, 1), j = c(3, 2, 1, 1), x = c(1, 1, 2, 1), repr = "T",
                                   dimnames = list(NULL, c("a", "b", "c")))
  expect_equal(corpus_tokens(as_corpus(reversed)), c(0, 1, 0, 0, 2))
})

test_that("entries that are stored twice are added, and a pattern counts once", {
  skip_without_program()
  twice <- Matrix::sparseMatrix(i = c(1, 1, 2), j = c(1, 1, 2), x = c(1, 2, 1), dims = c(2, 2), repr = "T",
                                dimnames = list(NULL, c("a", "b")))
  expect_identical(unname(as.matrix(counts(as_corpus(twice)))), matrix(c(3, 0, 0, 1), 2))
  pattern <- Matrix::sparseMatrix(i = 1:2, j = 1:2, dimnames = list(NULL, c("a", "b")))
  expect_identical(unname(as.matrix(counts(as_corpus(pattern)))), diag(2))
})

test_that("metadata of a matrix are kept beside it", {
  skip_without_program()
  corpus <- as_corpus(sparse, metadata = data.frame(year = 2001:2003, empty = c("no", "yes", "no")))
  rows <- documents(corpus)
  expect_identical(rows$year, 2001:2003)
  expect_identical(rows$metadata.empty, c("no", "yes", "no"))
  expect_identical(rows$empty, c(NA, "no words", NA))
  fit <- fit_topics(corpus, "lda", topics = 2, sweeps = 10, seed = 1)
  expect_identical(rownames(quietly(document_topic(fit))), rownames(dense))
})

test_that("counts with labels keep them, where words have no white space", {
  skip_without_program()
  expect_error(as_corpus(sparse, labels = c("x", "y", "x")), "'apple pie' has white space",
               class = "themata_usage_error")
  plain <- sparse
  colnames(plain)[1] <- "Apple"
  corpus <- as_corpus(plain, labels = list("x", NULL, c("x", "y")))
  expect_identical(documents(corpus)$labels, list("x", character(), c("x", "y")))
  expect_identical(documents(corpus)$tokens, as.integer(rowSums(dense)))
  expect_equal(as.matrix(counts(corpus))[, "Apple"], dense[, 1])
})

test_that("weights and other impossible counts are refused, with their place", {
  for (value in c(0.5, -1, NaN, Inf)) {
    bad <- sparse
    bad["three", "plum"] <- value
    expect_error(as_corpus(bad), "in row 3, column 3; expected whole counts", class = "themata_usage_error")
  }
  nameless <- sparse
  dimnames(nameless) <- list(rownames(sparse), NULL)
  expect_error(as_corpus(nameless), "no column names", class = "themata_usage_error")
  same <- sparse
  colnames(same) <- c("a", "b", "a")
  expect_error(as_corpus(same), "'a' in two columns", class = "themata_usage_error")
  expect_error(as_corpus(matrix("a", 1)), "type character", class = "themata_usage_error")
})

test_that("a tidy table of counts gives documents in the order of their first row, or of their levels", {
  skip_without_program()
  tidy_counts <- data.frame(doc = c("z", "z", "a"), word = c("x", "y", "x"), n = c(2, 1, 4))
  corpus <- as_corpus(tidy_counts, document = "doc", term = "word")
  expect_identical(documents(corpus)$id, c("z", "a"))
  expect_equal(unname(as.matrix(counts(corpus))), matrix(c(2, 4, 1, 0), 2))
  tidy_counts$doc <- factor(tidy_counts$doc, c("a", "empty", "z"))
  leveled <- documents(as_corpus(tidy_counts, document = "doc", term = "word"))
  expect_identical(leveled$id, c("a", "empty", "z"))
  expect_identical(leveled$tokens, c(4L, 0L, 3L))
  tidy_counts$n[1] <- NA
  expect_error(as_corpus(tidy_counts, document = "doc", term = "word"), "missing values", class = "themata_usage_error")
  expect_error(as_corpus(tidy_counts, document = "doc", term = "word", labels = "doc"), "`labels`",
               class = "themata_usage_error")
  expect_error(as_corpus(tidy_counts, document = "doc", term = "token"), "no column 'token'",
               class = "themata_usage_error")
})
