"""What users hand over, as the engine takes it."""

from __future__ import annotations

import datetime
import difflib
import json
import math
import os
from collections.abc import Iterable, Mapping, Sequence, Sized
from typing import Any, TypeAlias

import numpy as np

from ._errors import UsageError


Path: TypeAlias = "str | os.PathLike[str]"


def text(name: str, value: Any) -> str:
    """A text that UTF-8 can hold. @raises UsageError"""
    if not isinstance(value, str):
        raise UsageError(f"`{name}` is {value!r}; expected a text", name, repr(value), "a text")
    return encodable(value, f"`{name}`", name)


def encodable(value: str, what: str, name: str) -> str:
    """The text, if it is one. @raises UsageError saying where half of a pair of surrogates is, which no encoding has"""
    try:
        value.encode()
    except UnicodeEncodeError as error:
        broken = value[max(0, error.start - 10):error.end]
        raise UsageError(f"{what} has {broken!r}, half of a pair of surrogates; expected texts", name, repr(broken)) from None
    return value


def encodable_words(words: list[str], what: str, name: str) -> list[str]:
    """Words, looked at all together, and one by one only to find the broken one. @raises UsageError"""
    try:
        "".join(words).encode()
    except UnicodeEncodeError:
        for word in words:
            encodable(word, what, name)
    return words


def listed(values: Any, name: str) -> list[Any]:
    """The elements of a list, a column of a frame or an Arrow array."""
    if isinstance(values, (str, bytes)) or (isinstance(values, np.ndarray) and values.ndim == 0):
        raise TypeError(f"`{name}` is one text; expected a list")
    if isinstance(values, Mapping) or hasattr(type(values), "columns") or hasattr(type(values), "column_names"):
        raise TypeError(f"`{name}` is a frame or a mapping; expected a list or a column (Corpus.from_frame takes frames)")
    if isinstance(values, np.ndarray) and values.dtype.kind in "mM":
        return [None if np.isnat(each) else str(each) for each in values]
    for method in ("to_pylist", "to_list", "tolist"):
        if hasattr(values, method):
            return list(getattr(values, method)())
    return list(values)


def is_missing(value: Any) -> bool:
    """Whether it is None, NaN, NaT or pandas.NA."""
    if value is None or type(value).__name__ in ("NAType", "NaTType"):
        return True
    return isinstance(value, (float, np.floating)) and math.isnan(value)


def text_of(value: Any, name: str, number: int) -> str:
    """A document's text; "" for a missing one, whose row stays."""
    if is_missing(value):
        return ""
    if not isinstance(value, str):
        raise TypeError(f"`{name}` has a {type(value).__name__} at {number}; expected texts")
    return encodable(str(value), f"`{name}` at {number}", name)


def _json_value(value: Any) -> Any:
    if is_missing(value):
        return None
    if isinstance(value, np.generic):
        return _json_value(value.item())
    if isinstance(value, (datetime.date, datetime.datetime, datetime.time)):
        return value.isoformat()
    if isinstance(value, (bool, int, float, str)):
        return value if not isinstance(value, float) or math.isfinite(value) else str(value)
    if isinstance(value, Mapping):
        return {str(key): _json_value(each) for key, each in value.items()}
    if isinstance(value, (list, tuple, set, np.ndarray)):
        return [_json_value(each) for each in value]
    return str(value)


def metadata_of(columns: Mapping[str, Any] | Sequence[Mapping[str, Any]] | None, n: int) -> list[str]:
    """JSON objects, one for each document, of columns or of one mapping for each document."""
    if columns is None:
        return []
    if hasattr(columns, "columns"):
        raise UsageError("`metadata` is a frame; expected a mapping of columns, such as frame.to_dict('list'), or Corpus.from_frame", "metadata")
    if isinstance(columns, Mapping):
        lists = {str(name): listed(values, f"metadata[{name!r}]") for name, values in columns.items()}
        if len(lists) != len(columns):
            raise UsageError(f"`metadata` has columns of equal names: {', '.join(map(repr, columns))}; expected different texts", "metadata")
        for name, values in lists.items():
            check_length(f"metadata[{name!r}]", values, n)
        rows: list[Mapping[str, Any]] = [{name: values[d] for name, values in lists.items()} for d in range(n)]
    else:
        rows = list(columns)
        check_length("metadata", rows, n)
    made = [json.dumps(_json_value(row), ensure_ascii=False) if row else "" for row in rows]
    return [encodable(each, f"`metadata` at {d}", "metadata") for d, each in enumerate(made)]


def check_length(name: str, values: Sized, n: int) -> None:
    if len(values) != n:
        raise UsageError(f"`{name}` has {len(values)} entries; expected one for each of {n} documents", name)


