"""Runs a contender in a process of its own, and measures it.

Beside the process, run.py watches its session: the processes that it starts are counted in. As a program, this file
is that process: measure.py JOB, a JSON file, writes what came out to result.json in the job's folder, and the topics
of each stage to a file of their own, which are scored elsewhere.
"""
import importlib
import json
import os
import pathlib
import signal
import subprocess
import sys
import threading
import time

import numpy

import corpora

POLL = .25  # seconds between looks at memory
HERE = pathlib.Path(__file__).resolve().parent


def program(command):
    """Runs a program of a contender. @returns what it said, output and errors in turn"""
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode:
        said = done.stdout.strip().splitlines() or ["no reason given"]
        sys.exit(f"{pathlib.Path(command[0]).name}: {said[-1]}")
    return done.stdout


# In run.py.

def measured(python, job, limit):
    """Runs a job for at most so many seconds.

    @returns the result, with peak_bytes, or with "failed" and why
    """
    folder = pathlib.Path(job["folder"])
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "job.json").write_text(json.dumps(job))
    # One kind of threads at a time: those of a linear algebra library would come on top of the contender's own.
    environment = {**os.environ, "OMP_NUM_THREADS": str(job["threads"]), "OPENBLAS_NUM_THREADS": "1",
                   "PYTHONWARNINGS": "ignore"}
    child = subprocess.Popen([python, HERE / "measure.py", folder / "job.json"], stdout=subprocess.DEVNULL,
                             stderr=subprocess.PIPE, text=True, start_new_session=True, env=environment)
    memory = Memory(child.pid, job["outside"])
    try:
        _, said = child.communicate(timeout=limit)
    except subprocess.TimeoutExpired:
        return {"failed": f"not done within {limit:g} s"}
    finally:
        end_session(child)
        memory.stop()
    if child.returncode:
        lines = said.strip().splitlines() or [f"exit status {child.returncode}"]
        return {"failed": lines[-1]}
    return {**json.loads((folder / "result.json").read_text()), "peak_bytes": memory.peak}


def end_session(child):
    """Ends what a child may have left running in the session that it leads."""
    try:
        os.killpg(child.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    child.wait()


class Memory:
    """The peak memory of a session, in bytes: the larger of the sum over its processes of the memory that is in
    use, pages shared by n processes counting as 1/n of each, at the looks; and of the peak of any one process as
    the kernel keeps it, which no look can miss.

    What a program takes that was started from Python is the program's, not Python's; hence not the resource usage
    of ended children, which on Linux begins at that of the process they were started by.
    @param outside  leave out the session's first process, Python, for the engine is a program that it starts
    """

    def __init__(self, session, outside):
        self.session, self.outside, self.peak = session, outside, 0
        self.ended = threading.Event()
        self.thread = threading.Thread(target=self.watch, daemon=True)
        self.thread.start()

    def watch(self):
        while not self.ended.wait(POLL if self.peak else .02):
            looks = [self.look(process) for process in self.processes()]
            self.peak = max([self.peak, sum(shared for shared, _ in looks), *(most for _, most in looks)])

    def processes(self):
        for folder in pathlib.Path("/proc").glob("[0-9]*"):
            number = int(folder.name)
            try:
                if os.getsid(number) == self.session and not (self.outside and number == self.session):
                    yield folder
            except (ProcessLookupError, PermissionError):
                continue

    @staticmethod
    def look(folder):
        """Memory in use and its peak so far, of a process."""
        try:
            return (field(folder / "smaps_rollup", "Pss:"), field(folder / "status", "VmHWM:"))
        except (OSError, ProcessLookupError):
            return (0, 0)

    def stop(self):
        self.ended.set()
        self.thread.join()


def field(path, name):
    """A number of kilobytes in a file of /proc, in bytes; 0 where it is not."""
    for line in path.read_text().splitlines():
        if line.startswith(name):
            return 1024 * int(line.split()[1])
    return 0


# In the contender's process.

def main(path):
    job = json.loads(pathlib.Path(path).read_text())
    engine = importlib.import_module(f"{job['task']}.{job['contender']}").Engine(job)
    begun = time.monotonic()
    engine.start()
    started = time.monotonic()
    corpus = corpora.Corpus(job["corpus"], pathlib.Path(job["corpus_folder"]))
    loading = time.monotonic()
    engine.load(corpus)
    loaded = time.monotonic()
    stages = Stages(engine, pathlib.Path(job["folder"]))
    if "sweeps" in job:
        for sweeps in job["sweeps"]:
            stages.to(sweeps)
    else:
        stages.until(job["times"])
    start_seconds = getattr(engine, "start_seconds", None)
    result = {"version": engine.version, "load_seconds": loaded - loading, "points": stages.points,
              "start_seconds": started - begun if start_seconds is None else start_seconds}
    (pathlib.Path(job["folder"]) / "result.json").write_text(json.dumps(result))


class Stages:
    """A run in stages, after each of which the topics are written down; the clock stands still meanwhile."""

    def __init__(self, engine, folder):
        self.engine, self.folder, self.points = engine, folder, []

    def to(self, sweeps):
        """Goes on to so many sweeps in all."""
        seconds = self.engine.train(sweeps)
        path = self.folder / f"topics-{sweeps}.npy"
        numpy.save(path, self.engine.assignments())
        self.points.append({"sweeps": sweeps, "seconds": seconds, "topics": str(path)})

    def until(self, times, tries=4):
        """Stages that end near the times, seconds of sampling in all; the last one at nine tenths of it or later."""
        self.to(1)
        for target in times:
            for _ in range(tries):
                last = self.points[-1]
                if last["seconds"] >= .9 * target:
                    break
                self.to(last["sweeps"] + max(1, round((target - last["seconds"]) / self.pace())))

    def pace(self):
        """Seconds a sweep between the last two stages, but at least half of those of the whole run: of stages that
        begin anew the later one may have been lucky, and what is expected of it would be far off."""
        last = self.points[-1]
        before = self.points[-2] if len(self.points) > 1 else {"sweeps": 0, "seconds": 0}
        pace = (last["seconds"] - before["seconds"]) / (last["sweeps"] - before["sweeps"])
        return max(pace, last["seconds"] / last["sweeps"] / 2, 1e-6)


if __name__ == "__main__":
    main(sys.argv[1])
