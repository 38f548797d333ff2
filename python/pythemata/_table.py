"""Results that a person looks at: columns by name, which every frame library takes."""

from __future__ import annotations

import html
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

Column = npt.NDArray[Any]


def _is_inexact(numbers: list[Any]) -> bool:
    """Whether NumPy would make doubles of whole numbers that these cannot hold."""
    large = any(isinstance(value, (int, np.integer)) and abs(int(value)) > 2**53 for value in numbers)
    return large and np.asarray(numbers).dtype.kind not in "iu"


def column_of(values: Iterable[Any]) -> Column:
    """An array of the values; of texts, lists and missing values an array of objects."""
    if isinstance(values, np.ndarray):
        return values
    listed = list(values)
    if listed and all(isinstance(value, (bool, int, float, np.number)) for value in listed) and not _is_inexact(listed):
        return np.asarray(listed)
    made = np.empty(len(listed), dtype=object)
    made[:] = listed
    return made


def _shown(value: Any) -> str:
    if isinstance(value, (float, np.floating)):
        return f"{value:.4g}"
    if isinstance(value, (list, tuple)):
        return " ".join(map(str, value))
    return str(value)


class Table(dict[str, Column]):
    """Columns of one length by their names.

    A dict of NumPy arrays, so that ``pandas.DataFrame(table)``, ``polars.DataFrame(table)`` and ``pyarrow.table(table)``
    take it as it is. Printed as a table, also in notebooks.
    """

    def __init__(self, columns: Mapping[str, Iterable[Any]] = {}) -> None:  # noqa: B006 (never changed)
        super().__init__({name: column_of(values) for name, values in columns.items()})
        lengths = {len(column) for column in self.values()}
        if len(lengths) > 1:
            raise ValueError(f"columns have different lengths: {sorted(lengths)}")

    @property
    def n_rows(self) -> int:
        """The length of each column."""
        return len(next(iter(self.values()))) if self else 0

    def row(self, number: int) -> dict[str, Any]:
        """One row, by column."""
        return {name: column[number] for name, column in self.items()}

    def rows(self) -> list[dict[str, Any]]:
        """All rows."""
        return [self.row(i) for i in range(self.n_rows)]

    def to_pandas(self) -> Any:
        """A pandas.DataFrame. Needs pandas."""
        import pandas

        return pandas.DataFrame(dict(self))

    def to_polars(self) -> Any:
        """A polars.DataFrame. Needs polars."""
        import polars  # type: ignore[import-not-found, unused-ignore]

        return polars.DataFrame({name: column.tolist() if column.dtype == object else column for name, column in self.items()})

    def to_arrow(self) -> Any:
        """A pyarrow.Table. Needs pyarrow."""
        import pyarrow  # type: ignore[import-not-found, import-untyped, unused-ignore]

        return pyarrow.table({name: column.tolist() if column.dtype == object else column for name, column in self.items()})

    def _cells(self, most: int) -> tuple[list[list[str]], int]:
        shown = [[_shown(value) for value in self.row(i).values()] for i in range(min(most, self.n_rows))]
        return shown, self.n_rows - len(shown)

    def __repr__(self) -> str:
        cells, more = self._cells(60)
        lines = [list(self), *cells]
        widths = [min(100, max(len(line[i]) for line in lines)) for i in range(len(self))]
        rows = ["  ".join(cell[:100].ljust(width) for cell, width in zip(line, widths)).rstrip() for line in lines]
        return "\n".join([*rows, *([f"... {more} more rows"] if more else [])])

    def _repr_html_(self) -> str:
        cells, more = self._cells(60)
        head = "".join(f"<th>{html.escape(name)}</th>" for name in self)
        body = "".join("<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in line) + "</tr>" for line in cells)
        rest = f"<p>... {more} more rows</p>" if more else ""
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{rest}"

    def __reduce__(self) -> tuple[Any, ...]:
        return Table, (dict(self),)
