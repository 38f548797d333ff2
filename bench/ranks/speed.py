#!/usr/bin/env python3
"""Seconds of a sweep of fits that several ranks sample: the median over the sweeps after the first five, and the state's hash.

usage: speed.py PROGRAM_FOLDER CORPUS WAY... [-- FIT_OPTION...]
WAY is RANKS,THREADS or RANKS,THREADS,RATE: with a rate as 100mbit each rank has a link of it (tests/mpi/links.sh); 0 ranks are
`themata fit`.
"""
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

LINKS = pathlib.Path(__file__).resolve().parents[2] / "tests/mpi/links.sh"
OPTIONS = "--topics 1000 --blocks 64 --sweeps 16 --chains 1 --seed 1".split()
ALWAYS = "--trace-every 1 --keep 0 --until sweeps --burn-in 1 --log json".split()
WARM_UP = 5


def seconds_and_hash(command, fit):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(done.stderr)
    events = [json.loads(line) for line in done.stderr.splitlines() if line.startswith("{")]
    at = [event["seconds"] for event in events if event["event"] == "sweep"][WARM_UP - 1:]
    manifest = json.loads((fit / "manifest.json").read_text())
    return [after - before for before, after in zip(at, at[1:])], manifest["chains"][0]["state_hash"]


def main():
    words = sys.argv[1:]
    end = words.index("--") if "--" in words else len(words)
    folder, corpus, *ways = words[:end]
    options = words[end + 1:] or OPTIONS
    folder = pathlib.Path(folder).resolve()
    for way in ways:
        ranks, threads, *rate = way.split(",")
        with tempfile.TemporaryDirectory() as name:
            fit = pathlib.Path(name) / "fit"
            words = ["fit", os.path.abspath(corpus), *options, *ALWAYS, "--threads", threads, "--output", fit]
            if ranks == "0":
                command = [folder / "themata", *words]
            elif rate:
                command = [LINKS, ranks, *rate, folder / "themata-mpi", *words]
            else:
                command = ["mpiexec", "--oversubscribe", "--bind-to", "none", "-n", ranks, folder / "themata-mpi", *words]
            each, state = seconds_and_hash(command, fit)
        print(f"{way:16} {statistics.median(each):.3f} s ({min(each):.3f} to {max(each):.3f}) {state}", flush=True)


if __name__ == "__main__":
    main()
