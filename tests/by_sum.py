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


def seatings(words, phi, psi, concentration, discount, tables=()):
    """Every seating of a document's tokens at tables with topics (Teh 2006, section 3): its tables as (topic, tokens), and
    p(words, seating). Customer after customer."""
    if not words:
        yield tables, 1.0
        return
    *before, last = words
    for seated, p in seatings(before, phi, psi, concentration, discount):
        n = len(before)
        of_all = concentration + n if n else 1
        for t, (k, tokens) in enumerate(seated):
            more = (*seated[:t], (k, tokens + 1), *seated[t + 1:])
            yield more, p * (tokens - discount) / of_all * phi[k, last]
        fresh = (concentration + discount * len(seated)) / of_all if n else 1
        for k in range(len(psi)):
            yield (*seated, (k, 1)), p * fresh * psi[k] * phi[k, last]


def seated_shares(words, phi, psi, concentration, discount):
    """E(theta_k) of a document with a discount, and log p(words)."""
    total, mean = 0, np.zeros(len(psi))
    for tables, p in seatings(list(words), phi, psi, concentration, discount):
        n = len(words)
        theta = psi.copy()
        if n:
            theta *= (concentration + discount * len(tables)) / (concentration + n)
            for k, tokens in tables:
                theta[k] += (tokens - discount) / (concentration + n)
        total, mean = total + p, mean + p * theta
    return mean / total, np.log(total)
