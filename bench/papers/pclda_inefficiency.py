#!/usr/bin/python3
"""Partially collapsed LDA paper, tables 3 and 4: inefficiency factors of Theta and Phi, two samplers and block-collapsed.

The paper: Enron and NIPS, K = 20 and 100, 10,000 sweeps of the collapsed sampler, then 2,000 of each. Phi and Theta are
drawn given z, for 1,000 top words per topic and 1,000 documents.

Here: KOS, 500 sweeps of each sampler from random topics, then 1,000 sweeps that are measured. We use the means of Phi
and Theta given z, for 100 top words of 20 topics and the proportions of these topics in 100 documents. Draws given z
add independent noise, so means given z have larger factors (docs/theory/diagnostics.md). The factors are therefore
larger than the paper's, and their ratio shows the difference between the samplers more clearly.

usage: bench/papers/pclda_inefficiency.py [CORPUS...]   (kos; about two minutes)
"""
import statistics

import runs
from plans import Command
from settings import BLOCK_COLLAPSED, COLLAPSED, LDA, PARTIALLY_COLLAPSED, run

SCRIPT = "pclda_inefficiency"
SAMPLERS = {"collapsed": COLLAPSED, "partially collapsed": PARTIALLY_COLLAPSED, "block-collapsed": BLOCK_COLLAPSED}
FIT = {**run(runs.size(1500, 60), monitor_words=100, monitor_documents=100), "burn-in": runs.size(500, 20)}
CORPORA, TOPICS = ["kos"], [20, 100]
PAPER = {("theta", 20): "1.07, 1.16", ("theta", 100): "1.04, 1.12", ("phi", 20): "1.01, 1.12", ("phi", 100): "1.26, 1.48"}


def fits(topics):
    return {label: {**LDA, "topics": topics, **sampler, **FIT} for label, sampler in SAMPLERS.items()}


def plan(*names):
    return {"table": [*map(runs.command_of_corpus, names or CORPORA),
                      *(Command("fit", options) for topics in TOPICS for options in fits(topics).values())]}


def main(*names):
    panels, rows = [], []
    for name in names or CORPORA:
        folder = runs.corpus(name)
        for topics in TOPICS:
            found = {label: runs.fit(SCRIPT, f"{name}-{topics}-{label.replace(' ', '-')}", folder, options).inefficiencies()
                     for label, options in fits(topics).items()}
            for quantity in ("theta", "phi"):
                factors = {label: values[quantity] for label, values in found.items()}
                mean = {label: statistics.mean(values) for label, values in factors.items()}
                rows.append((quantity, name, topics,
                             *(f"{mean[label]:.2f} ({statistics.stdev(factors[label]):.1f})" for label in SAMPLERS),
                             f"{mean['partially collapsed'] / mean['collapsed']:.2f}", PAPER[quantity, topics],
                             f"{mean['block-collapsed'] / mean['collapsed']:.2f}"))
                panels.append((f"{quantity}, {name}, K = {topics}", "proportion of the quantities", "inefficiency factor",
                               [(label, [(i + .5) / len(values) for i in range(len(values))], sorted(values))
                                for label, values in factors.items()], {"yscale": "log"}))
    runs.write_table(SCRIPT, "table", "the ratio of the means is 1.01 to 1.48",
                     ["quantity", "corpus", "K", *(f"{label}: mean (sd)" for label in SAMPLERS),
                      "partially collapsed / collapsed", "paper: Enron, NIPS", "block-collapsed / collapsed"], rows)
    runs.figure(SCRIPT, "figure", panels)


if __name__ == "__main__":
    runs.main(SCRIPT, plan, main)
