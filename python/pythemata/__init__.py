"""Topics of document collections by exact Markov chain Monte Carlo, and how sure they are.

    import pythemata as tm

    corpus = tm.Corpus.from_texts(texts, min_documents=5)
    fit = tm.fit(corpus, model="hdp", seed=1)
    print(fit.verdict)
    print(fit.topics())
    fit.report("report.html")
"""

from ._core import version as _version
from ._corpus import Corpus
from ._effects import Effect, Trends
from ._errors import Cancelled, ForkError, InputError, Interrupted, ResourceError, ThemataError, UsageError
from ._fit import Draw, Fit, Run, fit
from ._fit_options import FitOptions
from ._options import models, options, simulation_options, simulations
from ._others import Report
from ._results import (
    Comparison,
    CrossValidation,
    Diagnosis,
    Grid,
    HeldOut,
    Inferred,
    Labels,
    Quality,
    compare,
    consensus,
    corpus_formats,
    cross_validate,
    fit_formats,
    infer,
    label,
    quality,
    read_mallet_state,
    sweep,
)
from ._results import held_out as evaluate
from ._scratch import scratch
from ._simulate import SelfTest, Simulated, selftest, simulate
from ._table import Table

__version__ = _version()

__all__ = [
    "Cancelled",
    "Comparison",
    "Corpus",
    "CrossValidation",
    "Diagnosis",
    "Draw",
    "Effect",
    "Fit",
    "FitOptions",
    "ForkError",
    "Grid",
    "HeldOut",
    "Inferred",
    "InputError",
    "Interrupted",
    "Labels",
    "Quality",
    "Report",
    "ResourceError",
    "Run",
    "SelfTest",
    "Simulated",
    "Table",
    "ThemataError",
    "Trends",
    "UsageError",
    "__version__",
    "compare",
    "consensus",
    "corpus_formats",
    "cross_validate",
    "evaluate",
    "fit",
    "fit_formats",
    "infer",
    "label",
    "models",
    "options",
    "quality",
    "read_mallet_state",
    "scratch",
    "selftest",
    "simulate",
    "simulation_options",
    "simulations",
    "sweep",
]
