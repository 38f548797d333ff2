"""`themata import --metadata-file`: a table of metadata joined to documents."""
import gzip
import json

import pytest


def rows(folder):
    return [json.loads(line) for line in (folder / "documents.jsonl").read_text().splitlines()]


@pytest.fixture
def texts(tmp_path):
    for name, text in {"doyle/hound.txt": "moor hound moor", "doyle/sign.txt": "pearl box", "wells/war.txt": "martian heat ray"}.items():
        path = tmp_path / "novels" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    (tmp_path / "meta.csv").write_text("filename,year,genre,title\nhound,1902,crime,\"Hound, The\"\nsign.txt,1890,crime,Sign\n"
                                       "wells/war.txt,1898,science fiction,War\n")
    return tmp_path


def test_a_folder_gets_its_metadata_from_a_table(themata, texts):
    done = themata("import", "novels", "--metadata-file", "meta.csv", "--key", "filename", "--output", "all")
    assert done.returncode == 0, done.stderr
    found = rows(texts / "all")
    assert [row["id"] for row in found] == ["doyle/hound.txt", "doyle/sign.txt", "wells/war.txt"]
    assert list(found[0]["metadata"].items()) == [("filename", "hound"), ("year", "1902"), ("genre", "crime"), ("title", "Hound, The")]
    done = themata("import", "novels", "--metadata-file", "meta.csv", "--key", "filename", "--metadata", "year", "--labels", "genre",
                   "--id", "title", "--output", "some")
    assert done.returncode == 0, done.stderr
    assert rows(texts / "some")[2] == {"id": "War", "row": 3, "labels": ["science fiction"], "metadata": {"year": "1898"}}
    assert (texts / "some/labels.txt").read_text() == "crime\nscience fiction\n"
    options = json.loads((texts / "some/manifest.json").read_text())["import"]["options"]
    assert options["metadata-file"] == "meta.csv" and options["key"] == "filename"


def test_missing_rows_are_an_error_or_kept_and_a_table_may_be_compressed(themata, texts):
    with gzip.open(texts / "part.tsv.gz", "wt") as file:
        file.write("file\tyear\nwar\t1898\nlost\t1925\n")
    words = ["import", "novels", "--metadata-file", "part.tsv.gz", "--key", "file", "--output", "corpus"]
    done = themata(*words)
    assert done.returncode == 3 and not (texts / "corpus").exists()
    assert ("part.tsv.gz: has no row for 2 of 3 documents, which its column 'file' names: 'doyle/hound.txt', 'doyle/sign.txt'; "
            "expected a row for each, or --metadata-missing keep") in done.stderr
    done = themata(*words, "--metadata-missing", "keep")
    assert done.returncode == 0, done.stderr
    assert "1 of 2 rows of part.tsv.gz belongs to no document (the first: 'lost', line 3)" in done.stderr
    assert [row.get("metadata", {}).get("year") for row in rows(texts / "corpus")] == [None, None, "1898"]


@pytest.mark.parametrize("table, words, code, message", [
    ("a,b\n1,2\n", [], 3, "meta.csv:1: the table has no column 'id' to find documents by; it has 'a', 'b'; --key names it"),
    ("a,b\n1,2\n1,3\n", ["--key", "a"], 3, "meta.csv:3: '1' is in the column 'a' of line 2 too; expected one row per document"),
    ("a,b\n1,\udcff\n", ["--key", "a"], 3, "meta.csv:2: "),
    ("a,b\n1,2,3\n", ["--key", "a"], 3, "meta.csv:2: has 3 fields; the header has 2"),
    ("a,b\n1,2\n", ["--key", "a", "--labels", "c"], 3, "meta.csv:1: the table has no column 'c'; it has 'a', 'b'"),
    ("a,b\n1,2\n", ["--key", "a", "--text", "b"], 2, "--text cannot be used with --format lines"),
    (None, [], 3, "meta.csv: cannot be read"),
])
def test_bad_tables_are_refused(themata, tmp_path, table, words, code, message):
    (tmp_path / "a.txt").write_text("one two\n")
    if table is not None:
        (tmp_path / "meta.csv").write_bytes(table.encode(errors="surrogateescape"))
    done = themata("import", "a.txt", "--metadata-file", "meta.csv", *words, "--output", "corpus")
    assert done.returncode == code and message in done.stderr, done.stderr
    assert not (tmp_path / "corpus").exists()


def test_a_key_needs_a_table(themata, tmp_path):
    (tmp_path / "a.txt").write_text("one two\n")
    done = themata("import", "a.txt", "--key", "x", "--output", "corpus")
    assert done.returncode == 2 and "--key needs --metadata-file" in done.stderr
    done = themata("import", "a.txt", "--metadata", "x", "--output", "corpus")
    assert done.returncode == 2 and "it needs jsonl, csv, tsv, document-term or tidy, or --metadata-file" in done.stderr
