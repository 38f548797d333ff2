"""Grids whose fits are spread over processes."""

import pytest

import pythemata as tm

joblib = pytest.importorskip("joblib")
GRID = {"topics": [2, 3], "seed": [1, 2], "sweeps": 40}


def table_of(grid):
    table = grid.table
    return {name: list(table[name]) for name in ("topics", "seed", "per_word", "npmi", "stability", "log_posterior")}


def test_any_backend_gives_the_same_numbers(corpus, tmp_path):
    alone = table_of(tm.sweep(corpus, **GRID, threads=1))
    assert table_of(tm.sweep(corpus, **GRID, path=tmp_path / "loky", backend="loky", jobs=2)) == alone
    corpus.save(tmp_path / "corpus")
    opened = tm.Corpus.open(tmp_path / "corpus")
    assert table_of(tm.sweep(opened, **GRID, path=tmp_path / "threads", backend="threading", jobs=2)) == alone
    assert not (tmp_path / "threads-corpus").exists()


def test_dask(corpus, tmp_path):
    distributed = pytest.importorskip("distributed")
    alone = table_of(tm.sweep(corpus, **GRID, threads=1))
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster, distributed.Client(cluster):
        assert table_of(tm.sweep(corpus, **GRID, path=tmp_path / "grid", backend="dask")) == alone


def test_what_cannot_be(corpus, tmp_path):
    with pytest.raises(tm.UsageError, match="`backend` needs `path`"):
        tm.sweep(corpus, **GRID, backend="loky")
    with pytest.raises(tm.UsageError, match="`topics`"):
        tm.sweep(corpus, topics=["x"], path=tmp_path / "grid", backend="threading")
