"""What fits are asked."""

import numpy as np
import pytest
import scipy.stats
from conftest import made_texts

import pythemata as tm


def test_diagnosis(fit):
    diagnosis = fit.diagnose()
    assert diagnosis.verdict and diagnosis.shows
    table = diagnosis.table
    assert "lp__" in set(table["quantity"]) and np.isfinite(table["rhat"][0])
    assert diagnosis.topics.n_rows == 3
    assert diagnosis.verdict in repr(diagnosis)
    with pytest.raises(tm.ThemataError):
        fit.diagnose(burn_in=199)


def test_comparison_of_chains_and_fits(fit, corpus):
    within = fit.compare()
    assert within.everywhere == 3 and within.similarity > 0.9
    other = tm.fit(corpus, "lda", topics=3, sweeps=100, seed=7, progress=False)
    between = tm.compare(fit, other)
    assert between.table.n_rows == 3 and between.pairs(0).n_rows == 3
    single = tm.fit(corpus, "lda", topics=3, sweeps=10, chains=1, progress=False)
    with pytest.raises(tm.UsageError):
        single.compare()


def test_the_topics_that_come_back(fit, corpus, tmp_path):
    other = tm.fit(corpus, "lda", topics=3, sweeps=100, chains=3, seed=7, progress=False)
    common = tm.consensus(fit, other)
    table = common.recurrence()
    n = table.n_rows
    assert common.model == "consensus" and common.n_topics == n + 1 and f"{n} topic" in common.verdict
    assert set(table["of"]) == {len(fit.chains) + 3} and all(table["chains"] <= table["of"])
    assert fit.recurrence() is None
    np.testing.assert_allclose(common.document_topic.sum(1), 1, atol=1e-5)
    assert common.infer(corpus).mean.shape == (corpus.n_documents, n + 1)
    written = other.consensus(least_share=1, cut=0.6, folder=tmp_path / "common")
    opened = tm.Fit.open(tmp_path / "common").recurrence()
    assert all(list(opened[name]) == list(written.recurrence()[name]) for name in opened)
    single = tm.fit(corpus, "lda", topics=3, sweeps=10, chains=1, progress=False)
    with pytest.raises(tm.UsageError, match="one chain"):
        single.consensus()
    with pytest.raises(tm.UsageError, match="cut"):
        fit.consensus(cut=2)


def test_quality(fit):
    quality = fit.quality(words=5)
    assert quality.table.n_rows == 3 and quality.means["npmi"] is not None
    assert 0 < quality.diversity[5] <= 1 and quality.effective_topics <= 3.001
    assert tm.quality(fit, fit.corpus, words=5).means["npmi"] == pytest.approx(quality.means["npmi"])


def test_held_out_documents(fit):
    new = tm.Corpus.from_texts(made_texts(30, seed=9))
    score = fit.evaluate(new)
    assert -4 < score.per_word < 0 and score.perplexity == pytest.approx(np.exp(-score.per_word))
    assert score.table.n_rows == 30
    left = fit.evaluate(new, "left-to-right", particles=5)
    assert left.per_word == pytest.approx(score.per_word, abs=0.5)
    seen = [[0, 1, 2]] * 30
    assert fit.evaluate(new, seen=seen).table["seen"].sum() == 90
    with pytest.raises(tm.UsageError, match="method"):
        fit.evaluate(new, "guess")


def test_cross_validation(fit):
    result = tm.cross_validate(fit, folds=3)
    assert len(result.folds) == 3 and result.standard_error > 0
    assert sorted(d for documents, _ in result.folds for d in documents) == list(range(60))


def test_new_documents(fit):
    inferred = fit.infer(["sail anchor tide zzz", "", "bread flour oven"])
    assert inferred.mean.shape == inferred.sd.shape == (3, 3)
    assert list(inferred.unknown) == [1, 0, 0] and list(inferred.unknown_words["word"]) == ["zzz"]
    assert inferred.frame().n_rows == 3
    assert inferred.mean[0].argmax() != inferred.mean[2].argmax()
    with pytest.raises(tm.InputError):
        fit.infer(["zzz yyy"])


