"""The campaign of faults (tests/campaign) in short: a few cases of every kind. `make nightly` runs all of it."""
import subprocess
import sys

import pytest
from conftest import PROGRAM, ROOT

CAMPAIGN = [sys.executable, "-B", str(ROOT / "tests/campaign/campaign.py")]
SOAK = [sys.executable, "-B", str(ROOT / "tests/campaign/soak.py")]


@pytest.mark.parametrize("kind, count", [("kill", 10), ("signals", 6), ("calls", 6), ("short", 3), ("resources", 8), ("writers", 4)])
def test_a_few_cases_find_nothing(tmp_path, kind, count):
    words = [*CAMPAIGN, PROGRAM, "--only", kind, "--count", str(count), "--seed", "3", "--output", str(tmp_path / "found")]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"| {kind} | " in (tmp_path / "found/table.md").read_text()


def test_a_program_that_leaves_half_a_file_is_found(tmp_path):
    """Without this, a campaign that checks nothing would pass too."""
    program = tmp_path / "themata"
    program.write_text(f'#!/bin/sh\n{PROGRAM} "$@"\ncode=$?\n[ "$1" != fit ] || [ ! -d fit ] || echo half > fit/half.npy\nexit $code\n')
    program.chmod(0o755)
    words = [*CAMPAIGN, str(program), "--only", "writers", "--count", "6"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=300)
    assert done.returncode == 1 and "fit/half.npy is not whole" in done.stdout, done.stdout + done.stderr


@pytest.fixture
def soak(tmp_path):
    """A fit of some seconds of processor time, then the same with stops."""
    corpus = tmp_path / "corpus"
    subprocess.run([PROGRAM, "simulate", "zipf", "--documents", "200", "--types", "500", "--tokens", "10000", "--topics", "5",
                    "--output", corpus], check=True, capture_output=True)

    def run(program, *more):
        words = [*SOAK, program, corpus, "--hours", "0.001", "--parts", "2", "--stops", "3", "--output", tmp_path / "soak", *more, "--", "--model", "hdp"]
        return subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=300)

    return run


def test_a_short_soak_in_two_runs_ends_with_equal_bits(soak):
    first = soak(PROGRAM, "--minutes", "0.02")
    assert first.returncode == 3, first.stdout + first.stderr
    rest = soak(PROGRAM)
    assert "part 2 of 2" in rest.stdout, rest.stdout + rest.stderr
    assert rest.returncode == 0 or rest.stderr.startswith("memory grew"), rest.stdout + rest.stderr  # as it may in seconds


def test_a_soak_whose_bits_differ_fails(soak, tmp_path):
    """The interrupted fit has another seed, which a soak that compares nothing would not notice."""
    program = tmp_path / "themata"
    program.write_text(f'#!/bin/sh\ncase "$*" in fit*interrupted*) exec {PROGRAM} "$@" --seed 99;; *) exec {PROGRAM} "$@";; esac\n')
    program.chmod(0o755)
    done = soak(program)
    assert done.returncode == 1 and "the bits differ" in done.stderr, done.stdout + done.stderr


def test_a_soak_of_a_program_that_leaks_fails(soak, tmp_path):
    """The program is run by one that takes ever more memory, and the processor time that is counted."""
    program = tmp_path / "themata"
    program.write_text(f"""#!{sys.executable}
import signal, subprocess, sys
real = subprocess.Popen(["{PROGRAM}", *sys.argv[1:]])
for number in (signal.SIGTERM, signal.SIGINT):
    signal.signal(number, lambda number, frame: real.send_signal(number))
taken = []
while real.poll() is None:
    taken.append(str(sum(range(10_000))) * 1_000)
sys.exit(real.returncode)
""")
    program.chmod(0o755)
    done = soak(program, "--stops", "0")
    assert done.returncode == 1 and done.stderr.startswith("memory grew"), done.stdout + done.stderr
