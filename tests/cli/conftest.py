"""Runs the built program as a user would: its words, its exit status, its files. Nothing of the library is imported.

THEMATA_PROGRAM names the program; without it, that of build/check is tested, which `make test` builds.
"""
import csv
import json
import os
import pathlib
import subprocess

import numpy as np
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.setdefault("THEMATA_PROGRAM", str(ROOT / "build/check/themata"))


@pytest.fixture
def program():
    return PROGRAM


@pytest.fixture
def themata(tmp_path):
    """Runs the program in a folder of its own; standard input is empty."""

    def run(*words, **options):
        options.setdefault("cwd", tmp_path)
        if "input" not in options:
            options.setdefault("stdin", subprocess.DEVNULL)
        return subprocess.run([PROGRAM, *map(str, words)], capture_output=True, text=True, timeout=300, **options)

    return run


@pytest.fixture
def expect_damage_reported(themata):
    """Spoils the checkpoint and the draw of a fit of 5 sweeps; each verb must then say the message, as bad input."""

    def expect(path, spoil, message, verbs):
        for name in ("checkpoint/chain-1.npz", "draws/chain-1-sweep-00000005.npz"):
            draw = dict(np.load(path / name))
            spoil(draw)
            np.savez(path / name, **draw)
        for words in verbs:
            done = themata(*words)
            assert done.returncode == 3 and message in done.stderr, done.stderr

    return expect


@pytest.fixture
def texts(tmp_path):
    """A folder of sixty texts, half of gardens and half of ships, and one without a word."""
    gardens = "roses tulips soil rain spade hedge seed bloom lawn compost".split()
    ships = "sail mast anchor harbour tide deck captain rope storm voyage".split()
    folder = tmp_path / "texts"
    folder.mkdir()
    for d in range(60):
        words = gardens if d % 2 == 0 else ships
        text = " ".join(words[(d * 7 + i * i) % 10] for i in range(40))
        (folder / f"{d:02}.txt").write_text(text + "\n")
    (folder / "empty.txt").write_text("")
    return folder


@pytest.fixture
def corpus(themata, texts, tmp_path):
    """The texts as a corpus folder."""
    done = themata("import", "--format", "folder", texts, "--output", "corpus")
    assert done.returncode == 0, done.stderr
    return tmp_path / "corpus"


def manifest(path):
    """What a folder of the program says of itself."""
    return json.loads((path / "manifest.json").read_text())


def hashes(path):
    """Of the last state of each of a fit's chains: equal for equal states."""
    return [chain["state_hash"] for chain in manifest(path)["chains"]]


def trace(path):
    """The rows of a fit's first trace."""
    with open(path / "trace-1.csv", newline="") as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


def names_in(folder):
    return sorted(path.name for path in pathlib.Path(folder).iterdir())
