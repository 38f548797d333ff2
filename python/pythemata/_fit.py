"""Fits: how they are made, and what they say."""

from __future__ import annotations

import atexit
import html
import json
import os
import weakref
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, Unpack, overload

import numpy as np
import numpy.typing as npt

from . import _core, _effects, _others, _values
from ._corpus import Corpus
from ._effects import Effect, Trends
from ._errors import InputError, Interrupted, UsageError
from ._others import Report
from ._fit_options import FitOptions
from ._launch import Launched, command_of
from ._progress import ProgressCallback, Watcher
from ._table import Table
from ._values import Path

if TYPE_CHECKING:
    from ._results import Comparison, Diagnosis, HeldOut, Inferred, Labels, Quality

FloatArray = npt.NDArray[np.float32]
_LAYOUTS = {"tsv": _core.MatrixLayout.tsv, "npy": _core.MatrixLayout.npy, "mtx": _core.MatrixLayout.mtx}
_SCORES = {"prob": _core.WordScore.prob, "frex": _core.WordScore.frex, "lift": _core.WordScore.lift,
           "score": _core.WordScore.score}


def ranking_of(words: int, by: str, exclusivity_weight: float) -> _core.WordRanking:
    """How the words of topics are chosen. @raises UsageError"""
    ranking = _core.WordRanking()
    ranking.by = _values.choice("by", by, _SCORES)
    ranking.exclusivity_weight = _values.proportion("exclusivity_weight", exclusivity_weight)
    ranking.n_words = _values.whole("words", words, 1)
    return ranking


def _argument_names(options: Iterable[str]) -> set[str]:
    return {name.replace("-", "_") for name in options}


def _is_of_another_model(name: str) -> bool:
    """Whether the engine knows the option, and says itself which models have it."""
    return any(name in _argument_names(_core.Options(each.name).names()) for each in _core.models())


def _options_of(model: str, options: Mapping[str, Any]) -> _core.Options:
    made = _core.Options(model)
    names = _argument_names(made.names())
    for name, value in options.items():
        if value is None:
            continue
        if name not in names and not _is_of_another_model(name):
            raise _values.unknown_option(name, names, f"a fit of {model!r}")
        made.set(name.replace("_", "-"), _values.option_text(name, value))
    return made


def _seeded(seeds: Mapping[str, Iterable[str]] | Sequence[Iterable[str]]) -> list[_core.SeededTopic]:
    named = seeds.items() if isinstance(seeds, Mapping) else [("", words) for words in seeds]
    made = []
    for name, words in named:
        if not isinstance(name, str):
            raise UsageError(f"`seeds` has the topic {name!r}; expected names of topics, or a list of lists of words", "seeds", repr(name))
        topic = _core.SeededTopic()
        topic.name = name
        topic.words = [_values.text("seeds", word) for word in _values.listed(words, "seeds")]
        made.append(topic)
    return made


def _inputs_of(corpus: Corpus, given: dict[str, Any], options: Mapping[str, Any]) -> tuple[_core.GivenInputs, dict[str, Any]]:
    """What is in memory, and options for what is in files."""
    inputs, files = _core.GivenInputs(), {}
    for name, value in given.items():
        if value is None:
            continue
        if isinstance(value, str) or hasattr(value, "__fspath__"):
            files[name] = value
        elif name == "seeds":
            inputs.seeds = _seeded(value)
        elif name == "alpha_weights":
            inputs.alpha_weights = _weights(value)
        elif name == "beta_weights":
            if not isinstance(value, Mapping):
                raise UsageError("`beta_weights` is not a mapping; expected weights by word, such as {'tax': 2}, or a file", name)
            inputs.beta_weights = [(str(word), float(weight)) for word, weight in value.items()]
        elif isinstance(value, Fit):
            inputs.start = value._core.start_topics(_start_chain(options))
        elif _start_chain(options) is not None:
            raise UsageError("`start_chain` is one of a fit; `start_from` is an array", "start_chain")
        else:
            inputs.start = _start_of(np.asarray(value), corpus)
    return inputs, files


def _weights(values: Any) -> list[float]:
    if isinstance(values, Mapping):
        raise UsageError("`alpha_weights` is a mapping; expected a list with the weight of each topic, or a file", "alpha_weights")
    return [float(weight) for weight in values]


def _start_chain(options: Mapping[str, Any]) -> int | None:
    """The chain that ``start_from`` means, None for the one that is shown."""
    number = options.get("start_chain")
    return None if number is None or number == 0 else _values.whole("start_chain", number, 1)


