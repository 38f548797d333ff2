"""Small corpora that the tests share."""

import os
import pathlib
import random
import signal
import shutil
import threading

import pytest

import pythemata as tm

TOPICS = {
    "garden": "rose soil seed bloom rain leaf root spade water compost".split(),
    "harbour": "sail anchor tide crew deck storm rope captain harbour mast".split(),
    "kitchen": "bread oven flour salt butter knife recipe sugar dough spoon".split(),
}


def made_texts(n=60, seed=1):
    """Texts of one topic each, by turns."""
    draw, names = random.Random(seed), list(TOPICS)
    return [" ".join(draw.choices(TOPICS[names[d % 3]], k=20)) for d in range(n)]


@pytest.fixture(scope="session")
def texts():
    return made_texts()


@pytest.fixture(scope="session")
def corpus(texts):
    return tm.Corpus.from_texts(texts, ids=[f"d{i}" for i in range(len(texts))])


@pytest.fixture(scope="session")
def fit(corpus):
    """Of three topics that stay the same, with two chains."""
    return tm.fit(corpus, "lda", topics=3, sweeps=200, chains=2, seed=1, progress=False)


@pytest.fixture(scope="session")
def hdp(corpus):
    return tm.fit(corpus, "hdp", sweeps=100, chains=1, seed=1, progress=False)


@pytest.fixture(scope="session")
def program():
    """The command line; a test that needs it is skipped where it was not built."""
    path = os.environ.get("THEMATA_PROGRAM") or shutil.which("themata")
    if path is None:
        pytest.skip("needs the program: set THEMATA_PROGRAM")
    return pathlib.Path(path)


@pytest.fixture
def ctrl_c():
    """Python's own handler, which a program that was started in the background lacks; sends SIGINT after some seconds."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield lambda seconds: threading.Timer(seconds, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    signal.signal(signal.SIGINT, before)
