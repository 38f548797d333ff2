"""From what an engine gives back to a topic a token, in the order of the corpus."""
import gzip
import sys

import numpy


def from_state(path, corpus):
    """Topics of a state in MALLET's format, gzipped: rows of doc, source, pos, typeindex, type and topic.

    A source may have spaces in it, the last four columns have none. Rows have to be in the order of the corpus.
    """
    words, topics = [], numpy.empty(len(corpus.tokens), dtype=numpy.int32)
    place = 0
    with gzip.open(path, "rt") as file:
        for line in file:
            if line.startswith("#"):
                continue
            _, _, word, topic = line.rsplit(None, 4)[1:]
            if place >= len(topics) or int(word[1:]) != corpus.tokens[place]:
                sys.exit(f"{path.name}: row {place} is of {word}, which is not the corpus's token")
            topics[place] = int(topic)
            place += 1
    if place != len(topics):
        sys.exit(f"{path.name}: {place} of {len(topics)} tokens")
    return topics


def from_documents(pairs, corpus):
    """Topics of an engine that gives words and topics a document, words perhaps in an order of its own.

    @param pairs  a document each: the types of its tokens and their topics, two arrays of its length
    """
    topics = numpy.empty(len(corpus.tokens), dtype=numpy.int32)
    documents = 0
    for (words, given), start, end in zip(pairs, corpus.offsets[:-1], corpus.offsets[1:]):
        here = corpus.tokens[start:end]
        # Tokens of one type in one document may change places: no score tells them apart.
        mine, theirs = numpy.argsort(here, kind="stable"), numpy.argsort(words, kind="stable")
        if not numpy.array_equal(here[mine], numpy.asarray(words)[theirs]):
            sys.exit(f"document {documents} came back with other words")
        topics[start + mine] = numpy.asarray(given)[theirs]
        documents += 1
    if documents != len(corpus.offsets) - 1:
        sys.exit(f"{documents} of {len(corpus.offsets) - 1} documents came back")
    return topics


def drawn(theta, phi, corpus, seed, cells=20_000_000):
    """Topics drawn a token in proportion to p(k | d) p(w | k), for engines that have estimates and no assignments.

    @param theta  documents x topics  @param phi  topics x types  @param cells  probabilities held at once
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
