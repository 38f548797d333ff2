#!/usr/bin/python3
"""Partially collapsed LDA paper, figures 4.2 and 4.3: AD-LDA drifts with the number of partitions.

With more partitions, AD-LDA converges to a lower log posterior, with a less sparse n_w and a more sparse n_d. The
partially collapsed sampler does not depend on the number of threads.

The paper: NIPS, K = 20 and 100, 1 to 64 cores, several initial states. Here: AP and KOS, 1 to 16 partitions, 400 sweeps,
five seeds.

usage: bench/papers/pclda_ad_lda_drift.py [CORPUS...]   (ap, kos; about a quarter of an hour each)
"""
import statistics

import runs
from plans import Command
from settings import BLOCK_COLLAPSED, LDA, PARTIALLY_COLLAPSED, ad_lda, run

SCRIPT = "pclda_ad_lda_drift"
PARTITIONS = runs.size([1, 2, 4, 8, 16], [1, 2])
TOPICS = runs.size([20, 100], [5])
SAMPLERS = {**{f"AD-LDA, {p}": ad_lda(p) for p in PARTITIONS}, "partially collapsed": PARTIALLY_COLLAPSED,
            "block-collapsed": BLOCK_COLLAPSED}
FIT = run(runs.size(400, 10), trace_every=runs.size(20, 2))
CORPORA, SEEDS = ["ap", "kos"], runs.size(5, 2)
MEASURES = {"log p(w, z)": lambda t: t["lp__"][-1], "n_w > 0": lambda t: 1 - t["word_topic_zeros"][-1],
            "n_d > 0": lambda t: 1 - t["document_topic_zeros"][-1]}
NOTE = ("with more cores, AD-LDA has a lower log posterior, a less sparse n_w and a more sparse n_d; partially "
        "collapsed is the same for any number of cores")


def fits(topics):
    return {label: {**LDA, "topics": topics, **sampler, **FIT} for label, sampler in SAMPLERS.items()}


def plan(*names):
    return {"table": [*map(runs.command_of_corpus, names or CORPORA),
                      *(Command("fit", options) for topics in TOPICS for options in fits(topics).values())]}


def study(name, topics):
    """{sampler: traces of its seeds}"""
    folder = runs.corpus(name)
    return {label: runs.by_seed(lambda seed: runs.fit(
        SCRIPT, f"{name}-{topics}-{label}-{seed}".replace(" ", "-"), folder, options, seed).trace(), SEEDS)
        for label, options in fits(topics).items()}


def mean_and_sd(traces, measure):
    values = [measure(trace) for trace in traces]
    digits = 0 if abs(values[0]) > 1 else 4
    return f"{statistics.mean(values):.{digits}f} ({statistics.stdev(values):.{digits}f})"


def main(*names):
    panels, rows = [], []
    for name in names or CORPORA:
        for topics in TOPICS:
            traces = study(name, topics)
            panels.append((f"{name}, K = {topics}", "sweep", "log p(w, z)",
                           [runs.curve(label, of_sampler, lambda t: t["sweep"][1:], lambda t: t["lp__"][1:])
                            for label, of_sampler in traces.items()]))
            panels.append((f"{name}, K = {topics}", "partitions", "proportion of cells above 0",
                           [(measure[:3], PARTITIONS, [statistics.mean(map(MEASURES[measure], traces[f"AD-LDA, {p}"])) for p in PARTITIONS])
                            for measure in ("n_w > 0", "n_d > 0")]))
            rows += [(name, topics, label, *(mean_and_sd(of_sampler, measure) for measure in MEASURES.values()))
                     for label, of_sampler in traces.items()]
    runs.write_table(SCRIPT, "table", NOTE, ["corpus", "K", "sampler", *(f"{measure}, mean (sd)" for measure in MEASURES)], rows)
    runs.figure(SCRIPT, "figure", panels)


if __name__ == "__main__":
    runs.main(SCRIPT, plan, main)
