#!/usr/bin/env python3
"""How many sweeps and seconds samplers take to levels of log p(w, z) a token.

    python3 bench/climbs.py CORPUS --topics 100 --seconds 20 --levels -8.6 -8.55 -8.5 \\
        --fit "block-collapsed" "partially-collapsed" "partially-collapsed --z doubly-sparse"

Each --fit is a sampler with its options. Levels are of the collapsed joint density, which is the same for all; a level
counts as reached at the first sweep whose state has it or more. A chain that starts above a level (a start by documents
may, before it settles) has reached it at the first sweep. Prints a table in Markdown.
"""
import argparse
import csv
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile

import numpy

ROOT = pathlib.Path(__file__).resolve().parents[1]


def arguments():
    parser = argparse.ArgumentParser(description="Sweeps and seconds of samplers to levels of log p(w, z) a token.")
    parser.add_argument("corpus", type=pathlib.Path, help="a corpus folder")
    parser.add_argument("--fit", nargs="+", required=True, help="samplers, each with its options in one word")
    parser.add_argument("--levels", nargs="+", type=float, required=True, help="nats a token")
    parser.add_argument("--topics", type=int, default=100)
    parser.add_argument("--start", default="tokens", choices=["tokens", "documents"])
    parser.add_argument("--seconds", type=float, default=20, help="of sampling, each")
    parser.add_argument("--every", type=int, default=1, help="sweeps from one look to the next")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--themata", default=ROOT / "build/release/themata", help="the program")
    return parser.parse_args()


def climb(asked, sampler, folder):
    """Sweeps, seconds and log p(w, z) of a chain, a row a look."""
    command = [asked.themata, "fit", asked.corpus, "--topics", asked.topics, "--sampler", *shlex.split(sampler),
               "--alpha", .1, "--beta", .01, "--start", asked.start, "--sweeps", 1_000_000, "--burn-in", 0, "--thin", 1_000_000,
               "--keep", 1, "--time-limit", asked.seconds, "--trace-every", asked.every, "--checkpoint-every", 1_000_000,
               "--threads", asked.threads, "--seed", asked.seed, "--output", folder]
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    trace = folder / "trace-1.csv"
    if not trace.exists():
        sys.exit((done.stderr.strip().splitlines() or [f"exit status {done.returncode}"])[-1])
    with open(trace) as file:
        rows = [(int(row["sweep"]), float(row["seconds"]), float(row["lp__"]))
                for row in csv.DictReader(line for line in file if not line.startswith("#"))]
    return numpy.array(rows)


def cell(rows, level, tokens):
    above = numpy.flatnonzero(rows[:, 2] / tokens >= level)
    return "-" if not len(above) else f"{rows[above[0], 0]:.0f}, {rows[above[0], 1]:.2f} s"


def main():
    asked = arguments()
    tokens = len(numpy.load(asked.corpus / "tokens.npy", mmap_mode="r"))
    print("| sweeps and seconds to | " + " | ".join(f"{level:g}" for level in asked.levels) + " | at the end | s a sweep |")
    print("|" + "---|" * (len(asked.levels) + 3))
    work = pathlib.Path(tempfile.mkdtemp())
    try:
        for place, sampler in enumerate(asked.fit):
            rows = climb(asked, sampler, work / str(place))
            cells = [cell(rows, level, tokens) for level in asked.levels]
            late = rows[len(rows) // 2:]
            pace = (late[-1, 1] - late[0, 1]) / max(late[-1, 0] - late[0, 0], 1)
            print(f"| {sampler} | " + " | ".join(cells) + f" | {rows[-1, 2] / tokens:.4f} | {pace:.4f} |", flush=True)
    finally:
        shutil.rmtree(work)


if __name__ == "__main__":
    main()