def _start_of(topics: npt.NDArray[Any], corpus: Corpus) -> _core.StartTopics:
    if topics.shape != (corpus.n_tokens,) or topics.dtype.kind not in "iu" or (topics.size and topics.min() < 0):
        raise UsageError(
            f"`start_from` is of type {topics.dtype} and shape {topics.shape}; expected the topic of each of {corpus.n_tokens} tokens, from 0", "start_from")
    start = _core.StartTopics()
    start.topics = topics.astype(np.uint16).tolist()
    start.n_topics = int(topics.max()) + 1 if topics.size else 0
    return start


class Run:
    """A fit that is running, on threads of its own. :func:`fit` returns it with ``blocking=False``."""

    def __init__(self, core: _core.Run, progress: bool | ProgressCallback | None = False) -> None:
        self._core = core
        self._watcher = Watcher(progress)
        _alive.add(self)

    @property
    def progress(self) -> list[_core.Progress]:
        """Where each chain is: chain, chains, sweep, sweeps, seconds, log_posterior (per token), topics."""
        return self._core.progress()

    @property
    def done(self) -> bool:
        """Whether it has ended."""
        return self._core.wait(0)

    def stop(self) -> None:
        """Stops all chains after their present sweep. :meth:`wait` returns what there is."""
        self._core.stop()

    def wait(self, timeout: float | None = None) -> Fit:
        """Waits for the end.

        Raises
        ------
        TimeoutError
            After so many seconds; the fit goes on.
        Interrupted
            On Ctrl-C: the fit was stopped, and is the exception's ``fit``.
        """
        waited = 0.0
        try:
            while not self._core.wait(0.1):
                self._watcher.look(self._core)
                waited += 0.1
                if timeout is not None and waited >= timeout:
                    raise TimeoutError(f"the fit is still running after {timeout:g} s")
        except KeyboardInterrupt:
            self._end()
            raise Interrupted(self._what_there_is()) from None
        self._watcher.look(self._core)
        self._watcher.close()
        return Fit(self._core.result())

    def _end(self) -> None:
        """Stops, and waits until nothing of it runs any more."""
        self._core.stop()
        _wait_whatever_comes(self._core.wait)
        self._watcher.close()

    def _wait_or_end(self) -> Fit:
        """As wait(), of a run that nobody else knows: it does not outlive an error, such as one of a callback."""
        try:
            return self.wait()
        except BaseException:
            self._end()
            raise

    def _what_there_is(self) -> Fit | None:
        try:
            stopped = Fit(self._core.result())
            stopped.n_topics  # noqa: B018 (raises where nothing was saved yet)
        except InputError:
            return None
        return stopped


def _wait_whatever_comes(wait: Callable[[float], bool]) -> None:
    """Waits for the end, also through Ctrl-C: what was sampled is worth more than a second."""
    while True:
        try:
            if wait(0.1):
                return
        except KeyboardInterrupt:
            continue


_alive: weakref.WeakSet[Run] = weakref.WeakSet()
os.register_at_fork(after_in_child=_alive.clear)  # its threads are not in a forked process


@atexit.register
def _stop_all() -> None:
    """Ends what still runs when the program ends: threads must not outlive what they work with."""
    runs = list(_alive)
    for run in runs:
        run.stop()
    for run in runs:
        run._core.wait(600)
    _core.end()


