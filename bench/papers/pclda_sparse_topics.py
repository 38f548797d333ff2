#!/usr/bin/python3
"""Partially collapsed LDA paper, table 6 and figure B.1: the spike-and-slab prior's share of zeros in Phi, and the log
posterior, by pi.

The paper: PubMed 10% and NIPS, K = 100, 20,000 sweeps, the share of the last 1,000. Here: AP and KOS, 300 sweeps, the
share expected given the topics of each of twenty draws of the last 150.

usage: bench/papers/pclda_sparse_topics.py [CORPUS...]   (ap, kos; about three minutes each)
"""
import sys

import numpy as np
from scipy.special import gammaln

import runs

SCRIPT = "pclda_sparse_topics"
BETA = .01
PAPER = {.1: (.879, .877), .5: (.492, .501), 1: (0, 0)}


def expected_zeros(counts, pi):
    """The share of types that a topic with these counts lacks, given them: docs/theory/lda.md, equation 4a."""
    if pi == 1:
        return 0.
    n_types, active, tokens = len(counts), np.count_nonzero(counts), counts.sum()
    s = np.arange(0 if active else 1, n_types - active + 1)
    rest = n_types - active - s
    log_p = (-gammaln(s + 1) - gammaln(rest + 1) + s * np.log(pi) + rest * np.log1p(-pi)
             + gammaln((active + s) * BETA) - gammaln(tokens + (active + s) * BETA))
    p = np.exp(log_p - log_p.max())
    return float(p @ rest / p.sum() / n_types)


def zeros_of(fit, folder, topics, pi):
    """The mean of expected_zeros over topics and kept draws."""
    words = np.load(folder / "tokens.npy").astype(np.int64)
    n_types = len((folder / "vocabulary.txt").read_text().splitlines())
    shares = []
    for path in sorted((fit.folder / "draws").glob("chain-1-*.npz")):
        z = np.load(path)["z"].astype(np.int64)
        counts = np.bincount(z * n_types + words, minlength=topics * n_types).reshape(topics, n_types)
        shares += [expected_zeros(row, pi) for row in counts]
    return np.mean(shares)


def main():
    panels, rows = [], []
    topics = runs.size(100, 5)
    for name in sys.argv[1:] or ["ap", "kos"]:
        folder = runs.corpus(name)
        lines = []
        for pi in PAPER:
            prior = ["--phi", "spike-slab", "--pi", pi] if pi < 1 else ["--phi", "dirichlet"]
            fit = runs.fit(SCRIPT, f"{name}-{pi}", folder, "--topics", topics, *prior, "--z", "auto", "--sweeps",
                           runs.size(300, 20), "--keep", 20)
            t = fit.trace()
            lines.append((f"pi = {pi}", t["sweep"][1:], t["lp__"][1:]))
            rows.append((name, topics, pi, f"{zeros_of(fit, folder, topics, pi):.3f}", *PAPER[pi],
                         f"{t['word_topic_zeros'][-1]:.3f}", f"{t['lp__'][-1]:.0f}"))
        panels.append((f"{name}, K = {topics}", "sweep", "log p(w, z)", lines))
    runs.write_table(SCRIPT, "table", "figure B.1 has curves alone: the smaller pi, the higher the log posterior",
                     ["corpus", "K", "pi", "zeros in Phi", "paper: PubMed 10%", "paper: NIPS", "zeros in n_w",
                      "log p(w, z | pi)"], rows)
    runs.figure(SCRIPT, "figure", panels)


if __name__ == "__main__":
    main()
