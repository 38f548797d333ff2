"""`themata evaluate --held-out` and `--folds`, against the sum over all assignments and against what each says of itself."""
import dataclasses
import json
import pathlib
import shutil
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import by_sum  # noqa: E402
import fits  # noqa: E402

WORDS = [f"w{i}" for i in range(12)]
NEW = [["w3", "w1", "w3", "nowhere", "w6"], [], ["w11", "w0", "w7", "w7", "w2", "w9"], ["w5"]]
SPLIT = "0 3\n\n1 2 4\n\n"


@pytest.fixture(scope="module")
def corpus(tmp_path_factory):
    return fits.make_corpus(tmp_path_factory.mktemp("corpus") / "corpus", fits.random_documents(30, WORDS))


@pytest.fixture(scope="module")
def new(tmp_path_factory):
    return fits.make_corpus(tmp_path_factory.mktemp("new") / "corpus", NEW)


@pytest.fixture(params=["lda", "hdp"])
def fit(request, corpus, tmp_path):
    return fits.plant(corpus, tmp_path / "fit", 3, hdp=request.param == "hdp")


def topics_of(fit, request_hdp):
    return by_sum.phi_and_prior(fit, 0.5 - fit.prior.sum() if request_hdp else None)


def is_hdp(fit):
    return json.loads((fit.path / "manifest.json").read_text())["options"]["model"] == "hdp"


def known(fit):
    number = {word: v for v, word in enumerate(fit.vocabulary)}
    return [[number[word] for word in words if word in number] for words in NEW]


def evaluate(fit, *options):
    """The JSON result, and the table of documents by column."""
    output = fit.path.parent / "documents.tsv"
    result = json.loads(fits.must("evaluate", getattr(fit, "path", fit), "--format", "json", "--output", output, *options))
    header, *rows = [line.split("\t") for line in output.read_text().splitlines()]
    return result, {name: [row[i] for row in rows] for i, name in enumerate(header)}


def numbers(table, column):
    return np.array(table[column], float)


def test_left_to_right_is_the_sum_over_assignments(fit, new):
    phi, prior = topics_of(fit, is_hdp(fit))
    result, table = evaluate(fit, "--held-out", new, "--method", "left-to-right", "--particles", 4000)
    exact = [by_sum.log_likelihood(words, phi, prior) if words else 0 for words in known(fit)]
    assert [int(n) for n in table["scored"]] == [4, 0, 6, 1] and result["scored_tokens"] == 11
    assert [int(n) for n in table["unknown"]] == [1, 0, 0, 0] and result["unknown_tokens"] == 1
    error = numbers(table, "mc_error")
    # 4 runs of 4000 particles: errors near .002, of which four runs give a rough idea; the limit is some five of them.
    assert np.allclose(numbers(table, "log_p"), exact, atol=0.012) and (error < 0.02).all()
    assert error[1] == 0 and error[3] < 1e-12, "no word, or one: nothing is random"
    assert result["log_likelihood"] == pytest.approx(numbers(table, "log_p").sum(), abs=1e-5)
    assert result["perplexity"] == pytest.approx(np.exp(-result["log_likelihood"] / 11), rel=1e-6)
    assert result["mc_error_per_word"] == pytest.approx(np.sqrt((error ** 2).sum()) / 11, rel=1e-3, abs=1e-7)


def test_completion_is_the_sum_over_assignments(fit, new, tmp_path):
    (tmp_path / "split.txt").write_text(SPLIT)
    phi, prior = topics_of(fit, is_hdp(fit))
    result, table = evaluate(fit, "--held-out", new, "--split", tmp_path / "split.txt", "--sweeps", 200000)
    exact = []
    for words, seen in zip(NEW, SPLIT.split("\n")):
        number = {word: v for v, word in enumerate(fit.vocabulary)}
        chosen = [int(i) for i in seen.split()]
        halves = [[number[words[i]] for i in range(len(words)) if (i in chosen) == side and words[i] in number]
                  for side in (True, False)]
        exact.append(np.log(by_sum.completion(*halves, phi, prior)).sum())
    assert [int(n) for n in table["seen"]] == [1, 0, 3, 0]
    assert [int(n) for n in table["scored"]] == [3, 0, 3, 1] and result["scored_tokens"] == 7
    # 4 runs of 100,000 sweeps that forget within some twenty: errors below .007.
    assert np.allclose(numbers(table, "log_p"), exact, atol=0.03)
    assert result["draws"] == 1 and result["draw_error_per_word"] is None


