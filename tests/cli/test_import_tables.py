"""`themata import` of tables as spreadsheets save them, and of documents in parts."""
import json

import numpy as np
import pytest


def rows(folder):
    return [json.loads(line) for line in (folder / "documents.jsonl").read_text().splitlines()]


@pytest.mark.parametrize("name, content, words, note", [
    ("a.csv", "id;text;price\nx;one two;1,5\ny;\"three; four\";\"2,\n5\"\n", [], "a.csv: fields are separated by ';', as its header line has most of them"),
    ("a.csv", "\ufeffsep=;\r\nid;text;price\r\nx;one two;1,5\r\ny;\"three; four\";\"2,\n5\"\r\n", [], "a.csv: fields are separated by ';', as its first line says"),
    ("a.csv", "\"sep=|\"\nid|text|price\nx|one two|1,5\ny|three; four|\"2,\n5\"\n", [], "a.csv: fields are separated by '|', as its first line says"),
    ("a.csv", "id\ttext\tprice\nx\tone two\t1,5\ny\tthree; four\t\"2,\n5\"\n", [], "a.csv: fields are separated by tabs"),
    ("a.CSV", "id,text,price\nx,one two,\"1,5\"\ny,three; four,\"2,\n5\"\n", [], None),
    ("a.csv", "\"a,b;c,d,e\",id,text,price\n,x,one two,\"1,5\"\n,y,three; four,\"2,\n5\"\n", [], None),
    ("a.csv", "id:text:price\nx:one two:1,5\ny:three; four:\"2,\n5\"\n", ["--separator", ":"], None),
    ("a.tsv", "id;text;price\nx;one two;1,5\ny;\"three; four\";\"2,\n5\"\n", ["--separator", ";"], None),
    ("a.csv", "sep=,\nid\ttext\tprice\nx\tone two\t1,5\ny\tthree; four\t\"2,\n5\"\n", ["--separator", "tab"], None),
])
def test_the_separator_is_found(themata, tmp_path, name, content, words, note):
    (tmp_path / name).write_bytes(content.encode())
    done = themata("import", name, "--metadata", "price", *words, "--output", "corpus")
    assert done.returncode == 0, done.stderr
    assert [(row["id"], row["metadata"]["price"]) for row in rows(tmp_path / "corpus")] == [("x", "1,5"), ("y", "2,\n5")]
    assert note in done.stderr if note else "separated" not in done.stderr


@pytest.mark.parametrize("content, words, code, message", [
    ("id;text\nx;one;two\n", [], 3, "a.csv:2: has 3 fields; the header has 2"),
    ("sep=;\n", [], 3, "a.csv: is empty; expected a header line"),
    ("id;text\nx;one\n", ["--separator", ","], 3, "a.csv:1: the header has no column 'text'; it has 'id;text'"),
    ("id;text\nx;\"one\n", [], 3, "a.csv:2: a quote that opens in this record is never closed"),
    ("id;text\nx;\"one\",two\n", [], 3, "a.csv:2: text follows a closing quote; expected the delimiter"),
    ("id,text\n", ["--separator", "ab"], 2, "--separator is 'ab'; expected one ASCII character that is no quote, or tab"),
    ("id,text\n", ["--separator", "\""], 2, "expected one ASCII character"),
    ("id,text\n", ["--separator", "é"], 2, "expected one ASCII character"),
    ("id,text\n", ["--format", "lines", "--separator", ","], 2, "--separator cannot be used with --format lines"),
])
def test_bad_tables_are_refused(themata, tmp_path, content, words, code, message):
    (tmp_path / "a.csv").write_text(content)
    done = themata("import", "a.csv", *words, "--output", "corpus")
    assert done.returncode == code and message in done.stderr, done.stderr
    assert not (tmp_path / "corpus").exists()


def test_a_table_of_metadata_may_have_semicolons(themata, tmp_path):
    (tmp_path / "a.txt").write_text("one two\n")
    (tmp_path / "meta.csv").write_text("sep=;\nid;year\n1;1900\n;\n")
    done = themata("import", "a.txt", "--metadata-file", "meta.csv", "--output", "corpus")
    assert done.returncode == 0, done.stderr
    assert rows(tmp_path / "corpus")[0]["metadata"] == {"id": "1", "year": "1900"}
    assert "meta.csv: fields are separated by ';'" in done.stderr


def test_long_documents_are_split_into_parts(themata, tmp_path):
    texts = {"long": 2499, "short": 999, "merged": 1499, "half": 1500, "empty": 0}
    words = [f"w{n}" for n in range(2499)]
    with open(tmp_path / "a.jsonl", "w") as file:
        for name, length in texts.items():
            file.write(json.dumps({"id": name, "text": " ".join(words[:length]), "by": name.upper(), "topic": ["t"]}) + "\n")
    done = themata("import", "a.jsonl", "--split-words", 1000, "--metadata", "by", "--labels", "topic", "--keep-text", "--output", "corpus")
    assert done.returncode == 0, done.stderr
    found = rows(tmp_path / "corpus")
    lengths = np.diff(np.load(tmp_path / "corpus/offsets.npy"))
    assert [(row["id"], row["row"], row.get("part"), int(length)) for row, length in zip(found, lengths)] == [
        ("long#1", 1, 1, 1000), ("long#2", 1, 2, 1499), ("short", 2, None, 999), ("merged", 3, None, 1499),
        ("half#1", 4, 1, 1000), ("half#2", 4, 2, 500), ("empty", 5, None, 0)]
    assert all(row["labels"] == ["t"] and row["metadata"]["by"] == row["id"].split("#")[0].upper() for row in found)
    assert "2 of 5 documents are split into 4 parts of 1,000 words" in done.stderr
    parts = [json.loads(line)["text"] for line in (tmp_path / "corpus/texts.jsonl").read_text().splitlines()]
    assert parts[0] + parts[1] == " ".join(words) and parts[1].startswith("w1000 ")


def test_stop_words_count_as_words_of_a_part(themata, tmp_path):
    (tmp_path / "a.txt").write_text("the cat and the dog\n")
    done = themata("import", "a.txt", "--split-words", 2, "--output", "corpus")
    assert done.returncode == 0, done.stderr
    assert np.diff(np.load(tmp_path / "corpus/offsets.npy")).tolist() == [1, 0, 1]
    assert [row["id"] for row in rows(tmp_path / "corpus")] == ["1#1", "1#2", "1#3"]


@pytest.mark.parametrize("words, message", [
    (["--split-words", 0], "--split-words: 0 is not a whole number from 1"),
    (["--split-words", "many"], "--split-words: many is not a whole number"),
    (["--split-words", 10, "--format", "ldac"], "--split-words cannot be used with --format ldac"),
])
def test_bad_parts_are_refused(themata, tmp_path, words, message):
    (tmp_path / "a.txt").write_text("one two\n")
    done = themata("import", "a.txt", *words, "--output", "corpus")
    assert done.returncode == 2 and message in done.stderr, done.stderr
