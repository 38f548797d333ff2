"""What grows with the tokens, in files instead of memory."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

from . import _core


@contextmanager
def scratch(folder: str | os.PathLike[str]) -> Iterator[None]:
    """Keeps what grows with the number of tokens in files of a folder while the block runs.

    For corpora larger than memory: `with tm.scratch("/fast/disk"): tm.fit(corpus, path="fit")`. The system writes out
    what is not in use, and a fit draws one part of the documents after another. The files have no names and are
    gone when what they hold is. All threads share the folder.

    Raises `UsageError` if `folder` is no folder that can be written to, and `ResourceError` where it has no room.
    """
    held = _core.Scratch(os.fspath(folder))
    try:
        yield
    finally:
        held.end()
