"""What every verb makes of values that CLI libraries let through: empty ones, numbers that wrap around, octal ones."""
import json

import pytest

TOO_LARGE = str(2**64 - 1)


@pytest.fixture
def fit(themata, corpus):
    done = themata("fit", corpus, "--topics", 2, "--sweeps", 20, "--output", "fit")
    assert done.returncode == 0, done.stderr
    return "fit"


@pytest.mark.parametrize("verb, option", [
    ("fit", "--topics"), ("fit", "--burn-in"), ("fit", "--thin"), ("fit", "--seed"), ("fit", "--monitor-from"),
    ("sweep", "--split-seed"), ("sweep", "--sweeps"), ("sweep", "--threads"),
    ("resume", "--sweeps"), ("resume", "--threads"),
    ("topics", "--chain"), ("topics", "--words"), ("evaluate", "--chain"), ("evaluate", "--words"), ("evaluate", "--particles"),
    ("infer", "--seed"), ("infer", "--burn-in"), ("label", "--sweeps"), ("label", "--at-least"), ("compare", "--chain"), ("compare", "--words"), ("human-eval", "--seed"),
    ("diagnose", "--burn-in"), ("diagnose", "--topics"), ("report", "--chain"), ("export", "--words"),
    ("selftest", "--data-sets"), ("selftest", "--seed"), ("import", "--min-count"), ("import", "--keep-types"),
    ("simulate", "--documents"), ("simulate", "--seed"),
])
@pytest.mark.parametrize("value", ["-1", TOO_LARGE, "7.5", "0x10", "1e3", ""])
def test_a_whole_number_is_one(themata, tmp_path, verb, option, value):
    done = themata(verb, f"{option}={value}" if value else option, *([] if value else [value]))
    said = "is empty; leave the option out" if value == "" else f"{value} is not a whole number from "
    assert done.returncode == 2 and f"{option}: " in done.stderr and said in done.stderr, done.stderr
    assert list(tmp_path.iterdir()) == []


def test_leading_zeros_are_decimal(themata, corpus, tmp_path):
    assert themata("fit", corpus, "--topics", "010", "--sweeps", 2, "--output", "fit").returncode == 0
    assert json.loads((tmp_path / "fit/manifest.json").read_text())["options"]["topics"] == 10


@pytest.mark.parametrize("words", [
    ["diagnose", "fit", "--output", ""], ["evaluate", "fit", "--folds", "2", "--output", ""], ["topics", ""],
    ["human-eval", "fit", "--output", ""], ["import", "", "--output", "out"], ["fit", "corpus", "--output", ""],
    ["fit", "corpus", "--output", "out", "--model", ""], ["fit", "corpus", "--output", "out", "--alpha", ""]])
def test_an_empty_value_is_none(themata, words):
    done = themata(*words)
    assert done.returncode == 2 and "is empty; leave the option out, or give it a value" in done.stderr
    assert done.stdout == ""


def test_more_threads_than_cores_are_no_matter(themata, corpus):
    done = themata("fit", corpus, "--topics", 2, "--sweeps", 5, "--threads", 1024, "--output", "fit")
    assert (done.returncode, done.stderr) == (0, "")


def test_options_of_another_method_are_named(themata, corpus, fit):
    for method, option in [("completion", "--particles"), ("completion", "--redraws"), ("left-to-right", "--sweeps"),
                           ("left-to-right", "--burn-in")]:
        done = themata("evaluate", fit, "--held-out", corpus, "--method", method, option, 5)
        assert done.returncode == 2 and f"{option} belongs to --method" in done.stderr
        assert f"not to {method}" in done.stderr
