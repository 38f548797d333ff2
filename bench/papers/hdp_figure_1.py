#!/usr/bin/python3
"""Sparse parallel HDP paper, figure 1 and table 2: five samplers, each started from one topic.

The figure shows log posterior, topics in use, tokens per topic and time per sweep. The samplers are the paper's
Algorithm 2 (doubly sparse, Polya urn, stick-breaking weights, flag topic 1,000), the partially collapsed sampler with
exact draws of Phi and no flag topic, direct assignment, sub-cluster split-merge, and ours, block-collapsed. None of them
learns hyperparameters or moves whole tables.

The paper: AP (without MALLET's stop words and words with fewer than 10 tokens), CGCBIB, NeurIPS and PubMed; five runs,
8 to 20 threads, 100,000 sweeps on AP; sub-cluster on NeurIPS only. Here: AP (distributed without its own stop words)
and KOS, words with fewer than 10 tokens dropped, five runs of SECONDS CPU seconds per sampler.

usage: bench/papers/hdp_figure_1.py [SECONDS [CORPUS...]]   (default 25, ap and kos: twenty minutes in total)
"""
import statistics

import runs
from plans import Command
from settings import BLOCK_COLLAPSED, DIRECT_ASSIGNMENT, HDP, PARTIALLY_COLLAPSED, SUB_CLUSTER, algorithm_2, run

SCRIPT = "hdp_figure_1"
SAMPLERS = {
    "Algorithm 2": algorithm_2(runs.size(1000, 20)),
    "exact Phi": PARTIALLY_COLLAPSED,
    "direct assignment": DIRECT_ASSIGNMENT,
    "sub-cluster": SUB_CLUSTER,
    "block-collapsed": BLOCK_COLLAPSED,
}
FITS = {label: {**HDP, "topics": 1, **sampler, **run(runs.SWEEPS_FOR)} for label, sampler in SAMPLERS.items()}
SECONDS, CORPORA, SEEDS = 25, ["ap", "kos"], runs.size(5, 2)
NOTE = ("AP, 100,000 sweeps: direct assignment is slower than Algorithm 2, ends at a slightly higher log posterior and "
        "has more topics (about 375 with 100 tokens or more, Algorithm 2 about 220, by the ranks in appendix C). "
        "NeurIPS: sub-cluster is far slower than Algorithm 2, and its sweeps become slower with each topic. AP, "
        "Algorithm 2: 137 ms per sweep on 8 threads (table 2)")


def plan(seconds=SECONDS, *names):
    return {f"table-{name}": [runs.command_of_corpus(name),
                              *(Command("fit", options, float(seconds)) for options in FITS.values())]
            for name in names or CORPORA}


def fits_of(name, seconds):
    """{sampler: fits of its seeds}"""
    return {label: runs.by_seed(lambda seed: runs.fit_for(
        seconds, SCRIPT, f"{name}-{label}-{seed}".replace(" ", "-").lower(), runs.corpus(name), options, seed), SEEDS)
        for label, options in FITS.items()}


def time_of_sweeps(trace):
    """CPU milliseconds per sweep between rows of the trace, at about twenty points. @returns {sweep: time}"""
    step = max(1, len(trace["sweep"]) // 20)
    sweeps, seconds = trace["sweep"][::step], trace["cpu"][::step]
    return {t: 1000 * (b - a) / (t - s) for a, b, s, t in zip(seconds, seconds[1:], sweeps, sweeps[1:])}


def panels_of(name, traces, sizes):
    log = {"xscale": "log"}
    for title, column in (("log p(w, z | Psi)", "lp__"), ("topics in use", "topics")):
        for x_label, x in (("sweep", "sweep"), ("CPU seconds", "cpu")):
            yield f"{name}: {title}", x_label, title, [runs.curve(label, t, x, column) for label, t in traces.items()], log
    yield (f"{name}: tokens per topic", "topic, by size", "tokens",
           [runs.curve(label, of_seeds, lambda s: range(1, len(s) + 1), list) for label, of_seeds in sizes.items()], {"yscale": "log"})
    times = {label: [time_of_sweeps(trace) for trace in of_seeds] for label, of_seeds in traces.items()}
    yield (f"{name}: time per sweep", "sweep", "CPU ms per sweep",
           [runs.curve(label, t, dict.keys, dict.values) for label, t in times.items()], {"xscale": "log", "yscale": "log"})


def median_and_range(values):
    """Of one number per seed."""
    return f"{statistics.median(values):.0f} ({min(values):.0f} to {max(values):.0f})"


def row_of(name, label, traces, sizes):
    return (name, label, f"{statistics.median(runs.last_of(traces, 'sweep')):.0f}",
            f"{statistics.median(1000 * t['cpu'][-1] / t['sweep'][-1] for t in traces):.1f}",
            *(median_and_range(runs.last_of(traces, column)) for column in ("lp__", "word_part", "topics")),
            median_and_range([sum(s >= 100 for s in of_seed) for of_seed in sizes]), median_and_range([s[0] for s in sizes]))


def main(seconds=SECONDS, *names):
    for name in names or CORPORA:
        fits = fits_of(name, float(seconds))
        traces = {label: [fit.trace() for fit in of_seeds] for label, of_seeds in fits.items()}
        sizes = {label: [fit.topic_sizes() for fit in of_seeds] for label, of_seeds in fits.items()}
        runs.write_table(SCRIPT, f"table-{name}", NOTE,
                         ["corpus", "sampler", "sweeps", "ms per sweep", "log p(w, z | Psi)", "word part", "topics",
                          "topics with 100 tokens or more", "tokens of the largest topic"],
                         [row_of(name, label, traces[label], sizes[label]) for label in SAMPLERS])
        runs.figure(SCRIPT, f"figure-{name}", list(panels_of(name, traces, sizes)))


if __name__ == "__main__":
    runs.main(SCRIPT, plan, main)
