"""Chains of several ranks of an MPI program: the same bits as in one process, and all end together.

Needs a program that is built where MPI is; skipped elsewhere.
"""
import os
import pathlib
import shutil
import subprocess

import pytest

PROGRAM = pathlib.Path(os.environ["THEMATA_PROGRAM"]).parent / "rank_chains"
pytestmark = pytest.mark.skipif(not PROGRAM.exists() or not shutil.which("mpiexec"), reason="MPI is not installed")


def run(ranks, *words, timeout=120):
    version = subprocess.run(["mpiexec", "--version"], capture_output=True, text=True).stdout
    many = ["--oversubscribe"] if "Open MPI" in version or "OpenRTE" in version else []
    return subprocess.run(["mpiexec", *many, "-n", str(ranks), PROGRAM, *map(str, words)], capture_output=True, text=True,
                          timeout=timeout, env=os.environ | {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"})


@pytest.mark.parametrize("ranks, threads, most_bytes", [(1, 1, 1 << 30), (2, 1, 1 << 30), (3, 2, 1000), (5, 1, 100_000)])
def test_chains_are_the_same_on_any_ranks(ranks, threads, most_bytes):
    done = run(ranks, threads, most_bytes)
    assert done.returncode == 0, done.stderr
    rows = [line.split() for line in done.stdout.splitlines()]
    assert [name for name, _ in rows] == ["lda", "alone", "hdp", "alone", "tables", "alone"] * 2
    hashes = [text for _, text in rows]
    assert hashes[::2] == hashes[1::2] and len(set(hashes)) == 6


@pytest.mark.parametrize("failing", [0, 2])
def test_ranks_end_together(failing):
    done = run(3, 1, 1 << 30, failing)
    assert done.returncode == 4
