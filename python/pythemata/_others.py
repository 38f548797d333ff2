"""A fit in the forms of other libraries, each imported when it is asked for."""

from __future__ import annotations

import html
import io
import json
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
import scipy.special

from . import _core, _values
from ._errors import UsageError

if TYPE_CHECKING:
    from ._fit import Fit


class Report(str):
    """The text of a report, an HTML page. Notebooks show it in place, offline, when it is the last value of a cell."""

    def _repr_html_(self) -> str:
        return (f'<iframe srcdoc="{html.escape(self)}" title="Themata report" sandbox="allow-scripts allow-popups allow-downloads" '
                'style="width: 100%; height: 85vh; min-height: 480px; border: 1px solid #ccc"></iframe>')

    def __repr__(self) -> str:
        return f"<Report: an HTML page of {len(self.encode()) / 1e3:,.0f} kB; fit.report(file) writes it>"


def counts_of(fit: Fit) -> npt.NDArray[np.int32]:
    """n_kv of the draw that is shown, int32[K, V]."""
    sweeps = fit._core.kept_sweeps(None)
    if not sweeps:
        raise UsageError("the fit kept no draws; see its `keep`, `burn_in` and `thin`", "keep")
    draw = fit._core.draw(sweeps[-1], None)
    shape = (draw.n_topics, fit.corpus.n_types)
    cells = draw.topics().astype(np.int64) * shape[1] + fit.corpus.tokens
    return np.bincount(cells, minlength=shape[0] * shape[1]).reshape(shape).astype(np.int32)


def places(names: Iterable[Any], vocabulary: Sequence[str]) -> npt.NDArray[np.int64]:
    """The word type of each name, -1 where the vocabulary lacks it."""
    place = {word: v for v, word in enumerate(vocabulary)}
    return np.array([place.get(str(name), -1) for name in names], dtype=np.int64)


