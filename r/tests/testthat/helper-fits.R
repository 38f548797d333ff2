# Corpora and fits that several tests look at. Each is made once, when the first test asks for it.

has_program <- function() tryCatch(nzchar(themata_program()), themata_error = function(e) FALSE)
skip_without_program <- function() {
  skip_if_not(has_program(), "the program themata is not found (THEMATA_PROGRAM)")
}

made <- new.env()
once <- function(name, make) {
  skip_without_program()
  if (is.null(made[[name]])) made[[name]] <- make()
  made[[name]]
}

# Texts: one is missing, one has only stop words, one has words beyond ASCII.
texts <- c(a = "The quick caf\u00e9 fox jumps over the fox", b = NA, c = "of the",
           d = "\u6771\u4eac fox na\u00efve quick",
           e = "zebra zebra quick giraffe")
text_corpus <- function() once("texts", function() as_corpus(texts))

simulated <- function() once("simulated", function() {
  folder <- tempfile("simulated")
  themata_run("simulate", "lda", "--documents", 100, "--types", 60, "--topics", 4, "--alpha", 0.3, "--beta", 0.05,
              "--length", 30,
              "--seed", 1, "--output", folder)
  open_corpus(folder)
})

# Two chains with a row of the trace for each sweep; too short to have settled.
lda <- function() once("lda", function() {
  fit_topics(simulated(), "lda", topics = 4, sweeps = 120, chains = 2, trace_every = 1, threads = 1, seed = 1)
})
hdp <- function() once("hdp", function() fit_topics(simulated(), "hdp", topics = 20, threads = 1, seed = 2))
one_topic <- function() once("one", function() fit_topics(text_corpus(), "lda", topics = 1, sweeps = 60, seed = 1))
hpc <- function() once("hpc", function() {
  folder <- tempfile("tree")
  themata_run("simulate", "hpc", "--documents", 40, "--types", 50, "--topics", 6, "--labels", 2, "--length", 30,
              "--seed", 1,
              "--output", folder)
  fit_topics(open_corpus(folder), "hpc", sweeps = 40, threads = 1, seed = 1)
})

dated <- function() once("dated", function() {
  words <- list(c("rose", "soil", "seed", "bloom", "rain"), c("sail", "anchor", "tide", "crew", "deck"))
  set.seed(1)
  rows <- data.frame(year = 2000 + seq_len(60) %% 6, party = c("D", "R"), stringsAsFactors = FALSE)
  rows$text <- vapply(seq_len(60), function(d) paste(sample(words[[1 + d %% 2]], 20, TRUE), collapse = " "), "")
  fit_topics(as_corpus(rows, stop_words = "none"), "lda", topics = 2, sweeps = 100, chains = 2, threads = 1, seed = 1)
})

quietly <- function(code) suppressWarnings(code, classes = c("themata_unsettled", "themata_temporary_corpus"))

words_of_topic <- function(phi, topic, n = 5) names(sort(phi[as.character(topic), ], decreasing = TRUE))[seq_len(n)]

# --- files of NumPy, written by hand ----------------------------------------------------------------------

npy_bytes <- function(data, type, shape, fortran = FALSE, version = 1) {
  dims <- if (length(shape) == 1) paste0(shape, ",") else paste(shape, collapse = ", ")
  text <- sprintf("{'descr': '%s', 'fortran_order': %s, 'shape': (%s), }", type, if (fortran) "True" else "False", dims)
  begin <- if (version == 1) 10 else 12
  text <- paste0(text, strrep(" ", 63 - (begin + nchar(text)) %% 64), "\n")
  c(as.raw(0x93), charToRaw("NUMPY"), as.raw(c(version, 0)), little(nchar(text), begin - 8), charToRaw(text), data)
}

# A whole number in little-endian bytes.
little <- function(value, size) as.raw((value %/% 256^(seq_len(size) - 1)) %% 256)

npy_file <- function(...) {
  file <- tempfile(fileext = ".npy")
  writeBin(npy_bytes(...), file)
  file
}

crc32 <- function(bytes) {
  crc <- bitwNot(0L)
  for (byte in as.integer(bytes)) {
    crc <- bitwXor(crc, byte)
    for (bit in 1:8) {
      odd <- bitwAnd(crc, 1L) == 1L
      crc <- bitwShiftR(crc, 1)
      if (is.na(crc) || crc > .Machine$integer.max) crc <- as.integer(crc - 2^32)
      crc <- as.integer(crc)
      if (odd) crc <- bitwXor(crc, -306674912L)  # 0xEDB88320
    }
  }
  bitwNot(crc) %% 2^32
}

# An archive of arrays: `entries` are their bytes by name.
npz_file <- function(entries, deflated = FALSE) {
  local <- raw()
  central <- raw()
  for (name in names(entries)) {
    bytes <- entries[[name]]
    packed <- if (deflated) utils::head(memCompress(bytes, "gzip")[-(1:2)], -4) else bytes
    file <- charToRaw(paste0(name, ".npy"))
    fields <- c(little(20, 2), little(0, 2), little(if (deflated) 8 else 0, 2), little(0, 2), little(33, 2),
                little(crc32(bytes), 4), little(length(packed), 4), little(length(bytes), 4),
                little(length(file), 2), little(0, 2))
    central <- c(central, charToRaw("PK"), as.raw(1:2), little(20, 2), fields, little(0, 6), little(0, 4),
                 little(length(local), 4), file)
    local <- c(local, charToRaw("PK"), as.raw(3:4), fields, file, packed)
  }
  end <- c(charToRaw("PK"), as.raw(5:6), little(0, 4), little(length(entries), 2), little(length(entries), 2),
           little(length(central), 4), little(length(local), 4), little(0, 2))
  file <- tempfile(fileext = ".npz")
  writeBin(c(local, central, end), file)
  file
}
