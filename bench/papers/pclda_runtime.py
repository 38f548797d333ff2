#!/usr/bin/python3
"""Partially collapsed LDA paper, figures 4.4 and 4.5: log posterior by runtime.

The paper: figure 4.4 has PubMed (76 and 761 million tokens) with 10, 100 and 1,000 topics. Figure 4.5 has Wikipedia and
the New York Times with 100 topics and the 7,700 and 8,000 words of highest tf-idf. 16 cores, five seeds.

Here: AP for 4.4; KOS and 10,000 arXiv abstracts (8,000 words by tf-idf) for 4.5. One thread, five seeds, and CPU seconds,
because the machine is shared. AD-LDA and light-LDA have one part of the documents, or sixteen as in the paper.

usage: bench/papers/pclda_runtime.py [FIGURE...]   (default 4.4 and 4.5: about a quarter of an hour each)
"""
import statistics

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
    "light-LDA, 1": LIGHT_LDA,
    "light-LDA, 16": {**ad_lda(16), "z": "light"},
    "block-collapsed": BLOCK_COLLAPSED,
}
SEEDS = runs.size(5, 2)
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
    """{sampler: traces of its seeds}"""
    folder = runs.corpus(name)
    return {label: runs.by_seed(lambda seed: runs.fit_for(
        seconds, SCRIPT, f"{name}-{topics}-{label}-{seed}".replace(" ", "-"), folder, options, seed).trace(), SEEDS)
        for label, options in fits(topics).items()}


def median_time(traces, top):
    """The median of the seconds until a run is within 1% of the top; a run that does not come there takes longer than any."""
    reached = [runs.first_within(trace, "cpu", top) for trace in traces]
    found = statistics.median_high(float("inf") if x is None else x for x in reached)
    came = f" ({sum(x is not None for x in reached)} of {len(reached)})" if None in reached else ""
    return ("-" if found == float("inf") else f"{found:.1f}") + came


def rows_of(name, topics, traces):
    top = max(runs.last_of(of_sampler, "lp__").max() for of_sampler in traces.values())
    for label, of_sampler in traces.items():
        ends = runs.last_of(of_sampler, "lp__")
        yield (name, topics, label, f"{statistics.median(runs.last_of(of_sampler, 'sweep')):.0f}",
               f"{statistics.median(runs.last_of(of_sampler, 'cpu')):.1f}", f"{ends.mean():.0f}", f"{ends.std(ddof=1):.0f}",
               median_time(of_sampler, top))


def main(*figures):
    for number in figures or STUDIES:
        panels, rows = [], []
        for name, topics, seconds in STUDIES[number]:
            traces = traces_of(name, topics, seconds)
            rows += rows_of(name, topics, traces)
            start = min(t["lp__"][len(t["lp__"]) // 10] for of_sampler in traces.values() for t in of_sampler)
            panels.append((f"{name}, K = {topics}", "CPU seconds", "log p(w, z)",
                           [runs.curve(label, of_sampler, "cpu", "lp__") for label, of_sampler in traces.items()],
                           {"xscale": "log", "ylim": (start, None)}))
        runs.write_table(SCRIPT, f"table-{number}", NOTE,
                         ["corpus", "K", "sampler", "sweeps", "seconds", "log p(w, z), mean", "sd over seeds",
                          "seconds to 1% of the best"], rows)
        runs.figure(SCRIPT, f"figure-{number}", panels)


if __name__ == "__main__":
    runs.main(SCRIPT, plan, main)
