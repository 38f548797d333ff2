"""Runs a contender in its own process, and measures time and memory.

run.py calls run_job, which starts the process and watches its memory and that of the processes that it starts. The
process is this file, run as a program: measure.py JOB, where JOB is a JSON file. It writes the result to result.json in
the job's folder. Topics go to separate files, which run.py scores.
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

POLL = .25  # seconds between memory checks
# An import or an inference may take less time than that. Its memory is checked every .02 s, or less often if checks
# would take more than a twentieth of the time.
SHORTEST_POLL = {"importing": .02, "inference": .02}
HERE = pathlib.Path(__file__).resolve().parent


def program(command, **options):
    """Runs a program of a contender. @returns its standard output and standard error, interleaved"""
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          **options)
    if done.returncode:
        lines = done.stdout.strip().splitlines() or ["failed without a message"]
        sys.exit(f"{pathlib.Path(command[0]).name}: {lines[-1]}")
    return done.stdout


# Functions that run.py calls.

def module_of(task, contender):
    return importlib.import_module(f"{task.replace('-', '_')}.{contender}")


def run_job(python, job, limit):
    """Runs a job for at most `limit` seconds.

    @returns the result with peak_bytes, or {"failed": reason}
    """
    folder = pathlib.Path(job["folder"])
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "job.json").write_text(json.dumps(job))
    # Threads of a linear algebra library would come on top of the contender's own threads.
    environment = {**os.environ, "OMP_NUM_THREADS": str(job["threads"]), "OPENBLAS_NUM_THREADS": "1",
                   "PYTHONWARNINGS": "ignore"}
    child = subprocess.Popen([python, HERE / "measure.py", folder / "job.json"], stdout=subprocess.DEVNULL,
                             stderr=subprocess.PIPE, text=True, start_new_session=True, env=environment)
    memory = Memory(child.pid, job["outside"], SHORTEST_POLL.get(job["task"], POLL))
    try:
        _, errors = child.communicate(timeout=limit)
    except subprocess.TimeoutExpired:
        return {"failed": f"not finished within {limit:g} s"}
    finally:
        kill_group(child)
        memory.stop()
    if child.returncode:
        lines = errors.strip().splitlines() or [f"exit status {child.returncode}"]
        return {"failed": lines[-1]}
    return {**json.loads((folder / "result.json").read_text()), "peak_bytes": memory.peak}


def kill_group(child):
    """Kills all processes that a child may have left running in its process group."""
    try:
        os.killpg(child.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    child.wait()


class Memory:
    """The peak memory of a child process and of the processes that it starts (its POSIX session), in bytes.

    It is the larger of two figures. The first is the largest sum, over all checks, of the memory in use by all
    processes; a page shared by n processes counts as 1/n for each. The second is the largest peak of a single process
    as the kernel records it, which checks cannot miss.

    Memory of a program that Python starts must count as the program's, not as Python's. So the resource usage of ended
    children is not used: on Linux it starts at the usage of the process that started them.
    @param outside  leave out the first process, Python, because the engine is a program that it starts
    @param shortest  minimum seconds between checks
    """

    def __init__(self, session, outside, shortest):
        self.session, self.outside, self.shortest, self.peak = session, outside, shortest, 0
        self.ended = threading.Event()
        self.thread = threading.Thread(target=self.watch, daemon=True)
        self.thread.start()

    def watch(self):
        pause = .02
        while not self.ended.wait(pause):
            start = time.monotonic()
            checks = [self.memory_of(process) for process in self.processes()]
            self.peak = max([self.peak, sum(used for used, _ in checks), *(peak for _, peak in checks)])
            longer = min(POLL, max(self.shortest, 20 * (time.monotonic() - start)))
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
    def memory_of(folder):
        """The memory that a process uses, and its peak so far."""
        try:
            return (field(folder / "smaps_rollup", "Pss:"), field(folder / "status", "VmHWM:"))
        except (OSError, ProcessLookupError):
            return (0, 0)

    def stop(self):
        self.ended.set()
        self.thread.join()


def field(path, name):
    """A field of a file in /proc, converted from kilobytes to bytes; 0 if it is missing."""
    for line in path.read_text().splitlines():
        if line.startswith(name):
            return 1024 * int(line.split()[1])
    return 0


# Functions of the contender's process.

def main(path):
    job = json.loads(pathlib.Path(path).read_text())
    engine = module_of(job["task"], job["contender"]).Engine(job)
    start = time.monotonic()
    engine.start()
    started = time.monotonic()
    result = {"start_seconds": started - start, **MEASURES[job["task"]](engine, job), "version": engine.version}
    (pathlib.Path(job["folder"]) / "result.json").write_text(json.dumps(result))


def seconds_of(what, *arguments):
    """Wall time of a call, in seconds."""
    start = time.monotonic()
    what(*arguments)
    return time.monotonic() - start


def measure_fit(engine, job):
    """Fits a whole corpus."""
    return fit(engine, corpora.Corpus(job["corpus"], pathlib.Path(job["corpus_folder"])), job)


def measure_held_out(engine, job):
    """Fits the training documents of a split."""
    return fit(engine, corpora.Split(job["corpus"], pathlib.Path(job["corpus_folder"])).training, job)


def fit(engine, corpus, job):
    """Fits in stages. @returns the stages, and the time of loading the corpus"""
    result = {"load_seconds": seconds_of(engine.load, corpus)}
    stages = (TimedStages if hasattr(engine, "train_for") else Stages)(engine, pathlib.Path(job["folder"]))
    if "sweeps" in job:
        for sweeps in job["sweeps"]:
            stages.run_to(sweeps)
    else:
        stages.run_until(job["times"])
    start_seconds = getattr(engine, "start_seconds", None)
    if start_seconds is not None:  # a program reports a better value than the clock around start()
        result["start_seconds"] = start_seconds
    return {**result, "points": stages.points}


def measure_import(engine, job):
    """Imports raw text. @returns the time, and the numbers of documents, types and tokens of the output"""
    folder = pathlib.Path(job["corpus_folder"])
    text = texts.Text(job["corpus"], folder)
    texts.read_through(text.path)  # from here on it is in the system's cache, for every contender
    result = {"seconds": seconds_of(engine.convert, text.path)}
    result.update(zip(("documents", "types", "tokens"), map(int, engine.counts())))
    if job["outside"]:
        result["start_seconds"] = seconds_of(engine.convert, text.first)
    return result


def measure_inference(engine, job):
    """Infers topic proportions of new documents. @returns the times of inference, training and loading, and a file

    The file has theta (documents x topics), and the topics of the training tokens or else phi (topics x types).
    """
    split = corpora.Split(job["corpus"], pathlib.Path(job["corpus_folder"]))
    engine.load(split.training)
    result = {"training_seconds": seconds_of(engine.train, job["sweeps"])}
    if job["outside"]:
        engine.read(split.first)
        result["start_seconds"] = seconds_of(engine.infer)
    result["load_seconds"] = seconds_of(engine.read, split.observed)
    result["seconds"] = seconds_of(engine.infer)
    found = {"theta": engine.theta(), **engine.learned()}
    check_inferred(found, split, job["topics"])
    path = pathlib.Path(job["folder"]) / "inferred.npz"
    numpy.savez(path, **found)
    return {**result, "inferred": str(path)}


def check_inferred(found, split, number):
    """Exits if the output is not valid, so that a wrong export is not mistaken for a bad model."""
    theta = found["theta"]
    expected = (len(split.observed.offsets) - 1, number)
    if theta.shape != expected:
        sys.exit(f"theta has shape {theta.shape}, expected {expected} (documents, topics)")
    if not (theta.min() >= 0 and abs(theta.sum(axis=1) - 1).max() <= 1e-3):  # NaN fails too
        sys.exit("topic proportions do not sum to 1")
    if "topics" in found and not 0 <= found["topics"].min() <= found["topics"].max() < number:
        sys.exit(f"topics from {found['topics'].min()} to {found['topics'].max()}, expected 0 to {number - 1}")
    if "phi" in found and found["phi"].shape != (number, split.training.types):
        sys.exit(f"word probabilities of {found['phi'].shape[1]} types, expected {split.training.types}")


MEASURES = {"lda": measure_fit, "hdp": measure_fit, "importing": measure_import, "inference": measure_inference,
            "held-out": measure_held_out}


class Stages:
    """A fit in stages. Topics are saved after each stage, while the clock is stopped."""

    def __init__(self, engine, folder):
        self.engine, self.folder, self.points = engine, folder, []

    def run_to(self, sweeps):
        """Continues until the fit has `sweeps` sweeps in total."""
        self.save(sweeps, self.engine.train(sweeps))

    def save(self, sweeps, seconds):
        path = self.folder / f"topics-{sweeps}.npy"
        numpy.save(path, self.engine.assignments())
        self.points.append({"sweeps": sweeps, "seconds": seconds, "topics": str(path)})

    def run_until(self, times, tries=4):
        """Runs stages that end near the given times, in total seconds of sampling.

        Each time is reached if a stage ends at nine tenths of it or later, within the given number of tries.
        """
        self.run_to(1)
        for target in times:
            for _ in range(tries):
                last = self.points[-1]
                if last["seconds"] >= .9 * target:
                    break
                self.run_to(last["sweeps"] + max(1, round((target - last["seconds"]) / self.pace())))

    def pace(self):
        """Seconds per sweep between the last two stages, but at least half of the mean over the whole run.

        Where each stage starts again, the later one may happen to be fast, and the next stage would be far too long.
        """
        last = self.points[-1]
        before = self.points[-2] if len(self.points) > 1 else {"sweeps": 0, "seconds": 0}
        pace = (last["seconds"] - before["seconds"]) / (last["sweeps"] - before["sweeps"])
        return max(pace, last["seconds"] / last["sweeps"] / 2, 1e-6)


class TimedStages(Stages):
    """Stages of an engine that ends by itself after a given time."""

    def run_until(self, times):
        for seconds in times:
            self.save(*self.engine.train_for(seconds))


if __name__ == "__main__":
    main(sys.argv[1])
