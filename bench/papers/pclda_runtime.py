#!/usr/bin/python3
"""Partially collapsed LDA paper, figures 4.4 and 4.5: log posterior by runtime.

The paper: figure 4.4 has PubMed (76 and 761 million tokens) with 10, 100 and 1,000 topics. Figure 4.5 has Wikipedia and
the New York Times with 100 topics and the 7,700 and 8,000 words of highest tf-idf. 16 cores, five seeds.

Here: AP for 4.4; KOS and 10,000 arXiv abstracts (8,000 words by tf-idf) for 4.5. One thread, one seed, and CPU seconds,
because the machine is shared. AD-LDA has one partition (where it is exact), or sixteen as in the paper.

usage: bench/papers/pclda_runtime.py [FIGURE...]   (default 4.4 and 4.5: about three minutes each)
"""
import runs
from plans import Command
from settings import BLOCK_COLLAPSED, LDA, LIGHT_LDA, PARTIALLY_COLLAPSED, PARTIALLY_COLLAPSED_LIGHT, ad_lda, run

SCRIPT = "pclda_runtime"
STUDIES = {  # corpus, topics, CPU seconds per sampler
    "4.4": [("ap", 10, 4), ("ap", 100, 10), ("ap", 1000, 16)],
    "4.5": [("kos", 100, 8), ("arxiv", 100, 16)],
}
SAMPLERS = {
    "partially collapsed": PARTIALLY_COLLAPSED,
    "partially collapsed, light": PARTIALLY_COLLAPSED_LIGHT,
    "AD-LDA, 1": ad_lda(1),
    "AD-LDA, 16": ad_lda(16),
    "light-LDA": LIGHT_LDA,
    "block-collapsed": BLOCK_COLLAPSED,
}
NOTE = ("curves only. Partially collapsed reaches the region of the mode first in most panels, with the largest lead "
        "at K = 1000; the light samplers lead only in the first sweeps")


def fits(topics):
    rows = run(runs.SWEEPS_FOR, trace_every=2 if runs.QUICK or topics > 100 else 10)
    return {label: {**LDA, "topics": runs.size(topics, 5), **sampler, **rows} for label, sampler in SAMPLERS.items()}


def plan(*figures):
    return {f"table-{figure}": [command for name, topics, seconds in STUDIES[figure] for command in (
        runs.command_of_corpus(name), *(Command("fit", options, seconds) for options in fits(topics).values()))]
        for figure in figures or STUDIES}


def traces_of(name, topics, seconds):
    folder = runs.corpus(name)
    return {label: runs.fit_for(seconds, SCRIPT, f"{name}-{topics}-{label}".replace(" ", "-"), folder, options).trace()
            for label, options in fits(topics).items()}


def rows_of(name, topics, traces):
    top = max(t["lp__"][-1] for t in traces.values())
    shortest = min(t["cpu"][-1] for t in traces.values())
    for label, t in traces.items():
        reached = runs.first_within(t, "cpu", top)
        in_time = [lp for x, lp in zip(t["cpu"], t["lp__"]) if x <= shortest] or t["lp__"][:1]
        yield (name, topics, label, int(t["sweep"][-1]), f"{t['cpu'][-1]:.1f}", f"{t['lp__'][-1]:.0f}",
               f"{in_time[-1]:.0f}", "never" if reached is None else f"{reached:.1f}")


def main(*figures):
    for number in figures or STUDIES:
        panels, rows = [], []
        for name, topics, seconds in STUDIES[number]:
            traces = traces_of(name, topics, seconds)
            rows += rows_of(name, topics, traces)
            start = min(t["lp__"][len(t["lp__"]) // 10] for t in traces.values())
            panels.append((f"{name}, K = {topics}", "CPU seconds", "log p(w, z)",
                           [(label, t["cpu"], t["lp__"]) for label, t in traces.items()],
                           {"xscale": "log", "ylim": (start, None)}))
        runs.write_table(SCRIPT, f"table-{number}", NOTE,
                         ["corpus", "K", "sampler", "sweeps", "seconds", "log p(w, z)",
                          "at the end of the shortest run", "seconds to 1% of the best"], rows)
        runs.figure(SCRIPT, f"figure-{number}", panels)


if __name__ == "__main__":
    runs.main(SCRIPT, plan, main)
