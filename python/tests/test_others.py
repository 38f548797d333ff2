"""What others make of our results, by their own code. Each is skipped where it is not installed."""

import html
import json
import re

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


def test_pycistopic_files(fit, tmp_path):
    polars = pytest.importorskip("polars")
    regions = ["chr1:1-9", *sorted(fit.corpus.vocabulary), "chr2:1-9"]
    files = fit.to_pycistopic(tmp_path / "run", regions)
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(file.rsplit("/", 1)[-1] for file in files)

    def matrix(name):  # as pycisTopic reads a file: the column of its name, an array in each row
        column = polars.read_parquet(tmp_path / f"run.3_topics.{name}.parquet").get_column(name)
        return np.stack([np.asarray(row) for row in column.to_numpy()])

    assert np.array_equal(matrix("cell_topic_probabilities"), fit.document_topic)
    counts = matrix("region_topic_counts")
    assert counts.dtype == np.int32 and counts.shape == (3, len(regions)) and not counts[:, [0, -1]].any()
    total = np.asarray(fit.corpus.matrix().sum(0)).ravel()
    assert counts.sum(0).tolist() == [total[fit.corpus.vocabulary.index(w)] if w in fit.corpus.vocabulary else 0 for w in regions]
    assert counts.sum(1).tolist() == fit.topics()["tokens"].tolist()
    parameters = json.loads((tmp_path / "run.3_topics.parameters.json").read_text())
    assert parameters["backend"] == "mallet" and parameters["n_topics"] == 3 and parameters["random_seed"] == 1
    assert parameters["alpha"] == fit.trace()["alpha"][-1] and parameters["eta"] == fit.trace()["beta"][-1]
    with pytest.raises(tm.UsageError, match="lacks"):
        fit.to_pycistopic(tmp_path / "other", regions[:5])
    with pytest.raises(tm.ResourceError, match="missing"):
        fit.to_pycistopic(tmp_path / "missing" / "run")


def test_reports_are_shown_in_notebooks(fit, tmp_path):
    page = fit.report(tmp_path / "r.html")
    assert (tmp_path / "r.html").read_text() == page and "<Report" in repr(page)
    shown = page._repr_html_()
    inside = re.fullmatch(r'<iframe srcdoc="([^"]*)" .*></iframe>', shown, re.DOTALL).group(1)
    assert html.unescape(inside) == page


def test_traces_are_drawn(fit):
    pytest.importorskip("matplotlib").use("Agg")
    axes = fit.plot_trace()
    assert [axis.get_ylabel() for axis in axes] == ["word_part", "topics", "alpha", "beta"]
    for chain, line in zip(fit.chains, axes[0].get_lines()):
        assert np.array_equal(line.get_ydata(), fit.trace(chain)["word_part"])
    assert axes[0].get_title(loc="left") == fit.verdict
    (one,) = fit.plot_trace("lp__", axes=axes[0])
    assert one is axes[0]
    with pytest.raises(tm.UsageError, match="quantities"):
        fit.plot_trace(["wordpart"])
    with pytest.raises(tm.UsageError, match="empty"):
        fit.plot_trace([])
    with pytest.raises(tm.UsageError, match="expected 2"):
        fit.plot_trace(["lp__", "topics"], axes=axes[0])


def test_datasets_of_hugging_face(texts):
    datasets = pytest.importorskip("datasets")
    data = datasets.Dataset.from_dict({"text": [*texts, None], "year": [*range(len(texts)), None]})
    corpus = tm.Corpus.from_frame(data)
    expected = tm.Corpus.from_texts([*texts, None], metadata={"year": [*range(len(texts)), None]})
    assert corpus.manifest["hash"] == expected.manifest["hash"] and corpus.documents()["year"][3] == 3
    assert tm.Corpus.from_texts(data["text"]).n_documents == len(texts) + 1
    with pytest.raises(TypeError, match="expected a frame"):
        tm.Corpus.from_frame(5)


def test_lazy_frames_of_polars(texts):
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame({"text": texts, "year": range(len(texts))})
    assert tm.Corpus.from_frame(frame.lazy()).manifest["hash"] == tm.Corpus.from_frame(frame).manifest["hash"]


def test_tokens_of_spacy(texts):
    spacy = pytest.importorskip("spacy")
    documents = spacy.blank("en").pipe(texts)
    corpus = tm.Corpus.from_tokens([[token.lower_ for token in document if token.is_alpha] for document in documents])
    assert corpus.n_tokens == sum(len(text.split()) for text in texts)
    assert sorted(corpus.vocabulary) == sorted({word for text in texts for word in text.split()})
    with pytest.raises(TypeError, match="Token among the words at 0"):
        tm.Corpus.from_tokens(spacy.blank("en").pipe(texts))


def test_lda_c_out_and_in_by_gensims_code(corpus, tmp_path):
    corpora = pytest.importorskip("gensim.corpora")
    corpus.export("ldac", tmp_path / "ours")
    read = corpora.BleiCorpus(str(tmp_path / "ours"), fname_vocab=str(tmp_path / "ours.vocab.txt"))
    counts = corpus.matrix()
    for d, cells in enumerate(read):
        row = counts[[d]].tocoo()
        assert dict(cells) == dict(zip(row.coords[1].tolist(), row.data.tolist()))
    assert [read.id2word[v] for v in range(corpus.n_types)] == corpus.vocabulary
    corpora.BleiCorpus.serialize(str(tmp_path / "theirs"), list(read), id2word=read.id2word)
    again = tm.Corpus.from_files(tmp_path / "theirs", "ldac", vocabulary=tmp_path / "theirs.vocab")
    assert (again.matrix() != counts).nnz == 0 and again.vocabulary == corpus.vocabulary