def test_draws_are_averaged_inside_the_log(corpus, new, tmp_path):
    """An HDP's draws too, in which topics have other numbers and another count."""
    fit = fits.plant(corpus, tmp_path / "fit", 3, hdp=True)
    other = fits.plant(corpus, tmp_path / "other", 2, hdp=True)
    draw = dict(np.load(other.path / "draws" / "chain-1-sweep-00001000.npz"))
    draw["sweep"] = np.uint64(900)
    np.savez(fit.path / "draws" / "chain-1-sweep-00000900.npz", **draw)
    result, table = evaluate(fit, "--held-out", new, "--method", "left-to-right", "--particles", 4000)
    under = np.array([[by_sum.log_likelihood(words, *topics_of(each, True)) if words else 0 for words in known(fit)]
                      for each in (fit, other)])
    assert result["draws"] == 2
    assert np.allclose(numbers(table, "log_p"), np.logaddexp.reduce(under) - np.log(2), atol=0.012)
    share = np.exp(under - np.logaddexp.reduce(under)) * 2
    assert result["draw_error_per_word"] == pytest.approx(np.sqrt(((share - 1).sum(1) ** 2).sum() / 2) / 11, rel=0.05)


def test_some_draws_can_be_chosen(corpus, new, tmp_path):
    """Evenly spread, the last one among them."""
    fit = fits.plant(corpus, tmp_path / "fit", 3, hdp=True)
    others = {100: 2, 200: 4, 300: 2}
    for sweep, topics in others.items():
        other = fits.plant(corpus, tmp_path / f"other-{sweep}", topics, hdp=True)
        draw = dict(np.load(other.path / "draws" / "chain-1-sweep-00001000.npz"))
        draw["sweep"] = np.uint64(sweep)
        np.savez(fit.path / "draws" / f"chain-1-sweep-{sweep:08}.npz", **draw)
    every, _ = evaluate(fit, "--held-out", new)
    assert (every["draws"], every["kept_draws"]) == (4, 4)
    for n, kept in {1: [1000], 2: [200, 1000], 4: [100, 200, 300, 1000], 9: [100, 200, 300, 1000]}.items():
        part = tmp_path / f"part-{n}"
        shutil.copytree(fit.path, part)
        for sweep in {100, 200, 300, 1000} - set(kept):
            (part / "draws" / f"chain-1-sweep-{sweep:08}.npz").unlink()
        result, _ = evaluate(fit, "--held-out", new, "--draws", n, "--sweeps", 30)
        alone, _ = evaluate(dataclasses.replace(fit, path=part), "--held-out", new, "--sweeps", 30)
        assert (result["draws"], result["kept_draws"]) == (len(kept), 4)
        assert result["log_likelihood"] == alone["log_likelihood"]
        assert (result["sweeps_per_run"], result["skipped_per_run"]) == (30, 15)
    shown = fits.must("evaluate", fit.path, "--held-out", new, "--draws", 2, "--sweeps", 30)
    assert shown.splitlines()[0] == ("document completion, 2 of 4 draws of the fit, 2 runs per draw of 30 sweeps "
                                     "(15 counted)")
    refused = fits.themata("evaluate", fit.path, "--held-out", new, "--draws", 0)
    assert refused.returncode == 2 and "--draws" in refused.stderr


