"""Runs a contender in a process of its own, and measures it.

Beside the process, run.py watches its session: the processes that it starts are counted in. As a program, this file
is that process: measure.py JOB, a JSON file, writes what came out to result.json in the job's folder, and topics to
files of their own, which are scored elsewhere.
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
import texts

POLL = .25  # seconds between looks at memory
# An import or an inference may be over before that; those are looked at as often as a twentieth of the time allows.
SHORTEST_POLL = {"importing": .02, "inference": .02}
HERE = pathlib.Path(__file__).resolve().parent


def program(command, **options):
    """Runs a program of a contender. @returns what it said, output and errors in turn"""
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          **options)
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
    memory = Memory(child.pid, job["outside"], SHORTEST_POLL.get(job["task"], POLL))
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
    @param shortest  seconds between looks, at least
    """

    def __init__(self, session, outside, shortest):
        self.session, self.outside, self.shortest, self.peak = session, outside, shortest, 0
        self.ended = threading.Event()
        self.thread = threading.Thread(target=self.watch, daemon=True)
        self.thread.start()

    def watch(self):
        pause = .02
        while not self.ended.wait(pause):
            begun = time.monotonic()
            looks = [self.look(process) for process in self.processes()]
            self.peak = max([self.peak, sum(shared for shared, _ in looks), *(most for _, most in looks)])
            longer = min(POLL, max(self.shortest, 20 * (time.monotonic() - begun)))
            pause = longer if self.peak else .02

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
    result = {"start_seconds": started - begun, **MEASURES[job["task"]](engine, job), "version": engine.version}
    (pathlib.Path(job["folder"]) / "result.json").write_text(json.dumps(result))


def seconds_of(what, *arguments):
    """Wall time of a call, in seconds."""
    begun = time.monotonic()
    what(*arguments)
    return time.monotonic() - begun


def fitted(engine, job):
    """A fit in stages: its points, and the time of loading the corpus."""
    corpus = corpora.Corpus(job["corpus"], pathlib.Path(job["corpus_folder"]))
    result = {"load_seconds": seconds_of(engine.load, corpus)}
    stages = Stages(engine, pathlib.Path(job["folder"]))
    if "sweeps" in job:
        for sweeps in job["sweeps"]:
            stages.to(sweeps)
    else:
        stages.until(job["times"])
    start_seconds = getattr(engine, "start_seconds", None)
    if start_seconds is not None:  # of a program, which knows better than the clock around start()
        result["start_seconds"] = start_seconds
    return {**result, "points": stages.points}


def imported(engine, job):
    """An import of raw text: its time, and how many documents, types and tokens came out."""
    folder = pathlib.Path(job["corpus_folder"])
    text = texts.Text(job["corpus"], folder)
    texts.read_through(text.path)  # from here on it is in memory for everybody
    result = {"seconds": seconds_of(engine.convert, text.path)}
    result.update(zip(("documents", "types", "tokens"), map(int, engine.counts())))
    if job["outside"]:
        result["start_seconds"] = seconds_of(engine.convert, text.first)
    return result


def inferred(engine, job):
    """The topics of new documents: the time of their inference, with those of training and loading, and a file.

    It has theta (documents x topics), and the topics of the training tokens, or phi (topics x types) without those.
    """
    split = corpora.Split(job["corpus"], pathlib.Path(job["corpus_folder"]))
    engine.load(split.training)
    result = {"training_seconds": seconds_of(engine.train, job["sweeps"])}
    if job["outside"]:
        engine.read(split.first)
        result["start_seconds"] = seconds_of(engine.infer)
    result["load_seconds"] = seconds_of(engine.read, split.given)
    result["seconds"] = seconds_of(engine.infer)
    found = {"theta": engine.theta(), **engine.learned()}
    check_inferred(found, split, job["topics"])
    path = pathlib.Path(job["folder"]) / "inferred.npz"
    numpy.savez(path, **found)
    return {**result, "inferred": str(path)}


def check_inferred(found, split, number):
    """Ends the process if shares of topics are none, so that a wrong export is not taken for a bad model."""
    theta = found["theta"]
    if theta.shape != (len(split.given.offsets) - 1, number):
        sys.exit(f"shares of {theta.shape[0]} documents and {theta.shape[1]} topics came back")
    if not (theta.min() >= 0 and abs(theta.sum(axis=1) - 1).max() <= 1e-3):  # no numbers fail as well
        sys.exit("shares of topics that do not sum to 1 came back")
    if "topics" in found and not 0 <= found["topics"].min() <= found["topics"].max() < number:
        sys.exit(f"topics from {found['topics'].min()} to {found['topics'].max()} came back, of {number}")
    if "phi" in found and found["phi"].shape != (number, split.training.types):
        sys.exit(f"word probabilities of {found['phi'].shape[1]} types came back, of {split.training.types}")


MEASURES = {"lda": fitted, "hdp": fitted, "importing": imported, "inference": inferred}


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
