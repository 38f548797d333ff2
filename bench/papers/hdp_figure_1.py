#!/usr/bin/python3
"""Sparse parallel HDP paper, figure 1 and table 2: five samplers, each started from one topic.

The figure shows log posterior, topics in use, tokens per topic and time per sweep. The samplers are the paper's
Algorithm 2 (doubly sparse, Polya urn, stick-breaking weights, flag topic 1,000), the partially collapsed sampler with
exact draws of Phi and no flag topic, direct assignment, sub-cluster split-merge, and ours, block-collapsed. None of them
learns hyperparameters or moves whole tables.

The paper: AP (without MALLET's stop words and words with fewer than 10 tokens), CGCBIB, NeurIPS and PubMed; five runs,
8 to 20 threads, 100,000 sweeps on AP; sub-cluster on NeurIPS only. Here: AP (distributed without its own stop words)
and KOS, words with fewer than 10 tokens dropped, one run of SECONDS CPU seconds per sampler.

usage: bench/papers/hdp_figure_1.py [SECONDS [CORPUS...]]   (default 25, ap and kos: four minutes in total)
"""
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
SECONDS, CORPORA = 25, ["ap", "kos"]
NOTE = ("AP, 100,000 sweeps: direct assignment is slower than Algorithm 2, ends at a slightly higher log posterior and "
        "has more topics (about 375 with 100 tokens or more, Algorithm 2 about 220, by the ranks in appendix C). "
        "NeurIPS: sub-cluster is far slower than Algorithm 2, and its sweeps become slower with each topic. AP, "
        "Algorithm 2: 137 ms per sweep on 8 threads (table 2)")


def plan(seconds=SECONDS, *names):
    return {f"table-{name}": [runs.command_of_corpus(name),
                              *(Command("fit", options, float(seconds)) for options in FITS.values())]
            for name in names or CORPORA}


def fits_of(name, seconds):
    return {label: runs.fit_for(seconds, SCRIPT, f"{name}-{label}".replace(" ", "-").lower(), runs.corpus(name), options)
            for label, options in FITS.items()}


def time_of_sweeps(trace):
    """CPU milliseconds per sweep between rows of the trace, at about twenty points. @returns sweeps and times"""
    step = max(1, len(trace["sweep"]) // 20)
    sweeps, seconds = trace["sweep"][::step], trace["cpu"][::step]
    return sweeps[1:], [1000 * (b - a) / (t - s) for a, b, s, t in zip(seconds, seconds[1:], sweeps, sweeps[1:])]


def panels_of(name, traces, fits):
    log = {"xscale": "log"}
    for title, column in (("log p(w, z | Psi)", "lp__"), ("topics in use", "topics")):
        for x_label, x in (("sweep", "sweep"), ("CPU seconds", "cpu")):
            yield f"{name}: {title}", x_label, title, [(label, t[x], t[column]) for label, t in traces.items()], log
    sizes = {label: fit.topic_sizes() for label, fit in fits.items()}
    yield (f"{name}: tokens per topic", "topic, by size", "tokens",
           [(label, range(1, len(s) + 1), s) for label, s in sizes.items()], {"yscale": "log"})
    yield (f"{name}: time per sweep", "sweep", "CPU ms per sweep",
           [(label, *time_of_sweeps(t)) for label, t in traces.items()], {"xscale": "log", "yscale": "log"})


def row_of(name, label, trace, fit):
    sizes = fit.topic_sizes()
    return (name, label, int(trace["sweep"][-1]), f"{1000 * trace['cpu'][-1] / trace['sweep'][-1]:.1f}",
            f"{trace['lp__'][-1]:.0f}", f"{trace['word_part'][-1]:.0f}", int(trace["topics"][-1]),
            sum(s >= 100 for s in sizes), sizes[0])


def main(seconds=SECONDS, *names):
    for name in names or CORPORA:
        fits = fits_of(name, float(seconds))
        traces = {label: fit.trace() for label, fit in fits.items()}
        runs.write_table(SCRIPT, f"table-{name}", NOTE,
                         ["corpus", "sampler", "sweeps", "ms per sweep", "log p(w, z | Psi)", "word part", "topics",
                          "topics with 100 tokens or more", "tokens of the largest topic"],
                         [row_of(name, label, traces[label], fits[label]) for label in SAMPLERS])
        runs.figure(SCRIPT, f"figure-{name}", list(panels_of(name, traces, fits)))


if __name__ == "__main__":
    runs.main(SCRIPT, plan, main)
