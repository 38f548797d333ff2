"""Topics beside metadata. That the numbers are right is shown in tests/cli; here, that Python has the same ones."""

import csv
import json
import io
import subprocess

import numpy as np
import pytest

import pythemata as tm


@pytest.fixture(scope="module")
def dated(texts):
    metadata = {"place": ["north", "south", "east"] * 20, "day": [f"{2000 + d % 4}-03-0{1 + d % 9}" for d in range(60)],
                "size": [d / 7 for d in range(60)], "gap": [None, *range(59)],
                "nearly": [d / 7 + (d % 10 == 0) for d in range(60)]}
    corpus = tm.Corpus.from_texts(texts, ids=[f"d{i}" for i in range(60)], metadata=metadata)
    return tm.fit(corpus, "lda", topics=3, sweeps=200, chains=2, seed=1, progress=False)


def test_effects_have_tables(dated):
    effect = dated.effect("~ place + s(size, 3)", references={"place": "north"})
    assert effect.documents == 60 and effect.chains == [1, 2] and effect.formula == "~ place + s(size, 3)"
    contrasts = effect.contrasts
    assert list(contrasts["value"][:2]) == ["east", "south"] and set(contrasts["baseline"][:2]) == {"north"}
    # Each place has its own topic, and nothing else.
    assert np.max(contrasts["mean"]) > .8 and np.min(contrasts["mean"]) < -.8
    assert list(effect.coefficients["column"][:4]) == ["constant", "place=east", "place=south", "s(size)[1]"]
    curves = effect.curves
    assert len(curves["mean"]) == 3 * (3 + 25) and np.isnan(curves["place"][0]) and np.isfinite(curves["place"][3])
    assert np.all(curves["low"] <= curves["mean"]) and np.all(curves["mean"] <= curves["high"])
    assert list(effect.topics["everywhere"]) == [True] * 3
    assert "place" in repr(effect) and effect._repr_html_().startswith("<svg ")


def test_what_to_know_of_a_formula_is_a_warning_of_the_line_that_asks(dated):
    with pytest.warns(UserWarning, match="effects of size, nearly can hardly be told apart") as told:
        dated.effect("~ size + nearly")
    assert all(warning.filename == __file__ for warning in told)


def test_trends_have_tables(dated, tmp_path):
    trends = dated.trends("day", period="year", interval=.8, words=3)
    assert list(trends.periods["period"]) == ["2000", "2001", "2002", "2003"] and sum(trends.periods["documents"]) == 60
    table = trends.table
    assert len(table["mean"]) == 12 and all(len(words) <= 3 for words in table["words"])
    assert np.all(table["low"] <= table["high"])
    trends.svg(tmp_path / "trends.svg")
    assert (tmp_path / "trends.svg").read_text().startswith("<svg ")


def test_the_command_line_has_the_same_numbers(dated, program, tmp_path):
    dated.save(tmp_path / "fit")
    done = subprocess.run([program, "effect", tmp_path / "fit", "--formula", "~ place", "--format", "tsv"],
                          capture_output=True, text=True, check=True)
    rows = [row for row in csv.DictReader(io.StringIO(done.stdout), delimiter="\t") if row["quantity"] == "difference"]
    contrasts = dated.effect("~ place").contrasts
    np.testing.assert_allclose([float(row["low"]) for row in rows], contrasts["low"], rtol=1e-5)


@pytest.mark.parametrize("options, message", [
    ({"formula": "~ gap"}, "1 of 60 documents with words have no gap: d0 (row 1)"),
    ({"formula": "~ place", "topics": [7]}, "`topics` is 7; expected topics from 0 to 2"),
    ({"formula": "~ place", "interval": 2}, "`interval` is 2; expected a number from 0 to 1"),
    ({"formula": "~ place", "missing": "drop"}, "`missing` is 'drop'; expected error, or leave-out"),
    ({"formula": "place"}, "expected `~` first"),
])
def test_what_is_refused_says_what_was_expected(dated, options, message):
    with pytest.raises(tm.UsageError, match=message.replace("(", r"\(").replace(")", r"\)")):
        dated.effect(**options)


def test_documents_can_be_left_out(dated):
    assert dated.effect("~ gap", missing="leave-out").documents == 59


def test_draws_leave_as_arrays(dated, tmp_path):
    dated.export("draws", tmp_path / "draws")
    assert np.load(tmp_path / "draws" / "theta.npy").shape[1:] == (60, 3)
    assert json.loads("[" + (tmp_path / "draws" / "draws.csv").read_text().splitlines()[1] + "]")[0] == 1
