"""What --output may name: links stay links, and nothing that is read or that is no file is replaced."""
import os
import shutil
import signal
import stat
import subprocess
import sys
import textwrap
import time

import pytest
from conftest import PROGRAM, ROOT, names_in


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


def in_shell(line, folder):
    return subprocess.run(["bash", "-c", line], cwd=folder, capture_output=True, timeout=300)


@pytest.mark.parametrize("words", WRITERS)
def test_standard_output_is_an_output(words, themata, fit, tmp_path):
    """In a pipe, and at the end of a file; with nothing else in it, and what the command prints on standard error."""
    usual = themata(*words.split(), "--output", "usual")
    assert usual.returncode == 0
    expected = (tmp_path / "usual").read_bytes()
    for name in ("-", "/dev/stdout", "/dev/fd/1"):
        done = in_shell(f"set -o pipefail; {PROGRAM} {words} --output {name} | cat", tmp_path)
        assert done.returncode == 0 and done.stdout == expected, done.stderr
        summary = [line for line in usual.stdout.splitlines() if "usual" not in line]
        assert all(line in done.stderr.decode() for line in summary)
    (tmp_path / "log").write_text("first\n")
    assert in_shell(f"{PROGRAM} {words} --output - >> log", tmp_path).returncode == 0
    assert (tmp_path / "log").read_bytes() == b"first\n" + expected
    assert in_shell(f"{PROGRAM} {words} --output >(cat > other); sleep 1", tmp_path).returncode == 0
    assert (tmp_path / "other").read_bytes() == expected
    assert in_shell(f"{PROGRAM} {words} --output /dev/null", tmp_path).returncode == 0
    assert not list(tmp_path.glob(".*partial*")) and stat.S_ISCHR(os.stat("/dev/null").st_mode)


@pytest.mark.parametrize("words", WRITERS)
def test_a_stream_that_takes_nothing_is_exit_4(words, fit, tmp_path):
    done = in_shell(f"{PROGRAM} {words} --output - > /dev/full", tmp_path)
    assert done.returncode == 4 and b"cannot" in done.stderr and b"No space left" in done.stderr
    assert b"standard output" in done.stderr and b"/dev/fd" not in done.stderr


def test_formats_of_several_files_need_a_name(themata, fit, tmp_path):
    before = names_in(tmp_path)
    for words in ("export corpus --format ldac", "export fit --format doc-topics --as npy", "infer fit corpus --format npz",
                  "export fit --format theta-draws"):
        done = themata(*words.split(), "--output", "-")
        assert done.returncode == 2 and "this format has several files" in done.stderr and done.stdout == "", words
    done = themata(*"export fit --format draws --output -".split())
    assert done.returncode == 2 and "--format draws writes a folder" in done.stderr
    assert names_in(tmp_path) == before


def test_a_log_that_is_standard_error_is_kept(themata, fit, tmp_path):
    (tmp_path / "log").write_text("before\n")
    done = in_shell(f"{PROGRAM} export fit --format topic-keys --output /dev/stderr 2>> log", tmp_path)
    text = (tmp_path / "log").read_text()
    assert done.returncode == 0 and text.startswith("before\n") and len(text.splitlines()) > 2


@pytest.mark.parametrize("opened", ["", "9< /dev/null"])
def test_a_stream_that_cannot_be_written_is_refused_before_the_work(themata, fit, tmp_path, opened):
    done = in_shell(f"{PROGRAM} export fit --format topic-keys --output /dev/fd/9 {opened}", tmp_path)
    assert done.returncode == 4 and b"/dev/fd/9: cannot write" in done.stderr


def test_two_outputs_are_not_both_standard_output(themata, fit):
    done = themata(*"label fit corpus --output - --scores /dev/stdout".split())
    assert done.returncode == 2 and "--scores and --output are the same file" in done.stderr


@pytest.mark.parametrize("words", WRITERS)
def test_parts_of_folders_are_refused(words, themata, fit, tmp_path):
    before = contents(fit) | contents(tmp_path / "corpus")
    for output, message in (("fit/manifest.json", "fit/manifest.json: is part of"), ("fit/trace-1.csv", "is part of"),
                            ("fit/draws/chain-1-sweep-00000040.npz", "is part of"), ("corpus/tokens.npy", "is part of")):
        done = themata(*words.split(), "--output", output)
        assert done.returncode == 2 and message in done.stderr and done.stdout == "", output
    assert contents(fit) | contents(tmp_path / "corpus") == before


def test_the_guide_reads_as_many_words_as_there_are(fit, tmp_path):
    guide = (ROOT / "docs/guide/fit.md").read_text().split("    import numpy, scipy.sparse\n")[1].split("\n\n")[0]
    code = "import numpy, scipy.sparse\n" + textwrap.dedent(guide) + "\nprint(phi.shape, len(words), counts.shape)"
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", code], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("(3, 30) 30 (40, 3)"), done.stdout


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
