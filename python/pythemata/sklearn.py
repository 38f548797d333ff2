"""Topic models and a vectorizer as estimators of scikit-learn. Needs scikit-learn (``pip install pythemata[sklearn]``).

    from sklearn.feature_extraction.text import CountVectorizer
    from sklearn.pipeline import make_pipeline
    from pythemata.sklearn import LatentDirichletAllocation

    pipe = make_pipeline(CountVectorizer(min_df=5), LatentDirichletAllocation(n_components=50, random_state=1))
    theta = pipe.fit_transform(texts)

Documents have the same topics in any batch and order, to the bit. All models here are fitted to counts by Markov chain Monte
Carlo: TF-IDF weights are refused.
"""

from __future__ import annotations

import pickle
import re
from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt
import scipy.sparse
from sklearn.base import BaseEstimator, ClassifierMixin, ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.utils import check_random_state
from sklearn.utils.multiclass import check_classification_targets, type_of_target, unique_labels
from sklearn.utils.validation import check_is_fitted, column_or_1d, validate_data

from ._corpus import Corpus
from ._errors import UsageError
from ._fit import Fit, fit
from ._results import held_out, infer, label

__all__ = [
    "DirichletMultinomialMixture",
    "HierarchicalDirichletProcess",
    "LabeledLDA",
    "LatentDirichletAllocation",
    "WordVectorizer",
]

# Options of the engine that are parameters of estimators, by name.
_PARAMETERS = {"seed": "random_state", "sweeps": "max_iter", "threads": "n_jobs", "topics": "n_components",
               "alpha": "doc_topic_prior", "beta": "topic_word_prior", "gamma": "concentration"}

FloatArray = npt.NDArray[np.float32]


def _threads(n_jobs: int | None) -> int:
    """The engine's number of threads: 0 for all cores."""
    if n_jobs is None:
        return 1
    return max(0, n_jobs) if n_jobs >= 0 else 0


def _seed(random_state: Any) -> int:
    """A whole number is the engine's seed itself."""
    if isinstance(random_state, (int, np.integer)):
        return int(random_state)
    return int(check_random_state(random_state).randint(2**31 - 1))


def _renamed(error: UsageError, parameters: dict[str, str]) -> UsageError:
    """The error with the names that an estimator has."""
    message = re.sub(r"`(\w+)`", lambda found: f"`{parameters.get(found[1], found[1])}`", str(error))
    return UsageError(message, parameters.get(error.option, error.option), error.value, error.expected)


