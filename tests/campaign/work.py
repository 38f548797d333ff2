"""Runs the program in a folder for each case, checks what it left there, and counts how the cases ended."""
import collections
import dataclasses
import os
import pathlib
import random
import re
import shlex
import shutil
import signal
import subprocess
import time

import compare

LIMIT = 120  # seconds; a command takes some ten milliseconds


@dataclasses.dataclass
class Done:
    code: int
    out: str
    err: str
    seconds: float = 0


def name_of(code):
    """An exit code as the table shows it."""
    return signal.Signals(-code).name if code < 0 else str(code)


class Tally:
    """How many cases of a kind ended in which exit code, and what was wrong."""

    def __init__(self, kind, work):
        self.kind, self.again = kind, f"tests/campaign/campaign.py {work.program} --seed {work.seed} --only {kind}"
        self.codes, self.notes, self.violations = collections.Counter(), collections.Counter(), []

    def violation(self, case, what, words):
        """words: of the command that was disturbed"""
        self.violations.append(f"{self.kind}: {what}\n    {shlex.join(map(str, words))}\n    {self.again} --case {shlex.quote(str(case))}")
        print(self.violations[-1], flush=True)

    @property
    def tried(self):
        return sum(self.codes.values())

    def row(self):
        codes = ", ".join(f"{name}: {n}" for name, n in sorted(self.codes.items()))
        notes = "".join(f"; {note}: {n}" for note, n in sorted(self.notes.items()))
        return f"| {self.kind} | {self.tried} | {codes}{notes} | {len(self.violations)} |"


class Work:
    """The program and the folder of a campaign."""

    def __init__(self, program, folder, seed):
        self.program, self.folder, self.seed = str(pathlib.Path(program).resolve()), folder, seed
        self.references = {}

    def rng(self, kind, case):
        """The numbers that a case draws, the same whichever cases ran before it."""
        return random.Random(f"{self.seed} {kind} {case}")

    def start(self, words, folder, before=(), **options):
        options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "stdin": subprocess.DEVNULL} | options
        return subprocess.Popen([*before, self.program, *map(str, words)], cwd=folder, text=True, errors="replace", **options)

    def end(self, process):
        out, err = process.communicate(timeout=LIMIT)
        return Done(process.returncode, out or "", err or "")

    def run(self, words, folder=None, before=(), **options):
        begun = time.monotonic()
        done = self.end(self.start(words, folder or self.folder, before, **options))
        done.seconds = time.monotonic() - begun
        return done

    def case_folder(self, command):
        """A folder for a case, with what the command is given. The reference is made there before."""
        self.reference(command)
        return self.fresh_folder(command)

    def fresh_folder(self, command):
        folder = self.folder / "case"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        command.prepare(folder)
        return folder

    def reference(self, command):
        """The folder after the command ran undisturbed, and how long it took."""
        if command not in self.references:
            folder = self.fresh_folder(command)  # the same for all, as it is written into manifests
            done = self.run(command.words, folder)
            if done.code != 0:
                raise RuntimeError(f"the program fails undisturbed: {shlex.join(command.words)}: {done.err}")
            self.references[command] = folder.rename(self.folder / f"reference-{len(self.references)}"), done.seconds
        return self.references[command]

    def faults_after(self, command, folder):
        """What is wrong with the files that a disturbed command left, and with those of the command that follows it."""
        reference, _ = self.reference(command)
        output = command.output_in(folder)
        yield from compare.damaged_files(folder)
        if command.kind in ("file", "folder") and output.exists():
            yield from (f"its output is neither absent nor whole: {fault}"
                        for fault in compare.differences(command.output_in(reference), output))
            if command.kind == "folder":
                return
        if command.kind == "fit" and output.exists():
            done = self.run(("info", output.name), folder)
            if done.code != 0:
                yield f"info ends with {done.code}: {done.err.strip()}"
        yield from self.faults_of_rest(command, folder)

    def faults_of_rest(self, command, folder):
        """The command, or resume, runs to its end; the results must be those of an undisturbed run."""
        if not command.is_finished(folder):
            words = command.next_words(folder)
            done = self.run(words, folder)
            if done.code != 0:
                yield f"{shlex.join(map(str, words))} afterwards ends with {done.code}: {done.err.strip()}"
                return
        reference, _ = self.reference(command)
        yield from compare.differences(command.output_in(reference), command.output_in(folder))


# What a command reads and writes in its own folder, which "." is too.
NAMES = re.compile(r"themata: (fit|out|corpus|grid|report\.html|\.)\b|/|themata: \.:")
# What is short and has no name; the start of a thread and a stack need memory too.
NAMELESS = re.compile(r"memory|standard output|thread|pthread_create")


def message_faults(done, reason=""):
    """What is wrong with the message of a command that failed. reason: a text that it should have; "": any."""
    lines = [line for line in done.err.splitlines() if not line.startswith(("themata: warning:", "themata: note:"))]
    if len(lines) != 1 or not lines[0].startswith("themata: "):
        yield f"exit code {done.code} with {len(lines)} messages: {done.err.strip()!r}"
        return
    if reason not in lines[0] and not re.search(r"of memory|Resource temporarily unavailable", lines[0]):
        yield f"the message does not say {reason!r}: {lines[0]}"
    if not NAMES.search(lines[0]) and not NAMELESS.search(lines[0]):
        yield f"the message names no file: {lines[0]}"


def default_folder():
    """In memory, where flushing takes no time, if the system has such a disk."""
    return "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
