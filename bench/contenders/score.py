"""Scores of topic assignments, computed independently of every engine.

Tokens, documents and topics are integers from 0 in arrays of shape (N,), with one entry per token. All scores are
natural logarithms for the whole corpus; per_token divides them by the number of tokens.
"""
import numpy
from scipy.special import digamma, gammaln


def pair_counts(first, second, seconds):
    """Counts pairs of integers.

    @param seconds  an upper bound of `second`: one more than its largest value
    @returns the distinct pairs as two arrays, and their counts, each of shape (pairs,)
    """
    keys, counts = numpy.unique(first.astype(numpy.int64) * seconds + second, return_counts=True)
    return keys // seconds, keys % seconds, counts


def log_words(tokens, topics, types, beta):
    """log p(w | z, beta) for V types, with word probabilities integrated out (Griffiths & Steyvers 2004)."""
    sizes = numpy.bincount(topics)
    _, _, counts = pair_counts(topics, tokens, types)
    of_topics = gammaln(types * beta) - gammaln(types * beta + sizes)
    return of_topics.sum() + (gammaln(beta + counts) - gammaln(beta)).sum()


def log_topics(documents, topics, number, alpha):
    """log p(z | alpha) for K topics with weight alpha each, with the topic proportions integrated out."""
    lengths = numpy.bincount(documents)
    _, _, counts = pair_counts(documents, topics, number)
    of_documents = gammaln(number * alpha) - gammaln(number * alpha + lengths)
    return of_documents.sum() + (gammaln(alpha + counts) - gammaln(alpha)).sum()


def lda(tokens, documents, topics, types, number, alpha, beta):
    """log p(w, z | alpha, beta) of LDA with K topics."""
    return log_words(tokens, topics, types, beta) + log_topics(documents, topics, number, alpha)


def global_weights(topic_of, counts, number, alpha, gamma, tolerance=1e-8, most=500):
    """The HDP's global weights psi of the K topics in use, shape (K,): the fixed point of the expected tables.

    Given psi, a document with n tokens of topic k has alpha psi_k (digamma(alpha psi_k + n) - digamma(alpha psi_k))
    tables of this topic on average. Given m_k tables of topic k and m tables in total, the mean of psi_k is
    m_k / (m + gamma). The weights sum to less than 1; the rest is the weight of all topics that are not in use.
    """
    tables = numpy.bincount(topic_of, minlength=number).astype(float)
    weights = tables / (tables.sum() + gamma)
    for _ in range(most):
        weight = alpha * weights[topic_of]
        expected = weight * (digamma(weight + counts) - digamma(weight))
        tables = numpy.bincount(topic_of, weights=expected, minlength=number)
        last, weights = weights, tables / (tables.sum() + gamma)
        if numpy.abs(weights - last).max() < tolerance:
            break
    return weights


def hdp(tokens, documents, topics, types, alpha, beta, gamma):
    """log p(w | z, beta) + log p(z | alpha, psi), psi from global_weights; alpha is the concentration of a document."""
    used, topics = numpy.unique(topics, return_inverse=True)
    _, topic_of, counts = pair_counts(documents, topics, len(used))
    weight = alpha * global_weights(topic_of, counts, len(used), alpha, gamma)[topic_of]
    lengths = numpy.bincount(documents)
    of_documents = (gammaln(alpha) - gammaln(alpha + lengths)).sum()
    return log_words(tokens, topics, types, beta) + of_documents + (gammaln(weight + counts) - gammaln(weight)).sum()


def topic_words(tokens, topics, number, types, beta):
    """The posterior mean of the topics' word probabilities given z, shape (K, V): (n_kw + beta) / (n_k + V beta)."""
    keys = topics.astype(numpy.int64) * types + tokens
    counts = numpy.bincount(keys, minlength=number * types).reshape(number, types)
    return (counts + beta) / (counts.sum(axis=1, keepdims=True) + types * beta)


def completion(theta, phi, documents, tokens, cells=20_000_000):
    """Document completion: how well topic proportions, inferred from the observed tokens, predict held-out tokens.

    @param theta  documents x topics  @param phi  topics x types
    @param documents, tokens  the held-out tokens  @param cells  probabilities in memory at once
    @returns the mean of log sum_k theta_dk phi_kw, in nats per token
    """
    by_type, total = numpy.ascontiguousarray(phi.T), 0.
    step = max(1, cells // theta.shape[1])
    for start in range(0, len(tokens), step):
        part = slice(start, start + step)
        total += numpy.log((theta[documents[part]] * by_type[tokens[part]]).sum(axis=1)).sum()
    return total / len(tokens)


def per_token(corpus, topics, job):
    """The score of a fit's assignment, in nats per token. @param job  has task, alpha, beta, and topics or gamma"""
    tokens, documents = corpus.tokens, corpus.documents()
    if len(topics) != len(tokens):
        raise SystemExit(f"{job['variant']}: topics of {len(topics)} tokens, expected {len(tokens)}")
    if job["task"] == "lda":
        if topics.min() < 0 or topics.max() >= job["topics"]:
            expected = f"expected 0 to {job['topics'] - 1}"
            raise SystemExit(f"{job['variant']}: topics from {topics.min()} to {topics.max()}, {expected}")
        total = lda(tokens, documents, topics, corpus.types, job["topics"], job["alpha"], job["beta"])
    else:
        total = hdp(tokens, documents, topics, corpus.types, job["alpha"], job["beta"], job["gamma"])
    return total / len(tokens)


def at_time(points, seconds):
    """The score at a time, interpolated between two stages, linearly in the logarithm of time; None outside of them.

    The last stage also counts for slightly later times, because a run ends at nine tenths of its last time or later.
    @param points  (seconds, score), sorted by seconds
    """
    if not points or seconds < points[0][0] or .9 * seconds > points[-1][0]:
        return None
    return float(numpy.interp(numpy.log(seconds), numpy.log([point[0] for point in points]),
                              [point[1] for point in points]))
