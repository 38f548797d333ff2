#!/usr/bin/python3
"""Partially collapsed LDA paper, figures 4.2 and 4.3: AD-LDA drifts with the number of partitions.

With more partitions, AD-LDA converges to a lower log posterior, with a less sparse n_w and a more sparse n_d. The
partially collapsed sampler does not depend on the number of threads.

The paper: NIPS, K = 20 and 100, 1 to 64 cores. Here: AP and KOS, 1 to 16 partitions, 400 sweeps.

usage: bench/papers/pclda_ad_lda_drift.py [CORPUS...]   (ap, kos; about two minutes each)
"""
import sys

import runs

SCRIPT = "pclda_ad_lda_drift"
PARTITIONS = runs.size([1, 2, 4, 8, 16], [1, 2])
NOTE = ("with more cores, AD-LDA has a lower log posterior, a less sparse n_w and a more sparse n_d; partially "
        "collapsed is the same for any number of cores")


def run(name, folder, topics, label, *options):
    return runs.fit(SCRIPT, f"{name}-{topics}-{label}", folder, "--topics", topics, "--sweeps", runs.size(400, 10),
                    "--trace-every", runs.size(20, 2), *options).trace()


def study(name, topics):
    folder = runs.corpus(name)
    traces = {f"AD-LDA, {p}": run(name, folder, topics, f"ad-{p}", "--sampler", "ad-lda", "--partitions", p)
              for p in PARTITIONS}
    traces["partially collapsed"] = run(name, folder, topics, "given-phi", "--z", "sparse")
    traces["block-collapsed"] = run(name, folder, topics, "block", "--sampler", "block-collapsed")
    return traces


def main():
    panels, rows = [], []
    for name in sys.argv[1:] or ["ap", "kos"]:
        for topics in runs.size((20, 100), (5,)):
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
    main()
