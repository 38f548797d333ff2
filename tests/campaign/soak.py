#!/usr/bin/env python3
"""A long fit with stops, kills and resumes beside the same fit without: their bits are equal, and memory does not grow.

The fit without is run first, for the given processor hours. The other one is stopped (SIGTERM) or killed (SIGKILL) at random
moments, and resumed on another number of threads, until it is at the same sweep.

usage: soak.py PROGRAM CORPUS [--hours H] [--stops N] [--seed S] [--threads T] [--output FOLDER] [-- FIT_OPTION...]
exit code 0: bits are equal, and memory that is no file's was within five hundredths in the second and the last tenth of the fit
"""
import argparse
import json
import pathlib
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import time

MOST_GROWTH = 1.05
UNLIMITED = 10**9  # sweeps


def private_kib(pid):
    """Memory of a process that is no file's, in KiB; None once it has ended."""
    try:
        lines = pathlib.Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return None
    return next((int(line.split()[1]) for line in lines if line.startswith("RssAnon:")), None)


def watch(process, until):
    """Memory once a second until a process ends or `until`, of time.monotonic(), has come. @returns the readings"""
    readings = []
    while process.poll() is None and time.monotonic() < until:
        readings.append(private_kib(process.pid))
        time.sleep(min(1, max(0, until - time.monotonic())))
    return [reading for reading in readings if reading]


def start(program, words):
    return subprocess.Popen([program, *map(str, words)], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)


def finish(process, expected):
    _, errors = process.communicate()
    if process.returncode not in expected:
        sys.exit(f"exit code {process.returncode}: {errors}")
    return process.returncode


def end_of(fit):
    """The sweep and the state of a fit's chain."""
    chain = json.loads((fit / "manifest.json").read_text())["chains"][0]
    return chain["sweep"], chain["state_hash"]


def growth_of(readings):
    """Median of the last tenth over that of the second tenth: the first has the start."""
    tenth = max(1, len(readings) // 10)
    return statistics.median(readings[-tenth:]) / statistics.median(readings[tenth:2 * tenth] or readings)


def whole_fit(arguments, folder):
    """Runs for the given time, and ends at a sweep of its own. @returns the growth of its memory
    The first checkpoint takes memory for a copy of the tokens' topics, and later ones take the same again. It falls into the
    first tenth of the fit, which is not counted."""
    seconds = arguments.hours * 3600 / arguments.threads
    process = start(arguments.program, ["fit", arguments.corpus, *arguments.options, "--chains", 1, "--sweeps", UNLIMITED, "--burn-in", 0,
                                        "--keep", 0, "--checkpoint-every", max(1, min(60, seconds / 20)),
                                        "--threads", arguments.threads, "--output", folder])
    readings = watch(process, time.monotonic() + seconds)
    process.send_signal(signal.SIGTERM)
    finish(process, {130})
    return growth_of(readings)


def interrupted_fit(arguments, folder, sweeps, rng):
    """The same fit to the same sweep. @returns how often it was stopped and killed"""
    ended = {signal.SIGTERM: 0, signal.SIGKILL: 0}
    words = ["fit", arguments.corpus, *arguments.options, "--chains", 1, "--sweeps", sweeps, "--burn-in", 0, "--keep", 0,
             "--checkpoint-every", 1, "--threads", arguments.threads, "--output", folder]
    mean = arguments.hours * 3600 / arguments.threads / (arguments.stops + 1)
    while True:
        process = start(arguments.program, words)
        allowed = rng.uniform(0.2, 1.8) * mean if sum(ended.values()) < arguments.stops else float("inf")
        watch(process, time.monotonic() + allowed)
        if process.poll() is None:
            how = rng.choice(list(ended))
            process.send_signal(how)
            ended[how] += 1
            finish(process, {130, -signal.SIGKILL, 0})
        elif finish(process, {0}) == 0:
            return ended
        exists = (folder / "manifest.json").exists()
        if exists and json.loads((folder / "manifest.json").read_text())["status"] == "complete":
            return ended
        threads = rng.choice([1, arguments.threads])
        words = ["resume", folder, "--threads", threads] if exists else words


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=lambda path: pathlib.Path(path).resolve())
    parser.add_argument("corpus", type=pathlib.Path)
    parser.add_argument("--hours", type=float, default=12, help="of processor time of each of the two fits")
    parser.add_argument("--stops", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--output", type=pathlib.Path)
    words = sys.argv[1:]
    end = words.index("--") if "--" in words else len(words)
    arguments = parser.parse_args(words[:end])
    arguments.options = words[end + 1:]
    rng = random.Random(arguments.seed)
    with tempfile.TemporaryDirectory(prefix="themata-soak-") as own:
        folder = arguments.output or pathlib.Path(own)
        folder.mkdir(parents=True, exist_ok=True)
        begin = time.monotonic()
        growth = whole_fit(arguments, folder / "whole")
        sweep, state = end_of(folder / "whole")
        print(f"whole: {sweep} sweeps in {time.monotonic() - begin:.0f} s, state {state}, memory {growth:.3f} times", flush=True)
        ended = interrupted_fit(arguments, folder / "interrupted", sweep, rng)
        found = end_of(folder / "interrupted")
        print(f"interrupted: {ended[signal.SIGTERM]} stops, {ended[signal.SIGKILL]} kills, {found[0]} sweeps, state {found[1]}; "
              f"{time.monotonic() - begin:.0f} s in all", flush=True)
    if found != (sweep, state) or growth > MOST_GROWTH:
        sys.exit("the bits differ" if found != (sweep, state) else f"memory grew {growth:.3f} times")


if __name__ == "__main__":
    main()
