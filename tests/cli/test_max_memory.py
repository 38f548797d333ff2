"""--max-memory: what needs more does not begin, or is saved and stopped."""
import json
import re

import pytest


@pytest.mark.parametrize("size", ["8", "none", "8X", "-8G", "8 G", "1e30G", "99M"])
def test_a_size_that_is_none_is_refused(themata, corpus, size):
    done = themata("fit", corpus, f"--max-memory={size}", "--output", "fit")
    assert done.returncode == 2 and "is not a size of memory from 100M, such as 500M or 8G" in done.stderr, done.stderr


def test_a_fit_that_needs_more_does_not_begin(themata, tmp_path):
    assert themata("simulate", "zipf", "--documents", 300, "--types", 20000, "--tokens", 30000, "--output", "wide").returncode == 0
    # A sampler that has a row of counts for every word.
    done = themata("fit", "wide", "--topics", 20000, "--sampler", "collapsed", "--max-memory", "150M", "--output", "fit")
    assert done.returncode == 4 and re.search(r"needs about .* GB of memory, and 0\.\d+ GB is available", done.stderr), done.stderr
    assert not (tmp_path / "fit").exists()


def test_a_fit_that_may_come_to_need_more_says_so_and_begins(themata, tmp_path):
    """Of 335 topics at the start, an HDP of so many tokens may come to 780."""
    assert themata("simulate", "zipf", "--documents", 500, "--types", 100000, "--tokens", 50000, "--topics", 20, "--output", "wide").returncode == 0
    words = ["fit", "wide", "--model", "hdp", "--until", "sweeps", "--sweeps", 5, "--chains", 1, "--threads", 1, "--max-memory"]
    done = themata(*words, "150M", "--output", "refused")
    assert done.returncode == 4 and "the fit needs about 0.2" in done.stderr, done.stderr
    done = themata(*words, "380M", "--output", "fit")
    assert done.returncode == 0 and re.search(r"may have, 9\d\d, the fit needs about 0\.3\d+ GB of memory, and 0\.3\d+ GB is", done.stderr), done.stderr


def test_a_fit_within_the_limit_has_the_same_bits(themata, corpus, tmp_path):
    for name, words in (("free", []), ("limited", ["--max-memory", "0.4GB"])):
        done = themata("fit", corpus, "--topics", 3, "--sweeps", 20, "--threads", 1, *words, "--output", name)
        assert done.returncode == 0, done.stderr
    free, limited = (json.loads((tmp_path / name / "manifest.json").read_text()) for name in ("free", "limited"))
    assert free["chains"][0]["state_hash"] == limited["chains"][0]["state_hash"]
    assert "max-memory" not in limited["options"]


def test_an_import_that_needs_more_ends_with_one_message(themata, tmp_path):
    (tmp_path / "texts.txt").write_text("".join(" ".join(f"w{i}x{j}" for j in range(20)) + "\n" for i in range(80000)))
    words = ["import", "texts.txt", "--format", "lines", "--stop-words", "none", "--threads", 1, "--output", "corpus"]
    done = themata(*words, "--max-memory", "100M")
    assert done.returncode == 4 and done.stderr.count("themata: ") == 1 and "memory" in done.stderr, done.stderr
    assert not (tmp_path / "corpus").exists()
    assert themata(*words).returncode == 0