@overload
def fit(
    corpus: Corpus | Iterable[str], model: str = ..., *, path: Path | None = ..., progress: bool | ProgressCallback | None = ...,
    blocking: Literal[True] = ..., launcher: Sequence[str] | None = ..., seeds: Mapping[str, Iterable[str]] | Sequence[Iterable[str]] | Path | None = ...,
    alpha_weights: Iterable[float] | Path | None = ..., beta_weights: Mapping[str, float] | Path | None = ...,
    start_from: Fit | npt.ArrayLike | Path | None = ..., **options: Unpack[FitOptions]
) -> Fit: ...
@overload
def fit(
    corpus: Corpus | Iterable[str], model: str = ..., *, path: Path | None = ..., progress: bool | ProgressCallback | None = ...,
    blocking: Literal[False], seeds: Mapping[str, Iterable[str]] | Sequence[Iterable[str]] | Path | None = ...,
    alpha_weights: Iterable[float] | Path | None = ..., beta_weights: Mapping[str, float] | Path | None = ...,
    start_from: Fit | npt.ArrayLike | Path | None = ..., **options: Unpack[FitOptions]
) -> Run: ...
def fit(
    corpus: Corpus | Iterable[str],
    model: str = "lda",
    *,
    path: Path | None = None,
    progress: bool | ProgressCallback | None = None,
    blocking: bool = True,
    launcher: Sequence[str] | None = None,
    seeds: Mapping[str, Iterable[str]] | Sequence[Iterable[str]] | Path | None = None,
    alpha_weights: Iterable[float] | Path | None = None,
    beta_weights: Mapping[str, float] | Path | None = None,
    start_from: Fit | npt.ArrayLike | Path | None = None,
    **options: Unpack[FitOptions],
) -> Fit | Run:
    """Fits topics to a collection by Markov chain Monte Carlo.

    Equal corpora, options and seeds give equal bits, on any number of threads, and the same bits as ``themata fit``.
    Without ``sweeps`` a fit runs until it has settled.

    Parameters
    ----------
    corpus
        A :class:`Corpus`, or texts, which :meth:`Corpus.from_texts` turns into one.
    model
        One of :func:`models`: "lda", "hdp", ...
    path
        A new folder for the fit, as ``themata fit --output`` writes it; it survives a crash. Default: in memory.
    progress
        Whether to show a progress bar, or a function that is called with the chains' progress. Default: a bar on a
        terminal and in a notebook.
    blocking
        False: return a :class:`Run` at once.
    launcher
        The words that start several processes, which fit together: ``["mpiexec", "-n", "8"]``. They run
        ``themata-mpi``, and give the same bits. Needs ``path``, on a disk that all of them see; a corpus in memory is
        written beside it, as ``path`` with ``-corpus`` at its end. Seeds and weights must be files.
    seeds
        Words that topics are expected to have: lists of words, by the topics' names or in their order; or a file.
    alpha_weights
        Relative prior weights of topics in a document; or a file.
    beta_weights
        Relative prior weights of words in topics; other words have 1; or a file.
    start_from
        What every chain begins with: a fit of the same corpus, the topic of each token, or a state file of MALLET.
    **options
        Those of the model: :class:`FitOptions` describes them all, :func:`options` lists those of one model. ``topics``,
        ``alpha``, ``beta``, ``sweeps``, ``burn_in``, ``chains``, ``threads``, ``seed``, ``time_limit``, ``learn``, ...

    Raises
    ------
    UsageError
        Naming an option and its range.
    ResourceError
        If there is not enough memory to begin.
    Interrupted
        On Ctrl-C; its ``fit`` has what there is.
    """
    collection = corpus if isinstance(corpus, Corpus) else Corpus.from_texts(corpus)
    model = _values.text("model", model)
    given = {"seeds": seeds, "alpha_weights": alpha_weights, "beta_weights": beta_weights, "start_from": start_from}
    inputs, files = _inputs_of(collection, given, options)
    made = _options_of(model, {**options, **files})
    folder = None if path is None else _values.folder_path("path", path)
    if launcher is not None:
        in_memory = [name for name, value in given.items() if value is not None and name not in files]
        return _fit_by(launcher, collection, folder, {"model": model, **options, **files}, in_memory, blocking, progress)
    if not blocking and progress:
        raise UsageError("`progress` needs blocking=True: a Run has its progress in `Run.progress`", "progress")
    run = Run(_core.start(collection._core, made, inputs, folder), progress if blocking else False)
    return run._wait_or_end() if blocking else run


def _fit_by(launcher: Sequence[str], corpus: Corpus, path: Path | None, options: Mapping[str, Any], in_memory: Sequence[str],
            blocking: bool, progress: bool | ProgressCallback | None) -> Fit:
    if path is None:
        raise UsageError("`launcher` needs `path`, a new folder on a disk that all processes see", "path")
    if not blocking:
        raise UsageError("`launcher` cannot be used with `blocking` False", "blocking")
    if in_memory:
        raise UsageError(f"`{in_memory[0]}` is in memory; expected a file where there is a `launcher`", in_memory[0])
    output = os.fspath(path)
    texts = {name: _values.option_text(name, value) for name, value in options.items() if value is not None}
    folder = corpus.folder or output + "-corpus"
    command = command_of(launcher, ["fit", folder, "--output", output], texts)
    if corpus.folder is None:
        corpus.save(folder)
    run, watcher = Launched(command), Watcher(progress)
    try:
        while not run.wait(0.1):
            watcher.look(run)
        watcher.look(run)
    except BaseException as error:
        run.stop()
        _wait_whatever_comes(run.wait)
        if isinstance(error, KeyboardInterrupt):
            raise Interrupted(Fit.open(output) if os.path.exists(output) else None) from None
        raise
    finally:
        watcher.close()
    if not run.check():
        raise Interrupted(Fit.open(output))
    return Fit.open(output)


