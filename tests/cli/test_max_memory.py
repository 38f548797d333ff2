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
    done = themata("fit", "wide", "--topics", 20000, "--max-memory", "150M", "--output", "fit")
    assert done.returncode == 4 and re.search(r"needs about .* GB of memory, and 0\.\d+ GB is available", done.stderr), done.stderr
    assert not (tmp_path / "fit").exists()


def test_a_fit_within_the_limit_has_the_same_bits(themata, corpus, tmp_path):
    for name, words in (("free", []), ("limited", ["--max-memory", "0.4GB"])):
        done = themata("fit", corpus, "--topics", 3, "--sweeps", 20, "--threads", 1, *words, "--output", name)
        assert done.returncode == 0, done.stderr
    free, limited = (json.loads((tmp_path / name / "manifest.json").read_text()) for name in ("free", "limited"))
    assert free["chains"][0]["state_hash"] == limited["chains"][0]["state_hash"]
    assert "max-memory" not in limited["options"]


def test_a_fit_that_turns_out_to_need_more_is_saved_and_goes_on(themata, tmp_path):
    assert themata("simulate", "lda", "--documents", 4000, "--types", 100000, "--topics", 400, "--alpha", 0.005, "--beta", 0.02,
                   "--length", 40, "--output", "broad").returncode == 0
    # One topic, which only the third sweep's moves of tables make hundreds of.
    words = ["fit", "broad", "--model", "hdp", "--topics", 1, "--gamma", 0.01, "--learn", "none", "--start-sweeps", 0,
             "--table-topics", 3, "--chains", 1, "--sweeps", 6, "--keep", 0, "--threads", 1, "--checkpoint-every", 0]
    whole = themata(*words, "--output", "whole")
    assert whole.returncode == 0, whole.stderr
    ended = set()
    for megabytes in range(100, 900, 20):
        done = themata(*words, "--max-memory", f"{megabytes}M", "--output", f"fit{megabytes}")
        ended.add(done.returncode)
        assert done.returncode in (0, 4), done.stderr
        if "is saved as of sweep" in done.stderr:
            break
    assert done.returncode == 4, f"no limit let it begin and not end: {ended}"
    assert themata("resume", f"fit{megabytes}").returncode == 0
    hashes = [json.loads((tmp_path / name / "manifest.json").read_text())["chains"][0]["state_hash"]
              for name in ("whole", f"fit{megabytes}")]
    assert hashes[0] == hashes[1]


def test_an_import_that_needs_more_ends_with_one_message(themata, tmp_path):
    (tmp_path / "texts.txt").write_text("".join(" ".join(f"w{i}x{j}" for j in range(20)) + "\n" for i in range(80000)))
    words = ["import", "texts.txt", "--format", "lines", "--stop-words", "none", "--threads", 1, "--output", "corpus"]
    done = themata(*words, "--max-memory", "100M")
    assert done.returncode == 4 and done.stderr.count("themata: ") == 1 and "memory" in done.stderr, done.stderr
    assert not (tmp_path / "corpus").exists()
    assert themata(*words).returncode == 0
