"""A corpus larger than memory: what grows with the tokens is in files, and the results are those in memory."""
import filecmp
import os
import shutil
import subprocess

import pytest
from conftest import manifest

ZIPF = "zipf --documents 3000 --types 800 --tokens 90000 --topics 10 --seed 4".split()
FIT = "--sweeps 12 --chains 2 --trace-every 4 --keep 2 --seed 3 --threads 2".split()


@pytest.fixture
def corpus(themata, tmp_path):
    assert themata("simulate", *ZIPF, "--output", "corpus").returncode == 0
    (tmp_path / "scratch").mkdir()
    return "corpus"


@pytest.mark.parametrize("model", [["lda", "--topics", "5"], ["lda", "--topics", "200"], ["hdp"], ["hdp", "--split-merge", "2"], ["franchise"]],
                         ids=["lda", "lda-200", "hdp", "hdp-split-merge", "franchise"])
def test_a_fit_in_files_is_that_in_memory(themata, tmp_path, corpus, model):
    for name, where in (("memory", []), ("files", ["--scratch", "scratch"])):
        done = themata("fit", corpus, "--model", *model, *FIT, *where, "--output", name)
        assert done.returncode == 0, done.stderr
        done = themata("resume", name, "--sweeps", 16, *where)
        assert done.returncode == 0, done.stderr
    for chain, other in zip(manifest(tmp_path / "memory")["chains"], manifest(tmp_path / "files")["chains"]):
        assert chain["state_hash"] == other["state_hash"]
    counts = ["topic-word-1.npz", "document-topic-2.npz", "topics-1.tsv", "topics-2.tsv"]
    assert filecmp.cmpfiles(tmp_path / "memory", tmp_path / "files", counts, shallow=False) == (counts, [], [])
    assert os.listdir(tmp_path / "scratch") == []
    assert "scratch" not in manifest(tmp_path / "files")["options"]


def test_an_import_in_files_is_that_in_memory(themata, tmp_path, texts):
    (tmp_path / "scratch").mkdir()
    assert themata("import", texts, "--keep-text", "--output", "memory").returncode == 0
    done = themata("import", texts, "--keep-text", "--scratch", "scratch", "--output", "files")
    assert done.returncode == 0, done.stderr
    names = sorted(os.listdir(tmp_path / "memory"))
    assert filecmp.cmpfiles(tmp_path / "memory", tmp_path / "files", names, shallow=False) == (names, [], [])


@pytest.mark.parametrize("folder", ["missing", "corpus/tokens.npy"])
def test_a_folder_is_needed(themata, tmp_path, corpus, folder):
    done = themata("fit", corpus, "--scratch", folder, "--output", "fit")
    assert done.returncode == 2 and done.stderr == f"themata: {folder}: expected a folder for scratch files that can be written to\n"
    assert not (tmp_path / "fit").exists()


@pytest.mark.skipif(os.geteuid() != 0 or not shutil.which("unshare"), reason="a disk of 100 KB takes the rights of root")
def test_a_full_disk_is_said_at_once(tmp_path, program, corpus):
    words = f"mount -t tmpfs -o size=100k tmpfs scratch && exec {program} fit corpus --scratch scratch --sweeps 3 --output fit"
    if subprocess.run(["unshare", "--mount", "true"], capture_output=True).returncode != 0:
        pytest.skip("mount namespaces are not allowed here")
    done = subprocess.run(["unshare", "--mount", "sh", "-c", words], cwd=tmp_path, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    assert done.returncode == 4 and "scratch: no room for" in done.stderr and "No space left" in done.stderr, done.stderr
