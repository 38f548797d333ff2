#!/usr/bin/python3
"""Moves of whole tables in the parallel HDP, compared with direct assignment.

How long does the block-collapsed sampler with moves of tables take to the best log posterior that direct assignment
reaches in ten times the time?

The sparse parallel HDP paper concedes that direct assignment has a higher log posterior in the end. Here: AP and the
first 10,000 abstracts of arXiv, one run each, one thread. Direct assignment (from one topic and from 100) has SECONDS
CPU seconds, the others a tenth of that. alpha .1, beta .01, gamma 1.

usage: bench/papers/sm_parallel.py [SECONDS [CORPUS...]]   (default 300, ap and arxiv: 24 minutes in total)
"""
import runs
from plans import Command
from settings import BLOCK_COLLAPSED, DIRECT_ASSIGNMENT, HDP, run

SCRIPT = "sm_parallel"
START = runs.size(100, 5)
PROPOSALS = runs.size(100, 5)
FIT = {**HDP, **run(runs.SWEEPS_FOR, trace_every=1)}
BLOCKS = {**FIT, **BLOCK_COLLAPSED}
REFERENCES = {"direct assignment, from 1 topic": {**FIT, **DIRECT_ASSIGNMENT, "topics": 1},
              f"direct assignment, from {START}": {**FIT, **DIRECT_ASSIGNMENT, "topics": START}}
MOVES = {
    f"block-collapsed, from {START}": {**BLOCKS, "topics": START},
    "topics of tables, every sweep, from 1": {**BLOCKS, "topics": 1, "table-topics": 1},
    "topics of tables, every 4 sweeps, from 1": {**BLOCKS, "topics": 1, "table-topics": 4},
    "100 splits and merges per sweep, from 1": {**BLOCKS, "topics": 1, "split-merge": PROPOSALS},
    "both": {**BLOCKS, "topics": 1, "table-topics": 4, "split-merge": PROPOSALS},
}
SECONDS, CORPORA = 300, ["ap", "arxiv"]
NOTE = "direct assignment ends above the sparse parallel sampler in log posterior, after 100,000 sweeps on AP (figure 1)"


def plan(seconds=SECONDS, *names):
    fits = [*(Command("fit", options, float(seconds)) for options in REFERENCES.values()),
            *(Command("fit", options, float(seconds) / 10) for options in MOVES.values())]
    return {f"table-{name}": [runs.command_of_corpus(name), *fits] for name in names or CORPORA}


def trace_of(name, label, options, seconds):
    folder = f"{name}-{label}".replace(" ", "-").replace(",", "").lower()
    return runs.fit_for(seconds, SCRIPT, folder, runs.corpus(name), options).trace()


def time_to(trace, level):
    reached = [x for x, lp in zip(trace["cpu"], trace["lp__"]) if lp >= level]
    return f"{reached[0]:.1f}" if reached else "-"


def main(seconds=SECONDS, *names):
    seconds = float(seconds)
    for name in names or CORPORA:
        traces = {label: trace_of(name, label, options, seconds) for label, options in REFERENCES.items()}
        best = max(max(trace["lp__"]) for trace in traces.values())
        traces |= {label: trace_of(name, label, options, seconds / 10) for label, options in MOVES.items()}
        rows = [(name, label, int(t["sweep"][-1]), f"{t['cpu'][-1]:.1f}", f"{max(t['lp__']):.0f}", f"{t['lp__'][-1]:.0f}",
                 int(t["topics"][-1]), time_to(t, best)) for label, t in traces.items()]
        runs.write_table(SCRIPT, f"table-{name}", NOTE,
                         ["corpus", "sampler", "sweeps", "seconds", "best log p(w, z | Psi)", "last", "topics",
                          "seconds to direct assignment's best"], rows)
        runs.figure(SCRIPT, f"figure-{name}", [
            (f"{name}: {title}", "CPU seconds", title,
             [(label, t["cpu"], t[column]) for label, t in traces.items()], {"xscale": "log"})
            for title, column in (("log p(w, z | Psi)", "lp__"), ("topics in use", "topics"))])


if __name__ == "__main__":
    runs.main(SCRIPT, plan, main)