def folder_path(name: str, folder: Path) -> str:
    """An absolute path, which stays the same when the working folder changes. @raises UsageError"""
    path = os.fspath(folder)
    if isinstance(path, bytes):
        raise UsageError(f"`{name}` is {path!r}; expected a text (os.fsdecode turns bytes into one)", name, repr(path))
    if not path:
        raise UsageError(f"`{name}` is empty; expected the name of a folder", name)
    return os.path.abspath(path)


def ids_of(ids: Any, n: int) -> list[str]:
    if ids is None:
        return []
    made = [encodable(str(each), f"`ids` at {d}", "ids") for d, each in enumerate(listed(ids, "ids"))]
    check_length("ids", made, n)
    return made


def labels_of(labels: Any, n: int) -> list[list[str]]:
    """Lists of labels; a document may have one text instead of a list, or nothing."""
    if labels is None:
        return []
    made: list[list[str]] = []
    for each in listed(labels, "labels"):
        if is_missing(each):
            made.append([])
        elif isinstance(each, (list, tuple, set, frozenset, np.ndarray)):
            made.append([str(label) for label in each if not is_missing(label)])
        else:
            made.append([str(each)])
    check_length("labels", made, n)
    for d, each in enumerate(made):
        for label in each:
            encodable(label, f"`labels` at {d}", "labels")
    return made


def whole(name: str, value: Any, least: int = 0, most: int = 2**32 - 1) -> int:
    """A whole number of a range. @raises UsageError"""
    is_whole = isinstance(value, (int, np.integer)) or (isinstance(value, (float, np.floating)) and float(value).is_integer())
    if isinstance(value, (bool, np.bool_)) or not is_whole or not least <= value <= most:
        expected = f"a whole number from {least}" + (f" to {most}" if most < 2**32 - 1 else "")
        raise UsageError(f"`{name}` is {value!r}; expected {expected}", name, str(value), expected)
    return int(value)


def whole_or_none(name: str, value: Any, least: int = 0) -> int | None:
    return None if value is None else whole(name, value, least)


def chain(number: Any) -> int | None:
    """The number of a chain, or None for the one that is shown."""
    return whole_or_none("chain", number, 1)


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float, np.integer, np.floating)) and not isinstance(value, bool)


def proportion(name: str, value: Any) -> float:
    """A number from 0 to 1. @raises UsageError"""
    if not _is_number(value) or not 0 <= float(value) <= 1:
        raise UsageError(f"`{name}` is {value!r}; expected a number from 0 to 1", name, str(value), "a number from 0 to 1")
    return float(value)


def number(name: str, value: Any) -> float:
    """A number from 0, finite. @raises UsageError"""
    if not _is_number(value) or not math.isfinite(value) or value < 0:
        raise UsageError(f"`{name}` is {value!r}; expected a number from 0", name, str(value), "a number from 0")
    return float(value)


def beside(columns: Mapping[str, Any], added: Mapping[str, Any]) -> dict[str, Any]:
    """Columns with others after them; one of an equal name gets "metadata." before it."""
    made: dict[str, Any] = {}
    for name, values in columns.items():
        while name in added or name in made:
            name = f"metadata.{name}"
        made[name] = values
    return {**made, **added}


def option_text(name: str, value: Any) -> str:
    """The value of an option as the command line takes it."""
    if isinstance(value, (str, os.PathLike)):
        return os.fspath(value)
    if isinstance(value, (bool, np.bool_)):
        raise UsageError(f"`{name}` is {value}; expected a number or a text", name, str(value))
    if isinstance(value, (int, np.integer)):
        return str(int(value))
    if isinstance(value, (float, np.floating)):
        return repr(float(value))
    if isinstance(value, Iterable) and not isinstance(value, (bytes, bytearray, Mapping)):
        return ",".join(option_text(name, each) for each in value) or "none"
    raise TypeError(f"`{name}` is a {type(value).__name__}; expected a number, a text or a list of them")


def choice(name: str, value: str, choices: Mapping[str, Any] | Sequence[str]) -> Any:
    """One of the choices, by its name."""
    if value not in choices:
        raise UsageError(f"`{name}` is {value!r}; expected {', or '.join(choices)}", name, str(value), ", or ".join(choices))
    return choices[value] if isinstance(choices, Mapping) else value


def unknown_option(name: str, known: Iterable[str], what: str) -> UsageError:
    near = difflib.get_close_matches(name, list(known), n=1)
    hint = f"; did you mean `{near[0]}`?" if near else ""
    return UsageError(f"{what} has no option `{name}`{hint}", name)
