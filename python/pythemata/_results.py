"""What fits are asked: whether they can be trusted, how good they are, and what they say of new documents."""

from __future__ import annotations

import copy
import dataclasses
import math
import os
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _core, _fit_options, _values
from ._corpus import Corpus
from ._errors import UsageError
from ._fit import Fit, FloatArray, ranking_of
from ._table import Table
from ._values import Path

_DISTANCES = {"hellinger": _core.TopicDistance.hellinger, "jensen-shannon": _core.TopicDistance.jensen_shannon}
_METHODS = {"completion": _core.HeldOutMethod.completion, "left-to-right": _core.HeldOutMethod.left_to_right}
_LABEL_METHODS = {"sets": _core.LabelMethod.sets, "draws": _core.LabelMethod.draws, "mode": _core.LabelMethod.mode,
                  "shares": _core.LabelMethod.shares}


def _corpus_of(documents: Any, name: str) -> Corpus:
    if not isinstance(documents, Corpus):
        raise TypeError(f"`{name}` is a {type(documents).__name__}; expected a Corpus (Corpus.from_texts(texts, like=fit) makes one)")
    return documents


def _documents(documents: Corpus | Iterable[str], like: Fit) -> Corpus:
    return documents if isinstance(documents, Corpus) else Corpus.from_texts(documents, like=like)


def _length(sweeps: int | None, skip: int | None) -> _core.GibbsLength | None:
    """The length of a chain for one document, where it was asked for."""
    if sweeps is None and skip is None:
        return None
    length = _core.GibbsLength()
    if sweeps is not None:
        length.sweeps = _values.whole("sweeps", sweeps, 1)
        length.skip = length.sweeps // 2
    if skip is not None:
        length.skip = _values.whole("skip", skip)
    return length


def _quantities(rows: Sequence[_core.Diagnosis]) -> dict[str, Any]:
    names = ("mean", "sd", "mcse", "rhat", "ess_bulk", "ess_tail", "inefficiency")
    return {name: np.array([getattr(row, name) for row in rows], dtype=float) for name in names}


class Diagnosis:
    """Whether the chains of a fit agree, and whether they are long enough (docs/theory/diagnostics.md).

    Vehtari, Gelman, Simpson, Carpenter and Buerkner (2021): rank-normalized R-hat and effective sample sizes.
    """

    def __init__(self, core: _core.FitDiagnosis) -> None:
        self._core = core

    @property
    def verdict(self) -> str:
        """ "Converged", "Nearly converged: run longer" (R-hat from 1.01 to 1.05), "Not converged: chains disagree" (of one
        chain: "halves of the chain disagree") or "Too few draws to tell"."""
        return self._core.outcome()

    @property
    def converged(self) -> bool:
        """Whether the verdict is "Converged"."""
        return self._core.judgement.outcome == _core.Outcome.agreed

    @property
    def shows(self) -> list[str]:
        """What this shows, in sentences."""
        return self._core.judgement.shows

    @property
    def does_not_show(self) -> list[str]:
        """What it does not."""
        return self._core.judgement.does_not_show

    @property
    def table(self) -> Table:
        """A row for each quantity of the traces, NaN where a number cannot be estimated."""
        return Table({"quantity": [row.name for row in self._core.quantities], **_quantities(self._core.quantities)})

    @property
    def topics(self) -> Table:
        """A row for each aligned topic: its proportion's diagnostics, its distance between draws, its words."""
        rows = self._core.topics
        return Table(
            {
                "topic": np.arange(len(rows)),
                **_quantities([row.proportion for row in rows]),
                "distance": np.array([row.distance for row in rows], dtype=float),
                "words": [row.words for row in rows],
            }
        )

    def __repr__(self) -> str:
        return "\n".join([self.verdict, *self.shows, *self.does_not_show, "", repr(self.table)])

    def _repr_html_(self) -> str:
        sentences = "".join(f"<li>{sentence}</li>" for sentence in [*self.shows, *self.does_not_show])
        return f"<p>{self.verdict}</p><ul>{sentences}</ul>{self.table._repr_html_()}"


