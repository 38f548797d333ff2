#!/usr/bin/python3
"""Partially collapsed LDA paper, figure 4.1: time per sweep by alpha and beta, sparse AD-LDA and partially collapsed.

The paper: Enron (6.4 million tokens), K = 100, the 1,000th sweep of six runs.

Here: KOS (.46 million tokens), whose documents are as short. CPU time of sweeps 61 to 80 of two runs on one thread.
AD-LDA has one partition. The partially collapsed sampler also runs with the Polya urn, which shows the cost of drawing
Phi.

usage: bench/papers/pclda_sweep_time.py   (about four minutes)
"""
import statistics

import runs
from plans import Command
from settings import LDA, PARTIALLY_COLLAPSED, PARTIALLY_COLLAPSED_URN, ad_lda, run

SCRIPT = "pclda_sweep_time"
WARM, TIMED = runs.size(60, 5), runs.size(20, 5)
PRIORS = runs.size([(.1, .1), (.1, .01), (.01, .1), (.01, .01)], [(.1, .01)])
SEEDS = runs.size([1, 2], [1])
SAMPLERS = {"sparse AD-LDA": ad_lda(1), "partially collapsed": PARTIALLY_COLLAPSED,
            "the same, Polya urn": PARTIALLY_COLLAPSED_URN}


def fit_options(alpha, beta, sampler):
    return {**LDA, "topics": runs.size(100, 5), "alpha": alpha, "beta": beta, **sampler, **run(WARM)}


def plan():
    return {"table": [runs.command_of_corpus("kos"), Command("resume", {"sweeps": WARM + TIMED}),
                      *(Command("fit", fit_options(*prior, sampler)) for prior in PRIORS for sampler in SAMPLERS.values())]}


def milliseconds(folder, label, options, seed):
    """Time per sweep after the counts have become sparse, and the proportions of n_w and n_d above 0."""
    name = f"{options['alpha']}-{options['beta']}-{seed}-{label}".replace(" ", "-").replace(",", "")
    warm = runs.fit(SCRIPT, name, folder, options, seed=seed, threads=1)
    timed = runs.resume(warm, WARM + TIMED)
    last = timed.last()
    return 1000 * timed.cpu_seconds / TIMED, 1 - last["word_topic_zeros"], 1 - last["document_topic_zeros"]


def main():
    folder = runs.corpus("kos")
    rows, times = [], {label: [] for label in SAMPLERS}
    for alpha, beta in PRIORS:
        measured = {label: [] for label in SAMPLERS}
        for seed in SEEDS:
            for label, sampler in SAMPLERS.items():
                measured[label].append(milliseconds(folder, label, fit_options(alpha, beta, sampler), seed))
        base = statistics.mean(time for time, *_ in measured["sparse AD-LDA"])
        for label, found in measured.items():
            time, words, documents = map(statistics.mean, zip(*found))
            times[label].append(time)
            rows.append((alpha, beta, label, f"{time:.1f}", f"{time / base:.2f}", f"{words:.4f}", f"{documents:.4f}"))
    runs.write_table(SCRIPT, "table", "partially collapsed is slower than sparse AD-LDA only at alpha = .1, beta = .01",
                     ["alpha", "beta", "sampler", "ms per sweep", "ratio to AD-LDA", "n_w > 0", "n_d > 0"], rows)
    runs.figure(SCRIPT, "figure", [("KOS, K = 100", "(alpha, beta)", "CPU ms per sweep",
                                    [(label, list(map(str, PRIORS)), ys) for label, ys in times.items()])], 1)


if __name__ == "__main__":
    runs.main(SCRIPT, plan, main)
