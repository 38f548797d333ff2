"""How topics vary with the documents' metadata."""

from __future__ import annotations

import os
import warnings
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _core, _values
from ._errors import python_names
from ._table import Table
from ._values import Path

if TYPE_CHECKING:
    from ._fit import Fit


def _estimates(rows: Sequence[_core.Estimate]) -> dict[str, Any]:
    names = ("mean", "sd", "low", "high", "above_zero")
    return {name: np.array([getattr(row, name) for row in rows], dtype=float) for name in names}


def _topics(topics: Sequence[_core.EffectTopic]) -> Table:
    return Table(
        {
            "topic": np.array([topic.number for topic in topics], dtype=int),
            "name": [topic.name for topic in topics],
            "words": [topic.words for topic in topics],
            "proportion": np.array([topic.proportion for topic in topics], dtype=float),
            "draws": np.array([topic.draws for topic in topics], dtype=int),
            "everywhere": np.array([topic.everywhere for topic in topics], dtype=bool),
        }
    )


class _Picture:
    """What both results share: an .svg picture, which a notebook shows."""

    _core: Any

    @property
    def chains(self) -> list[int]:
        """The chains that it is of."""
        return list(self._core.chains)

    @property
    def topics(self) -> Table:
        """A row for each topic: number, name, words, mean proportion, and in how many of the kept draws it is found; those
        that are not in at least half of the draws of every chain (``everywhere``) have no estimates."""
        return _topics(self._core.topics)

    def svg(self, file: Path | None = None) -> str:
        """The picture as the text of an .svg file, written where a file is named."""
        text: str = self._core.svg()
        if file is not None:
            _core.write_bytes(os.fspath(file), text.encode())
        return text

    def _repr_html_(self) -> str:
        return self.svg()


class Effect(_Picture):
    """Effects of metadata on topic proportions, with credible intervals (:meth:`Fit.effect`).

    ``low`` and ``high`` of all tables are the ends of the intervals, ``above_zero`` the probability that the quantity is above
    0. All are proportions: .01 is one percentage point.
    """

    def __init__(self, core: _core.EffectResult) -> None:
        self._core = core

    @property
    def formula(self) -> str:
        """As it was given."""
        return str(self._core.formula)

    @property
    def documents(self) -> int:
        """How many documents the regression has; those without words are not among them."""
        return int(self._core.documents)

    @property
    def coefficients(self) -> Table:
        """A row for each topic and column of the regression."""
        core = self._core
        topics = [topic.number for topic in core.topics for _ in core.columns]
        return Table({"topic": np.array(topics, dtype=int), "column": list(core.columns) * len(core.topics),
                      **_estimates([row for rows in core.coefficients for row in rows])})

    @property
    def contrasts(self) -> Table:
        """A row for each topic and difference: the mean proportion at ``value`` less that at ``baseline``, all else as it is."""
        core = self._core
        pairs = [(i, contrast) for i in range(len(core.topics)) for contrast in core.contrasts]
        return Table({"topic": np.array([core.topics[i].number for i, _ in pairs], dtype=int),
                      "variable": [contrast.variable for _, contrast in pairs],
                      "value": [contrast.from_ for _, contrast in pairs],
                      "baseline": [contrast.to for _, contrast in pairs],
                      **_estimates([contrast.estimates[i] for i, contrast in pairs])})

    @property
    def curves(self) -> Table:
        """A row for each topic, variable and value: the mean proportion if all documents had that value. ``place`` is the value
        as a number (dates as years), NaN for levels."""
        core = self._core
        rows = [(i, curve, p) for i in range(len(core.topics)) for curve in core.curves for p in range(len(curve.values))]
        places = [curve.places[p] if curve.places else np.nan for _, curve, p in rows]
        return Table({"topic": np.array([core.topics[i].number for i, _, _ in rows], dtype=int),
                      "variable": [curve.variable for _, curve, _ in rows],
                      "value": [curve.values[p] for _, curve, p in rows],
                      "place": np.array(places, dtype=float),
                      **_estimates([curve.estimates[i][p] for i, curve, p in rows])})

    def __repr__(self) -> str:
        return f"{self.formula}: {self.documents} documents, chains {self.chains}\n{self.contrasts!r}"


class Trends(_Picture):
    """Topics by period of a metadata field, with credible intervals (:meth:`Fit.trends`)."""

    def __init__(self, core: _core.TrendsResult) -> None:
        self._core = core

    @property
    def periods(self) -> Table:
        """A row for each period: its name, its documents and their tokens."""
        rows = self._core.periods
        return Table({"period": [row.name for row in rows], "documents": np.array([row.documents for row in rows], dtype=int),
                      "tokens": np.array([row.tokens for row in rows], dtype=int)})

    @property
    def table(self) -> Table:
        """A row for each topic and period: the mean proportion with its interval, whether it is a burst, the words with most of
        the topic's tokens there, and those that are more frequent than in the topic's other periods."""
        core = self._core
        pairs = [(topic.number, period.name, cell) for topic, cells in zip(core.topics, core.cells)
                 for period, cell in zip(core.periods, cells)]
        estimates = _estimates([cell.proportion for _, _, cell in pairs])
        del estimates["above_zero"]
        return Table({"topic": np.array([number for number, _, _ in pairs], dtype=int),
                      "period": [period for _, period, _ in pairs], **estimates,
                      "burst": np.array([cell.is_burst for _, _, cell in pairs], dtype=bool),
                      "words": [cell.words for _, _, cell in pairs], "changed": [cell.changed for _, _, cell in pairs]})

    def __repr__(self) -> str:
        return f"topics by {self._core.by}: {len(self._core.periods)} periods, chains {self.chains}\n{self.table!r}"


def _warn(texts: Sequence[str]) -> None:
    """Of a result that a method of a fit has asked this module for."""
    for text in texts:
        warnings.warn(python_names(text), UserWarning, stacklevel=4)


def effect(fit: Fit, formula: str, *, topics: Sequence[int], contrasts: Sequence[str], references: Mapping[str, str],
           interval: float, missing: str, chain: int | None, threads: int) -> Effect:
    """See :meth:`Fit.effect`."""
    options = _core.EffectOptions()
    options.formula = _values.text("formula", formula)
    options.topics = [_values.whole("topics", topic) for topic in topics]
    options.contrasts = [_values.text("contrasts", contrast) for contrast in contrasts]
    options.references = {str(name): str(level) for name, level in references.items()}
    options.interval = _values.proportion("interval", interval)
    options.leave_out_missing = _values.choice("missing", missing, _MISSING)
    core = _core.effect(fit._core, options, _values.chain(chain), _values.whole("threads", threads))
    _warn(core.warnings)
    return Effect(core)


def trends(fit: Fit, by: str, *, period: str | float | None, topics: Sequence[int], interval: float, words: int, burst: float,
           missing: str, chain: int | None, threads: int) -> Trends:
    """See :meth:`Fit.trends`."""
    options = _core.TrendOptions()
    options.by = _values.text("by", by)
    options.period = "" if period is None else str(period)
    options.topics = [_values.whole("topics", topic) for topic in topics]
    options.interval = _values.proportion("interval", interval)
    options.words = _values.whole("words", words, 1)
    options.burst = _values.number("burst", burst)
    options.leave_out_missing = _values.choice("missing", missing, _MISSING)
    core = _core.trends(fit._core, options, _values.chain(chain), _values.whole("threads", threads))
    _warn(core.warnings)
    return Trends(core)


_MISSING = {"error": False, "leave-out": True}