class Comparison:
    """Which topics of the first fit (or chain) the others have, too."""

    def __init__(self, core: _core.Comparison) -> None:
        self._core = core

    @property
    def table(self) -> Table:
        """A row for each topic of the first: topic, proportion, similarity, lowest, words_kept, partners, words."""
        first, rows = self._core.runs[0], self._core.stability
        words = self._core.vocabulary
        return Table(
            {
                "topic": np.arange(len(rows)),
                "proportion": np.array(first.proportions),
                "similarity": np.array([row.similarity for row in rows]),
                "lowest": np.array([row.lowest for row in rows]),
                "words_kept": np.array([row.words_kept for row in rows]),
                "partners": np.array([row.n_partners for row in rows], dtype=np.int64),
                "words": [[words[v] for v in top] for top in first.top_words],
            }
        )

    def pairs(self, other: int = 0) -> Table:
        """The topics of another run that are paired with those of the first: topic, other, distance, match."""
        rows = [(k, pair) for k, pair in enumerate(self._core.pairs[other]) if pair is not None]
        return Table(
            {
                "topic": np.array([k for k, _ in rows], dtype=np.int64),
                "other": np.array([pair.topic for _, pair in rows], dtype=np.int64),
                "distance": np.array([pair.distance for _, pair in rows], dtype=float),
                "match": np.array([pair.is_partner for _, pair in rows], dtype=bool),
            }
        )

    @property
    def limit(self) -> float:
        """Topics match below this distance."""
        return self._core.limit

    @property
    def similarity(self) -> float:
        """Mean over topics of 1 - distance to their pairs."""
        return self._core.totals.similarity

    @property
    def everywhere(self) -> int:
        """Topics of the first with a match in every other run."""
        return self._core.totals.everywhere

    def __repr__(self) -> str:
        n = len(self._core.stability)
        return f"{self.everywhere} of {n} topics in every run; mean similarity {self.similarity:.3f}\n{self.table!r}"

    def _repr_html_(self) -> str:
        return self.table._repr_html_()


def compare(
    *fits: Fit, distance: str = "hellinger", words: int = 10, limit: float | None = None, chain: int | None = None, threads: int = 0
) -> Comparison:
    """Which topics several fits, or the chains of one, have in common.

    Parameters
    ----------
    *fits
        All chains of all are compared with the first chain of the first.
    distance
        "hellinger" or "jensen-shannon", both from 0 to 1.
    words
        Most probable words that are compared.
    limit
        Topics match below this distance; default: found from the topics.
    chain
        Of each fit, that chain alone.

    Raises
    ------
    UsageError
        If there is one chain only.
    """
    options = _core.ComparisonOptions()
    options.distance = _values.choice("distance", distance, _DISTANCES)
    options.n_words = _values.whole("words", words, 1)
    options.limit = None if limit is None else _values.proportion("limit", limit)
    return Comparison(_core.compare([fit._core for fit in fits], options, _values.chain(chain), _values.whole("threads", threads)))


def consensus(*fits: Fit, least_share: float = 0.75, cut: float | None = None, folder: Path | None = None, threads: int = 0) -> Fit:
    """The topics that come back in the chains of some fits of one corpus, as a fit of a model of its own.

    Its draws are those of all chains, so its means and intervals are over all of them. Its last topic is what does not come back.
    :meth:`Fit.recurrence` says in how many chains each topic is. Fits of lda, hdp and franchise; many short chains say more than a
    few long ones.

    Parameters
    ----------
    *fits
        All chains of all are read.
    least_share
        The proportion of the chains that must have a topic.
    cut
        Hellinger distance up to which topics are one; default: where halves of the chains agree best.
    folder
        Where it is written; default: in memory.

    Raises
    ------
    UsageError
        If there is one chain only, or the topics of a model cannot be joined.
    """
    return Fit(_core.consensus([fit._core for fit in fits], None if cut is None else _values.proportion("cut", cut),
                               _values.proportion("least_share", least_share), "" if folder is None else os.fspath(folder),
                               _values.whole("threads", threads)))


