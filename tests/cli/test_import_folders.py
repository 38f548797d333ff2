"""`themata import` of files that are documents: folders, lists of files, labels from the names of folders."""
import json
import os

import pytest


def rows(folder):
    return [json.loads(line) for line in (folder / "documents.jsonl").read_text().splitlines()]


def write(folder, files):
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode() if isinstance(text, str) else text)


def test_mallets_layout_gives_labels_by_folder(themata, tmp_path):
    write(tmp_path, {"data/pos/1.txt": "good film\n", "data/pos/old/2.txt": "fine film", "data/neg/1.txt": "bad film"})
    done = themata("import", "--format", "folder", "data/pos", "data/neg", "--labels-from-folders", "--output", "corpus")
    assert done.returncode == 0, done.stderr
    assert [(row["id"], row["labels"]) for row in rows(tmp_path / "corpus")] == [
        ("pos/1.txt", ["pos"]), ("pos/old/2.txt", ["old"]), ("neg/1.txt", ["neg"])]
    assert "id of an earlier document" not in done.stderr
    done = themata("import", ".", "--labels-from-folders", "--output", "other", cwd=tmp_path / "data/neg")
    assert done.returncode == 0, done.stderr
    assert [(row["id"], row["labels"]) for row in rows(tmp_path / "data/neg/other")] == [("1.txt", ["neg"])]


def test_several_files_are_a_document_each_and_one_file_is_lines(themata, tmp_path):
    write(tmp_path, {f"texts/{n}.txt": f"first line {n}\nsecond line\n" for n in range(3)})
    files = [f"texts/{n}.txt" for n in range(3)]
    done = themata("import", *files, "--output", "several")
    assert done.returncode == 0, done.stderr
    assert [row["id"] for row in rows(tmp_path / "several")] == ["0.txt", "1.txt", "2.txt"]
    assert ("--format folder is chosen by the names of the files: each of the 3 files is a document "
            "(--format lines: each of their lines)") in done.stderr
    done = themata("import", files[0], "--output", "one")
    assert len(rows(tmp_path / "one")) == 2
    assert "themata: note: 1 .txt file: each line becomes a document; for one document per file use --format folder" in done.stderr
    done = themata("import", *files, "--format", "lines", "--output", "lines")
    assert len(rows(tmp_path / "lines")) == 6 and "chosen" not in done.stderr
    done = themata("import", files[0], "--format", "folder", "--output", "whole")
    assert [row["id"] for row in rows(tmp_path / "whole")] == ["0.txt"]


def test_ids_are_paths_below_the_folder_that_all_arguments_share(themata, tmp_path):
    write(tmp_path, {"a/x/1.txt": "one", "a/y/1.txt": "two", "b/1.txt": "three", "b/note.md": "four words"})
    done = themata("import", "a/x/1.txt", "a/y", "--output", "1")
    assert done.returncode == 0, done.stderr
    assert [row["id"] for row in rows(tmp_path / "1")] == ["x/1.txt", "y/1.txt"]
    done = themata("import", "--format", "folder", "./a/", f"{tmp_path}/b/../b/note.md", "--output", "2")
    assert [row["id"] for row in rows(tmp_path / "2")] == ["a/x/1.txt", "a/y/1.txt", "b/note.md"]


def test_files_that_are_not_read_are_counted_and_named(themata, tmp_path):
    write(tmp_path, {"in/A.TXT": "upper case", "in/b.Txt": "mixed case", "in/c.pdf": "x", "in/sub/d.docx": "x",
                     "in/.DS_Store": b"\0", "in/._A.TXT": b"\0\1", "in/.git/e.txt": "hidden", "in/f.html": "x", "in/g.odt": "x"})
    write(tmp_path, {"elsewhere/h.txt": "linked"})
    (tmp_path / "in/c-link").symlink_to(tmp_path / "elsewhere")
    done = themata("import", "in", "--output", "corpus")
    assert done.returncode == 0, done.stderr
    assert [row["id"] for row in rows(tmp_path / "corpus")] == ["A.TXT", "b.Txt"]
    note = "8 files are not read, for only .txt, .txt.gz, .txt.bz2, .txt.xz and .txt.zst are, if not hidden: .DS_Store, ._A.TXT, .git/, c-link/, c.pdf, ..."
    assert note in done.stderr
    assert note in json.loads((tmp_path / "corpus/manifest.json").read_text())["import"]["result"]["notes"]
    (tmp_path / "in/A.CSV").write_text("text\nup\n")
    assert themata("import", "in/A.CSV", "--output", "csv").returncode == 0


@pytest.mark.parametrize("words, code, message", [
    (["none", "--format", "folder"], 3, "none: is neither a folder nor a file; expected a folder of .txt files"),
    (["-", "--format", "folder"], 3, "-: is neither a folder nor a file"),
    (["empty"], 3, "empty: has no .txt file"),
    (["bad.txt", "good.txt"], 3, "bad.txt: "),
    (["good.txt", "--labels-from-folders"], 2, "--labels-from-folders cannot be used with --format lines; it needs folder"),
    (["sub", "--labels-from-folders", "--metadata-file", "m.csv", "--labels", "x"], 2,
     "--labels and --labels-from-folders cannot be combined"),
    (["sub", "--labels", "x"], 2, "--labels cannot be used with --format folder"),
])
def test_bad_folders_and_files_are_refused(themata, tmp_path, words, code, message):
    write(tmp_path, {"good.txt": "one two\n", "bad.txt": b"one \xff\n", "sub/a.txt": "three", "empty/b.md": "x"})
    done = themata("import", *words, "--output", "corpus")
    assert done.returncode == code and message in done.stderr, done.stderr
    assert not (tmp_path / "corpus").exists()


def test_a_name_that_is_not_utf8_is_refused(themata, tmp_path):
    (tmp_path / "in").mkdir()
    try:
        with open(os.fsencode(tmp_path / "in") + b"/\xe9t\xe9.txt", "w") as file:
            file.write("summer")
    except OSError:
        pytest.skip("this file system has no such names")
    done = themata("import", "in", "--output", "corpus", errors="replace")
    assert done.returncode == 3 and "has a name that is not UTF-8" in done.stderr
