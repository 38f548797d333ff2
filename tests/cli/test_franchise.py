"""`themata fit --model franchise`: who sits where is saved and goes on, and every verb that reads a fit reads it."""
import json
import pathlib
import sys

import numpy as np
import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import by_sum  # noqa: E402
import fits  # noqa: E402

HYPERPARAMETERS = ["--alpha", "0.5", "--beta", "0.1", "--document-discount", "0.4", "--discount", "0.2"]
KINDS = {
    "plain": [],
    "fixed": HYPERPARAMETERS,
    "below-0": ["--alpha", "-0.2", "--document-discount", "0.5", "--gamma", "-0.1", "--discount", "0.3"],
    "learned": [*HYPERPARAMETERS, "--learn", "alpha,beta,gamma,discount,document-discount"],
    "moves": ["--split-merge", "3", "--split-merge-scans", "1", "--split-merge-tables", "by-size",
              "--split-merge-sweeps", "30", "--restarts", "3"],
}


def fit(themata, corpus, output, *words, sweeps=60):
    chains = [] if "--chains" in words else ["--chains", "1"]
    done = themata("fit", corpus, "--model", "franchise", "--sweeps", sweeps, "--seed", "1", "--output", output, *chains,
                   *words)
    assert done.returncode == 0, done.stderr
    return corpus.parent / output


def manifest_of(path):
    return json.loads((path / "manifest.json").read_text())


def read_trace(path):
    lines = [line for line in (path / "trace-1.csv").read_text().splitlines() if not line.startswith("#")]
    return dict(zip(lines[0].split(","), np.array([line.split(",") for line in lines[1:]], float).T))


@pytest.mark.parametrize("kind", KINDS)
def test_it_finds_the_topics_and_goes_on_to_the_same_bits(themata, corpus, kind):
    whole = fit(themata, corpus, "whole", *KINDS[kind], "--threads", "2")
    manifest = manifest_of(whole)
    assert manifest["exact"] and manifest["options"]["sampler"] == "table-gibbs"
    assert manifest["chains"][0]["topics"] >= 2, "gardens and ships"
    part = fit(themata, corpus, "part", *KINDS[kind], "--threads", "1", sweeps=25)
    done = themata("resume", "part", "--sweeps", "60")
    assert done.returncode == 0, done.stderr
    assert manifest_of(part)["chains"][0]["state_hash"] == manifest["chains"][0]["state_hash"]
    last = "draws/chain-1-sweep-00000060.npz"
    ours, theirs = np.load(whole / last), np.load(part / last)
    assert all((ours[name] == theirs[name]).all() for name in ours.files if name != "seconds"), "Psi too"


@pytest.mark.parametrize("kind", ["fixed", "learned"])
def test_what_is_saved_are_tables_and_the_trace_counts_them(themata, corpus, kind):
    path = fit(themata, corpus, "fit", *KINDS[kind])
    draw = np.load(path / "draws/chain-1-sweep-00000060.npz")
    offsets = np.load(corpus / "offsets.npy").astype(int)
    tables = 0
    for a, b in zip(offsets[:-1], offsets[1:]):
        seat, z = draw["seat"][a:b], draw["z"][a:b]
        _, first = np.unique(seat, return_index=True)
        assert (seat[np.sort(first)] == np.arange(len(first))).all(), "numbered by first tokens"
        assert all(len(set(z[seat == t])) == 1 for t in range(len(first))), "one topic a table"
        tables += len(first)
    trace = read_trace(path)
    assert trace["tables"][-1] == tables
    for column, name in [("discount", "discount"), ("document_discount", "document_discount"), ("gamma", "gamma")]:
        assert trace[column][-1] == draw[name]
        assert (np.ptp(trace[column]) > 0) == (kind == "learned")
    psi = draw["psi"]
    assert 0 < psi.sum() < 1 and ((psi > 0) == (np.bincount(draw["z"], minlength=len(psi)) > 0)).all()
    shares = [float(row.split("\t")[1]) for row in (path / "topic-count.tsv").read_text().splitlines()[1:]]
    assert sum(shares) == pytest.approx(1, abs=1e-5)


def theta_of(draw, offsets, d):
    """E(theta_d | tables, Psi), K long."""
    seat, z = (draw[name][offsets[d]:offsets[d + 1]] for name in ("seat", "z"))
    alpha, b = float(draw["alpha"][0]), float(draw["document_discount"])
    dish = [z[seat == t][0] for t in range(len(set(seat)))]
    k = len(draw["psi"])
    counts = np.bincount(z, minlength=k) - b * np.bincount(np.array(dish, int), minlength=k)
    return (counts + (alpha + b * len(dish)) * draw["psi"]) / (len(z) + alpha) if len(z) else draw["psi"]


