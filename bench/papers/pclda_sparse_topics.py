#!/usr/bin/python3
"""Partially collapsed LDA paper, table 6 and figure B.1: zeros in Phi under the spike-and-slab prior, by pi.

The table gives the proportion of zeros and the log posterior.

The paper: PubMed 10% and NIPS, K = 100, 20,000 sweeps, the proportion in the last 1,000. Here: AP and KOS, 300 sweeps,
the expected proportion given the topics, averaged over twenty draws of the last 150 sweeps.

usage: bench/papers/pclda_sparse_topics.py [CORPUS...]   (default ap and kos: about three minutes each)
"""
import numpy as np
from scipy.special import gammaln, xlog1py, xlogy

import runs
from plans import Command
from settings import LDA, PARTIALLY_COLLAPSED, run, spike_slab

SCRIPT = "pclda_sparse_topics"
BETA = .01
PAPER = {.1: (.879, .877), .5: (.492, .501), 1: (0, 0)}
CORPORA, TOPICS = ["ap", "kos"], runs.size(100, 5)
FIT = {**LDA, "beta": BETA, "topics": TOPICS, **run(runs.size(20_000, 20), keep=20)}
FITS = {pi: {**FIT, **(spike_slab(pi) if pi < 1 else {**PARTIALLY_COLLAPSED, "z": "auto"})} for pi in PAPER}


def given_counts(counts, pi):
    """Expectations over a topic's active types, by equation 4a of docs/theory/lda.md.

    @returns the proportion of inactive types, and the log probability of the topic's tokens given the active types
    """
    n_types, present, tokens = len(counts), counts[counts > 0], counts.sum()
    s = np.arange(0 if tokens else 1, n_types - len(present) + 1) if pi < 1 else np.array([n_types - len(present)])
    active, rest = len(present) + s, n_types - len(present) - s
    log_tokens = gammaln(active * BETA) - gammaln(tokens + active * BETA)
    log_p = log_tokens - gammaln(s + 1) - gammaln(rest + 1) + xlogy(s, pi) + xlog1py(rest, -pi)
    p = np.exp(log_p - log_p.max())
    p /= p.sum()
    return p @ rest / n_types, p @ log_tokens + np.sum(gammaln(present + BETA) - gammaln(BETA))


def of_state(path, folder, topics, pi):
    """given_counts for a saved state: the mean proportion over topics, and the sum of the log probabilities."""
    words, z = np.load(folder / "tokens.npy").astype(np.int64), np.load(path)["z"].astype(np.int64)
    n_types = len((folder / "vocabulary.txt").read_text().splitlines())
    counts = np.bincount(z * n_types + words, minlength=topics * n_types).reshape(topics, n_types)
    proportions, logs = zip(*(given_counts(row, pi) for row in counts))
    return np.mean(proportions), sum(logs)


def plan(*names):
    return {"table": [*map(runs.command_of_corpus, names or CORPORA),
                      *(Command("fit", options) for options in FITS.values())]}


def main(*names):
    panels, rows, topics = [], [], TOPICS
    for name in names or CORPORA:
        folder = runs.corpus(name)
        lines = []
        for pi, options in FITS.items():
            fit = runs.fit(SCRIPT, f"{name}-{pi}", folder, options)
            t, last = fit.trace(), fit.last()
            zeros = np.mean([of_state(path, folder, topics, pi)[0] for path in (fit.folder / "draws").glob("*.npz")])
            _, log_words = of_state(fit.folder / "checkpoint/chain-1.npz", folder, topics, pi)
            lines.append((f"pi = {pi}", t["sweep"][1:], t["lp__"][1:]))
            rows.append((name, topics, pi, f"{zeros:.3f}", *PAPER[pi], f"{last['word_topic_zeros']:.3f}",
                         f"{last['lp__']:.0f}", f"{last['lp__'] - last['word_part'] + log_words:.0f}"))
        panels.append((f"{name}, K = {topics}", "sweep", "log p(w, z)", lines))
    runs.write_table(SCRIPT, "table", "figure B.1 has curves only: the log posterior is higher for smaller pi",
                     ["corpus", "K", "pi", "zeros in Phi", "paper: PubMed 10%", "paper: NIPS", "zeros in n_w",
                      "log p(w, z | pi)", "log p(w, z | active)"], rows)
    runs.figure(SCRIPT, "figure", panels)


if __name__ == "__main__":
    runs.main(SCRIPT, plan, main)