class Quality:
    """How good the topics of a fit are (docs/theory/coherence.md)."""

    def __init__(self, core: _core.FitQuality, vocabulary: list[str]) -> None:
        self._core, self._vocabulary = core, vocabulary

    @property
    def table(self) -> Table:
        """A row for each topic: npmi, umass, cv, exclusivity (NaN where words are too few), documents, types, words."""
        rows = self._core.topics

        def column(name: str) -> npt.NDArray[np.float64]:
            values = [getattr(row, name) for row in rows]
            return np.array([np.nan if value is None else value for value in values], dtype=float)

        return Table(
            {
                "topic": np.array([row.topic for row in rows], dtype=np.int64),
                "tokens": np.array([row.tokens for row in rows], dtype=np.int64),
                "proportion": np.array([row.share for row in rows]),
                **{name: column(name) for name in ("npmi", "umass", "cv", "exclusivity")},
                "documents": np.array([row.documents for row in rows], dtype=np.int64),
                "types": np.array([row.types for row in rows], dtype=np.int64),
                "words": [[self._vocabulary[word.type] for word in row.words] for row in rows],
            }
        )

    @property
    def means(self) -> dict[str, float | None]:
        """Means over the topics that have the measure."""
        return {name: getattr(self._core, name).value for name in ("npmi", "umass", "cv", "exclusivity")}

    @property
    def diversity(self) -> dict[int, float]:
        """Proportion of different words among the first 5, 10, 25 and 50 of all topics."""
        return {each.words: each.share for each in self._core.diversity}

    @property
    def effective_topics(self) -> float:
        """exp of the entropy of the topics' proportions."""
        return self._core.effective_topics

    def __repr__(self) -> str:
        means = ", ".join(f"{name} {value:.3f}" for name, value in self.means.items() if value is not None)
        return f"means: {means}\n{self.table!r}"

    def _repr_html_(self) -> str:
        return self.table._repr_html_()


def quality(
    fit: Fit,
    reference: Corpus | None = None,
    *,
    words: int = 10,
    by: str = "prob",
    exclusivity_weight: float = 0.5,
    window: int | None = None,
    gensim_windows: bool = False,
    chain: int | None = None,
    threads: int = 0,
) -> Quality:
    """Coherence, exclusivity and diversity of the topics of a fit.

    Parameters
    ----------
    fit
        Whose topics.
    reference
        The corpus in which words are counted; default: the fit's own.
    words, by, exclusivity_weight
        How the words of topics are chosen, as in :meth:`Fit.topics`.
    window
        Tokens of a sliding window for NPMI and C_V, 0 for whole documents; default: 10 and 110 where the reference has the
        order of its text.
    gensim_windows
        Count words in windows as gensim 4 does.
    """
    options = _core.QualityOptions()
    options.ranking = ranking_of(words, by, exclusivity_weight)
    options.window = _values.whole_or_none("window", window)
    options.counts = _core.WindowCounts.gensim if gensim_windows else _core.WindowCounts.exact
    counted = None if reference is None else _corpus_of(reference, "reference")._core
    made = _core.quality(fit._core, counted, options, _values.chain(chain), _values.whole("threads", threads))
    return Quality(made, fit.corpus.vocabulary)