def test_monitored_shares_and_exported_ones_are_the_posterior_means(themata, corpus):
    path = fit(themata, corpus, "fit", *HYPERPARAMETERS, "--monitor-words", "2", "--monitor-documents", "4", "--thin", "1")
    draw = np.load(path / "draws/chain-1-sweep-00000060.npz")
    offsets = np.load(corpus / "offsets.npy").astype(int)
    lines = [line for line in (path / "monitored-1.csv").read_text().splitlines() if not line.startswith("#")]
    last = dict(zip(lines[0].split(","), map(float, lines[-1].split(","))))
    documents = json.loads((path / "monitored-1.json").read_text())["documents"]
    for i, k in enumerate(draw["monitored"]):
        for j, d in enumerate(documents):
            expected = theta_of(draw, offsets, d)[k] if k != 65535 else 0
            assert last[f"theta.{j + 1}.{i + 1}"] == pytest.approx(expected, rel=1e-12)
    fits.must("export", path, "--format", "doc-topics", "--as", "npy", "--output", corpus.parent / "theta.npy")
    sizes = np.bincount(draw["z"], minlength=len(draw["psi"]))
    order = np.argsort(-sizes, kind="stable")[:np.count_nonzero(sizes)]
    exported = np.load(corpus.parent / "theta.npy")
    for d in range(len(offsets) - 1):
        theta = theta_of(draw, offsets, d)[order]
        assert np.allclose(exported[d], theta / theta.sum(), rtol=1e-5, atol=1e-7), d


@pytest.mark.parametrize("hyperparameters", [HYPERPARAMETERS, KINDS["below-0"], ["--alpha", "0.7"]])
def test_new_documents_are_the_sum_over_seatings(themata, corpus, tmp_path, hyperparameters):
    path = fit(themata, corpus, "fit", *hyperparameters)
    texts = ["roses soil roses", "sail rose tulips", "", "storm rope deck bloom"]
    (tmp_path / "new.txt").write_text("".join(text + "\n" for text in texts))
    fits.must("import", "--format", "lines", tmp_path / "new.txt", "--output", tmp_path / "new")
    draw = np.load(path / "draws/chain-1-sweep-00000060.npz")
    vocabulary = (corpus / "vocabulary.txt").read_text().splitlines()
    tokens, beta = np.load(corpus / "tokens.npy"), float(draw["beta"])
    sizes = np.bincount(draw["z"], minlength=len(draw["psi"]))
    order = np.argsort(-sizes, kind="stable")[:np.count_nonzero(sizes)]
    counts = np.array([np.bincount(tokens[draw["z"] == k], minlength=len(vocabulary)) for k in order]) + beta
    phi = np.vstack([counts / counts.sum(1, keepdims=True), np.full(len(vocabulary), 1 / len(vocabulary))])
    psi = np.append(draw["psi"][order], 1 - draw["psi"].sum())
    known = [[vocabulary.index(word) for word in text.split() if word in vocabulary] for text in texts]
    of_documents = float(draw["alpha"][0]), float(draw["document_discount"])
    exact = [by_sum.seated_shares(words, phi, psi, *of_documents) for words in known]

    fits.must("infer", path, tmp_path / "new", "--output", tmp_path / "shares.tsv", "--sweeps", 400000, "--skip", 100)
    rows = [line.split("\t") for line in (tmp_path / "shares.tsv").read_text().splitlines()]
    assert rows[0][4:4 + len(psi)] == [f"topic_{k}" for k in [*range(len(order)), "rest"]]
    # 400,000 sweeps of chains that forget within some hundred, where a document has few tables: errors below .004.
    for (mean, _), row in zip(exact, rows[1:]):
        assert np.allclose(np.array(row[4:4 + len(psi)], float), mean, atol=0.015)

    # Under the one draw that `keep` leaves: 4 runs of 20,000 particles, errors near .003.
    one = fit(themata, corpus, "one", *hyperparameters, "--keep", "1")
    assert manifest_of(one)["chains"][0]["state_hash"] == manifest_of(path)["chains"][0]["state_hash"]
    fits.must("evaluate", one, "--held-out", tmp_path / "new", "--method", "left-to-right", "--particles", 20000,
              "--output", tmp_path / "scores.tsv")
    header, *rows = [line.split("\t") for line in (tmp_path / "scores.tsv").read_text().splitlines()]
    scores = [float(row[header.index("log_p")]) for row in rows]
    assert np.allclose(scores, [log_p for _, log_p in exact], atol=0.02)


