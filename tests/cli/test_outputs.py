"""What --output may name: links stay links, and nothing that is read or that is no file is replaced."""
import os
import shutil
import signal
import stat
import subprocess
import time

import pytest
from conftest import PROGRAM, names_in


@pytest.fixture
def fit(themata, tmp_path):
    for words in ("simulate lda --documents 40 --types 30 --topics 3 --length 20 --output corpus",
                  "fit corpus --topics 3 --sweeps 40 --trace-every 1 --output fit"):
        done = themata(*words.split())
        assert done.returncode == 0, done.stderr
    return tmp_path / "fit"


WRITERS = ["infer fit corpus", "evaluate fit --held-out corpus", "diagnose fit", "export fit --format topic-keys", "report fit"]


def contents(folder):
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("words", WRITERS)
def test_a_link_is_followed(words, themata, fit, tmp_path):
    (tmp_path / "real.txt").write_text("old")
    os.symlink("real.txt", tmp_path / "link.txt")
    done = themata(*words.split(), "--output", "link.txt")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "link.txt").is_symlink() and (tmp_path / "real.txt").read_text() not in ("", "old")


@pytest.mark.parametrize("words", WRITERS)
def test_pipes_and_parts_of_folders_are_refused(words, themata, fit, tmp_path):
    os.mkfifo(tmp_path / "pipe")
    before = contents(fit) | contents(tmp_path / "corpus")
    for output, message in (("pipe", "pipe: is a device or a pipe; expected the name of a file"),
                            ("fit/manifest.json", "fit/manifest.json: is part of"), ("fit/trace-1.csv", "is part of"),
                            ("fit/draws/chain-1-sweep-00000040.npz", "is part of"), ("corpus/tokens.npy", "is part of")):
        done = themata(*words.split(), "--output", output)
        assert done.returncode == 2 and message in done.stderr and done.stdout == "", output
    assert contents(fit) | contents(tmp_path / "corpus") == before
    assert stat.S_ISFIFO((tmp_path / "pipe").stat().st_mode)


def test_a_report_in_the_fit_folder_is_a_persons_own(themata, fit):
    for _ in range(2):
        assert themata("report", "fit").returncode == 0
        assert themata("report", "fit", "--output", "fit/report.html").returncode == 0


def test_a_complete_fit_that_lacks_draws_is_refused(themata, fit, tmp_path):
    (fit / "draws/chain-1-sweep-00000030.npz").unlink()
    for words in ("infer fit corpus --output out.tsv", "evaluate fit --held-out corpus", "topics fit", "diagnose fit"):
        done = themata(*words.split())
        assert done.returncode == 3 and "fit/draws: has 19 draws of chain 1" in done.stderr, words
    shutil.rmtree(fit / "draws")
    assert themata("topics", "fit").returncode == 3


@pytest.mark.parametrize("words", ["topics fit --exclusivity-weight nan", "evaluate fit --exclusivity-weight nan",
                                   "human-eval fit --output tasks --exclusivity-weight nan", "compare fit fit --limit nan",
                                   "import x --output y --max-document-share nan"])
def test_nan_is_no_number(words, themata, fit):
    done = themata(*words.split())
    assert done.returncode == 2 and "nan is not a number from 0 to 1" in done.stderr and done.stdout == ""


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("words, begun", [("infer fit corpus --sweeps 4000000 --output out", ".out.partial-*"),
                                          ("selftest --data-sets 100000 --output out", ".out.partial-*"),
                                          ("evaluate fit --folds 3 --sweeps 4000000", ".fit*.partial-*")])
def test_an_interrupt_takes_what_was_being_written(words, begun, sent, themata, fit, tmp_path):
    before = names_in(tmp_path)
    running = subprocess.Popen([PROGRAM, *words.split()], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 30
    while not list(tmp_path.glob(begun)) and running.poll() is None and time.monotonic() < deadline:
        time.sleep(0.01)
    assert list(tmp_path.glob(begun)), "nothing was begun"
    running.send_signal(sent)
    said, complaint = running.communicate(timeout=30)
    assert running.returncode == 130 and said == "" and "interrupted" in complaint
    assert names_in(tmp_path) == before
