#!/usr/bin/env python3
"""A long fit with stops, kills and resumes beside the same fit without: their bits are equal, and memory does not grow.

The fit without is run first, for the given processor hours. The other one is stopped (SIGTERM) or killed (SIGKILL) at random
moments, and resumed on another number of threads, until it is at the same sweep.

With --output, the same command goes on where an earlier one ended, by --minutes or by anything else.

usage: soak.py PROGRAM CORPUS [--hours H] [--stops N] [--seed S] [--threads T] [--output FOLDER] [--minutes M] [-- FIT_OPTION...]
exit code 0: bits are equal, and memory that is no file's was within five hundredths in the second and the last tenth of each
     process of the fit without stops that ran ten minutes or longer, or of the longest
exit code 3: --minutes are over; give the same command again
"""
import argparse
import json
import os
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
STOPPED = {130, -signal.SIGTERM}  # exit codes; the latter is of a program that had only just started


def private_kib(pid):
    """Memory of a process that is no file's, in KiB; None once it has ended."""
    try:
        lines = pathlib.Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return None
    return next((int(line.split()[1]) for line in lines if line.startswith("RssAnon:")), None)


def processor_seconds(pid):
    """Time that all threads of a process have had of processors, which other programs may use too; 0 once it has ended."""
    try:
        fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def watch(process, until, most_processor_seconds=float("inf")):
    """Memory once a second until a process ends, `until`, of time.monotonic(), has come, or its processor time is over.
    @returns the readings and the processor time"""
    readings, used = [], 0
    while process.poll() is None and time.monotonic() < until and used < most_processor_seconds:
        readings.append(private_kib(process.pid))
        time.sleep(min(1, max(0, until - time.monotonic())))
        used = max(used, processor_seconds(process.pid))
    return [reading for reading in readings if reading], used


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


class Soak:
    """Both fits, and what is known of them in FOLDER/soak.json."""

    def __init__(self, arguments, folder):
        self.arguments, self.folder, self.record = arguments, folder, folder / "soak.json"
        self.deadline = time.monotonic() + arguments.minutes * 60
        self.known = {"seconds": 0, "growth": [], "whole": None, "stops": 0, "kills": 0}
        if self.record.exists():
            self.known = json.loads(self.record.read_text())

    def save(self):
        part = self.record.with_suffix(".partial")
        part.write_text(json.dumps(self.known))
        part.replace(self.record)

    def command(self, fit, threads, *options):
        """Begins a fit, or resumes it. A killed fit without a first checkpoint is begun anew."""
        if (fit / "manifest.json").exists():
            return ["resume", fit, "--threads", threads]
        return ["fit", self.arguments.corpus, *self.arguments.options, "--chains", 1, "--burn-in", 0, "--keep", 0, "--threads", threads,
                "--output", fit, *options]

    def end_when_time_is_over(self):
        if time.monotonic() >= self.deadline:
            print("time is over: give the same command again", flush=True)
            sys.exit(3)

    def run_whole(self):
        """Runs for the given time, and ends at a sweep of its own.

        The first checkpoint takes memory for a copy of the tokens' topics, and later ones take the same again. It falls into the
        first tenth of the fit, which is not counted.
        """
        seconds = self.arguments.hours * 3600
        while self.known["whole"] is None:
            process = start(self.arguments.program,
                            self.command(self.folder / "whole", self.arguments.threads, "--sweeps", UNLIMITED,
                                         "--checkpoint-every", max(1, min(60, seconds / 40))))
            readings, used = watch(process, self.deadline, seconds - self.known["seconds"])
            process.send_signal(signal.SIGTERM)
            finish(process, STOPPED)
            self.known["seconds"] += used
            self.known["growth"].append([len(readings), growth_of(readings)])
            if self.known["seconds"] >= seconds:
                self.known["whole"] = list(end_of(self.folder / "whole"))
            self.save()
            if self.known["whole"] is None:
                self.end_when_time_is_over()

    def run_interrupted(self):
        """The same fit to the same sweep. What is random goes on from the number of stops so far."""
        fit = self.folder / "interrupted"
        mean = self.arguments.hours * 3600 / self.arguments.threads / (self.arguments.stops + 1)
        while not is_complete(fit):
            so_far = self.known["stops"] + self.known["kills"]
            rng = random.Random(f"{self.arguments.seed} {so_far}")
            allowed = rng.uniform(0.2, 1.8) * mean if so_far < self.arguments.stops else float("inf")
            threads = rng.choice([1, self.arguments.threads])
            process = start(self.arguments.program,
                            self.command(fit, threads, "--sweeps", self.known["whole"][0], "--checkpoint-every", 1))
            watch(process, min(time.monotonic() + allowed, self.deadline))
            if process.poll() is None:
                how = rng.choice(["stops", "kills"])
                process.send_signal(signal.SIGTERM if how == "stops" else signal.SIGKILL)
                self.known[how] += 1
                finish(process, {*STOPPED, -signal.SIGKILL, 0})
                self.save()
                self.end_when_time_is_over()
            else:
                finish(process, {0})

    def growth(self):
        """The largest of the processes that were long enough."""
        counts = max(min(600, n) for n, _ in self.known["growth"])
        return max(growth for n, growth in self.known["growth"] if n >= counts)


def is_complete(fit):
    manifest = fit / "manifest.json"
    return manifest.exists() and json.loads(manifest.read_text())["status"] == "complete"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=lambda path: pathlib.Path(path).resolve())
    parser.add_argument("corpus", type=pathlib.Path)
    parser.add_argument("--hours", type=float, default=12, help="of processor time of each of the two fits")
    parser.add_argument("--stops", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--output", type=pathlib.Path)
    parser.add_argument("--minutes", type=float, default=float("inf"), help="of this part of it")
    words = sys.argv[1:]
    end = words.index("--") if "--" in words else len(words)
    arguments = parser.parse_args(words[:end])
    arguments.options = words[end + 1:]
    with tempfile.TemporaryDirectory(prefix="themata-soak-") as own:
        folder = arguments.output or pathlib.Path(own)
        folder.mkdir(parents=True, exist_ok=True)
        soak = Soak(arguments, folder)
        soak.run_whole()
        sweep, state = soak.known["whole"]
        growth = soak.growth()
        print(f"whole: {sweep} sweeps in {soak.known['seconds']:.0f} processor s, state {state}, memory {growth:.3f} times", flush=True)
        soak.run_interrupted()
        found = list(end_of(folder / "interrupted"))
        print(f"interrupted: {soak.known['stops']} stops, {soak.known['kills']} kills, {found[0]} sweeps, state {found[1]}", flush=True)
    if found != soak.known["whole"] or growth > MOST_GROWTH:
        sys.exit("the bits differ" if found != soak.known["whole"] else f"memory grew {growth:.3f} times")


if __name__ == "__main__":
    main()
