"""Fits by several processes."""

import os
import pathlib
import shutil

import numpy as np
import pytest

import pythemata as tm

LAUNCHER = ["mpiexec", "-n", "3"]


@pytest.fixture(autouse=True)
def mpi(program, monkeypatch):
    path = pathlib.Path(program).with_name("themata-mpi")
    if not path.exists() or shutil.which("mpiexec") is None:
        pytest.skip("needs MPI and the program themata-mpi")
    monkeypatch.setenv("THEMATA_MPI", str(path))
    for name in ("OMPI_ALLOW_RUN_AS_ROOT", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "OMPI_MCA_rmaps_base_oversubscribe"):
        monkeypatch.setenv(name, "1")


OPTIONS = {"topics": 3, "sweeps": 60, "chains": 1, "seed": 5, "blocks": 4}


def test_the_bits_are_those_of_one_process(corpus, tmp_path):
    alone = tm.fit(corpus, "lda", **OPTIONS, progress=False)
    seen = []
    together = tm.fit(corpus, "lda", **OPTIONS, path=tmp_path / "fit", launcher=LAUNCHER, progress=seen.append)
    assert together.complete
    assert together.manifest["chains"][0]["state_hash"] == alone.manifest["chains"][0]["state_hash"]
    assert np.array_equal(together.topic_word, alone.topic_word)
    assert (tmp_path / "fit-corpus").is_dir()
    assert seen[-1][0].sweep <= 60 and seen[-1][0].chains == 1 and seen[-1][0].topics == 3


def test_a_corpus_on_the_disk_stays_where_it_is(corpus, tmp_path):
    corpus.save(tmp_path / "corpus")
    opened = tm.Corpus.open(tmp_path / "corpus")
    assert opened.folder == str(tmp_path / "corpus") and corpus.folder is None
    tm.fit(opened, "lda", **OPTIONS, path=tmp_path / "fit", launcher=LAUNCHER, progress=False)
    assert not (tmp_path / "fit-corpus").exists()


@pytest.mark.parametrize("given, message", [
    ({"launcher": LAUNCHER}, "`launcher` needs `path`"),
    ({"launcher": "mpiexec", "path": "fit"}, "expected one such as"),
    ({"launcher": ["no-such-launcher"], "path": "fit"}, "not on the PATH"),
    ({"launcher": LAUNCHER, "path": "fit", "seeds": [["rose"]]}, "`seeds` is in memory"),
    ({"launcher": LAUNCHER, "path": "fit", "blocking": False}, "`blocking`"),
    ({"launcher": LAUNCHER, "path": "fit", "sampler": "collapsed", "blocks": None}, "for one process"),
])
def test_what_cannot_be(corpus, tmp_path, monkeypatch, given, message):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(tm.UsageError, match=message):
        tm.fit(corpus, "lda", **{**OPTIONS, **given}, progress=False)
    assert not os.path.exists("fit")


def test_a_model_that_several_processes_cannot_sample(corpus, tmp_path):
    with pytest.raises(tm.UsageError, match="expected lda, hdp, hpc or pcm"):
        tm.fit(corpus, "dmm", path=tmp_path / "fit", launcher=LAUNCHER, progress=False)


def test_ctrl_c_saves_it(corpus, tmp_path, ctrl_c):
    ctrl_c(3)
    with pytest.raises(tm.Interrupted) as stopped:
        tm.fit(corpus, "lda", **{**OPTIONS, "sweeps": 2_000_000}, trace_every=1000, path=tmp_path / "fit", launcher=LAUNCHER, progress=False)
    assert not stopped.value.fit.complete and stopped.value.fit.manifest["chains"][0]["sweep"] > 0
