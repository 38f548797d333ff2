"""What the probabilities of predicted labels are worth: by folds of the fit's own documents, by a corpus, or not at all."""
import csv
import json

import numpy as np
import pytest
from test_rates import documents, fit, labelled  # noqa: F401 (a fixture)


def doubtful(n, seed):
    """Documents of so few words that labels are uncertain."""
    return [{**row, "text": " ".join(row["text"].split()[:4])} for row in documents(n, seed)]


def predicted(themata, path, corpus, *words):
    done = themata("label", path, corpus, *words, "--format", "npz", "--output", "labels.npz")
    assert done.returncode == 0, done.stderr
    return done, np.load(corpus.parent / "labels.npz")["probability"]


def error_of(text):
    """Mean distance between probability and share, by the printed table."""
    table = text.split("probability       right    labels\n")[1]
    rows = []
    for line in table.splitlines():
        if line.split()[1:2] == ["precision"]:
            break
        rows.append([float(word.replace(",", "")) for word in line.split()])
    rows = np.array(rows)
    return np.average(np.abs(rows[:, 0] - rows[:, 1]), weights=rows[:, 2])


@pytest.mark.parametrize("model", ["hpc", "labeled-lda"])
def test_probabilities_are_calibrated_without_being_asked(themata, labelled, model):  # noqa: F811
    train, test = labelled("train", doubtful(150, 1)), labelled("test", doubtful(200, 2))
    path = fit(themata, train, "fit", model)
    done, by_default = predicted(themata, path, test)
    assert "calibration by the fit's own documents, part 3" in done.stderr
    assert "probabilities are calibrated by the fit's own documents, fitted again in 3 parts" in done.stdout
    raw, as_modelled = predicted(themata, path, test, "--folds", 0)
    assert "calibrat" not in raw.stdout + raw.stderr and "threshold 0.5" in raw.stdout
    assert error_of(done.stdout) < error_of(raw.stdout)
    order = [np.argsort(-rows, axis=1, kind="stable")[:, 0] for rows in (by_default, as_modelled)]
    assert (order[0] == order[1]).all(), "the most probable label stays the most probable"


def test_a_fit_keeps_what_was_found(themata, labelled):  # noqa: F811
    train, test = labelled("train", doubtful(120, 1)), labelled("test", doubtful(5, 2))
    path = fit(themata, train, "fit", "hpc")
    first, probabilities = predicted(themata, path, test)
    again, same = predicted(themata, path, test)
    assert "part 1" in first.stderr and "part 1" not in again.stderr and again.stdout == first.stdout and (same == probabilities).all()
    other, _ = predicted(themata, path, test, "--seed", 2)
    assert "part 1" in other.stderr, "another seed, another calibration"
    kept = path / "label-calibration.json"
    right = json.loads(kept.read_text())
    damages = ["", "{", json.dumps({"key": 1}), "null"]
    for name, value in [("worth", [-5.0] * len(right["worth"])), ("worth", [1e300] * len(right["worth"])), ("worth", []),
                        ("at", right["at"][::-1]), ("threshold", 1e300), ("threshold", -3)]:
        damages.append(json.dumps({**right, name: value}))
    for damage in damages:
        kept.write_text(damage)
        mended, same = predicted(themata, path, test)
        assert "part 3" in mended.stderr and (same == probabilities).all()
    shorter, _ = predicted(themata, path, test, "--burn-in", 15)
    assert "part 3" in shorter.stderr, "fewer draws make probabilities more extreme"
    assert themata("resume", path, "--sweeps", 30).returncode == 0
    resumed, _ = predicted(themata, path, test)
    assert "part 3" in resumed.stderr, "a longer fit is another"


def test_threads_do_not_change_it(themata, labelled):  # noqa: F811
    train, test = labelled("train", doubtful(150, 1)), labelled("test", doubtful(20, 2))
    found = []
    for threads in (1, 3):
        path = fit(themata, train, f"fit{threads}", "hpc")
        found.append(predicted(themata, path, test, "--threads", threads)[1])
    assert (found[0] == found[1]).all()


def test_a_threshold_goes_with_any_calibration(themata, labelled):  # noqa: F811
    train, test = labelled("train", doubtful(150, 1)), labelled("test", doubtful(30, 2))
    path = fit(themata, train, "fit", "hpc")
    for words in (["--calibrate", test], ["--folds", 2], ["--folds", 0]):
        done, _ = predicted(themata, path, test, *words, "--threshold", 0.4)
        assert "threshold 0.4\n" in done.stdout
    done = themata("label", path, test, "--calibrate", test, "--folds", 2, "--output", "x")
    assert done.returncode == 2 and "--folds" in done.stderr


