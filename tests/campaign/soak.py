#!/usr/bin/env python3
"""A long fit with stops, kills and resumes beside the same fit without: their bits are equal, and memory does not grow.

In each of the parts the fit without is first, for its share of the processor hours. The other one is stopped (SIGTERM) or
killed (SIGKILL) at random moments, and resumed on another number of threads, until it is at the same sweep.

A fit's state may need more memory as its chain goes on, so what one process has at its end is compared with what another has
that has only just resumed the same state.

With --output, the same command goes on where an earlier one ended, by --minutes or by anything else.

usage: soak.py PROGRAM CORPUS [--hours H] [--parts N] [--stops N] [--seed S] [--threads T] [--output FOLDER] [--minutes M]
       [-- FIT_OPTION...]
exit code 0: bits are equal after each part, and each process of the fit without stops had at its end at most five hundredths
     more memory that is no file's than the one after it at its beginning
exit code 3: --minutes are over; give the same command again
"""
import argparse
import json
import os
import pathlib
import random
import shutil
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


def watch(process, interval, until, most_processor_seconds=float("inf")):
    """Memory once in an interval until a process ends, `until`, of time.monotonic(), has come, or its processor time is over.
    @returns the readings and the processor time"""
    readings, used = [], 0
    while process.poll() is None and time.monotonic() < until and used < most_processor_seconds:
        readings.append(private_kib(process.pid))
        time.sleep(min(interval, max(0, until - time.monotonic())))
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


def most_growth(memory):
    """The largest of what processes had at their end over what the next one had at its beginning; None without any."""
    pairs = [(before["end"], after["begin"]) for before, after in zip(memory, memory[1:])]
    return max((end / begin for end, begin in pairs if end and begin), default=None)


