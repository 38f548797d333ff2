#!/usr/bin/python3
"""Sparse parallel HDP paper, figure 1 and appendix C on AP: Algorithm 2 at the paper's length, 100,000 sweeps from one topic.

Beside it direct assignment and our own sampler, block-collapsed, for 10,000 sweeps: 100,000 of direct assignment would take
most of a day. hdp_figure_1.py has all five samplers over seconds. For topics with at least 100 tokens, the table of quantiles
lists the five topics nearest in size to each.

The paper: five runs. Here: one, on one thread. A fit that was interrupted goes on where it was saved.

usage: bench/papers/hdp_long.py [SAMPLER]   (default: all three, two hours; with the name of one, only its fit)
"""
import sys

import runs
from hdp_quantiles import PAPER, joined
from plans import Command
from settings import BLOCK_COLLAPSED, DIRECT_ASSIGNMENT, HDP, algorithm_2, run

SCRIPT = "hdp_long"
SAMPLERS = {"Algorithm 2": (algorithm_2(runs.size(1000, 20)), 100_000), "direct assignment": (DIRECT_ASSIGNMENT, 10_000),
            "block-collapsed": (BLOCK_COLLAPSED, 10_000)}
FITS = {label: Command("fit", {**HDP, "topics": 1, **sampler, **run(runs.size(sweeps, 20))})
        for label, (sampler, sweeps) in SAMPLERS.items()}
NOTE = ("direct assignment is slower than Algorithm 2, ends at a slightly higher log posterior and has more topics: about 375 with "
        "100 tokens or more, Algorithm 2 about 220")


def plan():
    made_by = [runs.command_of_corpus("ap"), *FITS.values()]
    return {"table": made_by, "quantiles": [*made_by, Command("topics", runs.QUANTILES)]}


def continued(label):
    return runs.continued(SCRIPT, label.replace(" ", "-").lower(), runs.command_of_corpus("ap"), runs.corpus("ap"), FITS[label])


def row_of(label, fit):
    last, sizes = fit.last(), fit.topic_sizes()
    return (label, f"{last['sweep']:.0f}", f"{last['lp__']:.0f}", f"{last['word_part']:.0f}", f"{last['topics']:.0f}",
            sum(size >= 100 for size in sizes), sizes[0])


def main():
    fits = {label: continued(label) for label in FITS}
    traces = {label: fit.trace() for label, fit in fits.items()}
    panels = [(title, "sweep", title, [(label, trace["sweep"], trace[column]) for label, trace in traces.items()], {"xscale": "log"})
              for title, column in (("log p(w, z | Psi)", "lp__"), ("words given topics", "word_part"), ("topics in use", "topics"))]
    sizes = [(label, range(1, len(fit.topic_sizes()) + 1), fit.topic_sizes()) for label, fit in fits.items()]
    runs.figure(SCRIPT, "figure", [*panels, ("tokens per topic", "topic, by size", "tokens", sizes, {"xscale": "log", "yscale": "log"})])
    runs.write_table(SCRIPT, "table", NOTE, ["sampler", "sweeps", "log p(w, z | Psi)", "word part", "topics",
                                             "topics with 100 tokens or more", "tokens of the largest topic"],
                     [row_of(label, fit) for label, fit in fits.items()])
    runs.write_table(SCRIPT, "quantiles", "appendix C", ["sampler", "quantile", "tokens of the five topics", "paper"],
                     [(label, round(100 * row["quantile"]), joined(topic["tokens"] for topic in row["topics"]),
                       joined(PAPER.get(label, {}).get(round(100 * row["quantile"]), ["-"])))
                      for label, fit in fits.items() for row in fit.quantiles()])


if __name__ == "__main__":
    if len(sys.argv) == 2:
        continued(sys.argv[1])
    else:
        runs.main(SCRIPT, plan, main)