def test_a_document_has_the_same_topics_in_any_company(fit):
    texts = made_texts(10, seed=4)
    together = fit.infer(texts).mean
    alone = np.concatenate([fit.infer([text]).mean for text in texts])
    backwards = fit.infer(texts[::-1]).mean[::-1]
    assert np.array_equal(together, alone) and np.array_equal(together, backwards)


def test_topics_not_found_yet_have_a_column(hdp):
    inferred = hdp.infer(["sail anchor tide"])
    assert inferred.has_rest and inferred.mean.shape == (1, hdp.n_topics + 1)


def test_labels():
    names = ["garden", "harbour", "kitchen"]
    texts, labels = made_texts(300), [names[d % 3] for d in range(300)]
    corpus = tm.Corpus.from_texts(texts, labels=labels)
    fit = tm.fit(corpus, "labeled-lda", sweeps=60, progress=False)
    found = fit.label(["sail anchor tide deck", "bread oven flour dough"], folds=0)
    assert found.predicted[0][0] == "harbour" and found.predicted[1][0] == "kitchen"
    assert found.probabilities.shape == (2, 3) and not found.calibrated and found.score is None
    scored = fit.label(tm.Corpus.from_texts(made_texts(30, 5), labels=labels[:30]))
    assert scored.calibrated and scored.score["micro_f1"] > 0.9 and scored.reliability.n_rows == 10
    assert scored.not_calibrated == "" and "`folds` is 0" in fit.label(["sail"], folds=0).not_calibrated
    with pytest.raises(tm.UsageError):
        fit.label(["sail"], method="guess")
    with pytest.raises(tm.UsageError, match="`folds` cannot be used with `calibration`"):
        fit.label(["sail"], calibration=fit.corpus, folds=2)


def test_inference_notes_the_rules_that_differ(fit):
    assert fit.infer(["sail"]).notes == [] == fit.infer(tm.Corpus.from_texts(["sail"], like=fit)).notes
    other = tm.Corpus.from_texts(["sail"], stop_words="none", extra_stop_words=["oar"], min_length=3)
    assert fit.infer(other).notes == ["stop-words none (the fit's corpus: english)", "min-length 3 (the fit's corpus: default)",
                                      "extra-stop-words (other ones)"]


def test_grid(corpus):
    grid = tm.sweep(corpus, topics=[2, 3], seed=[1, 2], sweeps=40, threads=2)
    table = grid.table
    assert table.n_rows == 4 and table["topics"].tolist() == [2, 2, 3, 3] and table["seed"].dtype == np.int64
    assert np.isfinite(table["per_word"]).all() and np.isfinite(table["stability"]).all()
    table["per_word"][:] = 0
    assert (grid.table["per_word"] < 0).all(), "a table is the caller's own"
    assert [each.n_topics for each in grid.fits] == [2, 2, 3, 3] and not grid.failed
    with pytest.raises(tm.UsageError):
        tm.sweep(corpus, topics=[2], held_out=2)


def test_axes_of_grids(corpus):
    with pytest.raises(tm.UsageError, match="`learn` cannot be an axis"):
        tm.sweep(corpus, topics=2, learn=[["alpha"], ["alpha", "beta"]])
    assert tm.sweep(corpus, topics=2, learn=["alpha", "beta"], sweeps=6, threads=2).table.n_rows == 1
    assert tm.sweep(corpus, topics=2, beta=[0.1, 0.25], sweeps=6, threads=2).table["beta"].tolist() == [0.1, 0.25]


def test_pyldavis_arguments(fit):
    made = fit.to_pyldavis()
    assert np.allclose(made["topic_term_dists"].sum(1), 1) and len(made["vocab"]) == fit.corpus.n_types


