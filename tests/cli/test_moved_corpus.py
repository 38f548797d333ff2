"""A fit whose corpus was moved is told where it is; and documents that a fit has seen are no test of it."""
import json
import shutil

import pytest
from conftest import hashes


@pytest.fixture
def moved(themata, corpus, tmp_path):
    """A fit whose corpus lies elsewhere."""
    done = themata("fit", corpus, "--topics", 2, "--sweeps", 40, "--keep", 10, "--trace-every", 1, "--output", "fit")
    assert done.returncode == 0, done.stderr
    shutil.copytree(corpus, tmp_path / "new")
    (tmp_path / "archive").mkdir()
    shutil.move(corpus, tmp_path / "archive/corpus")
    return "archive/corpus"


VERBS = ["topics fit", "evaluate fit", "evaluate fit --held-out new", "evaluate fit --folds 2", "infer fit new --output out", "diagnose fit",
         "compare fit fit", "trends fit --by year", "export fit --format topic-keys --output out", "export fit --format ldac --output out",
         "report fit --output out", "report fit fit --output out", "human-eval fit --output tasks", "resume fit --sweeps 60"]


@pytest.mark.parametrize("words", VERBS)
def test_a_moved_corpus_is_named(themata, moved, tmp_path, words):
    lost = themata(*words.split())
    assert lost.returncode == 3 and "does not exist; restore the folder, or give its new place: --corpus" in lost.stderr
    done = themata(*words.split(), "--corpus", moved)
    if words.startswith("trends"):
        assert done.returncode != 0 and "does not exist; restore" not in done.stderr, "the documents have no year"
    else:
        assert done.returncode == 0, done.stderr


def test_what_is_resumed_says_where_its_corpus_is(themata, moved, tmp_path):
    shutil.copytree(tmp_path / "fit", tmp_path / "other")
    assert themata("resume", "fit", "--sweeps", 60, "--corpus", moved).returncode == 0
    assert json.loads((tmp_path / "fit/manifest.json").read_text())["corpus"]["path"] == str(tmp_path / moved)
    assert themata("topics", "fit").returncode == 0
    shutil.move(tmp_path / moved, tmp_path / "corpus")
    assert themata("resume", "other", "--sweeps", 60).returncode == 0
    assert hashes(tmp_path / "other") == hashes(tmp_path / "fit")


def test_another_corpus_is_refused(themata, moved, tmp_path):
    (tmp_path / "in.txt").write_text("roses tulips soil\n")
    assert themata("import", "in.txt", "--output", "small").returncode == 0
    for words in ("topics fit", "compare fit fit", "resume fit --sweeps 60"):
        done = themata(*words.split(), "--corpus", "small")
        assert done.returncode == 3 and "small: is not the corpus of fit; expected the folder" in done.stderr, words
        assert themata(*words.split(), "--corpus", "nowhere").returncode == 3


def test_documents_that_the_fit_has_are_no_test(themata, tmp_path):
    lines = [f"{d}\t{'ab'[d % 2]}\t" + " ".join(f"w{(d * 7 + i * i) % 23}" for i in range(30)) for d in range(40)]
    (tmp_path / "all.tsv").write_text("\n".join(["id\tlabel\ttext", *lines]) + "\n")
    (tmp_path / "some.tsv").write_text("\n".join(["id\tlabel\ttext", *lines[:5], "x\ta\t" + "w3 w5 " * 11]) + "\n")
    for name in ("all", "some"):
        done = themata("import", f"{name}.tsv", "--text", "text", "--id", "id", "--labels", "label", "--stop-words", "none", "--output", name)
        assert done.returncode == 0, done.stderr
    assert themata("fit", "all", "--model", "labeled-lda", "--sweeps", 20, "--keep", 4, "--output", "fit").returncode == 0
    for words in ("evaluate fit --held-out", "label fit --folds 0 --output out"):
        verb, fit, *rest = words.split()
        said = {name: themata(verb, fit, *([name] if verb == "label" else []), *rest, *([name] if verb == "evaluate" else []))
                for name in ("all", "some")}
        for name, seen in (("all", "40 of 40"), ("some", "5 of 6")):
            assert said[name].returncode == 0, said[name].stderr
            assert f"themata: warning: {seen} documents are in the fit's own corpus too" in said[name].stderr, words
    quiet = themata("evaluate", "fit", "--held-out", "all", "--log", "quiet")
    assert (quiet.returncode, quiet.stderr) == (0, "")
    (tmp_path / "short.txt").write_text("".join(f"w{d % 3} w{d % 2}\n" for d in range(12)))
    assert themata("import", "short.txt", "--output", "short").returncode == 0
    assert themata("fit", "short", "--sweeps", 20, "--output", "of-short").returncode == 0
    assert "12 of 12 documents are in the fit's own corpus too" in themata("evaluate", "of-short", "--held-out", "short").stderr
    (tmp_path / "new.tsv").write_text("id\tlabel\ttext\nx\ta\t" + "w3 w5 " * 11 + "\n")
    assert themata("import", "new.tsv", "--text", "text", "--id", "id", "--stop-words", "none", "--output", "new").returncode == 0
    assert "own corpus" not in themata("evaluate", "fit", "--held-out", "new").stderr