class HeldOut:
    """How well a fit predicts documents that it has not seen (docs/theory/evaluation.md)."""

    def __init__(self, core: _core.HeldOutScore) -> None:
        self._core = core

    @property
    def per_word(self) -> float:
        """Log-likelihood per scored word."""
        return self._core.per_word()

    @property
    def mc_error(self) -> float:
        """Its Monte Carlo error, given the draws of the fit."""
        return self._core.error_per_word()

    @property
    def draw_error(self) -> float | None:
        """Its error that includes the choice of draws; None with a single draw."""
        return self._core.draw_error_per_word()

    @property
    def perplexity(self) -> float:
        """exp(-per_word)."""
        return self._core.perplexity()

    @property
    def unknown(self) -> int:
        """Tokens whose words the fit does not know, which are left out."""
        return self._core.unknown

    @property
    def table(self) -> Table:
        """A row for each document: scored, seen, unknown tokens; log_p of the scored ones, and its error."""
        rows = self._core.documents
        return Table(
            {
                **{name: np.array([getattr(row, name) for row in rows], dtype=np.int64) for name in ("scored", "seen", "unknown")},
                **{name: np.array([getattr(row, name) for row in rows], dtype=float) for name in ("log_p", "error")},
            }
        )

    def __repr__(self) -> str:
        return (f"<HeldOut: {self.per_word:.4f} per word (Monte Carlo error {self.mc_error:.4f}), perplexity "
                f"{self.perplexity:.1f}, {self._core.scored:,} words>")


def _held_out_options(method: str, seen: Any, draws: int, length: Any, particles: Any, seed: int) -> _core.HeldOutOptions:
    options = _core.HeldOutOptions()
    options.method = _values.choice("method", method, _METHODS)
    completes = method == "completion"
    for name, value, used in (("seen", seen, completes), ("sweeps", length, completes), ("particles", particles, not completes)):
        if value is not None and not used:
            raise UsageError(f"`{name}` cannot be used with `method` {method!r}", name)
    options.draws, options.seed = _values.whole("draws", draws), _values.whole("seed", seed)
    if seen is not None:
        options.seen = [[_values.whole("seen", place) for place in each] for each in seen]
    if length is not None:
        options.length = length
    if particles is not None:
        given = _core.Particles()
        given.particles = _values.whole("particles", particles, 1)
        options.particles = given
    return options


def held_out(
    fit: Fit,
    documents: Corpus,
    method: str = "completion",
    *,
    seen: Sequence[Sequence[int]] | None = None,
    draws: int = 0,
    sweeps: int | None = None,
    skip: int | None = None,
    particles: int | None = None,
    seed: int = 1,
    chain: int | None = None,
    threads: int = 0,
) -> HeldOut:
    """Scores documents that the fit has not seen.

    Parameters
    ----------
    fit
        Whose topics.
    documents
        That it has not seen, imported by the same rules.
    method
        "completion": half of each document is predicted from the other half. "left-to-right": every token is predicted
        from those before it (Wallach, Murray, Salakhutdinov & Mimno 2009).
    seen
        Completion: of each document the positions of its seen tokens, ascending.
    draws
        Kept draws to average over, at most; 0: all.
    sweeps, skip
        Completion: sweeps for each document and draw, and those left out of them.
    particles
        Left to right.
    """
    options = _held_out_options(method, seen, draws, _length(sweeps, skip), particles, seed)
    scored = _corpus_of(documents, "documents")._core
    return HeldOut(_core.held_out(fit._core, scored, options, _values.chain(chain), _values.whole("threads", threads)))


class CrossValidation:
    """Scores of parts of a corpus by fits of the others."""

    def __init__(self, core: _core.CrossValidation) -> None:
        self._core = core

    @property
    def per_word(self) -> float:
        """Mean of the folds' log-likelihoods per word."""
        return self._core.mean.per_word

    @property
    def standard_error(self) -> float:
        """sd / sqrt(folds)."""
        return self._core.mean.error

    @property
    def folds(self) -> list[tuple[list[int], HeldOut]]:
        """Of each fold the numbers of its documents, and their score."""
        return [(fold.documents, HeldOut(fold.score)) for fold in self._core.folds]

    def __repr__(self) -> str:
        return f"<CrossValidation: {self.per_word:.4f} per word ({self.standard_error:.4f}), {len(self._core.folds)} folds>"