class Soak:
    """Both fits, and what is known of them in FOLDER/soak.json."""

    def __init__(self, arguments, folder):
        self.arguments, self.folder, self.record = arguments, folder, folder / "soak.json"
        self.seconds = arguments.hours * 3600
        self.interval = min(1, self.seconds / 400)
        self.settling = min(120, int(self.seconds / 40 / self.interval))  # readings until a first checkpoint has been written
        self.deadline = time.monotonic() + arguments.minutes * 60
        self.known = {"part": 0, "seconds": 0, "seconds_interrupted": 0, "memory": [], "whole": None, "stops": 0, "kills": 0}
        if self.record.exists():
            self.known = json.loads(self.record.read_text())

    def save(self):
        part = self.record.with_suffix(".partial")
        part.write_text(json.dumps(self.known))
        part.replace(self.record)

    def command(self, fit, threads, *options):
        """Begins a fit, or resumes it. A killed fit without a first checkpoint is begun anew."""
        if (fit / "manifest.json").exists():
            sweeps = options[:2]  # the others are as they were
            return ["resume", fit, "--threads", threads, *sweeps]
        return ["fit", self.arguments.corpus, *self.arguments.options, "--chains", 1, "--burn-in", 0, "--keep", 0, "--threads", threads,
                "--output", fit, *options]

    def end_when_time_is_over(self):
        if time.monotonic() >= self.deadline:
            print("time is over: give the same command again", flush=True)
            sys.exit(3)

    def add_memory(self, readings):
        """Of a process's readings, the medians at its beginning and at its end; None where it was too short."""
        begin, end = self.settling, 4 * self.settling
        self.known["memory"].append({
            "begin": statistics.median(readings[begin:end]) if len(readings) >= end else None,
            "end": statistics.median(readings[-self.settling:]) if len(readings) >= 2 * end else None,
        })

    def run_whole(self):
        """Runs for a part's share of the time, and ends at a sweep of its own."""
        share = self.seconds * (self.known["part"] + 1) / self.arguments.parts
        while self.known["whole"] is None:
            process = start(self.arguments.program,
                            self.command(self.folder / "whole", self.arguments.threads, "--sweeps", UNLIMITED,
                                         "--checkpoint-every", max(1, min(60, self.seconds / 40))))
            readings, used = watch(process, self.interval, self.deadline, share - self.known["seconds"])
            process.send_signal(signal.SIGTERM)
            finish(process, STOPPED)
            self.known["seconds"] += used
            self.add_memory(readings)
            if self.known["seconds"] >= share:
                self.known["whole"] = list(end_of(self.folder / "whole"))
            self.save()
            if self.known["whole"] is None:
                self.end_when_time_is_over()

    def run_interrupted(self):
        """The same fit to the same sweep. What is random goes on from the number of stops so far."""
        fit, sweeps = self.folder / "interrupted", self.known["whole"][0]
        stops = self.arguments.stops * (self.known["part"] + 1) // self.arguments.parts
        mean = self.seconds / self.arguments.threads / (self.arguments.stops + self.arguments.parts)
        while not is_complete(fit, sweeps):
            so_far = self.known["stops"] + self.known["kills"]
            rng = random.Random(f"{self.arguments.seed} {so_far}")
            allowed = rng.uniform(0.2, 1.8) * mean if so_far < stops else float("inf")
            threads = rng.randint(1, 2 * self.arguments.threads)
            process = start(self.arguments.program, self.command(fit, threads, "--sweeps", sweeps, "--checkpoint-every", 1))
            _, used = watch(process, self.interval, min(time.monotonic() + allowed, self.deadline))
            self.known["seconds_interrupted"] += used
            if process.poll() is None:
                how = rng.choice(["stops", "kills"])
                process.send_signal(signal.SIGTERM if how == "stops" else signal.SIGKILL)
                self.known[how] += 1
                finish(process, {*STOPPED, -signal.SIGKILL, 0})
                self.save()
                self.end_when_time_is_over()
            else:
                finish(process, {0})

    def run_parts(self):
        """Ends where the bits differ after a part."""
        while self.known["part"] < self.arguments.parts:
            self.run_whole()
            self.run_interrupted()
            found = list(end_of(self.folder / "interrupted"))
            print(f"part {self.known['part'] + 1} of {self.arguments.parts}: {self.known['whole'][0]} sweeps in "
                  f"{self.known['seconds']:.0f} processor s, state {self.known['whole'][1]}; "
                  f"{self.known['stops']} stops and {self.known['kills']} kills, {found[0]} sweeps in "
                  f"{self.known['seconds_interrupted']:.0f} processor s, state {found[1]}", flush=True)
            if found != self.known["whole"]:
                sys.exit("the bits differ")
            self.known |= {"part": self.known["part"] + 1, "whole": None}
            self.save()

    def check_memory(self):
        """The last process of the fit without stops is compared with one that resumes a copy of it."""
        copy = self.folder / "copy"
        if copy.exists():
            shutil.rmtree(copy)
        shutil.copytree(self.folder / "whole", copy)
        process = start(self.arguments.program, self.command(copy, self.arguments.threads))
        readings, _ = watch(process, self.interval, min(time.monotonic() + 5 * self.settling * self.interval, self.deadline))
        process.send_signal(signal.SIGTERM)
        finish(process, STOPPED)
        self.end_when_time_is_over()
        self.add_memory(readings)
        growth = most_growth(self.known["memory"])
        if growth is None:
            sys.exit("memory was not compared: no process was long enough")
        print(f"memory grew {growth:.3f} times", flush=True)
        if growth > MOST_GROWTH:
            sys.exit(f"memory grew: {self.known['memory']}")


def is_complete(fit, sweeps):
    manifest = fit / "manifest.json"
    return manifest.exists() and json.loads(manifest.read_text())["status"] == "complete" and end_of(fit)[0] >= sweeps


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=lambda path: pathlib.Path(path).resolve())
    parser.add_argument("corpus", type=pathlib.Path)
    parser.add_argument("--hours", type=float, default=12, help="of processor time of each of the two fits")
    parser.add_argument("--parts", type=int, default=4, help="after each of which the bits are compared")
    parser.add_argument("--stops", type=int, default=40, help="and kills, in all")
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
        soak.run_parts()
        soak.check_memory()


if __name__ == "__main__":
    main()
