"""`themata import` as a script meets it: exit codes, streams, what is written and what is not."""
import json
import os
import pathlib

import numpy as np
import pytest

SHARED = pathlib.Path(os.environ.get("THEMATA_SHARED", pathlib.Path(__file__).resolve().parents[3] / "shared")) / "data"


def shared(name):
    path = SHARED / name
    if not path.exists():
        pytest.skip(f"{path} is not on this machine")
    return path


def test_standard_input_becomes_a_corpus(themata, tmp_path):
    done = themata("import", "-", "--format", "lines", "--output", "corpus", input="Cats chase mice\n\nMice fear cats\n")
    assert done.returncode == 0, done.stderr
    assert "of them empty: no text" in done.stdout
    assert (tmp_path / "corpus/vocabulary.txt").read_text().split() == ["cats", "mice", "chase", "fear"]
    assert np.load(tmp_path / "corpus/tokens.npy").tolist() == [0, 2, 1, 1, 3, 0]
    assert np.load(tmp_path / "corpus/offsets.npy").tolist() == [0, 3, 3, 6]


def test_json_log_is_json_lines_with_the_manifests_numbers(themata, tmp_path):
    (tmp_path / "a.txt").write_text("one two two\n")
    done = themata("import", "a.txt", "--stop-words", "none", "--log", "json", "--output", "corpus")
    events = [json.loads(line) for line in done.stdout.splitlines()]
    assert [event["event"] for event in events] == ["note", "imported"]
    result = json.loads((tmp_path / "corpus/manifest.json").read_text())["import"]["result"]
    assert {key: events[1][key] for key in result} == result
    assert result["tokens"] == 3 and done.stderr == ""


@pytest.mark.parametrize("arguments, code, message", [
    (["bad.jsonl"], 3, "themata: bad.jsonl:2: the object has no field 'text'; it has 'body'"),
    (["missing.csv"], 3, "themata: missing.csv: cannot be read"),
    (["unknown.xyz"], 2, "the format cannot be detected from this name; give --format"),
    (["bad.jsonl", "--vocabulary", "x"], 2, "--vocabulary cannot be used with --format jsonl"),
    (["bad.jsonl", "--stem", "klingon"], 2, "--stem is 'klingon'; expected one of"),
    ([], 2, "files is required"),
    (["bad.jsonl", "--format", "xml"], 2, "--format is 'xml'; expected one of"),
])
def test_refused_input_leaves_nothing(themata, tmp_path, arguments, code, message):
    (tmp_path / "bad.jsonl").write_text('{"text": "a"}\n{"body": "a"}\n')
    (tmp_path / "unknown.xyz").write_text("a\n")
    before = sorted(tmp_path.iterdir())
    done = themata("import", *arguments, "--output", "corpus")
    assert done.returncode == code
    assert message in done.stderr
    assert sorted(tmp_path.iterdir()) == before


def test_an_existing_corpus_is_not_overwritten(themata, tmp_path):
    (tmp_path / "a.txt").write_text("one two\n")
    assert themata("import", "a.txt", "--output", "corpus").returncode == 0
    again = themata("import", "a.txt", "--output", "corpus")
    assert again.returncode == 2 and "exists already" in again.stderr


def test_associated_press_has_its_known_counts(themata, tmp_path):
    done = themata("import", shared("ap/ap.dat"), "--vocabulary", shared("ap/vocab.txt"), "--output", "ap")
    assert done.returncode == 0, done.stderr
    manifest = json.loads((tmp_path / "ap/manifest.json").read_text())
    assert (manifest["documents"], manifest["types"], manifest["tokens"]) == (2246, 10473, 435838)


def test_kos_has_its_known_counts_and_mallets_spellings_are_understood(themata, tmp_path):
    done = themata("import", "--input", shared("kos/docword.kos.txt.gz"), "--vocabulary", shared("kos/vocab.kos.txt"),
               "--keep-sequence", "--output", "kos")
    assert done.returncode == 0, done.stderr
    manifest = json.loads((tmp_path / "kos/manifest.json").read_text())
    assert (manifest["documents"], manifest["types"], manifest["tokens"]) == (3430, 6906, 467714)


def test_paths_of_labels_make_the_tree_file(themata, tmp_path):
    (tmp_path / "news.csv").write_text("text,topic\ncats purr,animals/cats;animals\ncells grow,life\n")
    done = themata("import", "news.csv", "--labels", "topic", "--label-separator", ";", "--label-paths", "/", "--drop-ancestors",
                   "--stop-words", "none", "--output", "corpus")
    assert done.returncode == 0 and "labels dropped because the document has a label below them: 1" in done.stderr
    assert (tmp_path / "corpus/tree.tsv").read_text() == "animals\t\nanimals/cats\tanimals\nlife\t\n"
    options = json.loads((tmp_path / "corpus/manifest.json").read_text())["import"]["options"]
    assert options["label-paths"] == "/" and options["drop-ancestors"] is True


@pytest.mark.parametrize("words, code, message", [
    (["--label-paths", "/"], 2, "--label-paths needs labels; expected --labels"),
    (["--labels", "topic", "--drop-ancestors"], 2, "--drop-ancestors needs a tree; expected --tree or --label-paths"),
    (["--labels", "topic", "--label-paths", ""], 2, "--label-paths: is empty"),
    (["--labels", "topic", "--label-paths", "/", "--tree", "t"], 2, "--tree excludes --label-paths"),
    (["--labels", "topic", "--label-paths", "/"], 3, "news.csv:2: the label 'a//b' has a part that is empty or begins or ends with a blank"),
    (["--labels", "topic", "--label-separator", ":", "--label-paths", "::"], 2, "--label-paths is '::', but ':' already separates labels"),
])
def test_labels_without_a_sound_tree_are_refused(themata, tmp_path, words, code, message):
    (tmp_path / "news.csv").write_text("text,topic\ncats purr,a//b\n")
    done = themata("import", "news.csv", *words, "--output", "corpus")
    assert done.returncode == code and message in done.stderr, done.stderr
    assert not (tmp_path / "corpus").exists()


def test_labels_of_counts_have_paths_too(themata, tmp_path):
    (tmp_path / "rows.svm").write_text("a/b,a 0:2 1:1\nc 1:3\n")
    words = ["import", "rows.svm", "--format", "svmlight", "--index-base", 0, "--drop-ancestors", "--label-paths"]
    done = themata(*words, "/", "--output", "corpus")
    assert done.returncode == 0 and "has a label below them: 1" in done.stderr, done.stderr
    assert (tmp_path / "corpus/tree.tsv").read_text() == "a\t\na/b\ta\nc\t\n"
    done = themata(*words, ",", "--output", "other")
    assert done.returncode == 2 and "',' already separates labels" in done.stderr
    (tmp_path / "bad.svm").write_text("a 0:1\n/c 1:3\n")
    done = themata("import", "bad.svm", *words[2:], "/", "--output", "other")
    assert done.returncode == 3 and "bad.svm: document 2: the label '/c' has a part that is empty" in done.stderr, done.stderr