class Draw:
    """A kept draw of a chain.

    Topics of models that keep theirs (lda, labeled-lda, hpc, pcm, dmm, dmr) are numbered as everywhere in the fit, so draws of
    one chain can be averaged. Topics of the others are numbered by their size in this draw alone.
    """

    def __init__(self, core: _core.KeptDraw) -> None:
        self._core = core

    @property
    def chain(self) -> int:
        """The number of its chain, from 1."""
        return self._core.chain

    @property
    def sweep(self) -> int:
        """The sweep after which it was taken."""
        return self._core.sweep

    @property
    def n_topics(self) -> int:
        """K, of this draw."""
        return self._core.n_topics

    @property
    def z(self) -> npt.NDArray[np.uint16]:
        """The topic of every token, uint16[N], in the corpus's order. Read-only, not a copy."""
        return self._core.topics()

    def theta(self) -> FloatArray:
        """E(theta | this draw), float32[D, K]."""
        mean: FloatArray = self._core.document_topics()[0]
        return mean

    def phi(self) -> FloatArray:
        """E(phi | this draw), float32[K, V]."""
        mean: FloatArray = self._core.topic_words()[0]
        return mean

    def __repr__(self) -> str:
        return f"<Draw: chain {self.chain}, sweep {self.sweep}, {self.n_topics} topics>"


