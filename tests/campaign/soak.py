#!/usr/bin/env python3
"""A long fit with stops, kills and resumes beside the same fit without: their bits are equal, and memory does not grow.

In each of the parts the fit without is first, for its share of the processor hours. The other one is stopped (SIGTERM) or
killed (SIGKILL) at random moments, and resumed on another number of threads, until it is at the same sweep.

A fit's state may need more memory as its chain goes on, so what one process has at its end is compared with what another has
that has only just resumed the same state.

With --output, the same command goes on where an earlier one ended, by --minutes or by anything else.

usage: soak.py PROGRAM CORPUS [--hours H] [--parts N] [--stops N] [--seed S] [--threads T] [--output FOLDER] [--minutes M]
       [-- FIT_OPTION...]
exit code 0: bits are equal after each part, and each process of the fit without stops that was long enough, of which there was
     one at least, had at its end at most five hundredths more memory that is no file's than the one after it at its beginning
exit code 3: --minutes are over; give the same command again
"""
import argparse
import ctypes
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
PR_SET_PDEATHSIG = 1  # of prctl


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
    """A process that is killed where this script is."""
    libc = ctypes.CDLL(None)
    return subprocess.Popen([program, *map(str, words)], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                            preexec_fn=lambda: libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL))


def finish(process, expected):
    _, errors = process.communicate()
    if process.returncode not in expected:
        sys.exit(f"exit code {process.returncode}: {errors}")


def stop(process, seconds, how=signal.SIGTERM):
    """Ends a process that has run for some seconds. One that has only just started does not save anything yet."""
    process.send_signal(how)
    finish(process, {130, 0} | ({-signal.SIGTERM} if seconds < 5 else set()) if how == signal.SIGTERM else {-signal.SIGKILL, 0})


def end_of(fit):
    """The sweep and the state of a fit's chain."""
    chain = json.loads((fit / "manifest.json").read_text())["chains"][0]
    return chain["sweep"], chain["state_hash"]


def growths(memory):
    """What processes had at their end over what the next one had at its beginning, where both were long enough."""
    pairs = [(before["end"], after["begin"]) for before, after in zip(memory, memory[1:])]
    return [end / begin for end, begin in pairs if end and begin]


