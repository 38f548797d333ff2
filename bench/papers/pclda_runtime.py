#!/usr/bin/python3
"""Partially collapsed LDA paper, figures 4.4 and 4.5: log posterior by runtime.

The paper: figure 4.4, PubMed (76 and 761 million tokens), 10, 100 and 1,000 topics; figure 4.5, Wikipedia and the New
York Times, 100 topics, the 7,700 and 8,000 words of highest tf-idf; 16 cores, five seeds. Here: AP for 4.4, KOS and
10,000 arXiv abstracts (8,000 words by tf-idf) for 4.5; one thread, one seed, and the processor's seconds, since the
machine is shared. AD-LDA with one partition, where it is exact, and with the paper's sixteen.

usage: bench/papers/pclda_runtime.py [FIGURE...]   (4.4, 4.5; about three minutes each)
"""
import sys

import runs

SCRIPT = "pclda_runtime"
STUDIES = {  # corpus, topics, seconds a sampler
    "4.4": [("ap", 10, 4), ("ap", 100, 10), ("ap", 1000, 16)],
    "4.5": [("kos", 100, 8), ("arxiv", 100, 16)],
}
SAMPLERS = {
    "partially collapsed": ["--z", "sparse"],
    "partially collapsed, light": ["--z", "light"],
    "AD-LDA, 1": ["--sampler", "ad-lda", "--partitions", 1],
    "AD-LDA, 16": ["--sampler", "ad-lda", "--partitions", 16],
    "light-LDA": ["--sampler", "light-collapsed"],
    "block-collapsed": ["--sampler", "block-collapsed"],
}
NOTE = ("curves alone. Partially collapsed reaches the mode region first in most panels, by most at K = 1000; the "
        "light samplers lead in the first sweeps alone")


def traces_of(name, topics, seconds):
    folder = runs.corpus(name)
    words = ["--topics", runs.size(topics, 5), "--trace-every", 2 if runs.QUICK or topics > 100 else 10]
    return {label: runs.fit_for(seconds, SCRIPT, f"{name}-{topics}-{label}".replace(" ", "-"), folder, *words,
                                *sampler).trace() for label, sampler in SAMPLERS.items()}


def rows_of(name, topics, traces):
    top = max(t["lp__"][-1] for t in traces.values())
    common = min(t["processor"][-1] for t in traces.values())
    for label, t in traces.items():
        reached = runs.first_within(t, "processor", top)
        equal = [lp for x, lp in zip(t["processor"], t["lp__"]) if x <= common] or t["lp__"][:1]
        yield (name, topics, label, int(t["sweep"][-1]), f"{t['processor'][-1]:.1f}", f"{t['lp__'][-1]:.0f}",
               f"{equal[-1]:.0f}", "never" if reached is None else f"{reached:.1f}")


def main():
    for number in sys.argv[1:] or STUDIES:
        panels, rows = [], []
        for name, topics, seconds in STUDIES[number]:
            traces = traces_of(name, topics, seconds)
            rows += rows_of(name, topics, traces)
            start = min(t["lp__"][len(t["lp__"]) // 10] for t in traces.values())
            panels.append((f"{name}, K = {topics}", "seconds of the processor", "log p(w, z)",
                           [(label, t["processor"], t["lp__"]) for label, t in traces.items()],
                           {"xscale": "log", "ylim": (start, None)}))
        runs.write_table(SCRIPT, f"table-{number}", NOTE,
                         ["corpus", "K", "sampler", "sweeps", "seconds", "log p(w, z)", "at the least seconds of all",
                          "seconds to 1% of the best"], rows)
        runs.figure(SCRIPT, f"figure-{number}", panels)


if __name__ == "__main__":
    main()
