"""Corpora drawn from models, and self-tests."""

import io
import subprocess
import time

import numpy as np
import pytest
import scipy.sparse

import pythemata as tm


def test_truth_is_what_the_corpus_was_drawn_from():
    made = tm.simulate("lda", documents=300, topics=4, types=50, length=100, seed=3)
    corpus, truth = made.corpus, made.truth
    assert corpus.n_documents == 300 and corpus.n_types == 50 and truth["topic_word"].shape == (4, 50)
    assert truth["topics"].shape == (corpus.n_tokens,) and np.allclose(truth["topic_weights"], 0.25)
    counts = np.zeros((4, 50))
    np.add.at(counts, (truth["topics"], corpus.tokens), 1)
    assert np.abs(counts / counts.sum(1, keepdims=True) - truth["topic_word"]).max() < 0.02
    again = tm.simulate("lda", documents=300, topics=4, types=50, length=100, seed=3, threads=1)
    assert np.array_equal(again.corpus.tokens, corpus.tokens)
    assert "topic_word" in repr(made)


def test_a_fit_finds_the_topics_again():
    made = tm.simulate("lda", documents=400, topics=3, types=60, length=80, alpha=0.1, beta=0.05, seed=1)
    fit = tm.fit(made.corpus, topics=3, sweeps=200, chains=1, seed=1, progress=False)
    root = np.sqrt(fit.topic_word)[:, None] - np.sqrt(made.truth["topic_word"])[None]
    nearest = (np.sqrt((root**2).sum(2)) / np.sqrt(2)).min(1)
    assert nearest.max() < 0.1


def test_same_bits_as_the_command_line(program, tmp_path):
    options = ["--documents", "50", "--topics", "5", "--types", "40", "--seed", "2"]
    subprocess.run([program, "simulate", "hpc", *options, "--output", tmp_path / "cli"], check=True, capture_output=True)
    made = tm.simulate("hpc", documents=50, topics=5, types=40, seed=2)
    made.corpus.save(tmp_path / "python")
    names = sorted(str(path.relative_to(tmp_path / "cli")) for path in (tmp_path / "cli").rglob("*") if path.is_file())
    assert "truth/document-topic.npz" in names
    for name in names:
        assert (tmp_path / "cli" / name).read_bytes() == (tmp_path / "python" / name).read_bytes(), name
    theta = scipy.sparse.load_npz(io.BytesIO((tmp_path / "cli/truth/document-topic.npz").read_bytes()))
    assert (made.truth["document_topic"] != theta).nnz == 0


def test_matrices():
    ones = tm.simulate("ibp", documents=100, seed=1)
    assert scipy.sparse.issparse(ones) and ones.shape[0] == 100 and set(ones.data.tolist()) == {1}
    weights = tm.simulate("icdp", documents=100, seed=1)
    rows = np.asarray(weights.sum(1)).ravel()
    assert np.allclose(rows[rows > 0], 1)


def test_large_corpora_without_their_truth():
    made = tm.simulate("zipf", documents=500, tokens=20_000, types=300, topics=5, truth=False)
    assert made.truth == {} and 15_000 < made.corpus.n_tokens < 25_000


def test_what_is_refused():
    with pytest.raises(tm.UsageError, match="lda"):
        tm.simulate("ldaa", documents=5)
    with pytest.raises(tm.UsageError, match="did you mean `topics`"):
        tm.simulate("lda", documents=5, topic=3)
    with pytest.raises(tm.UsageError, match="documents"):
        tm.simulate("lda")
    with pytest.raises(tm.UsageError, match="alpha"):
        tm.simulate("lda", documents=5, types=10, alpha=-1)


def test_tables_of_simulations():
    assert {"lda", "hdp", "zipf", "ibp"} <= set(tm.simulations()["simulation"])
    table = tm.simulation_options("lda")
    assert {"documents", "topics", "types", "alpha"} <= set(table["option"])


def test_selftest_of_a_correct_sampler():
    found = tm.selftest("lda", data_sets=100, draws=19, burn_in=20, thin=5, seed=2)
    assert found.passed and "correct sampler" in repr(found) and found.svg.startswith("<svg")
    table = found.table
    assert {"alpha", "beta"} <= set(table["quantity"]) and all(0.001 < p <= 1 for p in table["p"])
    assert all(sum(bins) == 100 and len(bins) == 20 for bins in table["bins"])
    assert found.facts["model"] == "lda" and found.facts["data_sets"] == 100 and found.facts["thin"] == 5


def test_selftest_finds_a_sampler_that_is_not_exact():
    found = tm.selftest("lda", phi="polya-urn", data_sets=500, draws=19, burn_in=100, thin=5)
    assert not found.passed and found.facts["phi"] == "polya-urn" and found.facts["exact"] is False
    assert min(found.table["p"]) < 1e-3 and "UNEVEN" in repr(found)


def test_selftest_refuses():
    with pytest.raises(tm.UsageError, match="data_sets"):
        tm.selftest("lda", data_sets=5)
    with pytest.raises(tm.UsageError, match="expected one of"):
        tm.selftest("lsa")
    with pytest.raises(tm.UsageError, match="draws"):
        tm.selftest("lda", draws=20)
    with pytest.raises(tm.UsageError, match="`alpha` is .*options that choose the sampler"):
        tm.selftest("lda", alpha=0.1)


def test_selftest_stops_at_ctrl_c(ctrl_c):
    ctrl_c(0.7)
    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        tm.selftest("hdp", data_sets=100_000)
    assert time.monotonic() - start < 30
