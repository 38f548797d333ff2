"""The campaign of faults (tests/campaign) in short: a few cases of every kind. `make nightly` runs all of it."""
import json
import re
import signal
import subprocess
import sys
import time

import pytest
from conftest import PROGRAM, ROOT

pytestmark = pytest.mark.thorough  # of the scripts of long runs, not of the program

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


def test_a_short_soak_in_two_runs_ends_with_equal_bits(soak, tmp_path):
    first = soak(PROGRAM, "--minutes", "0.02")
    assert first.returncode == 3, first.stdout + first.stderr
    rest = soak(PROGRAM)
    assert "part 2 of 2" in rest.stdout and "bits differ" not in rest.stderr, rest.stdout + rest.stderr
    known = json.loads((tmp_path / "soak/soak.json").read_text())
    assert known["part"] == 2 and known["stops"] + known["kills"] >= 3


def test_a_soak_whose_bits_differ_fails(soak, tmp_path):
    """The interrupted fit has another seed, which a soak that compares nothing would not notice."""
    program = tmp_path / "themata"
    program.write_text(f'#!/bin/sh\ncase "$*" in fit*interrupted*) exec {PROGRAM} "$@" --seed 99;; *) exec {PROGRAM} "$@";; esac\n')
    program.chmod(0o755)
    done = soak(program)
    assert done.returncode == 1 and "the bits differ" in done.stderr, done.stdout + done.stderr


def program_that_takes(memory, path):
    """The program is run by one that takes the processor time that is counted, and ever more memory or none."""
    path.write_text(f"""#!{sys.executable}
import signal, subprocess, sys
real = subprocess.Popen(["{PROGRAM}", *sys.argv[1:]])
for number in (signal.SIGTERM, signal.SIGINT):
    signal.signal(number, lambda number, frame: real.send_signal(number))
taken = []
while real.poll() is None:
    text = str(sum(range(10_000))) * 1_000
    {memory}
sys.exit(real.returncode)
""")
    path.chmod(0o755)
    return path


def test_a_soak_finds_memory_that_grows_and_passes_without(soak, tmp_path):
    flat = soak(program_that_takes("pass", tmp_path / "flat"), "--stops", "0", "--output", tmp_path / "of-flat")
    assert flat.returncode == 0 and "memory grew" in flat.stdout, flat.stdout + flat.stderr
    leaking = soak(program_that_takes("taken.append(text)", tmp_path / "leaking"), "--stops", "0", "--output", tmp_path / "of-leaking")
    assert leaking.returncode == 1, leaking.stdout + leaking.stderr
    assert float(re.match(r"memory grew ([0-9.]+) times", leaking.stderr)[1]) > 2


def test_a_soak_that_is_ended_ends_its_fit(tmp_path, soak):
    """Then the same command goes on with it."""
    words = [*SOAK, PROGRAM, tmp_path / "corpus", "--hours", "1", "--output", tmp_path / "soak", "--", "--model", "hdp"]
    running = subprocess.Popen([str(word) for word in words], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    deadline = time.monotonic() + 60
    while not (tmp_path / "soak/whole/manifest.json").exists():
        assert running.poll() is None and time.monotonic() < deadline
        time.sleep(0.05)
    running.send_signal(signal.SIGTERM)
    running.communicate(timeout=60)
    assert soak(PROGRAM, "--minutes", "0.02").returncode == 3