def test_every_verb_reads_it(themata, corpus, tmp_path):
    path = fit(themata, corpus, "fit", *HYPERPARAMETERS, "--chains", "2", "--trace-every", "1")
    for words in [["topics", path], ["info", path], ["diagnose", path], ["compare", path], ["compare", path, path],
                  ["evaluate", path], ["evaluate", path, "--held-out", corpus],
                  ["report", path, "--output", tmp_path / "report.html"],
                  ["evaluate", path, "--folds", "2"],
                  *(["export", path, "--format", name, "--output", tmp_path / name]
                    for name in ("mallet-state", "topic-keys", "doc-topics", "topic-words"))]:
        done = themata(*words)
        assert done.returncode == 0, (words, done.stderr)
    alpha = [line.split("\t")[1] for line in (tmp_path / "topic-keys").read_text().splitlines()]
    assert all(float(a) > 0 for a in alpha)
    done = themata("sweep", corpus, "--model", "lda,franchise", "--alpha", "0.5", "--sweeps", "20", "--output", "grid")
    assert done.returncode == 0, done.stderr


BAD_SETTINGS = [
    (["--discount", "1"], "--discount is 1; expected a number from 0, and below 1"),
    (["--document-discount", "-0.1"], "--document-discount is -0.1; expected a number from 0, and below 1"),
    (["--alpha", "0"], "--alpha is 0; expected a number above 0, up to 1000000"),
    (["--alpha", "-0.5", "--document-discount", "0.5"], "--alpha is -0.5; expected a number above -0.5 (minus --document-discount), up to 1000000"),
    (["--gamma", "-0.3", "--discount", "0.2"], "--gamma is -0.3; expected a number above -0.2 (minus --discount), up to 1000000"),
    (["--gamma", "-0.1", "--discount", "0.2", "--learn", "discount"], "--gamma is -0.1; expected a number above 0, because it or its discount is learned"),
    (["--topics", "5"], "--topics does not apply to --model franchise; it belongs to lda, hdp, lida, ftm, sstm, pcm, dmm or dmr"),
    (["--sampler", "collapsed"], "--sampler is 'collapsed'; expected table-gibbs"),
    (["--z", "sparse"], "--z does not apply to --model franchise; it belongs to lda, hdp or labeled-lda"),
    (["--phi", "spike-slab"], "--phi does not apply to --model franchise; it belongs to lda, hdp or labeled-lda"),
    (["--weights", "gem"], "--weights does not apply to --model franchise; it belongs to hdp"),
    (["--table-topics", "1"], "--table-topics does not apply to --model franchise; it belongs to hdp"),
    (["--seeds", "x"], "--seeds does not apply to --model franchise; it belongs to lda or labeled-lda"),
    (["--restarts", "0"], "--restarts is 0; expected a number from 1 to 10000"),
    (["--learn", "asymmetric-alpha"], "expected none, or some of alpha, beta, gamma, discount, document-discount")]
OF_OTHER_MODELS = [
    (["--discount", "0.1"], "--discount does not apply to --model hdp; it belongs to franchise"),
    (["--document-discount", "0.1"], "--document-discount does not apply to --model hdp; it belongs to franchise"),
    (["--restarts", "2"], "--restarts does not apply to --model hdp; it belongs to franchise"),
    (["--sampler", "table-gibbs"], "--sampler is 'table-gibbs'; expected block-collapsed, or "),
    (["--learn", "discount"], "--learn is 'discount'; expected none, or some of alpha, beta, gamma"),
    (["--gamma", "-0.1"], "--gamma is -0.1; expected a number above 0, up to 1000000")]


@pytest.mark.parametrize("model, words, message", [("franchise", *case) for case in BAD_SETTINGS] + [("hdp", *case) for case in OF_OTHER_MODELS])
def test_bad_settings_are_named(themata, corpus, model, words, message):
    done = themata("fit", corpus, "--model", model, *words, "--output", "fit")
    assert done.returncode == 2 and message in done.stderr, done.stderr
    assert not (corpus.parent / "fit").exists()


DAMAGE = {
    "two topics": (lambda draw: draw["z"].__setitem__(draw["seat"] == 0, np.arange((draw["seat"] == 0).sum()) % 2), "two topics"),
    "order": (lambda draw: draw["seat"].__iadd__(1), "not numbered by their first tokens"),
    "length": (lambda draw: draw.update(seat=draw["seat"][1:]), "seats"),
    "discount": (lambda draw: draw.update(discount=np.float64(1)), "discounts are not from 0 and below 1"),
    "alpha": (lambda draw: draw.update(alpha=np.array([-0.9])), "alpha is not above"),
    "no seats": (lambda draw: draw.pop("seat"), "is not a state of model franchise"),
}


@pytest.mark.parametrize("kind", DAMAGE)
def test_damaged_seats_are_bad_input(themata, corpus, expect_damage_reported, kind):
    path = fit(themata, corpus, "fit", *HYPERPARAMETERS, sweeps=5)
    spoil, message = DAMAGE[kind]
    verbs = [["resume", path, "--sweeps", "8"]] + ([["topics", path]] if kind != "no seats" else [])
    expect_damage_reported(path, spoil, message, verbs)