def cross_validate(fit: Fit, folds: int = 5, method: str = "completion", *, seed: int = 1, threads: int = 0) -> CrossValidation:
    """Fits the corpus of a fit again, once for each fold without its documents, and scores these."""
    options = _held_out_options(method, None, 0, None, None, seed)
    return CrossValidation(_core.cross_validate(fit._core, _values.whole("folds", folds, 2), options, _values.whole("threads", threads)))


class Inferred:
    """Topics of new documents."""

    def __init__(self, core: _core.InferredTopics, documents: Corpus) -> None:
        self._core, self._documents = core, documents
        mean, sd, self._draws, _ = core.proportions()
        self._mean: FloatArray = mean
        self._sd: FloatArray = sd

    @property
    def mean(self) -> FloatArray:
        """Posterior means of theta, float32[D, K]; of an HDP one more column for topics not found yet."""
        return self._mean

    @property
    def sd(self) -> FloatArray:
        """Posterior standard deviations, the same shape."""
        return self._sd

    @property
    def tokens(self) -> npt.NDArray[np.uint32]:
        """Of each document, tokens whose words the fit knows."""
        return self._core.tokens()

    @property
    def unknown(self) -> npt.NDArray[np.uint32]:
        """Of each document, tokens that were left out."""
        return self._core.unknown()

    @property
    def unknown_words(self) -> Table:
        """Words that the fit does not know, the most frequent first."""
        words = self._core.summary.unknown_words
        return Table({"word": [each.word for each in words], "tokens": np.array([each.tokens for each in words], dtype=np.int64)})

    @property
    def notes(self) -> list[str]:
        """Rules for words that differ from those of the fit's corpus."""
        return self._core.summary.import_differences

    @property
    def has_rest(self) -> bool:
        """Whether the last column is for topics that the fit has not found."""
        return self._core.summary.has_rest

    def frame(self, top: int = 3) -> Table:
        """A row for each document: id, row, tokens, metadata, unknown, and its largest topics with mean and sd."""
        top = min(_values.whole("top", top), self.mean.shape[1])
        order = np.argsort(-self.mean, axis=1, kind="stable")[:, :top]
        added: dict[str, Any] = {"unknown": self.unknown}
        for rank in range(top):
            at = order[:, rank : rank + 1]
            added[f"topic_{rank + 1}"] = at[:, 0]
            added[f"proportion_{rank + 1}"] = np.take_along_axis(self.mean, at, axis=1)[:, 0]
            added[f"sd_{rank + 1}"] = np.take_along_axis(self.sd, at, axis=1)[:, 0]
        return Table(_values.beside(self._documents.documents(), added))

    def __repr__(self) -> str:
        d, k = self.mean.shape
        return f"<Inferred: {d:,} documents, {k} topics, over {self._draws} draws>"


def infer(
    fit: Fit,
    documents: Corpus | Iterable[str],
    *,
    sweeps: int | None = None,
    skip: int | None = None,
    seed: int = 1,
    chain: int | None = None,
    threads: int = 0,
) -> Inferred:
    """The topics of new documents, by Gibbs sampling given each kept draw. A document has the same topics in any company.

    Parameters
    ----------
    fit
        Whose topics.
    documents
        A corpus, or texts, which are cut into words by the rules of the fit's corpus. Unknown words are left out and
        counted.
    sweeps, skip
        For each document and draw, and those left out of them.

    Raises
    ------
    InputError
        If no word is known.
    """
    corpus = _documents(documents, fit)
    options = _core.InferOptions()
    options.seed = _values.whole("seed", seed)
    length = _length(sweeps, skip)
    if length is not None:
        options.length = length
    return Inferred(_core.infer(fit._core, corpus._core, options, _values.chain(chain), _values.whole("threads", threads)), corpus)


