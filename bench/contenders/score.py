"""Scores of topic assignments, computed independently of every engine.

Tokens, documents and topics are integers from 0 in arrays of shape (N,), with one entry per token. All scores are
natural logarithms for the whole corpus; per_token divides them by the number of tokens.
"""
import numpy
from scipy.special import digamma, gammaln

SWEEPS = 100  # over the observed tokens of a new document; the second half counts


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


def most_probable_beta(tokens, topics, types, tolerance=1e-6, most=1000):
    """The beta that maximizes p(w | z, beta) for V types, by Minka's fixed point (2000).

    beta becomes beta sum_kw (digamma(beta + n_kw) - digamma(beta))
                      / (V sum_k (digamma(V beta + n_k) - digamma(V beta))).
    It ends when a step changes beta by less than `tolerance` of it, or after `most` steps.
    """
    _, _, counts = pair_counts(topics, tokens, types)
    counts, pairs = numpy.unique(counts, return_counts=True)
    sizes, number = numpy.unique(numpy.bincount(topics), return_counts=True)
    beta = .1
    for _ in range(most):
        above = (pairs * (digamma(beta + counts) - digamma(beta))).sum()
        below = types * (number * (digamma(types * beta + sizes) - digamma(types * beta))).sum()
        last, beta = beta, beta * above / below
        if abs(beta - last) < tolerance * last:
            break
    return beta


def most_probable_alpha(documents, topics, number, tolerance=1e-6, most=1000):
    """The weights alpha of K topics, shape (K,), that maximize p(z | alpha), by Minka's fixed point.

    alpha_k becomes alpha_k sum_d (digamma(alpha_k + m_dk) - digamma(alpha_k)) / sum_d (digamma(A + m_d) - digamma(A)),
    where A is the sum of all weights. Topics without tokens have weight 0. It ends when no step changes a weight by
    more than `tolerance` of it, or after `most` steps.
    """
    _, topic_of, counts = pair_counts(documents, topics, number)
    topic_of, counts, times = pair_counts(topic_of, counts, counts.max() + 1)  # documents per topic and count
    lengths, repeated = numpy.unique(numpy.bincount(documents), return_counts=True)
    alpha = numpy.bincount(topics, minlength=number) / len(topics)
    for _ in range(most):
        weight, total = alpha[topic_of], alpha.sum()
        above = numpy.bincount(topic_of, times * (digamma(weight + counts) - digamma(weight)), minlength=number)
        below = (repeated * (digamma(total + lengths) - digamma(total))).sum()
        last, alpha = alpha, alpha * above / below
        if (numpy.abs(alpha - last) <= tolerance * last).all():
            break
    return alpha


def proportions(observed, phi, alpha, cells=2_000_000):
    """Topic proportions of new documents given phi and alpha, from their observed tokens, shape (documents, K).

    Topics of tokens are drawn by SWEEPS sweeps of collapsed Gibbs sampling. The mean of theta_dk given the topics is
    (m_dk + alpha_k) / (m_d + A), where A is the sum of alpha. The result is the mean of that over the second half of
    the sweeps. The random numbers are always the same.
    @param observed  a corpus  @param phi  topics x types  @param alpha  weights of the topics, shape (K,), above 0
    @param cells  probabilities in memory at once
    """
    by_type, random = numpy.ascontiguousarray(phi.T), numpy.random.default_rng(1)
    lengths = numpy.diff(observed.offsets)
    longest_first = numpy.argsort(-lengths, kind="stable")
    theta, step = numpy.empty((len(lengths), len(alpha))), max(1, cells // len(alpha))
    for start in range(0, len(lengths), step):
        part = longest_first[start:start + step]
        words = numpy.zeros((lengths[part[0]], len(part)), dtype=numpy.int64)  # at each position, of all documents
        for place, document in enumerate(part):
            words[:lengths[document], place] = observed.tokens[slice(*observed.offsets[document:document + 2])]
        theta[part] = mean_proportions(words, lengths[part], by_type, alpha, random)
    return theta


def mean_proportions(words, lengths, by_type, alpha, random):
    """The same for documents sorted by decreasing length. Draws one position of all documents at once.

    The first sweep starts without topics and adds one position after the other.
    @param words  types, shape (positions, documents)  @param by_type  types x topics
    """
    reach = [numpy.arange((lengths > position).sum()) for position in range(len(words))]
    weights = numpy.tile(alpha, (len(lengths), 1))  # m_dk + alpha_k, without the token that is drawn
    topics, total = numpy.zeros_like(words), numpy.zeros_like(weights)
    for sweep in range(SWEEPS):
        for position, rows in enumerate(reach):
            here = topics[position, :len(rows)]  # a view
            if sweep > 0:
                weights[rows, here] -= 1
            sums = numpy.cumsum(weights[:len(rows)] * by_type[words[position, :len(rows)]], axis=1)
            threshold = random.random(len(rows)) * sums[:, -1]
            here[:] = numpy.minimum((sums <= threshold[:, None]).sum(axis=1), len(alpha) - 1)
            weights[rows, here] += 1
        if sweep >= SWEEPS // 2:
            total += weights
    return total / total.sum(axis=1, keepdims=True)


def held_out(split, topics, smallest=1e-6):
    """How well the topics of the training tokens predict the held-out tokens of new documents.

    The score depends on the topics alone: alpha and beta are those under which they are most probable, whatever the
    engine had. Topics of weight up to `smallest` are left out of the new documents.
    @returns the score in nats per held-out token, the number of topics in use, the sum of alpha, and beta
    """
    used, topics = numpy.unique(topics, return_inverse=True)
    training, number = split.training, len(used)
    beta = most_probable_beta(training.tokens, topics, training.types)
    alpha = most_probable_alpha(training.documents(), topics, number)
    kept = alpha > smallest
    phi = topic_words(training.tokens, topics, number, training.types, beta)[kept]
    theta = proportions(split.observed, phi, alpha[kept])
    found = completion(theta, phi, split.held_out_documents, split.held_out)
    return {"score": float(found), "used": number, "alpha": float(alpha.sum()), "beta": float(beta)}


def check_length(topics, corpus, job):
    if len(topics) != len(corpus.tokens):
        raise SystemExit(f"{job['variant']}: topics of {len(topics)} tokens, expected {len(corpus.tokens)}")


def per_token(corpus, topics, job):
    """The score of a fit's assignment, in nats per token. @param job  has task, alpha, beta, and topics or gamma"""
    tokens, documents = corpus.tokens, corpus.documents()
    check_length(topics, corpus, job)
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
