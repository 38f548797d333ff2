"""What others make of our results, by their own code. Each is skipped where it is not installed."""

import numpy as np
import pytest

import pythemata as tm


def test_arviz_has_our_rhat(fit):
    arviz = pytest.importorskip("arviz")
    pytest.importorskip("xarray")
    data = fit.to_xarray()
    assert data["lp__"].dims == ("chain", "draw") and data.sizes["chain"] == 2
    ours = dict(zip(fit.diagnose().table["quantity"], fit.diagnose().table["rhat"]))
    theirs = arviz.rhat(data)
    for name in ("lp__", "word_part", "alpha"):
        assert float(theirs[name]) == pytest.approx(ours[name], rel=1e-6)


def test_pyldavis_takes_our_fit(fit):
    prepare = pytest.importorskip("pyLDAvis").prepare
    made = prepare(**fit.to_pyldavis(), sort_topics=False, start_index=0)
    assert len(made.topic_coordinates) == 3


def test_gensims_coherence_is_ours(fit):
    models = pytest.importorskip("gensim.models")
    corpora = pytest.importorskip("gensim.corpora")
    corpus = fit.corpus
    bounds = corpus.offsets.astype(int)
    texts = [[corpus.vocabulary[v] for v in corpus.tokens[a:b]] for a, b in zip(bounds, bounds[1:])]
    topics = [list(words) for words in fit.topics(words=5)["words"]]
    dictionary = corpora.Dictionary(texts)
    theirs = models.CoherenceModel(topics=topics, texts=texts, dictionary=dictionary, coherence="c_npmi", topn=5, processes=1)
    ours = fit.quality(words=5, window=10, gensim_windows=True).table["npmi"]
    assert np.allclose(theirs.get_coherence_per_topic(), ours, atol=1e-4)


def test_anndata_in_and_out(corpus, tmp_path):
    anndata = pytest.importorskip("anndata")
    pandas = pytest.importorskip("pandas")
    counts = corpus.matrix()
    obs = pandas.DataFrame({"batch": ["a", "b"] * 30}, index=[f"cell{d}" for d in range(60)])
    adata = anndata.AnnData(counts.astype(np.float32), obs=obs, var=pandas.DataFrame(index=corpus.vocabulary))
    adata.layers["weights"] = adata.X * 0.5
    cells = tm.Corpus.from_anndata(adata, metadata=["batch"], min_count=20)
    assert cells.ids[0] == "cell0" and list(cells.documents()["batch"][:2]) == ["a", "b"]
    fit = tm.fit(cells, topics=3, sweeps=50, progress=False)
    fit.to_anndata(adata)
    adata.write_h5ad(tmp_path / "cells.h5ad")
    again = anndata.read_h5ad(tmp_path / "cells.h5ad")
    assert np.array_equal(again.obsm["topics"], fit.document_topic) and again.obsm["topics_sd"].shape == (60, 3)
    for name, row in zip(again.var_names, again.varm["topics"]):
        expected = fit.topic_word[:, cells.vocabulary.index(name)] if name in cells.vocabulary else 0
        assert np.array_equal(row, np.zeros(3) + expected)
    with pytest.raises(tm.UsageError, match="other cells"):
        fit.to_anndata(adata[::-1].copy())
    with pytest.raises(tm.UsageError, match="fractions"):
        tm.Corpus.from_anndata(adata, "weights")