class Labels:
    """Predicted labels of documents."""

    def __init__(self, core: _core.LabelPrediction) -> None:
        self._core = core

    @property
    def names(self) -> list[str]:
        """L labels."""
        return self._core.names()

    @property
    def probabilities(self) -> FloatArray:
        """float32[D, L]: calibrated where that could be done (:attr:`calibrated`)."""
        return self._core.probabilities()

    @property
    def calibrated(self) -> bool:
        """Whether probabilities were calibrated: of all labels of .8, .8 are right."""
        return self._core.summary.calibration is not None and self._core.summary.calibration.mapped

    @property
    def not_calibrated(self) -> str:
        """Why not; "" where they are."""
        if self.calibrated:
            return ""
        if self._core.summary.calibration is not None:
            return "the documents for calibration have too few labels; they choose the threshold alone"
        return self._core.summary.not_calibrated or "calibration was turned off (`folds` is 0)"

    @property
    def threshold(self) -> float:
        """Labels with at least this probability are predicted, and in any case the most probable."""
        return self._core.summary.threshold

    @property
    def predicted(self) -> list[list[str]]:
        """The labels of each document, the most probable first."""
        names = self.names
        return [[names[label] for label in self._core.labels_of(d)] for d in range(len(self._core.ids()))]

    @property
    def score(self) -> dict[str, float] | None:
        """Micro and macro precision, recall and F1 where the documents have labels."""
        score = self._core.summary.score
        if score is None:
            return None
        averages = {"micro": score.micro, "macro": score.macro}
        return {f"{name}_{what}": value for name, each in averages.items()
                for what, value in (("precision", each.precision), ("recall", each.recall), ("f1", each.f1()))}

    @property
    def reliability(self) -> Table:
        """For each tenth of the probabilities: pairs of a document and a label, their mean probability, and the proportion
        that is right. Of the documents where they have labels, else of those for calibration."""
        rows = self._core.summary.reliability
        if not rows and self._core.summary.calibration is not None:
            rows = self._core.summary.calibration.after
        return Table({"pairs": np.array([row.pairs for row in rows], dtype=np.int64),
                      "probability": np.array([row.probability for row in rows], dtype=float),
                      "right": np.array([row.right for row in rows], dtype=float)})

    def __repr__(self) -> str:
        return f"<Labels: {len(self._core.ids()):,} documents, {len(self.names)} labels, threshold {self.threshold:.3g}>"


def label(
    fit: Fit,
    documents: Corpus | Iterable[str],
    *,
    calibration: Corpus | None = None,
    method: str | None = None,
    folds: int | None = None,
    threshold: float | None = None,
    at_least: int = 1,
    seed: int = 1,
    chain: int | None = None,
    threads: int = 0,
) -> Labels:
    """The labels of new documents under a fit of "hpc" or "labeled-lda".

    Parameters
    ----------
    fit
        Of "hpc" or "labeled-lda".
    documents
        A corpus, or texts, which are cut into words by the rules of the fit's corpus.
    calibration
        Documents with labels that the fit has not seen; default: the fit's own, fitted again part by part (``folds``).
    folds
        Parts in which the fit's documents are fitted again, where there is no ``calibration``: from 2 (default: 3), or 0 for
        probabilities that are not calibrated.
    method
        "sets", "draws" or "mode" (hpc), "shares" (labeled-lda); default: the best that the model has.
    threshold
        Default: the one with the largest micro F1 on the documents for calibration.
    at_least
        So many labels are predicted in any case.
    """
    if calibration is not None and folds is not None:
        raise UsageError("`folds` cannot be used with `calibration`: they are two ways to calibrate", "folds", str(folds))
    options = _core.LabelOptions()
    if method is not None:
        options.method = _values.choice("method", method, _LABEL_METHODS)
    options.folds, options.at_least = _values.whole_or_none("folds", folds), _values.whole("at_least", at_least)
    options.threshold = None if threshold is None else _values.proportion("threshold", threshold)
    options.seed = _values.whole("seed", seed)
    given = None if calibration is None else _corpus_of(calibration, "calibration")._core
    labeled = _documents(documents, fit)._core
    return Labels(_core.label(fit._core, labeled, given, options, _values.chain(chain), _values.whole("threads", threads)))


