#!/usr/bin/env python3
"""Sweeps and seconds that samplers need to reach given levels of log p(w, z) per token.

    python3 bench/climbs.py CORPUS --topics 100 --seconds 20 --levels -8.6 -8.55 -8.5 \\
        --fit "block-collapsed" "partially-collapsed" "partially-collapsed --z doubly-sparse"

Each --fit is a sampler with its options. Levels are of the collapsed joint density, which is the same function for all
samplers. A level is reached at the first sweep whose state has at least this density. A chain that starts above a level
reaches it at the first sweep (this can happen with --start documents, before the density falls to its later values).
Prints a Markdown table.
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
    parser = argparse.ArgumentParser(description="Sweeps and seconds that samplers need to reach levels of log p(w, z) per token.")
    parser.add_argument("corpus", type=pathlib.Path, help="a corpus folder")
    parser.add_argument("--fit", nargs="+", required=True, help="samplers, each quoted together with its options")
    parser.add_argument("--levels", nargs="+", type=float, required=True, help="levels in nats per token")
    parser.add_argument("--topics", type=int, default=100)
    parser.add_argument("--start", default="tokens", choices=["tokens", "documents"])
    parser.add_argument("--seconds", type=float, default=20, help="seconds of sampling per sampler")
    parser.add_argument("--every", type=int, default=1, help="sweeps between checks of the level")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--themata", default=ROOT / "build/release/themata", help="path of the program")
    return parser.parse_args()


def climb(options, sampler, folder):
    """Runs a chain. @returns one row per check: sweeps, seconds and log p(w, z)"""
    command = [options.themata, "fit", options.corpus, "--topics", options.topics, "--sampler", *shlex.split(sampler),
               "--alpha", .1, "--beta", .01, "--start", options.start, "--sweeps", 1_000_000, "--burn-in", 0, "--thin", 1_000_000,
               "--keep", 1, "--time-limit", options.seconds, "--trace-every", options.every, "--checkpoint-every", 1_000_000,
               "--threads", options.threads, "--seed", options.seed, "--output", folder]
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
    options = arguments()
    tokens = len(numpy.load(options.corpus / "tokens.npy", mmap_mode="r"))
    print("| sweeps and seconds to | " + " | ".join(f"{level:g}" for level in options.levels) + " | at the end | s per sweep |")
    print("|" + "---|" * (len(options.levels) + 3))
    work = pathlib.Path(tempfile.mkdtemp())
    try:
        for place, sampler in enumerate(options.fit):
            rows = climb(options, sampler, work / str(place))
            cells = [cell(rows, level, tokens) for level in options.levels]
            late = rows[len(rows) // 2:]
            pace = (late[-1, 1] - late[0, 1]) / max(late[-1, 0] - late[0, 0], 1)
            print(f"| {sampler} | " + " | ".join(cells) + f" | {rows[-1, 2] / tokens:.4f} | {pace:.4f} |", flush=True)
    finally:
        shutil.rmtree(work)


if __name__ == "__main__":
    main()