class Soak:
    """Both fits, and what is known of them in FOLDER/soak.json."""

    def __init__(self, arguments, folder):
        self.arguments, self.folder, self.record = arguments, folder, folder / "soak.json"
        self.seconds = arguments.hours * 3600
        self.interval = min(1, self.seconds / 400)
        part = self.seconds / arguments.parts / arguments.threads  # of the clock, at least
        self.settling = max(1, min(120, int(part / 12 / self.interval)))  # readings until a first checkpoint has been written
        least = 10 * self.settling * self.interval / 60
        if arguments.minutes < least:
            sys.exit(f"--minutes {arguments.minutes:g}: too short to compare memory; expected at least {least:.3g}")
        self.deadline = time.monotonic() + arguments.minutes * 60
        self.known = {"part": 0, "seconds": 0, "seconds_interrupted": 0, "memory": [], "whole": None, "stops": 0, "kills": 0}
        if self.record.exists():
            self.known = json.loads(self.record.read_text())

    def save(self):
        part = self.record.with_suffix(".partial")
        part.write_text(json.dumps(self.known))
        part.replace(self.record)

    def command(self, fit, threads, sweeps, checkpoint_every):
        """Begins a fit, or resumes it. A killed fit without a first checkpoint is begun anew."""
        if (fit / "manifest.json").exists():
            return ["resume", fit, "--threads", threads, "--sweeps", sweeps]
        return ["fit", self.arguments.corpus, *self.arguments.options, "--chains", 1, "--burn-in", 0, "--keep", 0, "--threads", threads,
                "--output", fit, "--sweeps", sweeps, "--checkpoint-every", checkpoint_every]

    def end_when_time_is_over(self):
        if time.monotonic() >= self.deadline:
            print("time is over: give the same command again", flush=True)
            sys.exit(3)

    def begin_memory(self):
        """Of a process that begins, also where this script is killed before it knows more."""
        self.known["memory"].append({"begin": None, "end": None})
        self.save()

    def add_memory(self, readings):
        """Of a process's readings, the medians at its beginning and at its end; None where it was too short."""
        begin, end = self.settling, 4 * self.settling
        self.known["memory"][-1] = {
            "begin": statistics.median(readings[begin:end]) if len(readings) >= end else None,
            "end": statistics.median(readings[-self.settling:]) if len(readings) >= 2 * end else None,
        }

    def run_whole(self):
        """Runs for a part's share of the time, and ends at a sweep of its own."""
        share = self.seconds * (self.known["part"] + 1) / self.arguments.parts
        while self.known["whole"] is None:
            self.end_when_time_is_over()
            self.begin_memory()
            begun = time.monotonic()
            process = start(self.arguments.program,
                            self.command(self.folder / "whole", self.arguments.threads, UNLIMITED, max(1, min(60, self.seconds / 40))))
            readings, used = watch(process, self.interval, self.deadline, share - self.known["seconds"])
            stop(process, time.monotonic() - begun)
            self.known["seconds"] += used
            self.add_memory(readings)
            if self.known["seconds"] >= share:
                self.known["whole"] = list(end_of(self.folder / "whole"))
            self.save()

    def run_interrupted(self):
        """The same fit to the same sweep. What is random goes on from the number of stops so far, without those by --minutes."""
        fit, sweeps = self.folder / "interrupted", self.known["whole"][0]
        stops = self.arguments.stops * (self.known["part"] + 1) // self.arguments.parts
        mean = self.seconds / self.arguments.threads / (self.arguments.stops + self.arguments.parts)
        while not is_complete(fit, sweeps):
            self.end_when_time_is_over()
            so_far = self.known["stops"] + self.known["kills"]
            rng = random.Random(f"{self.arguments.seed} {so_far}")
            begun = time.monotonic()
            end = begun + rng.uniform(0.2, 1.8) * mean if so_far < stops else float("inf")
            threads = rng.randint(1, 2 * self.arguments.threads)
            process = start(self.arguments.program, self.command(fit, threads, sweeps, 1))
            _, used = watch(process, self.interval, min(end, self.deadline))
            self.known["seconds_interrupted"] += used
            if process.poll() is not None:
                finish(process, {0})
            elif end > self.deadline:
                stop(process, time.monotonic() - begun)
            else:
                how = rng.choice(["stops", "kills"])
                self.known[how] += 1
                stop(process, time.monotonic() - begun, signal.SIGTERM if how == "stops" else signal.SIGKILL)
            self.save()

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
        if time.monotonic() + 8 * self.settling * self.interval > self.deadline:
            print("too little time is left to compare memory: give the same command again", flush=True)
            sys.exit(3)
        copy = self.folder / "copy"
        if copy.exists():
            shutil.rmtree(copy)
        shutil.copytree(self.folder / "whole", copy)
        begun, readings = time.monotonic(), []
        process = start(self.arguments.program, ["resume", copy, "--threads", self.arguments.threads])
        while len(readings) < 4 * self.settling and process.poll() is None:
            readings += watch(process, self.interval, time.monotonic() + self.interval)[0]
        stop(process, time.monotonic() - begun)
        shutil.rmtree(copy)
        self.begin_memory()
        self.add_memory(readings)
        found = growths(self.known["memory"])
        if not found:
            sys.exit("memory was not compared: no process was long enough")
        print(f"memory grew {max(found):.3f} times, the most of {len(found)} of {len(self.known['memory']) - 1} processes", flush=True)
        if max(found) > MOST_GROWTH:
            sys.exit(f"memory grew {max(found):.3f} times: {self.known['memory']}")


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
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda number, frame: sys.exit(128 + number))
    with tempfile.TemporaryDirectory(prefix="themata-soak-") as own:
        folder = arguments.output or pathlib.Path(own)
        folder.mkdir(parents=True, exist_ok=True)
        soak = Soak(arguments, folder)
        soak.run_parts()
        soak.check_memory()


if __name__ == "__main__":
    main()
