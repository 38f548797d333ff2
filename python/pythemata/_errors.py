"""The exceptions of the package. The engine raises them by name."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._fit import Fit


# Arguments that have another name here than in the engine.
_ARGUMENTS = {"paths": "label_paths", "tree": "label_tree", "row_begins": "matrix", "word_types": "matrix", "output": "path",
              "calibrate": "calibration", "contrast": "contrasts"}
# What only messages name: choices that are flags of the command line.
_CHOICES = {"leave-out-missing": "missing='leave-out'"}


def argument_of(option: str) -> str:
    """The name of an option of the engine as an argument."""
    return _ARGUMENTS.get(option, option.replace("-", "_"))


def python_names(message: str) -> str:
    """Names of options as arguments: the engine writes them with dashes, between backticks."""
    return re.sub(r"`([a-z]+(?:[-_][a-z]+)*)`", lambda found: f"`{_CHOICES.get(found[1], argument_of(found[1]))}`", message)


class ThemataError(Exception):
    """Base of all errors that a user can meet."""


class UsageError(ThemataError, ValueError):
    """An argument, or a combination of arguments, that cannot be used.

    Attributes
    ----------
    option, value, expected : str
        The argument at fault, what it was, and what was expected; empty where no single argument is at fault.
    """

    def __init__(self, message: str, option: str = "", value: str = "", expected: str = "") -> None:
        super().__init__(python_names(message))
        self.option = argument_of(option)
        self.value = value
        self.expected = expected


class InputError(ThemataError, ValueError):
    """A file or a document with wrong content.

    Attributes
    ----------
    file : str
    line : int
        The line, from 1; of documents in memory the number of the document. 0 where it is the file as a whole.
    problem, expected : str
    """

    def __init__(self, message: str, file: str = "", line: int = 0, problem: str = "", expected: str = "") -> None:
        super().__init__(python_names(message))
        self.file = file
        self.line = line
        self.problem = problem
        self.expected = expected


class ResourceError(ThemataError, RuntimeError):
    """The machine lacks something: memory, disk, permission to write."""

    def __init__(self, message: str) -> None:
        super().__init__(python_names(message))


class Cancelled(ThemataError):
    """Work that was stopped before it had a result."""


class ForkError(ThemataError, RuntimeError):
    """The package was used before this process was forked; its threads exist in the other process alone."""

    def __init__(
        self,
        message: str = "pythemata was used before this process was forked, and its threads are not in this process; start "
        "processes by 'spawn' or 'forkserver' (multiprocessing.get_context), or with joblib's loky",
    ) -> None:
        super().__init__(message)  # an argument, so that it reaches the parent of a pool's process


class Interrupted(KeyboardInterrupt):
    """Ctrl-C during a fit, which was stopped and kept.

    Attributes
    ----------
    fit : Fit or None
        What there is: ``fit.resume()`` goes on to the bits of a fit that was never stopped. None where nothing was
        saved yet.
    """

    def __init__(self, fit: Fit | None) -> None:
        super().__init__("the fit was stopped; .fit has what there is, and .fit.resume() goes on")
        self.fit = fit

    def __reduce__(self) -> tuple[type[Interrupted], tuple[Fit | None]]:
        return Interrupted, (self.fit,)
