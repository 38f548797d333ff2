"""What a document's words say of its topics under known ones, by adding up all K^N assignments of its tokens."""
import itertools

import numpy as np
from scipy.special import gammaln


def phi_and_prior(fit, rest=None):
    """Phi, K x V, and the weights a_k of a planted fit (fits.Planted); with `rest`, the weight of an HDP's further topics."""
    n = fit.topic_word
    phi = (n + fit.beta) / (n.sum(1, keepdims=True) + n.shape[1] * fit.beta)
    if rest is None:
        return phi, fit.prior
    return np.vstack([phi, np.full(phi.shape[1], 1 / phi.shape[1])]), np.append(fit.prior, rest)


def weigh(words, phi, prior):
    """Every assignment's counts m_k, and log p(words, assignment)."""
    z = np.array(list(itertools.product(range(len(prior)), repeat=len(words))), int)
    words = np.array(words, int)
    m = np.stack([(z == k).sum(1) for k in range(len(prior))], 1)
    log_p = np.log(phi[z, words]).sum(1) + (gammaln(prior + m) - gammaln(prior)).sum(1)
    return m, log_p + gammaln(prior.sum()) - gammaln(prior.sum() + len(words))


def log_likelihood(words, phi, prior):
    return np.logaddexp.reduce(weigh(words, phi, prior)[1])


def shares(words, phi, prior):
    """E(theta_k) and E(theta_k^2)."""
    m, log_p = weigh(words, phi, prior)
    p = np.exp(log_p - np.logaddexp.reduce(log_p))[:, None]
    a, total = m + prior, len(words) + prior.sum()
    return (p * a / total).sum(0), (p * a * (a + 1) / (total * (total + 1))).sum(0)


def completion(seen, held, phi, prior):
    """P(w | seen words) of each held word."""
    return shares(seen, phi, prior)[0] @ phi[:, held]
