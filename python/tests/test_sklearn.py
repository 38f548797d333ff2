"""The estimators: scikit-learn's own checks, and how they work in its pipelines."""

import pickle

import numpy as np
import pytest
from conftest import made_texts

import pythemata as tm

sklearn = pytest.importorskip("sklearn", minversion="1.6")

from sklearn.base import clone  # noqa: E402
from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer  # noqa: E402
from sklearn.model_selection import GridSearchCV  # noqa: E402
from sklearn.pipeline import make_pipeline  # noqa: E402
from sklearn.utils.estimator_checks import parametrize_with_checks  # noqa: E402

from pythemata.sklearn import (  # noqa: E402
    DirichletMultinomialMixture,
    HierarchicalDirichletProcess,
    LabeledLDA,
    LatentDirichletAllocation,
    WordVectorizer,
)

# The checks use random numbers, so fractions are rounded; few sweeps are enough for them.
CHECKED = [
    LatentDirichletAllocation(n_components=2, max_iter=20, fractions="round"),
    HierarchicalDirichletProcess(max_iter=10, fractions="round", options={"chains": 1}),
    DirichletMultinomialMixture(n_components=2, max_iter=20, fractions="round"),
    LabeledLDA(max_iter=20, fractions="round"),
    WordVectorizer(),
]


@parametrize_with_checks(CHECKED)
def test_sklearns_checks(estimator, check):
    check(estimator)


@pytest.fixture(scope="module")
def counts(texts):
    vectorizer = CountVectorizer()
    return vectorizer.fit_transform(texts), vectorizer


def test_lda_has_the_bits_of_the_engine(counts):
    matrix, vectorizer = counts
    model = LatentDirichletAllocation(n_components=3, max_iter=60, random_state=4).fit(matrix)
    names = [str(v) for v in range(matrix.shape[1])]
    same = tm.fit(tm.Corpus.from_matrix(matrix, names), "lda", topics=3, sweeps=60, seed=4, progress=False)
    assert np.array_equal(model.document_topic_, same.document_topic)
    assert np.allclose(model.components_ / model.components_.sum(1, keepdims=True), same.topic_word, atol=1e-6)


def test_rows_do_not_depend_on_each_other(counts):
    matrix, _ = counts
    model = LatentDirichletAllocation(n_components=3, max_iter=60, random_state=4).fit(matrix)
    whole = model.transform(matrix)
    parts = np.concatenate([model.transform(matrix[i : i + 7]) for i in range(0, matrix.shape[0], 7)])
    assert np.array_equal(whole, parts)
    mean, sd = model.transform(matrix, return_std=True)
    assert np.array_equal(mean, whole) and (sd > 0).all()


def test_pipelines_grids_and_frames(texts):
    pipe = make_pipeline(CountVectorizer(), LatentDirichletAllocation(n_components=3, max_iter=30, random_state=1))
    pipe[-1].set_output(transform="pandas")  # a CountVectorizer has none
    theta = pipe.fit_transform(texts)
    assert list(theta.columns) == [f"latentdirichletallocation{k}" for k in range(3)] and len(theta) == 60
    grid = GridSearchCV(make_pipeline(WordVectorizer(), LatentDirichletAllocation(max_iter=20, random_state=1)),
                        {"latentdirichletallocation__n_components": [1, 3]}, cv=2).fit(texts)
    assert grid.best_params_["latentdirichletallocation__n_components"] == 3
    assert pickle.loads(pickle.dumps(pipe)).transform(texts).shape == (60, 3)


def test_hdp(counts):
    matrix, _ = counts
    model = HierarchicalDirichletProcess(max_iter=60, random_state=1, options={"chains": 1}).fit(matrix)
    assert model.transform(matrix).shape == (60, model.components_.shape[0] + 1)
    assert len(model.get_feature_names_out()) == model.components_.shape[0] + 1


def test_labels_of_documents(counts):
    matrix, _ = counts
    names = np.array(["garden", "harbour", "kitchen"] * 20)
    model = LabeledLDA(max_iter=60, random_state=1).fit(matrix, names)
    unequal = LabeledLDA(max_iter=60, random_state=1).fit(matrix[20:], names[20:])
    assert list(unequal.transform(matrix).argmax(1)) == list(np.searchsorted(unequal.classes_, names))
    assert model.score(matrix, names) > 0.95 and np.allclose(model.predict_proba(matrix).sum(1), 1)
    indicator = (names[:, None] == np.array(["garden", "harbour", "kitchen"])).astype(int)
    indicator[0, 1] = 1
    several = LabeledLDA(max_iter=60, random_state=1).fit(matrix, indicator)
    assert several.predict(matrix).shape == (60, 3) and several.score(matrix, indicator) > 0.8


