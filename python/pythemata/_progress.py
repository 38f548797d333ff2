"""How a fit is watched while it runs."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from . import _core
from ._launch import Launched, LaunchedProgress

if TYPE_CHECKING:
    ProgressCallback = Callable[[Sequence[_core.Progress | LaunchedProgress]], Any]
else:  # the site is made without the engine, whose classes have no `|` then
    ProgressCallback = Callable[[Sequence[Any]], Any]
_OPEN_ENDED = 2**32 - 1  # sweeps of a fit that time alone ends


def _in_notebook() -> bool:
    shell = sys.modules.get("IPython")
    return shell is not None and type(shell.get_ipython()).__name__ == "ZMQInteractiveShell"


class _Line:
    """One line on the error output, written anew."""

    def __init__(self) -> None:
        self._width = 0

    def show(self, done: int, total: int | None, text: str) -> None:
        line = f"{done:,} sweeps" if total is None else f"{done:,} of {total:,} sweeps"
        line = f"{line}, {text}"
        sys.stderr.write("\r" + line.ljust(self._width))
        sys.stderr.flush()
        self._width = len(line)

    def close(self) -> None:
        if self._width:
            sys.stderr.write("\n")


class _Bar:
    """The same by tqdm, which also knows notebooks."""

    def __init__(self, tqdm: Any) -> None:
        self._tqdm = tqdm
        self._bar: Any = None

    def show(self, done: int, total: int | None, text: str) -> None:
        if self._bar is None:
            self._bar = self._tqdm(total=total, unit=" sweeps")
        self._bar.total = total
        self._bar.n = done
        self._bar.set_postfix_str(text)

    def close(self) -> None:
        if self._bar is not None:
            self._bar.close()


class Watcher:
    """Shows where the chains of a run are, and its warnings."""

    def __init__(self, progress: bool | ProgressCallback | None) -> None:
        if not (progress is None or isinstance(progress, bool) or callable(progress)):
            raise TypeError(f"`progress` is a {type(progress).__name__}; expected True, False or a function")
        self._callback = progress if callable(progress) else None
        wanted = progress if isinstance(progress, bool) else progress is None and (sys.stderr.isatty() or _in_notebook())
        self._display: _Line | _Bar | None = None
        if wanted:
            try:
                from tqdm.auto import tqdm

                self._display = _Bar(tqdm)
            except ImportError:
                self._display = _Line()
        self._seen: list[tuple[int, int]] = []

    def look(self, run: _core.Run | Launched) -> None:
        for text in run.take_warnings():
            warnings.warn(text, UserWarning, stacklevel=4)
        chains: Sequence[_core.Progress | LaunchedProgress] = run.progress()
        seen = [(chain.chain, chain.sweep) for chain in chains]
        if not chains or seen == self._seen:
            return
        self._seen = seen
        if self._callback is not None:
            self._callback(chains)
        if self._display is not None:
            total = None if chains[0].sweeps >= _OPEN_ENDED else chains[0].sweeps * chains[0].chains
            last = chains[-1]
            text = f"{last.topics:,} topics, log posterior {last.log_posterior:.3f} a token"
            self._display.show(sum(chain.sweep for chain in chains), total, text)

    def close(self) -> None:
        if self._display is not None:
            self._display.close()
