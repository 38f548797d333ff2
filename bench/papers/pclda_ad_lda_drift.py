#!/usr/bin/python3
"""Partially collapsed LDA paper, figures 4.2 and 4.3: AD-LDA drifts with the number of partitions.

With more partitions, AD-LDA converges to a lower log posterior, with a less sparse n_w and a more sparse n_d. The
partially collapsed sampler does not depend on the number of threads.

The paper: NIPS, K = 20 and 100, 1 to 64 cores. Here: AP and KOS, 1 to 16 partitions, 400 sweeps.

usage: bench/papers/pclda_ad_lda_drift.py [CORPUS...]   (ap, kos; about two minutes each)
"""
import runs
from plans import Command
from settings import BLOCK_COLLAPSED, LDA, PARTIALLY_COLLAPSED, ad_lda, run

SCRIPT = "pclda_ad_lda_drift"
PARTITIONS = runs.size([1, 2, 4, 8, 16], [1, 2])
TOPICS = runs.size([20, 100], [5])
SAMPLERS = {**{f"AD-LDA, {p}": ad_lda(p) for p in PARTITIONS}, "partially collapsed": PARTIALLY_COLLAPSED,
            "block-collapsed": BLOCK_COLLAPSED}
FIT = run(runs.size(400, 10), trace_every=runs.size(20, 2))
CORPORA = ["ap", "kos"]
NOTE = ("with more cores, AD-LDA has a lower log posterior, a less sparse n_w and a more sparse n_d; partially "
        "collapsed is the same for any number of cores")


def fits(topics):
    return {label: {**LDA, "topics": topics, **sampler, **FIT} for label, sampler in SAMPLERS.items()}


def plan(*names):
    return {"table": [*map(runs.command_of_corpus, names or CORPORA),
                      *(Command("fit", options) for topics in TOPICS for options in fits(topics).values())]}


def study(name, topics):
    folder = runs.corpus(name)
    return {label: runs.fit(SCRIPT, f"{name}-{topics}-{label}".replace(" ", "-"), folder, options).trace()
            for label, options in fits(topics).items()}


def main(*names):
    panels, rows = [], []
    for name in names or CORPORA:
        for topics in TOPICS:
            traces = study(name, topics)
            panels.append((f"{name}, K = {topics}", "sweep", "log p(w, z)",
                           [(label, t["sweep"][1:], t["lp__"][1:]) for label, t in traces.items()]))
            last = {label: {column: values[-1] for column, values in t.items()} for label, t in traces.items()}
            partitioned = [last[f"AD-LDA, {p}"] for p in PARTITIONS]
            panels.append((f"{name}, K = {topics}", "partitions", "proportion of cells above 0",
                           [("n_w", PARTITIONS, [1 - t["word_topic_zeros"] for t in partitioned]),
                            ("n_d", PARTITIONS, [1 - t["document_topic_zeros"] for t in partitioned])]))
            rows += [(name, topics, label, f"{t['lp__']:.0f}", f"{1 - t['word_topic_zeros']:.4f}",
                      f"{1 - t['document_topic_zeros']:.4f}") for label, t in last.items()]
    runs.write_table(SCRIPT, "table", NOTE,
                     ["corpus", "K", "sampler", "log p(w, z)", "n_w > 0", "n_d > 0"], rows)
    runs.figure(SCRIPT, "figure", panels)


if __name__ == "__main__":
    runs.main(SCRIPT, plan, main)
