"""The campaign of faults (tests/campaign) in short: a few cases of every kind. `make nightly` runs all of it."""
import subprocess
import sys

import pytest
from conftest import PROGRAM, ROOT

CAMPAIGN = [sys.executable, "-B", str(ROOT / "tests/campaign/campaign.py")]


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