class Fit:
    """A fit: its chains, kept draws and summaries, in memory or in a folder of the command line.

    Topics are numbered from 0, the largest first, everywhere. What is shown is of one chain: of a complete fit the one
    with the largest log likelihood of the words, unless an argument ``chain`` (from 1) names another.
    """

    def __init__(self, core: _core.Fit, burn_in: int | None = None) -> None:
        self._core = core
        self._burn_in = burn_in  # of after()
        self._corpus: Corpus | None = None
        self._tables: dict[tuple[str, int | None], tuple[FloatArray, FloatArray | None, int, bool]] = {}
        self._read_at = core.version()

    @classmethod
    def open(cls, folder: Path, corpus: Path | None = None) -> Fit:
        """A folder that ``themata fit`` or :meth:`save` wrote.

        corpus: the folder to which its corpus was moved, if it was. Nothing is written until :meth:`resume`, which writes it.
        Raises InputError where it is no fit, damaged, or the corpus is another one.
        """
        return cls(_core.Fit.open(_values.folder_path("folder", folder), "" if corpus is None else _values.folder_path("corpus", corpus)))

    def save(self, folder: Path) -> None:
        """Writes a folder that every ``themata`` command reads. Raises UsageError where it is in use."""
        self._core.save(os.fspath(folder))

    def resume(
        self,
        sweeps: int | None = None,
        *,
        until: str | None = None,
        time_limit: float | None = None,
        burn_in: int | None = None,
        threads: int | None = None,
        max_topics: int | None = None,
        progress: bool | ProgressCallback | None = None,
    ) -> Fit:
        """Goes on with this fit, which is returned. One that was stopped comes to the bits of a fit that never was. One that was
        complete and gets more sweeps keeps its draws and the lengths that followed from its options, such as the burn-in, and
        gets more draws; a fit that had all sweeps from its beginning has others.

        Parameters
        ----------
        sweeps
            In all; a complete fit needs more than it has.
        until
            "settled" or "sweeps".
        time_limit
            Seconds in all; 0: none.
        burn_in
            Draws up to this sweep are removed.
        threads, max_topics
            New values of these options.
        progress
            As for :func:`fit`.
        """
        options = _core.ResumeOptions()
        options.sweeps, options.until, options.time_limit = _values.whole_or_none("sweeps", sweeps, 1), until, time_limit
        options.burn_in = _values.whole_or_none("burn_in", burn_in)
        options.threads = _values.whole_or_none("threads", threads)
        options.max_topics = _values.whole_or_none("max_topics", max_topics, 1)
        try:
            Run(_core.go_on(self._core, options), progress)._wait_or_end()
        except Interrupted as interrupted:
            interrupted.fit = self
            raise
        return self

    def after(self, burn_in: int) -> Fit:
        """The same fit with a later burn-in: what is before is left out of all that is shown or judged."""
        later = _values.whole("burn_in", burn_in)
        return Fit(self._core.after(later), later)

    @property
    def corpus(self) -> Corpus:
        """What it was fitted to. Its vocabulary numbers the columns of :attr:`topic_word`."""
        if self._corpus is None:
            self._corpus = Corpus(self._core.collection())
        return self._corpus

    @property
    def model(self) -> str:
        """Its name, such as "hdp"."""
        return self._core.model()

    @property
    def options(self) -> dict[str, str]:
        """All options, with the values that were left to the program, as texts."""
        options = self._core.options()
        return {name.replace("-", "_"): options.get(name) for name in options.names()}

    @property
    def manifest(self) -> dict[str, Any]:
        """Versions, chains, timings, and the verdict."""
        made: dict[str, Any] = json.loads(self._core.manifest())
        return made

    @property
    def complete(self) -> bool:
        """Whether all chains have done all their sweeps."""
        return self._core.complete()

    @property
    def settled(self) -> bool:
        """Whether the traces of a complete fit show no trend, and agree."""
        return self._core.settled()

    @property
    def verdict(self) -> str:
        """The same in a sentence; "" of a fit that is not complete."""
        return self._core.verdict()

    @property
    def stopped_by(self) -> str | None:
        """Why it is not complete, where that is known ("" otherwise); None where it is complete."""
        return self._core.stop_message()

    @property
    def chains(self) -> list[int]:
        """The numbers of the chains, from 1."""
        return self._core.chains()

    @property
    def n_topics(self) -> int:
        """K, of the draw that is shown."""
        return self._core.n_topics(None)

    def topics(self, words: int = 10, by: str = "prob", *, exclusivity_weight: float = 0.5, chain: int | None = None) -> Table:
        """A row for each topic, the largest first: topic, name (if topics have names), tokens, proportion, words.

        Parameters
        ----------
        words
            Words for each topic.
        by
            How they are chosen: "prob", "frex" (Bischof & Airoldi 2012, with ``exclusivity_weight``), "lift" or "score".
        exclusivity_weight
            The weight of exclusivity in FREX, 0 to 1. (stm's weights frequency.)
        chain
            From 1.
        """
        rows = self._core.topics(ranking_of(words, by, exclusivity_weight), _values.chain(chain))
        columns: dict[str, Any] = {"topic": np.array([row.number for row in rows], dtype=np.int64)}
        if any(row.name for row in rows):
            columns["name"] = [row.name for row in rows]
        columns["tokens"] = np.array([row.tokens for row in rows], dtype=np.int64)
        columns["proportion"] = np.array([row.proportion for row in rows])
        columns["words"] = [[word.word for word in row.words] for row in rows]
        return Table(columns)

    def words(
        self, topic: int, n: int = 20, by: str = "prob", *, exclusivity_weight: float = 0.5, chain: int | None = None
    ) -> Table:
        """The words of one topic: word, probability (given the draw that is shown), score, tokens."""
        rows = self._core.topics(ranking_of(n, by, exclusivity_weight), _values.chain(chain))
        found = rows[_values.whole("topic", topic, 0, len(rows) - 1)].words
        return Table(
            {
                "word": [word.word for word in found],
                "probability": np.array([word.probability for word in found]),
                "score": np.array([word.score for word in found]),
                "tokens": np.array([word.count for word in found], dtype=np.int64),
            }
        )

    def _table(self, what: str, chain: int | None) -> tuple[FloatArray, FloatArray | None, int, bool]:
        if self._read_at != self._core.version():  # it went on, perhaps by another of the same
            self._tables.clear()
            self._read_at = self._core.version()
        if (what, chain) not in self._tables:
            self._tables[what, chain] = getattr(self._core, what)(chain)
        return self._tables[what, chain]

    @property
    def topic_word(self) -> FloatArray:
        """E(phi), float32[K, V], read-only: posterior means over the kept draws; of models whose topics come and go, means given
        the draw that is shown. Rows sum to 1; in lida and sstm to less where a topic may have words that no token is of."""
        return self._table("topic_words", None)[0]

    @property
    def topic_word_sd(self) -> FloatArray | None:
        """Posterior standard deviations of phi, float32[K, V]; None of models whose topics come and go. Of a fit that kept no
        draws they are those given its last state alone."""
        return self._table("topic_words", None)[1]

    @property
    def document_topic(self) -> FloatArray:
        """E(theta), float32[D, K], read-only, every document a row. Means as in :attr:`topic_word`. A fit of more than 2^26
        documents times topics also has them sparse: ``scipy.sparse.load_npz`` reads ``document-topic-1-mean.npz`` in its folder."""
        return self._table("document_topics", None)[0]

    @property
    def document_topic_sd(self) -> FloatArray | None:
        """Posterior standard deviations of theta, float32[D, K]; None of models whose topics come and go. Of a fit that kept no
        draws they are those given its last state alone."""
        return self._table("document_topics", None)[1]

    def word_intervals(self, topic: int, n: int = 20, level: float = 0.9, *, chain: int | None = None) -> Table:
        """The most probable words of a topic with intervals: word, mean, sd, low, high.

        The interval is that of the Beta distribution with the posterior mean and standard deviation of phi, an approximation.
        It is of one chain, and does not hold what differs between chains.

        Parameters
        ----------
        topic
            From 0.
        n
            Words.
        level
            The probability of the interval.
        chain
            From 1.

        Raises
        ------
        UsageError
            Of models whose topics come and go, and of fits that kept no draws: these have no posterior standard deviations.
        """
        mean, sd = self._moments("topic_words", chain)
        row = _values.whole("topic", topic, 0, len(mean) - 1)
        found = np.argsort(-mean[row], kind="stable")[: _values.whole("n", n, 1)]
        words = [self.corpus.vocabulary[v] for v in found]
        return Table({"word": words, **_others.intervals(mean[row, found], sd[row, found], level)})

    def topic_intervals(self, document: int, level: float = 0.9, *, chain: int | None = None) -> Table:
        """The topics of a document with intervals, as in :meth:`word_intervals`: topic, mean, sd, low, high.

        Parameters
        ----------
        document
            Its number, from 0.
        level
            The probability of the interval.
        chain
            From 1.
        """
        mean, sd = self._moments("document_topics", chain)
        row = _values.whole("document", document, 0, len(mean) - 1)
        return Table({"topic": np.arange(mean.shape[1]), **_others.intervals(mean[row], sd[row], level)})

    def _moments(self, what: str, chain: int | None) -> tuple[FloatArray, FloatArray]:
        """Means and standard deviations over kept draws. @raises UsageError where there are none"""
        mean, sd, _, over_draws = self._table(what, _values.chain(chain))
        if sd is None:
            raise UsageError(f"topics of {self.model} come and go between draws, so their probabilities have no posterior standard "
                             "deviations; expected a model whose topics stay the same, such as lda")
        if not over_draws:
            raise UsageError("the fit has kept no draws, so there are no posterior standard deviations; "
                             + ("see its `keep`, `burn_in` and `thin`" if self.complete else "resume it"), "keep")
        return mean, sd

    def document_frame(self, top: int = 3) -> Table:
        """A row for each document: id, row, tokens, metadata, and its largest topics with their proportions."""
        table = self.corpus.documents()
        theta = self.document_topic
        top = min(_values.whole("top", top), theta.shape[1])
        order = np.argsort(-theta, axis=1, kind="stable")[:, :top]
        added: dict[str, Any] = {}
        for rank in range(top):
            added[f"topic_{rank + 1}"] = order[:, rank]
            added[f"proportion_{rank + 1}"] = np.take_along_axis(theta, order[:, rank : rank + 1], axis=1)[:, 0]
        return Table(_values.beside(table, added))

    def find_documents(self, topic: int, n: int = 5) -> Table:
        """The documents with the largest proportion of a topic: number (from 0), id, tokens, proportion, sd if known."""
        topic = _values.whole("topic", topic, 0, self.n_topics - 1)
        share = self.document_topic[:, topic]
        found = np.argsort(-share, kind="stable")[: _values.whole("n", n, 1)]
        ids = self.corpus.ids
        columns: dict[str, Any] = {"document": found, "id": [ids[d] for d in found], "tokens": self.corpus.lengths[found],
                                   "proportion": share[found]}
        sd = self.document_topic_sd
        if sd is not None:
            columns["sd"] = sd[found, topic]
        return Table(columns)

    def trace(self, chain: int | None = None) -> Table:
        """The value of every quantity at every traced sweep of a chain, burn-in included: ``lp__``, sweep, topics, ..."""
        names, columns, _ = self._core.trace(_values.chain(chain))
        return Table(dict(zip(names, columns)))

    def draws(self, chain: int | None = None) -> Iterator[Draw]:
        """The kept draws of a chain, one after the other."""
        for sweep in self._core.kept_sweeps(_values.chain(chain)):
            yield Draw(self._core.draw(sweep, _values.chain(chain)))

    def diagnose(self, burn_in: int | None = None, *, threads: int = 0) -> Diagnosis:
        """Whether the chains agree and are long enough: R-hat, effective sample sizes, a judgement in words."""
        from ._results import Diagnosis

        return Diagnosis(_core.diagnose(self._core, _values.whole_or_none("burn_in", burn_in), _values.whole("threads", threads)))

    def effect(
        self,
        formula: str,
        *,
        topics: Sequence[int] = (),
        contrasts: Sequence[str] = (),
        references: Mapping[str, str] | None = None,
        interval: float = 0.9,
        missing: str = "error",
        chain: int | None = None,
        threads: int = 0,
    ) -> Effect:
        """Topic proportions regressed on the documents' metadata, over all kept draws of all chains, aligned.

        The method of composition (Treier and Jackman 2008): for each draw, theta is drawn given the topics of its tokens, then
        coefficients given theta. So the intervals hold what is not known of topics, of documents and of the regression.

        Parameters
        ----------
        formula
            As in R: ``"~ s(year) + party"``. ``s(x, 4)`` is a natural spline, ``factor(x)`` a level for each value, ``a:b`` an
            interaction, ``a*b`` is ``a + b + a:b``; a name with blanks stands between backquotes. Dates (YYYY-MM-DD) count as
            years, texts and booleans as levels; texts that are all numbers count as numbers (``factor(zip)`` makes levels of them).
        topics
            Numbers; default: all, or the 100 largest.
        contrasts
            Differences such as ``"party=D,R"``, the first less the second; default: of factors each level less the reference,
            of numbers the largest less the smallest value.
        references
            Level of a factor that the others are compared with, by its variable; default: the first.
        interval
            Probability of the intervals, which have equal tails.
        missing
            What is done with documents that lack a field: "error" or "leave-out".
        chain
            This one alone. Default: all chains; a topic that is not in at least half of the draws of each has no estimates.

        Warns
        -----
        UserWarning
            If a few texts make levels of a field of numbers, if terms can hardly be told apart (variance inflation above 10), or
            if a line leaves what a proportion can be.
        """
        return _effects.effect(self, formula, topics=topics, contrasts=contrasts, references=references or {}, interval=interval,
                               missing=missing, chain=chain, threads=threads)

    def trends(
        self,
        by: str,
        *,
        period: str | float | None = None,
        topics: Sequence[int] = (),
        interval: float = 0.9,
        words: int = 5,
        burst: float = 1.5,
        missing: str = "error",
        chain: int | None = None,
        threads: int = 0,
    ) -> Trends:
        """Topic proportions and words by period of a metadata field, over all kept draws of all chains, aligned.

        Parameters
        ----------
        by
            A field of dates (YYYY-MM-DD), numbers or levels.
        period
            "decade", "year", "quarter", "month" or "day" of dates, a width of numbers; default: what suits the field.
        words
            Words of each topic and period.
        burst
            A burst is a period whose interval lies above this many times the topic's mean.
        topics, interval, missing, chain
            As in :meth:`effect`.

        Warns
        -----
        UserWarning
            If a few texts make levels of a field of numbers.
        """
        return _effects.trends(self, by, period=period, topics=topics, interval=interval, words=words, burst=burst,
                               missing=missing, chain=chain, threads=threads)

    def consensus(self, *others: Fit, **options: Any) -> Fit:
        """:func:`consensus` of this fit's chains, and of others'."""
        from ._results import consensus

        return consensus(self, *others, **options)

    def recurrence(self) -> Table | None:
        """Of a consensus, a row for each topic that comes back: topic, chains that have it, of how many, recurrence (the probability that a
        further chain has it) with an interval of 90%, share of the tokens, its standard deviations within and between chains. None of
        another fit."""
        made = self.manifest.get("consensus")
        if made is None:
            return None
        topics = made["topics"]
        columns: dict[str, Any] = {"topic": np.arange(len(topics)), "chains": np.array([each["chains"] for each in topics], dtype=np.int64),
                                   "of": np.full(len(topics), made["chains"], dtype=np.int64)}
        for name in ("recurrence", "recurrence_low", "recurrence_high", "share", "sd_within", "sd_between"):
            columns[name] = np.array([each[name] for each in topics], dtype=np.float64)
        return Table(columns)

    def compare(self, *others: Fit, **options: Any) -> Comparison:
        """:func:`compare` of this fit with others, or of its own chains."""
        from ._results import compare

        return compare(self, *others, **options)

    def quality(self, reference: Corpus | None = None, **options: Any) -> Quality:
        """Coherence, exclusivity and diversity of the topics; words are counted in a reference, or in the fit's corpus."""
        from ._results import quality

        return quality(self, reference, **options)

    def evaluate(self, documents: Corpus, method: str = "completion", **options: Any) -> HeldOut:
        """The log-likelihood of documents that the fit has not seen."""
        from ._results import held_out

        return held_out(self, documents, method, **options)

    def infer(self, documents: Corpus | Iterable[str], **options: Any) -> Inferred:
        """The topics of new documents."""
        from ._results import infer

        return infer(self, documents, **options)

    def label(self, documents: Corpus | Iterable[str], **options: Any) -> Labels:
        """The labels of new documents, of a fit of "hpc" or "labeled-lda"."""
        from ._results import label

        return label(self, documents, **options)

    def report(self, file: Path | None = None, *, names: Mapping[int, str] | Sequence[str] | None = None,
               documents: int | None = None, compare: Fit | None = None, chain: int | None = None) -> Report:
        """One HTML page that opens in any browser, offline. Returned, and written where a file is named.

        What is returned is the page's text; a notebook shows it in place.

        Parameters
        ----------
        names
            Names of topics: by number, or one for each topic; "" for none. Default: those that the fit has.
        documents
            Documents drawn at random, beside the leading ones of topics. Default: all of up to
            2,000 where they fit, else 300.
        compare
            A fit of the same words, beside which this one is shown.
        """
        page = Report(self._core.report(
            _values.chain(chain), self._names_of(names, chain), None if documents is None else _values.whole("documents", documents, 0),
            None if compare is None else compare._core))
        if file is not None:
            _core.write_bytes(os.fspath(file), page.encode())
        return page

    def _names_of(self, names: Mapping[int, str] | Sequence[str] | None, chain: int | None) -> list[str]:
        """A name for each topic; none if the fit's own are kept. @raises UsageError"""
        if names is None:
            return []
        if not isinstance(names, Mapping):
            return [str(name) for name in _values.listed(names, "names")]
        n = self._core.n_topics(_values.chain(chain))
        unknown = [topic for topic in names if topic not in range(n)]
        if unknown:
            raise UsageError(f"`names` names topic {unknown[0]}; expected topics from 0 to {n - 1}", "names", str(unknown[0]))
        return [str(names.get(k, "")) for k in range(n)]

    def plot_trace(self, quantities: Sequence[str] | None = None, *, axes: Any = None) -> Any:
        """Draws the traces of all chains with matplotlib, burn-in in grey, under the verdict. Returns the axes.

        Parameters
        ----------
        quantities
            Columns of :meth:`trace`; default: word_part (log likelihood of the words), topics, alpha and beta where they are
            traced.
        axes
            One of matplotlib's for each quantity; default: a new figure.
        """
        return _others.plot_trace(self, quantities, axes)

    def export(self, format: str, file: Path, *, layout: str | None = None, words: int | None = None, chain: int | None = None) -> None:
        """Writes the format of another tool (:func:`fit_formats`), with what belongs beside it.

        Parameters
        ----------
        format
            One of :func:`fit_formats`.
        file
            An existing file is overwritten.
        layout
            Of "doc-topics" and "topic-words": "tsv" (the default), "npy" or "mtx".
        words
            Of "topic-keys": words for each topic; default: 20.
        """
        options = _core.ExportOptions()
        if words is not None:
            if format != "topic-keys":
                raise UsageError(f"`words` is of topic-keys, not of {format!r}", "words", str(words))
            options.n_words = _values.whole("words", words, 1)
        if layout is not None:
            if format not in ("doc-topics", "topic-words"):
                raise UsageError(f"`layout` is of doc-topics and topic-words, not of {format!r}", "layout", layout)
            options.layout = _values.choice("layout", layout, _LAYOUTS)
        self._core.export_to(format, os.fspath(file), options, _values.chain(chain))

    def to_pyldavis(self) -> dict[str, Any]:
        """The arguments of ``pyLDAvis.prepare``; add ``sort_topics=False, start_index=0`` to keep the topics' numbers."""
        return _others.to_pyldavis(self)

    def to_xarray(self) -> Any:
        """The traces after burn-in as an xarray.Dataset with dimensions chain and draw, as ArviZ takes it. Needs xarray.

        Chains of different lengths are cut to the last rows that all have. Quantities are those of :meth:`trace`; proportions
        of topics are not among them, since topics of different chains have to be aligned first (:meth:`diagnose`).
        """
        return _others.to_xarray(self)

    def to_anndata(self, adata: Any, key: str = "topics") -> None:
        """Writes topics into the AnnData that :meth:`Corpus.from_anndata` took.

        ``obsm[key]`` gets E(theta), cells x topics, and ``obsm[key + "_sd"]`` its standard deviation where there is one;
        ``varm[key]`` E(phi), words x topics, 0 for words that the corpus lacks; ``uns[key]`` the model and its options.

        Raises
        ------
        UsageError
            If the cells are not those of the corpus, in its order.
        """
        _others.to_anndata(self, adata, key)

    def to_pycistopic(self, prefix: Path, regions: Iterable[str] | None = None) -> list[str]:
        """Writes the three files that pycisTopic 3 keeps of a topic model, and reads it from. Needs polars.

        ``PREFIX.K_topics.cell_topic_probabilities.parquet`` (E(theta), cells x topics),
        ``PREFIX.K_topics.region_topic_counts.parquet`` (counts n_kv of the draw that is shown, topics x regions) and
        ``PREFIX.K_topics.parameters.json``, in which the backend is called "mallet", since pycisTopic knows no others' names.

        Parameters
        ----------
        prefix
            The beginning of the files' paths.
        regions
            All regions in the order of pycisTopic's object; 0 is written for those that the corpus lacks. Default: the
            corpus's vocabulary. Cells are in the order of the corpus.

        Returns
        -------
        list of str
            The files.
        """
        return _others.to_pycistopic(self, os.fspath(prefix), regions)

    def __reduce__(self) -> tuple[Any, ...]:
        return _fit_of_files, (self._core.files(), self._burn_in)

    def __repr__(self) -> str:
        state = "settled" if self.settled else "not settled" if self.complete else "not complete"
        chains = len(self.chains)
        return (f"<Fit: {self.model}, {self.n_topics} topics, {chains} chain{'s' if chains != 1 else ''}, {state}; "
                f"of {self.corpus.n_documents:,} documents>")

    def _repr_html_(self) -> str:
        verdict = html.escape(self.verdict or "The fit is not complete.")
        return f"<p>{html.escape(repr(self)[1:-1])}</p><p>{verdict}</p>{self.topics()._repr_html_()}"


def _fit_of_files(files: dict[str, bytes], burn_in: int | None) -> Fit:
    fit = Fit(_core.Fit.of_files(files))
    return fit if burn_in is None else fit.after(burn_in)