def _for_every(names: Iterable[Any], vocabulary: Sequence[str], of_words: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Columns of word types, K x V, as columns of the names, 0 for those that the vocabulary lacks."""
    columns = places(names, vocabulary)
    made = np.zeros((len(of_words), len(columns)), dtype=of_words.dtype)
    made[:, columns >= 0] = of_words[:, columns[columns >= 0]]
    return made


def intervals(mean: npt.NDArray[Any], sd: npt.NDArray[Any], level: float) -> dict[str, npt.NDArray[np.float64]]:
    """Quantiles of Beta distributions with these moments. The value itself where it is certain; 0 to 1 where no Beta
    distribution has them, since they are further apart than any has."""
    if not 0 < _values.proportion("level", level) < 1:
        raise UsageError(f"`level` is {level}; expected a number above 0 and below 1", "level", str(level))
    m, s = mean.astype(np.float64), sd.astype(np.float64)
    certain = s == 0
    total = np.zeros(len(m))
    np.divide(m * (1 - m), s**2, out=total, where=~certain)
    total -= 1
    spread = ~certain & (total > 0)
    made = {"mean": m, "sd": s}
    for name, p, widest in (("low", (1 - level) / 2, 0), ("high", (1 + level) / 2, 1)):
        end = np.where(certain, m, widest)
        end[spread] = scipy.special.betaincinv(m[spread] * total[spread], (1 - m[spread]) * total[spread], p)
        made[name] = end
    return made


def to_pyldavis(fit: Fit) -> dict[str, Any]:
    used = np.flatnonzero(fit.corpus.lengths > 0)
    phi, theta = fit.topic_word.astype(np.float64), fit.document_topic[used].astype(np.float64)
    return {
        "topic_term_dists": phi / phi.sum(1, keepdims=True),
        "doc_topic_dists": theta / theta.sum(1, keepdims=True),
        "doc_lengths": fit.corpus.lengths[used],
        "vocab": fit.corpus.vocabulary,
        "term_frequency": np.bincount(fit.corpus.tokens, minlength=fit.corpus.n_types),
    }


def to_xarray(fit: Fit) -> Any:
    import xarray

    tables = []
    for chain in fit.chains:
        names, columns, burn_in = fit._core.trace(chain)
        rows = columns[names.index("sweep")] > burn_in
        tables.append(dict(zip(names, columns[:, rows])))
    common = [name for name in tables[0] if all(name in table for table in tables)]
    n = min(len(table["sweep"]) for table in tables)
    values = {name: (("chain", "draw"), np.stack([table[name][len(table[name]) - n :] for table in tables])) for name in common}
    return xarray.Dataset(values, coords={"chain": fit.chains, "draw": np.arange(n)}, attrs={"model": fit.model})


def to_anndata(fit: Fit, adata: Any, key: str) -> None:
    if list(adata.obs_names) != fit.corpus.ids:
        raise UsageError("`adata` has other cells than the fit's corpus, or another order of them", "adata")
    adata.obsm[key] = fit.document_topic.copy()
    adata.varm[key] = _for_every(adata.var_names, fit.corpus.vocabulary, fit.topic_word).T
    if fit.document_topic_sd is not None:
        adata.obsm[key + "_sd"] = fit.document_topic_sd.copy()
    adata.uns[key] = {"model": fit.model, "options": fit.options, "settled": fit.settled, "verdict": fit.verdict}


def to_pycistopic(fit: Fit, prefix: str, regions: Iterable[str] | None) -> list[str]:
    import polars

    names = fit.corpus.vocabulary if regions is None else [str(region) for region in regions]
    lacking = set(fit.corpus.vocabulary) - set(names)
    if lacking:
        raise UsageError(f"`regions` lacks {min(lacking)!r} and {len(lacking) - 1} more words of the corpus", "regions")
    counts = _for_every(names, fit.corpus.vocabulary, counts_of(fit))
    trace = fit.trace()
    last = {name: float(column[-1]) for name, column in trace.items()}
    parameters = {
        "backend": "mallet",  # pycisTopic opens the files of two programs, by the same code but for this name
        "engine": "themata", "engine_version": _core.version(), "model": fit.model, "output_prefix": prefix,
        "n_topics": fit.n_topics, "alpha": last.get("alpha"), "alpha_by_topic": False,
        "eta": last.get("beta"), "eta_by_topic": False,
        "iterations": int(last["sweep"]), "random_seed": int(fit.options["seed"]), "settled": fit.settled, "verdict": fit.verdict,
    }
    frames = {"cell_topic_probabilities": fit.document_topic, "region_topic_counts": counts}
    files = [f"{prefix}.{fit.n_topics}_topics.{name}" for name in (*(f"{each}.parquet" for each in frames), "parameters.json")]
    for file, (name, array) in zip(files, frames.items()):
        content = io.BytesIO()
        polars.Series(name, array).to_frame().write_parquet(content)
        _core.write_bytes(file, content.getvalue())
    _core.write_bytes(files[-1], (json.dumps(parameters, indent=2) + "\n").encode())
    return files


def plot_trace(fit: Fit, quantities: Sequence[str] | None, axes: Any) -> Any:
    import matplotlib.pyplot as plt

    tables = {chain: fit.trace(chain) for chain in fit.chains}
    known = [name for name in next(iter(tables.values())) if name not in ("sweep", "seconds")]
    if isinstance(quantities, str):
        quantities = [quantities]
    shown = list(quantities) if quantities is not None else [name for name in ("word_part", "topics", "alpha", "beta") if name in known]
    if not shown:
        raise UsageError("`quantities` is empty; expected columns of the trace", "quantities")
    for name in shown:
        _values.choice("quantities", name, known)
    if axes is None:
        _, axes = plt.subplots(len(shown), 1, sharex=True, squeeze=False, figsize=(8, 1.2 + 1.7 * len(shown)), layout="constrained")
    each = np.ravel(np.asarray(axes, dtype=object))
    if len(each) != len(shown):
        raise UsageError(f"`axes` has {len(each)} axes; expected {len(shown)}, one for each quantity", "axes")
    for axis, name in zip(each, shown):
        for chain, table in tables.items():
            axis.plot(table["sweep"], table[name], linewidth=1, label=f"chain {chain}")
        axis.set_ylabel(name)
        axis.axvspan(0, fit._core.trace(None)[2], color="0.9", zorder=0)
    each[0].set_title(fit.verdict or "not complete", fontsize="medium", loc="left", wrap=True)
    each[0].legend(fontsize="small")
    each[-1].set_xlabel("sweep (grey: burn-in)")
    return each