def test_half_of_every_document_is_seen(fit, corpus):
    result, table = evaluate(fit, "--held-out", corpus)
    seen, scored = numbers(table, "seen"), numbers(table, "scored")
    lengths = np.diff(fit.offsets.astype(int))
    assert (seen == lengths // 2).all() and (seen + scored == lengths).all()
    again, _ = evaluate(fit, "--held-out", corpus, "--seed", 2)
    assert again["log_likelihood"] != result["log_likelihood"], "the seed chooses the halves"


@pytest.fixture
def fitted(themata, corpus, tmp_path):
    """A fit of our own, small enough to be made again and again."""
    done = themata("fit", corpus, "--topics", "3", "--sweeps", "40", "--keep", "2", "--seed", "3", "--output", "mine")
    assert done.returncode == 0, done.stderr
    return tmp_path / "mine"


def test_folds_score_every_document_once(corpus, fitted, tmp_path):
    result, table = evaluate(fits.Planted(fitted, [], 0, 0, 0, 0, 0), "--folds", 4, "--keep-folds", tmp_path / "kept")
    assert sorted(set(table["fold"])) == ["1", "2", "3", "4"] and len(table["fold"]) == 30
    assert [table["fold"].count(f) for f in "1234"] == [8, 8, 7, 7]
    words = [fold["log_likelihood_per_word"] for fold in result["folds"]]
    assert result["log_likelihood_per_word"] == pytest.approx(np.mean(words))
    assert result["standard_error"] == pytest.approx(np.std(words, ddof=1) / 2)
    assert sum(fold["scored_tokens"] for fold in result["folds"]) == numbers(table, "scored").sum()
    manifest = json.loads((tmp_path / "kept" / "fold-1" / "fit" / "manifest.json").read_text())
    assert manifest["corpus"]["documents"] == 22 and manifest["options"]["topics"] == 3
    assert manifest["options"]["seed"] == 3 and manifest["status"] == "complete"
    # The fold's own fit, asked again, says the same of its part.
    again = json.loads(fits.must("evaluate", tmp_path / "kept" / "fold-1" / "fit", "--held-out",
                                 tmp_path / "kept" / "fold-1" / "held-out", "--format", "json"))
    assert again["log_likelihood"] == result["folds"][0]["log_likelihood"]


def test_folds_leave_nothing_behind(corpus, fitted, tmp_path):
    before = sorted(path.name for path in tmp_path.iterdir())
    text = fits.must("evaluate", fitted, "--folds", 2)
    assert "mean of folds" in text and text.count("fold ") == 2
    assert sorted(path.name for path in tmp_path.iterdir()) == before


def test_a_damaged_option_of_the_fit_is_bad_input(fitted):
    manifest = json.loads((fitted / "manifest.json").read_text())
    manifest["options"]["alpha"] = -1.0
    fits.write_manifest(fitted, manifest)
    done = fits.themata("evaluate", fitted, "--folds", 2)
    assert done.returncode == 3 and "manifest.json: --alpha is -1" in done.stderr


def test_an_interrupt_stops_the_scoring_and_keeps_the_folds_asked_for(fitted, tmp_path):
    words = [fits.PROGRAM, "evaluate", fitted, "--folds", "2", "--sweeps", "300000", "--keep-folds", tmp_path / "kept"]
    running = subprocess.Popen(list(map(str, words)), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    kept = tmp_path / "kept/fold-1/fit/manifest.json"
    while running.poll() is None and not (kept.exists() and '"complete"' in kept.read_text()):
        time.sleep(0.01)
    time.sleep(0.3)  # it scores
    assert running.poll() is None, "the scoring is over too soon to be interrupted"
    running.send_signal(signal.SIGINT)
    _, said = running.communicate(timeout=120)
    assert running.returncode == 130
    assert said.strip() == f"themata: interrupted; a cross-validation cannot be resumed; {tmp_path / 'kept'} has the folds so far"


def test_bad_input_is_named(fitted, corpus, new, tmp_path):
    (tmp_path / "split.txt").write_text("0\n\n0\n")
    cases = [(2, ["--folds", 31], "expected at most 30, the number of documents"),
             (2, ["--folds", 1], "expected at least 2"),
             (2, ["--particles", 5], "--particles needs --held-out CORPUS or --folds F"),
             (2, ["--held-out", new, "--coherence", "umass"], "--coherence belongs to the table of topics"),
             (2, ["--held-out", new, "--format", "tsv"], "--format tsv is for the table of topics"),
             (2, ["--folds", 2, "--held-out", new], "cannot be combined"),
             (2, ["--held-out", new, "--method", "left-to-right", "--split", tmp_path / "split.txt"], "--split belongs to"),
             (3, ["--held-out", new, "--split", tmp_path / "split.txt"], "has lines for 3 documents"),
             (3, ["--held-out", fitted], "is a fit folder; expected a corpus folder, from `themata import`")]
    for code, options, said in cases:
        done = fits.themata("evaluate", fitted, *options)
        assert (done.returncode, said in done.stderr) == (code, True), (options, done.stderr)
        assert done.stdout == ""


def test_folds_part_only_documents_that_can_be_scored(tmp_path):
    documents = [["w1"] * 5, ["w1", "w2"] * 3, [], ["w2"] * 4, ["w1"], ["w2", "w1", "w2"]]
    corpus = fits.make_corpus(tmp_path / "corpus", documents)
    fits.must("fit", corpus, "--model", "lda", "--topics", 2, "--sweeps", 20, "--until", "sweeps", "--chains", 1, "--output", tmp_path / "fit")
    found = json.loads(fits.must("evaluate", tmp_path / "fit", "--folds", 4, "--format", "json"))
    assert len(found["folds"]) == 4
    found = json.loads(fits.must("evaluate", tmp_path / "fit", "--folds", 5, "--method", "left-to-right", "--format", "json"))
    assert len(found["folds"]) == 5
    refused = fits.themata("evaluate", tmp_path / "fit", "--folds", 5)
    assert refused.returncode == 2 and "expected at most 4, the number of documents that can be held out" in refused.stderr