class Grid:
    """The fits of :func:`sweep`."""

    def __init__(self, core: _core.SweepResult, axes: Sequence[str]) -> None:
        self._table = _grid_table(core.fits, axes)
        self._fits = [Fit(fit.fit) for fit in core.fits]
        self._failed = dict(core.failed)

    @property
    def table(self) -> Table:
        """A row for each fit: the grid's options (numbers where all values are numbers), topics in use, held-out log-likelihood per word with errors, NPMI, exclusivity,
        stability over seeds, log posterior per token, seconds."""
        return copy.deepcopy(self._table)

    @property
    def fits(self) -> list[Fit]:
        """In the order of the table's rows."""
        return list(self._fits)

    @property
    def failed(self) -> dict[str, str]:
        """Fits that ran out of topics, memory or disk, and why."""
        return dict(self._failed)

    def __repr__(self) -> str:
        return repr(self.table)

    def _repr_html_(self) -> str:
        return self.table._repr_html_()


def _grid_table(fits: Sequence[_core.SweptFit], axes: Sequence[str]) -> Table:
    def column(name: str) -> npt.NDArray[np.float64]:
        values = [getattr(fit, name) for fit in fits]
        return np.array([np.nan if value is None else value for value in values], dtype=float)

    columns: dict[str, Any] = {}
    for axis in axes:
        columns[axis] = _numbers_or_texts([fit.fit.model() if axis == "model" else _option_or_none(fit.options, axis) for fit in fits])
    columns["topics_in_use"] = np.array([fit.topics for fit in fits], dtype=np.int64)
    for name in ("per_word", "mc_error", "draw_error", "npmi", "exclusivity", "stability", "log_posterior", "seconds"):
        columns[name] = column(name)
    return Table(columns)


def _option_or_none(options: _core.Options, name: str) -> str | None:
    return options.get(name.replace("_", "-")) if name.replace("_", "-") in options.names() else None


def _numbers_or_texts(values: Sequence[str | None]) -> Any:
    """An axis as whole numbers or numbers where all of its values are, NaN where a model lacks the option; else as it is."""
    try:
        numbers = np.array([math.nan if value is None else float(value) for value in values])
    except ValueError:
        return values
    is_whole = all(value is not None and value.isdecimal() for value in values)
    return np.array([int(value or 0) for value in values], dtype=np.int64) if is_whole else numbers


def _is_axis(name: str, value: Any) -> bool:
    """Whether a value of a grid stands for several. One value of ``learn`` is a list already."""
    if name == "learn":
        return isinstance(value, list) and bool(value) and not any(isinstance(each, str) for each in value)
    return isinstance(value, (list, range, np.ndarray))


