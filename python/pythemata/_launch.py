"""Fits by several processes, which another program starts: mpiexec, srun."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ._errors import InputError, ResourceError, UsageError

PROGRAM = "themata-mpi"


@dataclass
class LaunchedProgress:
    """Where a chain is."""

    chain: int
    chains: int
    sweep: int
    sweeps: int
    seconds: float
    log_posterior: float
    topics: int


class Launched:
    """A program that fits, and tells of it on its standard error, an event a line."""

    def __init__(self, command: Sequence[str]) -> None:
        self._guard = threading.Lock()
        self._progress: dict[int, LaunchedProgress] = {}
        self._warnings: list[str] = []
        self._said: list[str] = []
        # A session of its own, so that Ctrl-C reaches this program alone, which passes it on as what saves the fit.
        self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                                         text=True, errors="replace", start_new_session=True)
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self._process.stderr is not None
        for line in self._process.stderr:
            try:
                event = json.loads(line)
                kind = event["event"]
            except (ValueError, TypeError, KeyError):
                with self._guard:
                    self._said.append(line.rstrip())
                continue
            with self._guard:
                if kind == "warning":
                    self._warnings.append(event["text"])
                elif kind == "sweep":
                    self._progress[event["chain"]] = LaunchedProgress(
                        event["chain"], event["chains"], event["sweep"], event["sweeps"], event["seconds"],
                        event["log_posterior_per_token"], event["topics"])

    def take_warnings(self) -> list[str]:
        with self._guard:
            taken, self._warnings = self._warnings, []
        return taken

    def progress(self) -> list[LaunchedProgress]:
        with self._guard:
            return [self._progress[chain] for chain in sorted(self._progress)]

    def stop(self) -> None:
        """Saves the chains and ends them."""
        self._process.send_signal(signal.SIGUSR1)

    def wait(self, seconds: float) -> bool:
        """Whether it has ended."""
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            return False
        self._reader.join()
        return True

    def check(self) -> bool:
        """Whether the fit is complete; False where it was stopped. Raises the error that ended it."""
        code = self._process.returncode
        ours = [line.removeprefix("themata: ") for line in self._said if line.startswith("themata: ")]
        said = ours[-1] if ours else "\n".join(self._said) or f"{PROGRAM} has ended with the code {code}"
        if code in (0, 130):
            return code == 0
        if code == 2 and ours:
            raise UsageError(said)
        if code == 3 and ours:
            raise InputError(said)
        raise ResourceError(said)


def command_of(launcher: Sequence[str], words: Sequence[str], options: Mapping[str, str]) -> list[str]:
    """What the launcher is to run. Raises UsageError where that cannot be."""
    if isinstance(launcher, str) or not launcher:
        raise UsageError('`launcher` is not a list of words; expected one such as ["mpiexec", "-n", "8"]', "launcher")
    if shutil.which(launcher[0]) is None:
        raise UsageError(f"`launcher` names the program {launcher[0]}, which is not on the PATH", "launcher", launcher[0])
    program = os.environ.get("THEMATA_MPI") or shutil.which(PROGRAM)
    if program is None:
        raise UsageError(f"`launcher` needs the program {PROGRAM}, which is not on the PATH; expected there, or in THEMATA_MPI", "launcher")
    named = [word for name, value in options.items() for word in ("--" + name.replace("_", "-"), value)]
    return [*launcher, program, *words, *named, "--log", "json"]
