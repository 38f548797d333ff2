#!/usr/bin/python3
"""Partially collapsed LDA paper, figure 4.6 and table 5: log posterior by runtime and by threads, and the time until it
is within 1% of the best.

The paper: PubMed (761 million tokens), K = 100 and 1,000, 1,000 sweeps, 16, 32 and 64 cores. Here: AP, 100 and 30
sweeps, one and two threads in turn. The chains are the same bit for bit, so a ratio of times is that of the time of a
sweep.

usage: bench/papers/pclda_threads.py [TURNS]   (default 2: about four minutes)
"""
import statistics
import sys

import runs

SCRIPT = "pclda_threads"
SWEEPS = {100: runs.size(100, 10), 1000: runs.size(30, 10)}
THREADS = [1, 2]
PAPER = {100: "49.2, 35.5, 27.5", 1000: "290, 201, 141"}
NOTE = ("minutes on 16, 32 and 64 cores to within 1% of the best: " +
        "; ".join(f"K = {topics}: {minutes}" for topics, minutes in PAPER.items()))


def run(folder, topics, threads, turn):
    return runs.fit(SCRIPT, f"{topics}-{threads}-{turn}", folder, "--topics", runs.size(topics, 5), "--sweeps",
                    SWEEPS[topics], "--z", "sparse", "--threads", threads, "--trace-every", 2).trace()


def reached(trace, column):
    """Where the trace is within 1% of its own best."""
    return runs.first_within(trace, column, max(trace["lp__"]))


def rows_of(topics, found):
    same = len({tuple(trace["lp__"]) for pair in found for trace in pair.values()}) == 1
    for threads in THREADS:
        seconds = [reached(pair[threads], "seconds") for pair in found]
        ratios = [mine / reached(pair[1], "seconds") for mine, pair in zip(seconds, found)]
        yield (topics, threads, int(reached(found[0][threads], "sweep")), f"{statistics.median(seconds):.1f}",
               ", ".join(f"{ratio:.2f}" for ratio in ratios), "yes" if same else "NO", PAPER[topics])


def main():
    turns = int(sys.argv[1]) if len(sys.argv) > 1 else runs.size(2, 1)
    folder = runs.corpus("ap")
    panels, rows = [], []
    for topics in SWEEPS:
        found = [{threads: run(folder, topics, threads, turn) for threads in THREADS} for turn in range(turns)]
        rows += rows_of(topics, found)
        panels.append((f"ap, K = {topics}", "seconds", "log p(w, z)",
                       [(f"threads: {threads}, turn {turn + 1}", pair[threads]["seconds"], pair[threads]["lp__"])
                        for turn, pair in enumerate(found) for threads in THREADS]))
    runs.write_table(SCRIPT, "table", NOTE,
                     ["K", "threads", "sweeps to 1%", "seconds to 1%", "over one thread's, by turn", "same chain",
                      "paper: minutes, 16, 32, 64 cores"], rows)
    runs.figure(SCRIPT, "figure", panels)


if __name__ == "__main__":
    main()