def test_scores_of_each_label_are_written(themata, labelled, tmp_path):  # noqa: F811
    train, test = labelled("train", documents(60, 1)), labelled("test", documents(30, 2))
    path = fit(themata, train, "fit", "hpc")
    done = themata("label", path, test, "--folds", 0, "--scores", "scores.tsv", "--format", "jsonl", "--output", "labels.jsonl")
    assert done.returncode == 0, done.stderr
    with open(tmp_path / "scores.tsv") as file:
        rows = {row["label"]: row for row in csv.DictReader(file, delimiter="\t")}
    chosen = [[label["label"] for label in json.loads(line)["labels"] if label["predicted"]]
              for line in (tmp_path / "labels.jsonl").read_text().splitlines()]
    truth = [row["labels"] for row in documents(30, 2)]
    for name in {label for labels in truth + chosen for label in labels}:
        has, says = [name in labels for labels in truth], [name in labels for labels in chosen]
        right = sum(a and b for a, b in zip(has, says))
        assert [int(rows[name][key]) for key in ("documents", "predicted", "right")] == [sum(has), sum(says), right]
        assert float(rows[name]["precision"]) == pytest.approx(right / max(1, sum(says)), rel=1e-5)
        assert float(rows[name]["recall"]) == pytest.approx(right / max(1, sum(has)), rel=1e-5)
    done = themata("label", path, test, "--scores", "same", "--output", "same")
    assert done.returncode == 2 and "--scores and --output are the same file" in done.stderr
    plain = labelled("plain", [{**row, "labels": []} for row in documents(5, 3)])
    done = themata("label", path, plain, "--folds", 0, "--scores", "none.tsv", "--output", "none.labels.tsv")
    assert done.returncode == 3 and "plain: has no labels; --scores needs documents that were imported with --labels" in done.stderr
    assert not (tmp_path / "none.tsv").exists() and not (tmp_path / "none.labels.tsv").exists()


def test_what_cannot_be_calibrated_is_said_and_predicted_all_the_same(themata, labelled, tmp_path):  # noqa: F811
    test = labelled("test", documents(30, 2))
    weights = tmp_path / "weights.txt"
    rare = [{**row, "labels": ["science/rare"] if d == 0 else row["labels"]} for d, row in enumerate(documents(60, 1))]
    weights.write_text("1\n" * 5)
    one = [{**row, "labels": row["labels"] if d == 0 else []} for d, row in enumerate(documents(20, 1))]
    for name, rows, model, words, reason in [
            ("single", documents(1, 1), "hpc", [], "the fit has a single document"),
            ("few", documents(12, 1), "hpc", [], "the fit's documents have too few labels"),
            ("one", one, "labeled-lda", ["--background-topics", 1], "has no labels"),
            ("rare", rare, "labeled-lda", ["--alpha-weights", weights], "seeds and weights of topics do not carry over")]:
        path = fit(themata, labelled(name, rows), f"fit-{name}", model, *words)
        done, probabilities = predicted(themata, path, test)
        assert "probabilities are not calibrated" in done.stderr and reason in done.stderr, done.stderr
        assert "threshold 0.5" in done.stdout and not (path / "label-calibration.json").exists()
        raw, same = predicted(themata, path, test, "--folds", 0)
        assert "calibrated" not in raw.stderr and (same == probabilities).all()
        asked = themata("label", path, test, "--folds", 2, "--output", "x")
        assert asked.returncode in (2, 3) and not (tmp_path / "x").exists(), "who asks for it is not given something else"
    done = themata("label", path, test, "--folds", 1, "--output", "x")
    assert done.returncode == 2 and "--folds is 1; expected 0, or a number from 2 on" in done.stderr


def test_a_few_documents_choose_the_threshold_alone(themata, labelled):  # noqa: F811
    path = fit(themata, labelled("train", documents(60, 1)), "fit", "hpc")
    few, test = labelled("few", documents(12, 3)), labelled("test", documents(30, 2))
    done, probabilities = predicted(themata, path, test, "--calibrate", few)
    assert "too few labels to calibrate probabilities" in done.stderr
    assert (probabilities == predicted(themata, path, test, "--folds", 0)[1]).all()


def test_repeats_are_left_out_alike_or_it_is_said(themata, labelled, tmp_path):  # noqa: F811
    rows = [{**row, "text": row["text"] + " theory theory"} for row in documents(30, 1)]
    once = ["--label-paths", "/", "--repeats", "once"]
    path = fit(themata, labelled("train", rows, *once), "fit", "hpc")
    done, _ = predicted(themata, path, labelled("same", rows, *once), "--folds", 0)
    assert "different options" not in done.stderr
    done, _ = predicted(themata, path, labelled("other", rows), "--folds", 0)
    assert "imported with different options: repeats all (the fit's corpus: once)" in done.stderr
    facts = json.loads((tmp_path / "train/manifest.json").read_text())["import"]
    assert facts["result"]["repeats"] > 60 and facts["options"]["repeats"] == "once"
