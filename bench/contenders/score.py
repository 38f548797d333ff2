"""How good an assignment of topics to tokens is, by formulas that no engine has a part in.

Tokens, documents and topics are whole numbers from 0, one entry a token, in arrays of shape (N,). All scores are
natural logarithms of the whole corpus; per_token divides them.
"""
import numpy
from scipy.special import digamma, gammaln


def pair_counts(first, second, seconds):
    """How often pairs occur. @param seconds  one more than the largest of the second
    @returns the distinct first ones, second ones and their counts, each of shape (pairs,)"""
    keys, counts = numpy.unique(first.astype(numpy.int64) * seconds + second, return_counts=True)
    return keys // seconds, keys % seconds, counts


def log_words(tokens, topics, types, beta):
    """log p(w | z, beta) of V types, the topics' word probabilities integrated out (Griffiths & Steyvers 2004)."""
    sizes = numpy.bincount(topics)
    _, _, counts = pair_counts(topics, tokens, types)
    of_topics = gammaln(types * beta) - gammaln(types * beta + sizes)
    return of_topics.sum() + (gammaln(beta + counts) - gammaln(beta)).sum()


def log_topics(documents, topics, number, alpha):
    """log p(z | alpha) of K topics with the same weight alpha each, the documents' shares integrated out."""
    lengths = numpy.bincount(documents)
    _, _, counts = pair_counts(documents, topics, number)
    of_documents = gammaln(number * alpha) - gammaln(number * alpha + lengths)
    return of_documents.sum() + (gammaln(alpha + counts) - gammaln(alpha)).sum()


def lda(tokens, documents, topics, types, number, alpha, beta):
    """log p(w, z | alpha, beta) of LDA with K topics."""
    return log_words(tokens, topics, types, beta) + log_topics(documents, topics, number, alpha)


def global_weights(topic_of, counts, number, alpha, gamma, tolerance=1e-8, most=500):
    """The HDP's global weights psi of K topics in use, shape (K,): the fixed point of expected tables.

    Given psi, a document with n tokens of topic k has alpha psi_k (digamma(alpha psi_k + n) - digamma(alpha psi_k))
    tables of it on average; given m_k tables in all, psi_k is on average m_k / (m + gamma). What is missing to 1 is
    the share of the topics that nobody uses.
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
    """log p(w | z, beta) + log p(z | alpha, psi), with psi from global_weights; alpha is a document's concentration."""
    used, topics = numpy.unique(topics, return_inverse=True)
    _, topic_of, counts = pair_counts(documents, topics, len(used))
    weight = alpha * global_weights(topic_of, counts, len(used), alpha, gamma)[topic_of]
    lengths = numpy.bincount(documents)
    of_documents = (gammaln(alpha) - gammaln(alpha + lengths)).sum()
    return log_words(tokens, topics, types, beta) + of_documents + (gammaln(weight + counts) - gammaln(weight)).sum()


def topic_words(tokens, topics, number, types, beta):
    """The posterior means of K topics' word probabilities given z, shape (K, V): (n_kw + beta) / (n_k + V beta)."""
    keys = topics.astype(numpy.int64) * types + tokens
    counts = numpy.bincount(keys, minlength=number * types).reshape(number, types)
    return (counts + beta) / (counts.sum(axis=1, keepdims=True) + types * beta)


def completion(theta, phi, documents, tokens, cells=20_000_000):
    """How well held tokens of documents are foretold by shares of topics found from their other tokens, in nats a
    token: the mean of log sum_k theta_dk phi_kw.

    @param theta  documents x topics  @param phi  topics x types  @param cells  probabilities held at once
    """
    by_type, total = numpy.ascontiguousarray(phi.T), 0.
    step = max(1, cells // theta.shape[1])
    for start in range(0, len(tokens), step):
        part = slice(start, start + step)
        total += numpy.log((theta[documents[part]] * by_type[tokens[part]]).sum(axis=1)).sum()
    return total / len(tokens)


def per_token(corpus, topics, job):
    """The score of a task's assignment, in nats a token. @param job  with task, alpha, beta and topics, or gamma"""
    tokens, documents = corpus.tokens, corpus.documents()
    if len(topics) != len(tokens):
        raise SystemExit(f"{job['variant']}: {len(topics)} topics of {len(tokens)} tokens")
    if job["task"] == "lda":
        if topics.min() < 0 or topics.max() >= job["topics"]:
            raise SystemExit(f"{job['variant']}: topics from {topics.min()} to {topics.max()}, of {job['topics']}")
        total = lda(tokens, documents, topics, corpus.types, job["topics"], job["alpha"], job["beta"])
    else:
        total = hdp(tokens, documents, topics, corpus.types, job["alpha"], job["beta"], job["gamma"])
    return total / len(tokens)


def at_time(points, seconds):
    """The score at a time, on the straight line between two states by the logarithm of the time; None outside them.

    The last state counts up to a tenth of its time later, for a run ends within a tenth of its last time.
    @param points  (seconds, score), by seconds
    """
    if not points or seconds < points[0][0] or .9 * seconds > points[-1][0]:
        return None
    return float(numpy.interp(numpy.log(seconds), numpy.log([point[0] for point in points]),
                              [point[1] for point in points]))
