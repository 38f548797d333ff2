"""Converts an engine's output to one topic per token, in the order of the corpus."""
import gzip
import sys

import numpy


def from_state(path, corpus):
    """Reads topics from a gzipped state in MALLET's format: rows of doc, source, pos, typeindex, type and topic.

    The source may contain spaces, the last four columns may not. Rows must be in the order of the corpus.
    """
    words, topics = [], numpy.empty(len(corpus.tokens), dtype=numpy.int32)
    row = 0
    with gzip.open(path, "rt") as file:
        for line in file:
            if line.startswith("#"):
                continue
            _, _, word, topic = line.rsplit(None, 4)[1:]
            if row >= len(topics) or int(word[1:]) != corpus.tokens[row]:
                sys.exit(f"{path.name}: row {row} has word {word}, which is not the corpus's token at this position")
            topics[row] = int(topic)
            row += 1
    if row != len(topics):
        sys.exit(f"{path.name}: {row} tokens, expected {len(topics)}")
    return topics


def from_documents(pairs, corpus):
    """Topics from an engine that returns words and topics per document, maybe in another word order.

    @param pairs  for each document: the types of its tokens and their topics, two arrays of the document's length
    """
    topics = numpy.empty(len(corpus.tokens), dtype=numpy.int32)
    documents = 0
    for (words, word_topics), start, end in zip(pairs, corpus.offsets[:-1], corpus.offsets[1:]):
        here = corpus.tokens[start:end]
        # Tokens of the same type in the same document are interchangeable: they do not change any score.
        mine, theirs = numpy.argsort(here, kind="stable"), numpy.argsort(words, kind="stable")
        if not numpy.array_equal(here[mine], numpy.asarray(words)[theirs]):
            sys.exit(f"document {documents}: the engine returned other words than the corpus has")
        topics[start + mine] = numpy.asarray(word_topics)[theirs]
        documents += 1
    if documents != len(corpus.offsets) - 1:
        sys.exit(f"the engine returned {documents} documents, expected {len(corpus.offsets) - 1}")
    return topics


def draw_topics(theta, phi, corpus, seed, cells=20_000_000):
    """Draws a topic for each token in proportion to p(k | d) p(w | k), for engines with estimates but no assignments.

    @param theta  documents x topics  @param phi  topics x types  @param cells  probabilities in memory at once
    """
    random = numpy.random.default_rng(seed)
    by_type = numpy.ascontiguousarray(phi.T)
    documents, topics = corpus.documents(), numpy.empty(len(corpus.tokens), dtype=numpy.int32)
    step = max(1, cells // theta.shape[1])
    for start in range(0, len(topics), step):
        part = slice(start, start + step)
        sums = numpy.cumsum(theta[documents[part]] * by_type[corpus.tokens[part]], axis=1)
        threshold = random.random(len(sums)) * sums[:, -1]
        topics[part] = numpy.minimum((sums <= threshold[:, None]).sum(axis=1), theta.shape[1] - 1)
    return topics
