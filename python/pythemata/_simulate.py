"""Corpora drawn from models, and tests of samplers on them."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import scipy.sparse

from . import _core, _values
from ._corpus import Corpus
from ._errors import UsageError
from ._table import Table


class Simulated:
    """A corpus that was drawn from a model, and the values that it was drawn from."""

    def __init__(self, corpus: Corpus, truth: dict[str, Any]) -> None:
        self._corpus, self._truth = corpus, truth

    @property
    def corpus(self) -> Corpus:
        """The documents; its :meth:`~Corpus.save` writes the true values too."""
        return self._corpus

    @property
    def truth(self) -> dict[str, Any]:
        """The true values, by name.

        ``topics``: the topic of every token, uint16[N]; ``topic_word``: phi, float32[K, V]; ``topic_weights``: expected
        proportions of the topics in all tokens, float64[K]; ``document_topic``: theta of hpc and pcm, sparse [D, K];
        ``document_mask`` and ``topic_mask``, sparse [D, K] and [K, V]: what models with masks or labels switch on.
        """
        return self._truth

    def __repr__(self) -> str:
        return f"<Simulated: {self.corpus!r}, truth: {', '.join(self.truth)}>"


def _array(name: str, content: bytes) -> Any:
    file = io.BytesIO(content)
    return scipy.sparse.csr_array(scipy.sparse.load_npz(file)) if name.endswith(".npz") else np.load(file)


def _given(known: Sequence[_core.OptionInfo], options: Mapping[str, Any], what: str) -> list[tuple[str, str]]:
    """Options as the engine takes them; those of other models are refused by the engine, which knows who has them."""
    names = {option.name.replace("-", "_") for option in known}
    made = []
    for name, value in options.items():
        if value is None:
            continue
        if name not in names:
            raise _values.unknown_option(name, names, what)
        made.append((name.replace("_", "-"), _values.option_text(name, value)))
    return made


def simulate(model: str, *, truth: bool = True, **options: Any) -> Any:
    """Draws a corpus from a model, with the values that it was drawn from; or a matrix from a prior.

    Equal options give equal bits, on any number of threads, and those of ``themata simulate``.

    Parameters
    ----------
    model
        One of :func:`simulations`: a model, "zipf" (corpora of any size with the statistics of text), "similar-topics", or
        a matrix, "ibp" or "icdp".
    truth
        False: without the true values, of "zipf" alone; other models always have them.
    **options
        As :func:`simulation_options` lists them: ``documents``, ``topics``, ``types``, ``length``, ``seed``, ...

    Returns
    -------
    Simulated
        Or, of a matrix, a ``scipy.sparse.csr_array`` with documents as rows.

    Raises
    ------
    UsageError
        Naming an option and its range.
    """
    given = _given(_core.simulation_options(model), options, f"a simulation of {model!r}")
    core, files = _core.simulate(model, given, bool(truth))
    if core is None:
        return _array("matrix.npz", files["matrix.npz"])
    return Simulated(Corpus(core), {name.split(".")[0].replace("-", "_"): _array(name, each) for name, each in files.items()})


class SelfTest:
    """What a self-test of a sampler found."""

    def __init__(self, core: _core.SelfTestResult) -> None:
        self._core = core
        self._facts: dict[str, Any] = json.loads(core.json)

    @property
    def passed(self) -> bool:
        """Whether no quantity has ranks that those of a correct sampler exceed once in 1000 times."""
        return self._core.passed

    @property
    def facts(self) -> dict[str, Any]:
        """Model, sampler, whether it is exact by design, and the length of the test."""
        return {name: value for name, value in self._facts.items() if name not in ("quantities", "passed")}

    @property
    def table(self) -> Table:
        """A row for each quantity: its p-value, effective draws, and the data sets in each of 20 bins of the rank."""
        rows = self._core.quantities
        return Table({"quantity": [row.name for row in rows], "p": np.array([row.p for row in rows], dtype=float),
                      "effective_draws": np.array([row.effective_draws for row in rows], dtype=float),
                      "bins": [list(row.bins) for row in rows]})

    @property
    def svg(self) -> str:
        """The ranks of every quantity as a picture."""
        return self._core.svg

    def __repr__(self) -> str:
        outcome = "ranks are those of a correct sampler" if self.passed else "ranks are UNEVEN"
        facts = self.facts
        return f"<SelfTest: {facts['model']}, {facts.get('sampler', '')}, {facts['data_sets']} data sets: {outcome}>\n{self.table!r}"

    def _repr_html_(self) -> str:
        return self.svg


def selftest(
    model: str = "lda",
    *,
    data_sets: int = 500,
    draws: int = 99,
    burn_in: int = 200,
    thin: int | None = None,
    seed: int = 1,
    threads: int = 0,
    **sampler: Any,
) -> SelfTest:
    """Checks by simulation that a sampler draws from the posterior (Talts, Betancourt, Simpson, Vehtari & Gelman 2018).

    Data sets are drawn from the model; the ranks of the true values among the sampler's draws must be uniform.

    Parameters
    ----------
    model
        One that can be tested; the error for another name lists them.
    data_sets
        Drawn from the model.
    draws
        For each data set; one less than a multiple of 20.
    burn_in, thin
        Sweeps before the first draw, and between draws. Default of ``thin``: as the model needs it.
    **sampler
        Options that choose the sampler: ``sampler``, ``z``, ``phi``, ``split_merge``, ...

    Raises
    ------
    UsageError
        Naming an argument and its range.
    """
    if model not in _core.selftest_models():
        raise UsageError(f"`model` is {model!r}; expected one of {', '.join(_core.selftest_models())}", "model", str(model))
    length = _core.SelfTestLength()
    length.data_sets, length.draws = _values.whole("data_sets", data_sets), _values.whole("draws", draws)
    length.burn_in, length.seed = _values.whole("burn_in", burn_in), _values.whole("seed", seed)
    length.thin = 0 if thin is None else _values.whole("thin", thin, 1)
    given = _given(_core.option_table(model), sampler, f"a self-test of {model!r}")
    return SelfTest(_core.selftest(model, given, length, _values.whole("threads", threads)))