def test_weights_are_refused(texts):
    tfidf = TfidfVectorizer().fit_transform(texts)
    with pytest.raises(ValueError, match="TF-IDF"):
        LatentDirichletAllocation().fit(tfidf)


def test_names_of_features_are_the_words(counts):
    matrix, _ = counts
    pd = pytest.importorskip("pandas")
    names = [f"word{v}" for v in range(matrix.shape[1])]
    model = LatentDirichletAllocation(n_components=3, max_iter=5).fit(pd.DataFrame(matrix.toarray(), columns=names))
    assert set(model.fit_.corpus.vocabulary) <= set(names)
    names[0] = "two\nlines"
    model = LatentDirichletAllocation(n_components=3, max_iter=5).fit(pd.DataFrame(matrix.toarray(), columns=names))
    assert set(model.fit_.corpus.vocabulary) <= {str(v) for v in range(matrix.shape[1])}


def test_a_warm_start_compares_arrays(counts):
    matrix, _ = counts
    model = LatentDirichletAllocation(n_components=3, max_iter=5, random_state=2, warm_start=True,
                                      options={"alpha_weights": np.array([1., 2, 3])}).fit(matrix)
    first = model.fit_
    assert model.set_params(max_iter=10).fit(matrix).fit_ is first
    assert model.set_params(options={"alpha_weights": np.array([1., 2, 4])}).fit(matrix).fit_ is not first


def test_a_warm_start_goes_on(counts):
    matrix, _ = counts
    model = LatentDirichletAllocation(n_components=3, max_iter=40, random_state=2, warm_start=True, options={"start_sweeps": 10})
    model.fit(matrix)
    model.set_params(max_iter=80).fit(matrix)
    whole = LatentDirichletAllocation(n_components=3, max_iter=80, random_state=2, options={"start_sweeps": 10}).fit(matrix)
    states = [each.fit_.manifest["chains"][0]["state_hash"] for each in (model, whole)]
    assert model.n_iter_ == 80 and states[0] == states[1]
    assert model.set_params(n_components=5).fit(matrix).components_.shape[0] == 5  # another model begins anew


def test_few_sweeps(counts):
    matrix, _ = counts
    assert LatentDirichletAllocation(n_components=3, max_iter=3).fit(matrix).transform(matrix).shape == (60, 3)


def test_score_and_perplexity(counts):
    matrix, _ = counts
    model = LatentDirichletAllocation(n_components=3, max_iter=60, random_state=1).fit(matrix)
    assert model.perplexity(matrix) == pytest.approx(np.exp(-model.score(matrix)))


def test_the_vectorizer(texts):
    vectorizer = WordVectorizer(min_documents=2)
    matrix = vectorizer.fit_transform(texts)
    assert np.array_equal(vectorizer.transform(texts).toarray(), matrix.toarray())
    assert list(vectorizer.get_feature_names_out()) == sorted(vectorizer.vocabulary_, key=vectorizer.vocabulary_.get)
    other = vectorizer.transform(["sail zzz sail", ""])
    assert other.shape == (2, matrix.shape[1]) and other.sum() == 2
    assert clone(vectorizer).min_documents == 2


def test_short_texts(texts):
    matrix = CountVectorizer().fit_transform(made_texts(90))
    model = DirichletMultinomialMixture(n_components=3, max_iter=60, random_state=1).fit(matrix)
    assert model.transform(matrix).max(1).mean() > 0.95


@pytest.mark.parametrize("option, parameter", [("seed", "random_state"), ("sweeps", "max_iter"), ("threads", "n_jobs"),
                                               ("topics", "n_components"), ("beta", "topic_word_prior")])
def test_options_that_are_parameters_are_refused(option, parameter):
    with pytest.raises(tm.UsageError, match=f"`options` has '{option}'; expected it as `{parameter}`"):
        LatentDirichletAllocation(2, options={option: 3}).fit(np.ones((4, 5), int))


@pytest.mark.parametrize("model, parameter, value", [
    (LatentDirichletAllocation, "n_components", 0), (LatentDirichletAllocation, "max_iter", 0),
    (LatentDirichletAllocation, "doc_topic_prior", -1), (LatentDirichletAllocation, "random_state", -1),
    (HierarchicalDirichletProcess, "concentration", 0)])
def test_messages_name_the_parameters_of_estimators(model, parameter, value):
    with pytest.raises(tm.UsageError, match=f"`{parameter}`") as refused:
        model(**{parameter: value}).fit(np.ones((4, 5), int))
    assert refused.value.option == parameter and pickle.loads(pickle.dumps(refused.value)).option == parameter
