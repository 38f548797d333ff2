#!/usr/bin/python3
"""Writes python/pythemata/_fit_options.py, the types of all options of a fit, from the tables of the engine.

usage: scripts/python_options.py [--check]   with a Python that has pythemata; --check compares and writes nothing
"""
import json
import pathlib
import sys
import textwrap

from pythemata import _core
from pythemata._options import help_of, range_of

TARGET = pathlib.Path(__file__).resolve().parents[1] / "python" / "pythemata" / "_fit_options.py"
IN_MEMORY = {"seeds", "alpha-weights", "beta-weights", "start-from"}  # fit() has arguments for them
HEAD = '''"""The types of all options of a fit. Made by scripts/python_options.py from the tables of the engine: do not edit."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from typing import Literal, TypedDict


class FitOptions(TypedDict, total=False):
    """The options of a fit, for all models; :func:`pythemata.options` lists those of one, with their defaults and ranges."""
'''


def type_of(infos):
    """The type in Python of the values that an option takes in any model; texts as the command line has them are taken too."""
    choices = list(dict.fromkeys(each for info in infos for each in info.choices))
    if choices:
        one = "Literal[" + ", ".join(json.dumps(each) for each in choices) + "]"
        return f"{one} | Sequence[{one}] | str" if infos[0].list else one
    kinds = {_core.OptionKind.whole: "int", _core.OptionKind.number: "float | str",
             _core.OptionKind.gamma_prior: "tuple[float, float] | str", _core.OptionKind.beta_prior: "tuple[float, float] | str"}
    return " | ".join(dict.fromkeys(kinds.get(info.kind, "str | PathLike[str]") for info in infos))


def sentence(info):
    """What an option of one model is, the values that it takes, and its default."""
    values = "" if info.kind == _core.OptionKind.text and not info.choices else f" Values: {range_of(info)}."
    default = f" Default: {info.otherwise}." if info.otherwise else ""
    return f"{help_of(info).rstrip('.')}.{values}{default}"


def described(models):
    """Paragraphs on an option: one, or one for each group of models that say the same. @param models  by name"""
    groups = {}
    for name, info in models.items():
        groups.setdefault(sentence(info), []).append(name)
    if len(groups) == 1 and len(models) == len(_core.models()):
        return list(groups)
    return [f"{', '.join(names)}: {text}" for text, names in groups.items()]


def docstring(paragraphs):
    """The lines of a docstring."""
    text = [each.replace("\\", "\\\\").replace('"""', "'''") for each in paragraphs]
    text[0] = '"""' + text[0]
    text[-1] += '"""'
    lines = []
    for number, each in enumerate(text):
        lines += ["", *wrapped(each)] if number else wrapped(each)
    return lines


def wrapped(text):
    return textwrap.wrap(text, 118, initial_indent="    ", subsequent_indent="    ", break_long_words=False, break_on_hyphens=False)


def page():
    options = {}
    for model in _core.models():
        for info in _core.option_table(model.name):
            if info.name not in IN_MEMORY:
                options.setdefault(info.name, {})[model.name] = info
    lines = [HEAD]
    for name, models in options.items():
        lines += [f"    {name.replace('-', '_')}: {type_of(list(models.values()))} | None", *docstring(described(models)), ""]
    return "\n".join(lines).rstrip("\n") + "\n"


made = page()
if "--check" in sys.argv[1:]:
    sys.exit(0 if TARGET.read_text() == made else f"{TARGET.name} is not what the engine's tables say; run scripts/python_options.py")
TARGET.write_text(made)
