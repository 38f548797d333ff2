"""The engine's tables of options, for a person to look at."""

from __future__ import annotations

from collections.abc import Sequence

from . import _core
from ._errors import python_names
from ._table import Table


def range_of(info: _core.OptionInfo) -> str:
    """The values that an option takes, in words."""
    if info.choices:
        return (", " if info.list else " or ").join(info.choices)
    if info.kind == _core.OptionKind.gamma_prior:
        return "SHAPE,RATE"
    if info.kind == _core.OptionKind.beta_prior:
        return "A,B"
    if info.kind == _core.OptionKind.text:
        return "text"
    kind = "whole numbers" if info.kind == _core.OptionKind.whole else "numbers"
    unbounded = info.most >= (2**32 - 1 if info.kind == _core.OptionKind.whole else 1e300)
    least = f" from {info.least:g}" if info.least > -1e300 else ""
    return kind + least + ("" if unbounded else f" to {info.most:g}")


def help_of(info: _core.OptionInfo) -> str:
    """What an option is, with the names that arguments have."""
    return python_names(info.help).replace("`", "")


def table_of(rows: Sequence[_core.OptionInfo]) -> Table:
    return Table(
        {
            "option": [row.name.replace("-", "_") for row in rows],
            "default": [row.otherwise for row in rows],
            "values": [range_of(row) for row in rows],
            "group": [row.heading for row in rows],
            "help": [help_of(row) for row in rows],
        }
    )


def options(model: str) -> Table:
    """The options of a model: name, default ("" where it is left to the program), range or choices, help.

    Raises
    ------
    UsageError
        Naming the models.
    """
    return table_of(_core.option_table(model))


def models() -> Table:
    """The models that can be fitted: name, and what each is."""
    rows = _core.models()
    return Table({"model": [row.name for row in rows], "title": [row.title for row in rows]})


def simulations() -> Table:
    """What :func:`simulate` draws: name, and what each is."""
    rows = _core.simulations()
    return Table({"simulation": [row.name for row in rows], "title": [row.title for row in rows]})


def simulation_options(simulation: str) -> Table:
    """The options of a simulation: name, default ("" where there is none), range or choices, group, help.

    Raises
    ------
    UsageError
        Naming the simulations.
    """
    return table_of(_core.simulation_options(simulation))