def test_tables(fit):
    table = fit.topics()
    assert repr(table).splitlines()[0].startswith("topic")
    assert table.rows()[0]["topic"] == 0
    with pytest.raises(ValueError, match="different lengths"):
        tm.Table({"a": [1], "b": [1, 2]})
    assert "&lt;b&gt;" in tm.Table({"a": ["<b>"]})._repr_html_()


@pytest.mark.parametrize("library", ["pandas", "polars", "pyarrow"])
def test_tables_of_libraries(fit, library):
    pytest.importorskip(library)
    table = fit.document_frame()
    made = {"pandas": table.to_pandas, "polars": table.to_polars, "pyarrow": table.to_arrow}[library]()
    assert len(made) == 60


def test_intervals_hold_the_draws(fit, hdp):
    table = fit.word_intervals(0, n=10, level=0.9)
    assert list(table["word"]) == fit.topics(words=10)["words"][0] and (table["low"] < table["mean"]).all()
    assert (table["high"] > table["mean"]).all() and np.allclose(table["mean"], np.sort(fit.topic_word[0])[::-1][:10])
    narrow = fit.word_intervals(0, n=10, level=0.5)
    assert (narrow["low"] > table["low"]).all() and (narrow["high"] < table["high"]).all()
    # An interval of a Beta distribution with the posterior's moments has its probability under that distribution.
    a = table["mean"] * (table["mean"] * (1 - table["mean"]) / table["sd"] ** 2 - 1)
    b = a * (1 - table["mean"]) / table["mean"]
    inside = scipy.stats.beta.cdf(table["high"], a, b) - scipy.stats.beta.cdf(table["low"], a, b)
    assert np.allclose(inside, 0.9, atol=1e-6)
    topics = fit.topic_intervals(3)
    assert topics["topic"].tolist() == [0, 1, 2] and np.allclose(topics["mean"], fit.document_topic[3])
    with pytest.raises(tm.UsageError, match="come and go"):
        hdp.word_intervals(0)
    with pytest.raises(tm.UsageError, match="topic"):
        fit.word_intervals(3)
    with pytest.raises(tm.UsageError, match="level"):
        fit.word_intervals(0, level=1.5)


def test_intervals_of_what_is_certain_or_wide(corpus):
    from pythemata import _others

    made = _others.intervals(np.array([0.3, 0.3, 0.3], np.float32), np.array([0, 0.46, 0.1], np.float32), 0.9)
    assert made["low"][:2].tolist() == [np.float32(0.3), 0] and made["high"][:2].tolist() == [np.float32(0.3), 1]
    assert 0.1 < made["low"][2] < 0.3 < made["high"][2] < 0.5
    fit = tm.fit(corpus, topics=3, sweeps=20, keep=0, chains=1, progress=False)
    with pytest.raises(tm.UsageError, match="kept no draws"):
        fit.word_intervals(0)
    with pytest.raises(tm.UsageError, match="no chain 7"):
        fit.topic_intervals(0, chain=7)
    for level in (0, 1):
        with pytest.raises(tm.UsageError, match="above 0 and below 1"):
            _others.intervals(np.array([0.3]), np.array([0.1]), level)


def test_exports_without_a_layout_refuse_one(fit, tmp_path):
    fit.export("theta-draws", tmp_path / "theta.npy")
    assert np.allclose(np.load(tmp_path / "theta.npy").mean(0), fit.document_topic, atol=1e-5)
    with pytest.raises(tm.UsageError, match="`layout` is of doc-topics"):
        fit.export("theta-draws", tmp_path / "o", layout="mtx")
    with pytest.raises(tm.UsageError, match="`words` is of topic-keys, not of 'theta-draws'"):
        fit.export("theta-draws", tmp_path / "o", words=3)
    with pytest.raises(tm.UsageError, match="another one; it needs"):
        tm.fit(fit.corpus, topics=3, sweeps=20, keep=0, chains=1, progress=False).export("theta-draws", tmp_path / "o")
