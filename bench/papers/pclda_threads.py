#!/usr/bin/python3
"""Partially collapsed LDA paper, figure 4.6 and table 5: log posterior by runtime and by number of threads.

The table gives the time until the log posterior is within 1% of the best.

The paper: PubMed (761 million tokens), K = 100 and 1,000, 1,000 sweeps, 16, 32 and 64 cores.

Here: AP, 100 and 30 sweeps, one and two threads in turn. The chains of all turns are the same bit for bit. So for each
step we take the smallest time of the turns, which removes most of the effect of other work on the machine.

usage: bench/papers/pclda_threads.py [TURNS]   (default 2: about four minutes)
"""
import itertools

import runs
from plans import Command
from settings import LDA, PARTIALLY_COLLAPSED, run

SCRIPT = "pclda_threads"
SWEEPS = {100: runs.size(100, 10), 1000: runs.size(30, 10)}
THREADS = [1, 2]
PAPER = {100: "49.2, 35.5, 27.5", 1000: "290, 201, 141"}
NOTE = ("minutes on 16, 32 and 64 cores to within 1% of the best: " +
        "; ".join(f"K = {topics}: {minutes}" for topics, minutes in PAPER.items()))


def fit_options(topics):
    return {**LDA, "topics": runs.size(topics, 5), **PARTIALLY_COLLAPSED, **run(SWEEPS[topics], trace_every=2)}


def plan(turns=0):
    return {"table": [runs.command_of_corpus("ap"), *(Command("fit", fit_options(topics)) for topics in SWEEPS)]}


def trace_of(folder, topics, threads, turn):
    return runs.fit(SCRIPT, f"{topics}-{threads}-{turn}", folder, fit_options(topics), threads=threads).trace()


def least_seconds(turns):
    """The seconds at each row of a chain that was run in several turns: each step takes the smallest time of all turns.

    Other work on the machine can only add time.
    """
    steps = [[b - a for a, b in zip([0, *t["seconds"]], t["seconds"])] for t in turns]
    return list(itertools.accumulate(map(min, zip(*steps))))


def rows_of(topics, found):
    same = len({tuple(t["lp__"]) for turns in found.values() for t in turns}) == 1
    reached = {}
    for threads, turns in found.items():
        trace = turns[0] | {"seconds": least_seconds(turns)}
        top = max(trace["lp__"])
        sweep = int(runs.first_within(trace, "sweep", top))
        reached[threads] = runs.first_within(trace, "seconds", top)
        yield (topics, threads, sweep, f"{reached[threads]:.1f}", f"{reached[threads] / reached[THREADS[0]]:.2f}",
               "yes" if same else "NO", PAPER[topics])


def main(turns=0):
    n_turns = int(turns) or runs.size(2, 1)
    folder = runs.corpus("ap")
    panels, rows = [], []
    for topics in SWEEPS:
        found = {threads: [] for threads in THREADS}
        for turn in range(n_turns):
            for threads in THREADS:
                found[threads].append(trace_of(folder, topics, threads, turn))
        rows += rows_of(topics, found)
        panels.append((f"ap, K = {topics}", "seconds", "log p(w, z)",
                       [(f"threads: {threads}", least_seconds(turns), turns[0]["lp__"])
                        for threads, turns in found.items()]))
    runs.write_table(SCRIPT, "table", NOTE, ["K", "threads", "sweeps to 1%", "seconds to 1%", "ratio to one thread",
                                             "same chain", "paper: minutes, 16, 32, 64 cores"], rows)
    runs.figure(SCRIPT, "figure", panels)


if __name__ == "__main__":
    runs.main(SCRIPT, plan, main)
