#!/usr/bin/python3
"""Sparse parallel HDP paper, figure 1, AP: log posterior, topics in use, and tokens per topic of the paper's Algorithm 2
(Polya urn, stick order, flag topic 1,000), direct assignment, sub-cluster split-merge and our block-collapsed default, each
from one topic.

The paper: AP by MALLET's stop words, rare words below 10 dropped, five runs, up to 100,000 iterations. Here: AP as
distributed, one run of SECONDS of sampling each.
usage: bench/papers/hdp_figure_1.py [SECONDS]   (default 60: about five minutes in all)
"""
import sys

import runs

SCRIPT = "hdp_figure_1"
SAMPLERS = {
    "Algorithm 2": ["--phi", "polya-urn", "--z", "sparse", "--weights", "gem", "--max-topics", 1000],
    "exact Phi": ["--phi", "dirichlet", "--z", "sparse"],
    "direct assignment": ["--sampler", "direct-assignment"],
    "sub-cluster": ["--sampler", "sub-cluster"],
    "block-collapsed": ["--sampler", "block-collapsed"],
}


def main():
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 60
    folder = runs.corpus("ap")
    traces, sizes = {}, {}
    for label, words in SAMPLERS.items():
        fit = runs.fit(SCRIPT, label.replace(" ", "-").lower(), folder, "--model", "hdp", "--topics", 1, "--time-limit",
                       seconds, "--sweeps", 1000000, "--keep", 0, "--seed", 1, *words)
        traces[label], sizes[label] = runs.trace(fit), runs.topic_sizes(fit)
    panels = [(title, "seconds of sampling", title, [(label, t["seconds"], t[column]) for label, t in traces.items()])
              for title, column in (("log p(w, z | Psi)", "lp__"), ("topics in use", "topics"))]
    panels.append(("tokens per topic", "topic, by size", "tokens",
                   [(label, list(range(1, len(s) + 1)), s) for label, s in sizes.items()]))
    rows = [(label, int(t["sweep"][-1]), f"{t['lp__'][-1]:.0f}", f"{t['word_part'][-1]:.0f}", int(t["topics"][-1]),
             sum(s >= 100 for s in sizes[label])) for label, t in traces.items()]
    runs.write_table(SCRIPT, "table", ["sampler", "sweeps", "log p(w, z | Psi)", "word part", "topics",
                                       "topics of 100 tokens"], rows)
    runs.figure(SCRIPT, "figure", panels)


if __name__ == "__main__":
    main()