def _are_same(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Whether options are equal, arrays among them too."""
    try:
        return pickle.dumps(one) == pickle.dumps(other)
    except (pickle.PicklingError, TypeError, AttributeError):
        return False


class _TopicModel(ClassNamePrefixFeaturesOutMixin, TransformerMixin, BaseEstimator):  # type: ignore[misc]
    """What all of them have in common."""

    _model = ""
    fit_: Fit
    n_iter_: int
    _given: dict[str, Any]  # what the engine was asked
    # Parameters that all estimators have; scikit-learn finds them in each constructor.
    max_iter: int | None
    random_state: Any
    n_jobs: int | None
    verbose: int
    fractions: str
    options: Any

    def _engine_options(self) -> dict[str, Any]:
        raise NotImplementedError

    def _counts(self, X: Any, *, reset: bool) -> Any:
        """The matrix as counts, checked. @raises ValueError"""
        checked: Any = validate_data(self, X, accept_sparse="csr", dtype=None, reset=reset, ensure_min_features=1)
        is_sparse: bool = scipy.sparse.issparse(checked)
        if checked.dtype.kind not in "iufb":
            checked = checked.astype(np.float64)
        values = checked.data if is_sparse else checked
        if values.size and values.min() < 0:
            raise ValueError(f"Negative values in data passed to {type(self).__name__}: expected counts from 0")
        if values.dtype.kind == "f":
            whole = np.rint(values)
            if self.fractions == "refuse" and not np.array_equal(whole, values):
                raise UsageError(
                    f"{type(self).__name__} is fitted to whole counts, and the data has fractions, such as TF-IDF weights; pass "
                    "counts, or fractions='round'", "X"
                )
            if is_sparse:
                checked = checked.copy()
                checked.data = whole
            else:
                checked = whole
        return checked

    def _corpus(self, X: Any, *, reset: bool, labels: Any = None) -> Corpus:
        if self.fractions not in ("refuse", "round"):
            raise UsageError(f"`fractions` is {self.fractions!r}; expected 'refuse' or 'round'", "fractions")
        counts = self._counts(X, reset=reset)
        return Corpus.from_matrix(counts, self._words(counts.shape[1]), labels=labels)

    def _words(self, n: int) -> list[str]:
        """The names of the features, where they can be words; else their numbers."""
        names = [str(name) for name in getattr(self, "feature_names_in_", ())]
        usable = len(set(names)) == n and all(name and name.isprintable() for name in names)
        return names if usable else [str(v) for v in range(n)]

    def _parameters(self) -> dict[str, str]:
        """The options of the engine that this estimator has as parameters, by name."""
        own = self.get_params(deep=False)
        return {option: parameter for option, parameter in _PARAMETERS.items() if parameter in own}

    def _fit_corpus(self, corpus: Corpus) -> None:
        parameters = self._parameters()
        for option, parameter in parameters.items():
            if option in (self.options or {}):
                raise UsageError(f"`options` has {option!r}; expected it as `{parameter}`", "options", option, parameter)
        given = {"seed": self.random_state, **self._engine_options(), **(self.options or {})}
        same = getattr(self, "warm_start", False) and hasattr(self, "fit_") and _are_same(given, self._given)
        if same and self.fit_.corpus.manifest["hash"] == corpus.manifest["hash"]:
            wanted = self.n_iter_ * 2 if self.max_iter is None else self.max_iter
            if wanted > self.n_iter_:
                self.fit_.resume(wanted, progress=bool(self.verbose))
        else:
            options = {**given, "seed": _seed(self.random_state), "threads": _threads(self.n_jobs), "sweeps": self.max_iter}
            try:
                self.fit_ = fit(corpus, self._model, progress=bool(self.verbose), **options)
            except UsageError as error:
                raise _renamed(error, parameters) from None
            self._given = given
        self.n_iter_ = max(int(chain["sweep"]) for chain in self.fit_.manifest["chains"])
        sizes = np.asarray(self.fit_.topics(1)["tokens"], dtype=np.float64)
        traced = self.fit_.trace().get("beta")
        beta = float(self.fit_.options["beta"]) if traced is None or not len(traced) else float(traced[-1])
        self.components_ = self.fit_.topic_word.astype(np.float64) * (sizes + beta * corpus.n_types)[:, None]
        self.document_topic_ = self.fit_.document_topic
        self.settled_ = self.fit_.settled

    @property
    def _n_features_out(self) -> int:
        return int(self.components_.shape[0])

    def fit(self, X: Any, y: Any = None) -> Any:
        """Fits topics to counts.

        Parameters
        ----------
        X : array or sparse matrix of shape (n_samples, n_features)
            Counts: documents x words.
        y : ignored
        """
        self._fit_corpus(self._corpus(X, reset=True))
        return self

    def transform(self, X: Any, *, return_std: bool = False) -> FloatArray | tuple[FloatArray, FloatArray]:
        """Posterior means of topic proportions, float32[n_samples, n_topics] (of LabeledLDA a column for each of
        ``classes_``, 0 for a label without documents), and with ``return_std`` their standard
        deviations. Rows do not depend on each other."""
        mean, sd = self._proportions(X)
        return (mean, sd) if return_std else mean

    def _proportions(self, X: Any) -> tuple[FloatArray, FloatArray]:
        """Means and standard deviations."""
        check_is_fitted(self)
        found = infer(self.fit_, self._corpus(X, reset=False), seed=_seed_of(self.fit_), threads=_threads(self.n_jobs))
        return found.mean, found.sd

    def score(self, X: Any, y: Any = None) -> float:
        """Log-likelihood per word of documents, by completion: half of each is predicted from the other half."""
        check_is_fitted(self)
        corpus = self._corpus(X, reset=False)
        return held_out(self.fit_, corpus, seed=_seed_of(self.fit_), threads=_threads(self.n_jobs)).per_word

    def perplexity(self, X: Any) -> float:
        """exp(-score)."""
        return float(np.exp(-self.score(X)))

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.input_tags.positive_only = True
        tags.transformer_tags.preserves_dtype = ["float32"]
        return tags


def _columns_of(values: npt.NDArray[Any], columns: npt.NDArray[np.int64]) -> npt.NDArray[Any]:
    """Some columns, in an order; zeros for -1."""
    made = np.zeros((len(values), len(columns)), dtype=values.dtype)
    made[:, columns >= 0] = values[:, columns[columns >= 0]]
    return made


def _seed_of(made: Fit) -> int:
    return int(made.options["seed"])


class LatentDirichletAllocation(_TopicModel):
    """Latent Dirichlet allocation (Blei, Ng & Jordan 2003) by an exact sampler.

    Parameters
    ----------
    n_components : int
        Topics.
    doc_topic_prior, topic_word_prior : float or None
        Prior weights of a topic in a document, and of a word in a topic; None: learned.
    max_iter : int or None
        Sweeps; None: until the fit has settled, at most 2,000.
    n_jobs : int or None
        Threads; -1: all cores. Results do not depend on it.
    random_state : int, RandomState or None
        A whole number is the engine's seed.
    verbose : int
        Above 0: a progress bar.
    warm_start : bool
        ``fit`` with the same counts and parameters goes on: to ``max_iter`` sweeps, or twice as many.
    fractions : {"refuse", "round"}
        What is done with counts that are not whole.
    options : dict or None
        More options of the engine, as :func:`pythemata.options` lists them.

    Attributes
    ----------
    components_ : array of shape (n_topics, n_features)
        Expected tokens, with the prior's: rows that sum to one are E(phi).
    document_topic_ : array of shape (n_samples, n_topics)
        Posterior means of the training documents.
    n_iter_ : int
    settled_ : bool
        Whether the fit has settled (its ``verdict``: ``fit_.verdict``).
    fit_ : pythemata.Fit
    """

    _model = "lda"

    def __init__(
        self,
        n_components: int = 10,
        *,
        doc_topic_prior: float | None = None,
        topic_word_prior: float | None = None,
        max_iter: int | None = None,
        n_jobs: int | None = None,
        random_state: Any = None,
        verbose: int = 0,
        warm_start: bool = False,
        fractions: str = "refuse",
        options: dict[str, Any] | None = None,
    ) -> None:
        self.n_components = n_components
        self.doc_topic_prior = doc_topic_prior
        self.topic_word_prior = topic_word_prior
        self.max_iter = max_iter
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose
        self.warm_start = warm_start
        self.fractions = fractions
        self.options = options

    def _engine_options(self) -> dict[str, Any]:
        return {"topics": self.n_components, "alpha": self.doc_topic_prior, "beta": self.topic_word_prior}


class HierarchicalDirichletProcess(_TopicModel):
    """The hierarchical Dirichlet process (Teh, Jordan, Beal & Blei 2006), which finds the number of topics.

    Parameters are those of :class:`LatentDirichletAllocation` without ``n_components``, and ``concentration``: gamma, of the
    topics' weights. ``transform`` has one more column than there are topics: topics that were not found yet.
    """

    _model = "hdp"

    def __init__(
        self,
        *,
        doc_topic_prior: float | None = None,
        topic_word_prior: float | None = None,
        concentration: float | None = None,
        max_iter: int | None = None,
        n_jobs: int | None = None,
        random_state: Any = None,
        verbose: int = 0,
        warm_start: bool = False,
        fractions: str = "refuse",
        options: dict[str, Any] | None = None,
    ) -> None:
        self.doc_topic_prior = doc_topic_prior
        self.topic_word_prior = topic_word_prior
        self.concentration = concentration
        self.max_iter = max_iter
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose
        self.warm_start = warm_start
        self.fractions = fractions
        self.options = options

    def _engine_options(self) -> dict[str, Any]:
        return {"alpha": self.doc_topic_prior, "beta": self.topic_word_prior, "gamma": self.concentration}

    @property
    def _n_features_out(self) -> int:
        return int(self.components_.shape[0]) + 1


class DirichletMultinomialMixture(_TopicModel):
    """A mixture with one topic for each document (Yin & Wang 2014), for short texts.

    Parameters are those of :class:`LatentDirichletAllocation`.
    """

    _model = "dmm"

    __init__ = LatentDirichletAllocation.__init__
    _engine_options = LatentDirichletAllocation._engine_options


class LabeledLDA(ClassifierMixin, _TopicModel):  # type: ignore[misc]
    """Labeled LDA (Ramage, Hall, Nallapati & Manning 2009): a topic for each label.

    ``y`` has one label for each document, or is a multilabel indicator matrix; ``predict`` returns the same kind. Topics are
    those of ``classes_``, in that order. Parameters are those of :class:`LatentDirichletAllocation` without ``n_components``,
    and ``threshold``.

    Parameters
    ----------
    threshold : float or None
        Labels with at least this probability are predicted, and in any case the most probable; None: .5.
    """

    _model = "labeled-lda"

    def __init__(
        self,
        *,
        doc_topic_prior: float | None = None,
        topic_word_prior: float | None = None,
        threshold: float | None = None,
        max_iter: int | None = None,
        n_jobs: int | None = None,
        random_state: Any = None,
        verbose: int = 0,
        fractions: str = "refuse",
        options: dict[str, Any] | None = None,
    ) -> None:
        self.doc_topic_prior = doc_topic_prior
        self.topic_word_prior = topic_word_prior
        self.threshold = threshold
        self.max_iter = max_iter
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose
        self.fractions = fractions
        self.options = options

    def _engine_options(self) -> dict[str, Any]:
        return {"alpha": self.doc_topic_prior, "beta": self.topic_word_prior}

    def fit(self, X: Any, y: Any) -> Any:  # type: ignore[override]
        """Fits a topic to each label.

        Parameters
        ----------
        X : counts of shape (n_samples, n_features)
        y : array of shape (n_samples,) or indicator matrix of shape (n_samples, n_labels)
        """
        X, y = validate_data(self, X, y, accept_sparse="csr", dtype=None, multi_output=True)
        check_classification_targets(y)
        self.multilabel_ = type_of_target(y) == "multilabel-indicator"
        if self.multilabel_:
            indicator = y.toarray() if hasattr(y, "toarray") else np.asarray(y)
            self.classes_ = np.arange(indicator.shape[1])
            labels = [[str(k) for k in np.flatnonzero(row)] for row in indicator]
        else:
            y = column_or_1d(y, warn=True)
            self.classes_ = unique_labels(y)
            if len(self.classes_) < 2:
                raise ValueError(f"y has 1 class, {self.classes_[0]!r}; expected two or more classes")
            labels = [[str(k)] for k in np.searchsorted(self.classes_, y)]
        self._fit_corpus(self._corpus(X, reset=True, labels=labels))
        topic_of = {name: topic for topic, name in enumerate(self.fit_.topics(1)["name"])}
        self._topics = np.array([topic_of.get(str(k), -1) for k in range(len(self.classes_))])
        self.components_ = _columns_of(self.components_.T, self._topics).T
        self.document_topic_ = _columns_of(self.document_topic_, self._topics)
        return self

    def _proportions(self, X: Any) -> tuple[FloatArray, FloatArray]:
        mean, sd = super()._proportions(X)
        return _columns_of(mean, self._topics), _columns_of(sd, self._topics)

    def _labels(self, X: Any) -> Any:
        check_is_fitted(self)
        return label(self.fit_, self._corpus(X, reset=False), folds=0, threshold=self.threshold, threads=_threads(self.n_jobs),
                     seed=_seed_of(self.fit_))

    def predict_proba(self, X: Any) -> npt.NDArray[np.float64]:
        """The proportions of the labels' topics, float64[n_samples, n_classes]: scores, not calibrated probabilities.
        Rows of single labels sum to one."""
        return self._by_class(self._labels(X))

    def _by_class(self, found: Any) -> npt.NDArray[np.float64]:
        probabilities = np.zeros((len(found.probabilities), len(self.classes_)))
        for column, name in enumerate(found.names):
            probabilities[:, int(name)] = found.probabilities[:, column]
        if not self.multilabel_:
            probabilities /= probabilities.sum(1, keepdims=True)
        return probabilities

    def predict(self, X: Any) -> npt.NDArray[Any]:
        """One label for each document, or an indicator matrix, as ``y`` was."""
        found = self._labels(X)
        if not self.multilabel_:
            best: npt.NDArray[Any] = self.classes_[self._by_class(found).argmax(1)]
            return best
        chosen = np.zeros((len(found.predicted), len(self.classes_)), dtype=int)
        for d, names in enumerate(found.predicted):
            chosen[d, [int(name) for name in names]] = 1
        return chosen

    score = ClassifierMixin.score

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_label = True
        tags.classifier_tags.poor_score = True  # on clouds of points, as scikit-learn's MultinomialNB; words are its data
        return tags


class WordVectorizer(TransformerMixin, BaseEstimator):  # type: ignore[misc]
    """Texts as counts of words, by the rules of the engine: Unicode's words, stop words, stemming, pruning.

    Parameters
    ----------
    stop_words, stem, token_regex, preserve_case, min_length
        As for :meth:`pythemata.Corpus.from_texts`.
    min_count, min_documents, max_document_share, keep_types
        Which words are kept.

    Attributes
    ----------
    vocabulary_ : dict
        The column of each word.
    """

    def __init__(
        self,
        *,
        stop_words: Any = None,
        stem: str | None = None,
        token_regex: str | None = None,
        preserve_case: bool = False,
        min_length: int | None = None,
        min_count: int | None = None,
        min_documents: int | None = None,
        max_document_share: float | None = None,
        keep_types: int | None = None,
    ) -> None:
        self.stop_words = stop_words
        self.stem = stem
        self.token_regex = token_regex
        self.preserve_case = preserve_case
        self.min_length = min_length
        self.min_count = min_count
        self.min_documents = min_documents
        self.max_document_share = max_document_share
        self.keep_types = keep_types

    def fit(self, raw_documents: Iterable[str], y: Any = None) -> Any:
        """Learns the vocabulary."""
        self.fit_transform(raw_documents)
        return self

    def fit_transform(  # pyright: ignore[reportIncompatibleMethodOverride] (named as CountVectorizer's)
        self, raw_documents: Iterable[str], y: Any = None
    ) -> scipy.sparse.csr_matrix:
        """Learns the vocabulary. Returns counts, int32[n_samples, n_words]."""
        corpus = Corpus.from_texts(
            raw_documents, stop_words=self.stop_words, stem=self.stem, token_regex=self.token_regex, preserve_case=self.preserve_case,
            min_length=self.min_length, min_count=self.min_count, min_documents=self.min_documents,
            max_document_share=self.max_document_share, keep_types=self.keep_types
        )
        self.rules_ = corpus.subset([])
        self.vocabulary_ = {word: column for column, word in enumerate(corpus.vocabulary)}
        return scipy.sparse.csr_matrix(corpus.matrix())

    def transform(self, raw_documents: Iterable[str]) -> scipy.sparse.csr_matrix:
        """Counts of the words of the vocabulary; others are left out."""
        check_is_fitted(self)
        corpus = Corpus.from_texts(raw_documents, like=self.rules_)
        column = np.array([self.vocabulary_.get(word, -1) for word in corpus.vocabulary], dtype=np.int64)
        counts = corpus.matrix()
        known = column >= 0
        made = scipy.sparse.coo_matrix(counts[:, known])
        shape = (corpus.n_documents, len(self.vocabulary_))
        return scipy.sparse.csr_matrix((made.data, (made.row, column[known][made.col])), shape=shape)

    def get_feature_names_out(self, input_features: Any = None) -> npt.NDArray[Any]:
        """The words, by column."""
        check_is_fitted(self)
        return np.array(list(self.vocabulary_), dtype=object)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.string = True
        tags.input_tags.two_d_array = False
        tags.requires_fit = True
        return tags