def sweep(
    corpus: Corpus,
    model: str | Sequence[str] = "lda",
    *,
    held_out: float = 0.1,
    split_seed: int = 1,
    threads: int = 0,
    path: Path | None = None,
    backend: str | None = None,
    jobs: int = -1,
    **options: Any,
) -> Grid:
    """Fits and scores a grid of models: every combination of the options that are lists.

    Parameters
    ----------
    corpus
        What is fitted, but for the part that is held out.
    model
        One or several.
    held_out
        Proportion of the documents that no fit sees, above 0 and below 1, by which they are scored.
    threads
        In all; the fits run side by side. 0: every core. With a ``backend``: of each fit, where 0 is one.
    path
        A folder in which a stopped sweep of the same grid goes on.
    backend
        Spreads the fits over processes or machines by joblib: "loky", "dask" (with a client of dask.distributed), or
        another that joblib knows. Needs ``path``, on a disk that all of them see; a corpus in memory is written beside it, as
        ``path`` with ``-corpus`` at its end.
    jobs
        How many run at once, as joblib counts them; -1: all that the backend has.
    **options
        Options of fits: a list is an axis of the grid, ``topics=[20, 50, 100], seed=[1, 2]``; other values, also tuples such
        as priors, are those of all fits. What decides the length of a fit or its sampler cannot be an axis, nor can ``learn``, of
        which one value is a list already.
    """
    axes, common = [("model", [model] if isinstance(model, str) else list(model))], []
    for name, value in options.items():
        dashed = name.replace("_", "-")
        if value is None:
            continue
        if name not in _fit_options.FitOptions.__annotations__:
            raise _values.unknown_option(name, _fit_options.FitOptions.__annotations__, "a fit")
        if _is_axis(name, value):
            axes.append((dashed, [_values.option_text(name, each) for each in value]))
        else:
            common.append((dashed, _values.option_text(name, value)))
    collection = _corpus_of(corpus, "corpus")
    wanted = _Wanted(axes, common, held_out, _values.whole("split_seed", split_seed), _values.whole("threads", threads),
                     None if path is None else os.fspath(path))
    if backend is not None:
        _spread(wanted, collection, backend, jobs)
    names = [name.replace("-", "_") for name, values in axes if name == "model" or len(values) > 0]
    return Grid(_run_part(wanted, collection), names)


@dataclasses.dataclass
class _Wanted:
    """A grid, as a process of its own takes it."""

    axes: list[tuple[str, list[str]]]
    common: list[tuple[str, str]]
    held_out: float
    split_seed: int
    threads: int
    path: str | None


def _run_part(wanted: _Wanted, corpus: Corpus, part: int = 1, parts: int = 1) -> _core.SweepResult:
    grid = _core.Sweep()
    grid.axes, grid.options, grid.held_out, grid.split_seed = wanted.axes, wanted.common, wanted.held_out, wanted.split_seed
    grid.threads, grid.part, grid.parts = wanted.threads, part, parts
    return _core.sweep(corpus._core, grid, wanted.path)


def _run_part_there(wanted: _Wanted, corpus: str, part: int, parts: int) -> None:
    """In another process, whose results are in the grid's folder."""
    _run_part(wanted, Corpus.open(corpus), part, parts)


def _spread(wanted: _Wanted, corpus: Corpus, backend: str, jobs: int) -> None:
    """Fits what the grid lacks, each cell as a task. What a task ran out of is found again when the table is made."""
    try:
        import joblib
    except ImportError:
        raise UsageError("`backend` needs the package joblib, which is not installed", "backend", backend) from None
    if wanted.path is None:
        raise UsageError("`backend` needs `path`, a folder on a disk that all processes see", "path")
    folder = corpus.folder or wanted.path + "-corpus"
    if corpus.folder is None and not os.path.exists(folder):
        corpus.save(folder)
    cells = math.prod(len(values) for _, values in wanted.axes)
    there = dataclasses.replace(wanted, path=os.path.abspath(wanted.path), threads=wanted.threads or 1)
    _run_part_there(there, os.path.abspath(folder), cells + 1, cells + 1)  # has no cell: makes the folder, once
    with joblib.parallel_config(backend=backend, n_jobs=jobs):
        joblib.Parallel()(joblib.delayed(_run_part_there)(there, os.path.abspath(folder), part, cells + 1)
                          for part in range(1, cells + 1))


def corpus_formats() -> list[str]:
    """The formats of :meth:`Corpus.export`."""
    return _core.corpus_formats()


def fit_formats() -> list[str]:
    """The formats of :meth:`Fit.export`."""
    return _core.fit_formats()


def read_mallet_state(file: Path, corpus: Corpus) -> npt.NDArray[np.uint16]:
    """The topic of every token of a corpus from a state file of MALLET, uint16[N]: for ``fit(start_from=...)``."""
    return np.array(_core.read_mallet_state(os.fspath(file), corpus._core).topics, dtype=np.uint16)


