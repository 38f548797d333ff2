"""`themata import` of counts whose words are named: document-term tables, tidy counts, and objects of counts."""
import gzip
import json
import time

import numpy as np
import pytest

DTM = "doc_id,ship,rose,wave\na,3,0,2\nb,0,1,0\nc,0,0,4\n"
TIDY = "document,term,count\na,ship,3\na,wave,2\nb,rose,1\nc,wave,4\n"
OBJECTS = ('{"id": "http://x/1", "title": "t", "unigramCount": {"ship": 3, "The": 9, "wave": 2}}\n'
           '{"id": "http://x/2", "title": "u", "unigramCount": {"rose": 1, "soil": 4}}\n')
SAME = {"a": {"ship": 3, "wave": 2}, "b": {"rose": 1}, "c": {"wave": 4}}


def rows_of(folder):
    return [json.loads(line) for line in (folder / "documents.jsonl").read_text().splitlines()]


def counts_of(folder):
    """By document in order, how often it has each word."""
    words = (folder / "vocabulary.txt").read_text().split("\n")[:-1]
    tokens, offsets = np.load(folder / "tokens.npy"), np.load(folder / "offsets.npy")
    found = []
    for begin, end in zip(offsets[:-1], offsets[1:]):
        types, counts = np.unique(tokens[begin:end], return_counts=True)
        found.append({words[v]: int(n) for v, n in zip(types, counts)})
    return found


def imported(themata, tmp_path, name, content, *words, output="corpus"):
    (tmp_path / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    done = themata("import", name, *words, "--output", output)
    assert done.returncode == 0, done.stderr
    rows = rows_of(tmp_path / output)
    return done, rows, {row["id"]: counts for row, counts in zip(rows, counts_of(tmp_path / output))}


def options_of(folder):
    return json.loads((folder / "manifest.json").read_text())["import"]["options"]


# --- document-term tables -----------------------------------------------------------------------------------

@pytest.mark.parametrize("name, content, words, expected", [
    ("a.csv", DTM, [], SAME),
    ("a.csv", DTM.replace(",", ";"), [], SAME),
    ("a.csv", "sep=|\r\n" + DTM.replace(",", "|").replace("\n", "\r\n"), [], SAME),
    ("a.tsv", DTM.replace(",", "\t"), [], SAME),
    ("a.tsv.gz", gzip.compress(DTM.replace(",", "\t").encode(), mtime=0), [], SAME),
    ("a.txt", DTM.replace(",", ":"), ["--separator", ":"], SAME),
    ("a.csv", DTM.replace("doc_id", ""), [], SAME),  # names of rows of R and pandas
    ("a.csv", DTM.replace("doc_id", "Unnamed: 0"), [], SAME),
    ("a.csv", DTM.replace("doc_id", "which"), [], SAME),  # the first column has texts
    ("a.csv", DTM.replace("doc_id", '"DOCUMENT"'), [], SAME),
    ("a.csv", DTM.replace("doc_id,", ""), [], SAME),  # names of rows that the header leaves out
    ("a.csv", "ship,rose,wave,doc_id\n3,0,2,1\n0,1,0,2\n0,0,4,3\n", [], {"1": SAME["a"], "2": SAME["b"], "3": SAME["c"]}),
    ("a.csv", "ship,rose,wave\n3,0,2\n0,1,0\n0,0,4\n", [], {"1": SAME["a"], "2": SAME["b"], "3": SAME["c"]}),
    ("a.csv", "ship,rose,key,wave\n3,0,a,2\n0,1,b,0\n0,0,c,4\n", ["--id", "key"], SAME),
    ("a.csv", "doc_id,ship,rose,wave\na,3.0,,2.00\nb,NA,1,\nc,null,-0, 4 \n", [], SAME),
    ("a.csv", 'doc_id," ship","rose ",wave,empty,\na,3,0,"2",0,\nb,0,1,0,0,\nc,0,0,4,0,\n', [], SAME),
    ("a.csv", "doc_id,ship,rose,wave,ship\na,1,0,2,2\nb,0,1,0,0\nc,0,0,4,0\n", [], SAME),  # a word twice is added up
    ("a.csv", "doc_id,id,document\na,2,0\nb,0,1\n", [], {"a": {"id": 2}, "b": {"document": 1}}),  # words of these names
    ("a.csv", "doc_id,u\u0308ber,über,NA\na,1,2,4\n", [], {"a": {"über": 3, "NA": 4}}),
    ("a.csv", 'doc_id,"new york","a,b"\na,1,2\n', [], {"a": {"new york": 1, "a,b": 2}}),
    ("a.csv", "doc_id,The,the\na,1,2\nb,,\n", [], {"a": {"The": 1, "the": 2}, "b": {}}),
])
def test_document_term_tables(themata, tmp_path, name, content, words, expected):
    done, rows, counts = imported(themata, tmp_path, name, content, "--format", "document-term", *words)
    assert counts == expected
    assert [row["row"] for row in rows] == list(range(1, len(rows) + 1))
    assert "counts of" in done.stderr and "documents are named by" in done.stderr


def test_columns_of_a_document_term_table_that_are_no_words(themata, tmp_path):
    table = 'year,"Place, state",ship,genre,rose\n1900,"Bath, UK",2,sea;war,1\n1901,,0,,3\n'
    words = ["--format", "document-term", "--metadata", "Place, state,year", "--labels", "genre", "--label-separator", ";"]
    _, rows, counts = imported(themata, tmp_path, "a.csv", table, *words)
    assert counts == {"1": {"ship": 2, "rose": 1}, "2": {"rose": 3}}
    assert [row["metadata"] for row in rows] == [{"Place, state": "Bath, UK", "year": "1900"}, {"Place, state": "", "year": "1901"}]
    assert rows[0]["labels"] == ["sea", "war"] and "labels" not in rows[1]
    # Whatever the format does with the same columns, csv does too.
    (tmp_path / "b.csv").write_text(table)
    done = themata("import", "b.csv", "--text", "ship", *words[2:], "--output", "csv")
    assert done.returncode == 0
    assert [row.get("metadata") for row in rows_of(tmp_path / "csv")] == [row["metadata"] for row in rows]
    assert [row.get("labels") for row in rows_of(tmp_path / "csv")] == [row.get("labels") for row in rows]
    done = themata("import", "a.csv", *words, "--date-format", "year=yyyymm", "--output", "dates")
    assert done.returncode == 3 and "year" in done.stderr


@pytest.mark.parametrize("content, words, message", [
    ("doc_id,ship,author\na,1,Doyle\n", [], "a.csv:2: the column 'author' has 'Doyle'; expected a whole number from 0 to 16777215 (a column that is no word: --metadata 'author')"),
    ("doc_id,ship,by,\"a,b\"\na,1,x,y\n", [], "--metadata 'by,\"a,b\"'"),
    ("doc_id,ship\na,1\nb,1.5\n", [], "a.csv:3: the column 'ship' has '1.5'; expected a whole number"),
    ("doc_id,ship\na,-1\n", [], "a.csv:2: the column 'ship' has '-1'"),
    ("doc_id,ship\na,16777216\n", [], "a.csv:2: the column 'ship' has '16777216'; expected a whole number from 0 to 16777215"),
    ("doc_id,ship\na,99999999999999999999999999\n", [], "the column 'ship' has '9999"),
    ("doc_id,ship\na,1e400\n", [], "the column 'ship' has '1e400'"),
    ("doc_id,ship\na,inf\n", [], "the column 'ship' has 'inf'"),
    ("doc_id,ship\na,0x10\n", [], "the column 'ship' has '0x10'"),
    ("doc_id,ship,rose\na,1,2\nb,1\n", [], "a.csv:3: has 2 fields; the header has 3"),
    ("doc_id,ship,rose\na,1,2,3\nb,1,2,3\n", [], "a.csv:2: has 4 fields; the header has 3"),
    ("doc_id,ship,rose\na,1,2\nb,x\n", [], "a.csv:3: has 2 fields"),
    ("doc_id,ship\na,1\ndoc_id,ship\n", [], "a.csv:3: repeats the header"),
    ("doc_id,ship,\na,1,2\n", [], "a.csv:2: column 3 has '2', and no name in the header; expected a word"),
    ("doc_id,\"sh\nip\"\na,1\n", [], "the name of column 2 has a line break"),
    ("doc_id\na\n", [], "a.csv:1: the header names no word"),
    ("", [], "a.csv: is empty; expected a header line"),
    ("doc_id,ship\n", [], "has no documents"),
    ("doc_id,ship\na,1\n", ["--metadata", "year"], "a.csv:1: the header has no column 'year'; it has 'doc_id', 'ship'"),
    ("doc_id,ship,ship\na,1,1\n", ["--id", "ship"], "the header has two columns 'ship'"),
])
def test_bad_document_term_tables_are_refused(themata, tmp_path, content, words, message):
    (tmp_path / "a.csv").write_text(content)
    done = themata("import", "a.csv", "--format", "document-term", *words, "--output", "corpus")
    assert done.returncode == 3 and message in done.stderr, done.stderr
    assert not (tmp_path / "corpus").exists()


def test_a_column_that_is_hardly_a_word_is_named(themata, tmp_path):
    done, _, _ = imported(themata, tmp_path, "a.csv", "doc_id,year,ship\na,1900,3\nb,1901,2\n", "--format", "document-term")
    assert "the column 'year' has most of all counts; if it is no word, name it by --metadata or --labels" in done.stderr
    done, _, _ = imported(themata, tmp_path, "b.csv", "doc_id,ship\na,1900\nb,1901\n", "--format", "document-term", output="one")
    assert "most of all counts" not in done.stderr


def test_a_wide_table_is_read_fast(themata, tmp_path):
    n = 100_000
    header = "doc_id," + ",".join(f"w{v}" for v in range(n))
    rows = [f"d{d}," + ",".join("1" if v % 97 == d else "0" for v in range(n)) for d in range(40)]
    begin = time.monotonic()
    _, _, counts = imported(themata, tmp_path, "a.csv", "\n".join([header, *rows]) + "\n", "--format", "document-term")
    assert time.monotonic() - begin < 20
    assert len(counts) == 40 and counts["d7"] == {f"w{v}": 1 for v in range(7, n, 97)}
    done = themata("import", "a.csv", "--format", "document-term", "--id", "none", "--output", "other")
    assert done.returncode == 3 and "and 99,991 others" in done.stderr and len(done.stderr) < 500


# --- tidy counts --------------------------------------------------------------------------------------------

@pytest.mark.parametrize("name, content, words, expected", [
    ("a.csv", TIDY, [], SAME),
    ("a.csv", TIDY.replace(",", ";"), [], SAME),
    ("a.tsv", TIDY.replace(",", "\t"), [], SAME),
    ("a.csv", "doc_id,word,n\na,wave,2\nb,rose,1\nc,wave,4\na,ship,3\n", [], SAME),  # rows of a document apart
    ("a.csv", "Feature,Frequency,Doc\nship,3.0,a\nwave,2,a\nrose,1,b\nwave,4,c\n", [], SAME),
    ("a.csv", '"","id","lemma","freq"\n"1","a","ship",3\n"2","a","wave",2\n"3","b","rose",1\n"4","c","wave",4\n', [], SAME),
    ("a.csv", 'document,term,count\n1,a,ship,3\n2,a,wave,2\n3,b,rose,1\n4,c,wave,4\n', [], SAME),  # names of rows of R
    ("a.csv", "id,document,term,n\n1,a,ship,3\n2,a,wave,2\n3,b,rose,1\n4,c,wave,4\n", [], SAME),
    ("a.csv", 'book,"word, raw",tf\na,ship,3\na,wave,2\nb,rose,1\nc,wave,4\n', ["--columns", "book,word, raw,tf"], SAME),
    ("a.csv", 'book,"word, raw",tf\na,ship,3\na,wave,2\nb,rose,1\nc,wave,4\n', ["--columns", 'book,"word, raw",tf'], SAME),
    ("a.csv", TIDY + "c,wave,1\na,ship,2\n", [], {"a": {"ship": 5, "wave": 2}, "b": {"rose": 1}, "c": {"wave": 5}}),
    ("a.csv", TIDY + "d,,NA\ne,ship,0\n", [], {**SAME, "d": {}, "e": {}}),
    ("a.csv", "document,term,count\na,NA,1\na,null,2\n", [], {"a": {"NA": 1, "null": 2}}),  # these are words
    ("a.csv", "document,ngram,n\na,new york,1\na, u\u0308ber ,2\na,über,1\n", [], {"a": {"new york": 1, "über": 3}}),
    ("a.csv", "document,word\na,ship\na,ship\nb,rose\na,wave\n", [], {"a": {"ship": 2, "wave": 1}, "b": {"rose": 1}}),
    ("a.csv", "document,word,n\na,ship,9\na,ship,9\n", ["--columns", "document,word"], {"a": {"ship": 2}}),
    ("a.csv", "document,word,n\nu\u0308,ship,1\nü,ship,2\n", [], {"u\u0308": {"ship": 3}}),
])
def test_tidy_counts(themata, tmp_path, name, content, words, expected):
    _, rows, counts = imported(themata, tmp_path, name, content, "--format", "tidy", *words)
    assert counts == expected and list(counts) == list(expected)
    assert [row["row"] for row in rows] == list(range(1, len(rows) + 1))


def test_what_is_done_to_tidy_counts_is_said(themata, tmp_path):
    done, _, _ = imported(themata, tmp_path, "a.csv", TIDY + "c,wave,1\nd,,NA\n", "--format", "tidy")
    assert "1 count is of a word that its document has had before; they are added up" in done.stderr
    assert "1 count has no word, and is left out (the first: a.csv:7)" in done.stderr
    done, _, _ = imported(themata, tmp_path, "b.csv", "document,word\na,ship\na,ship\n", "--format", "tidy", output="tokens")
    assert "b.csv: no column is called as those of counts, so each row is one token of the word (--columns names one)" in done.stderr
    assert "added up" not in done.stderr


def test_metadata_of_tidy_counts(themata, tmp_path):
    table = "document,year,genre,term,n\na,1900,sea,ship,3\nb,1901,land,rose,1\na,1900,sea,wave,2\n"
    words = ["--format", "tidy", "--metadata", "year", "--labels", "genre"]
    _, rows, counts = imported(themata, tmp_path, "a.csv", table, *words)
    assert counts == {"a": {"ship": 3, "wave": 2}, "b": {"rose": 1}}
    assert [(row["metadata"], row["labels"]) for row in rows] == [({"year": "1900"}, ["sea"]), ({"year": "1901"}, ["land"])]
    for bad, message in [("a,1902,sea,reef,1\n", "b.csv:5: the document 'a' has '1902' in 'year', and '1900' in line 2; expected the same in all rows of a document"),
                         ("a,1900,war,reef,1\n", "b.csv:5: the document 'a' has 'war' in 'genre', and 'sea' in line 2")]:
        (tmp_path / "b.csv").write_text(table + bad)
        done = themata("import", "b.csv", *words, "--output", "other")
        assert done.returncode == 3 and message in done.stderr, done.stderr


@pytest.mark.parametrize("content, words, code, message", [
    ("document,word,n\na,ship,x\n", [], 3, "a.csv:2: the count of 'ship' is 'x'; expected a whole number from 0 to 16777215"),
    ("document,word,n\na,ship,NA\n", [], 3, "the count of 'ship' is 'NA'"),
    ("document,word,n\na,ship,1.5\n", [], 3, "the count of 'ship' is '1.5'"),
    ("document,word,n\na,ship,16777216\n", [], 3, "the count of 'ship' is '16777216'"),
    ("document,word,n\na,ship\n", [], 3, "a.csv:2: has 2 fields; the header has 3"),
    ("document,word,n\na,ship,1,1\n", [], 3, "a.csv:2: has 4 fields; the header has 3"),
    ("document,word,n\n,ship,1\n", [], 3, "a.csv:2: names no document"),
    ("document,word,n\na,\"sh\nip\",1\n", [], 3, "a.csv:2: the word 'sh ip' has a line break"),
    ("book,word,n\na,ship,1\n", [], 3, "a.csv:1: no column is called as that of the documents usually is; there are 'book', 'word', 'n'; expected --columns with"),
    ("document,what,n\na,ship,1\n", [], 3, "no column is called as that of the words usually is"),
    ("document,word,n\na,ship,1\n", ["--columns", "document"], 2, "--columns is 'document'; expected the columns of documents, words and"),
    ("document,word,n\na,ship,1\n", ["--columns", "document,words"], 3, "the header has no column 'words'; it has 'document', 'word', 'n'"),
    ("document,word,n\na,ship,1\n", ["--id", "document"], 2, "--id cannot be used with --format tidy; it needs a format with a row for each document (--columns"),
    ("document,word,n\n", [], 3, "has no documents"),
])
def test_bad_tidy_counts_are_refused(themata, tmp_path, content, words, code, message):
    (tmp_path / "a.csv").write_text(content)
    done = themata("import", "a.csv", "--format", "tidy", *words, "--output", "corpus")
    assert done.returncode == code and message in done.stderr, done.stderr
    assert not (tmp_path / "corpus").exists()


# --- objects of counts --------------------------------------------------------------------------------------

@pytest.mark.parametrize("content, expected", [
    (OBJECTS, {"http://x/1": {"ship": 3, "The": 9, "wave": 2}, "http://x/2": {"rose": 1, "soil": 4}}),
    ('{"unigramCount": {"ship": 3.0, "rose": 0, "wave": null}}\n', {"1": {"ship": 3}}),
    ('{"id": 7, "unigramCount": [["ship", 3], ["rose", 1], ["ship", 1]]}\n', {"7": {"ship": 4, "rose": 1}}),
    ('{"unigramCount": null}\n{"unigramCount": {}}\n{"unigramCount": []}\n{"unigramCount": {"a": 1}}\n', {"1": {}, "2": {}, "3": {}, "4": {"a": 1}}),
    ('{"unigramCount": {" ship ": 1, "ship": 2, "u\\u0308": 1, "\u00fc": 1, "": 5}}\n', {"1": {"ship": 3, "ü": 2}}),
    ('{"unigramCount": {"ship": 16777215}}\n', {"1": {"ship": 16777215}}),
])
def test_objects_of_counts(themata, tmp_path, content, expected):
    done, _, counts = imported(themata, tmp_path, "a.jsonl", content, "--counts", "unigramCount")
    assert counts == expected
    assert ("1 count has no word, and is left out (the first: a.jsonl:1)" in done.stderr) == ('"":' in content)


def test_fields_beside_objects_of_counts(themata, tmp_path):
    _, rows, _ = imported(themata, tmp_path, "a.jsonl", OBJECTS, "--counts", "unigramCount", "--metadata", "title", "--labels", "title")
    assert [(row["metadata"], row["labels"]) for row in rows] == [({"title": "t"}, ["t"]), ({"title": "u"}, ["u"])]
    assert options_of(tmp_path / "corpus")["counts"] == "unigramCount" and "words" not in options_of(tmp_path / "corpus")


@pytest.mark.parametrize("field, message", [
    ('{"ship": 1.5}', "a.jsonl:2: the count of 'ship' in 'counts' is 1.5; expected a whole number from 0 to 16777215"),
    ('{"ship": -1}', "is -1; expected"), ('{"ship": 16777216}', "is 16777216; expected"), ('{"ship": "3"}', 'is "3"; expected'),
    ('{"ship": true}', "is true; expected"), ('{"ship": {"n": 3}}', "is an object; expected"), ('{"ship": [3]}', "is an array; expected"),
    ('{"ship": 123456789012345678901234567890}', "expected a whole number"),
    ('"ship ship"', "a.jsonl:2: the field 'counts' has no counts of words; expected an object such as {\"ship\": 3}, pairs"),
    ("3", "has no counts of words"), ('[["ship"]]', "has no counts of words"), ('["ship", 3]', "has no counts of words"),
    ('[["ship", 3, 4]]', "has no counts of words"), ('{"sh\\nip": 3}', "a.jsonl:2: the word 'sh ip' has a line break"),
])
def test_bad_objects_of_counts_are_refused(themata, tmp_path, field, message):
    (tmp_path / "a.jsonl").write_text('{"counts": {"rose": 1}}\n{"counts": ' + field + "}\n")
    done = themata("import", "a.jsonl", "--counts", "counts", "--output", "corpus")
    assert done.returncode == 3 and message in done.stderr, done.stderr
    (tmp_path / "a.jsonl").write_text('{"counts": {"rose": 1}}\n{"other": 1}\n')
    done = themata("import", "a.jsonl", "--counts", "counts", "--output", "corpus")
    assert done.returncode == 3 and "a.jsonl:2: the object has no field 'counts'; it has 'other'" in done.stderr


# --- all of them --------------------------------------------------------------------------------------------

FORMS = {
    "table.csv": (DTM, ["--format", "document-term"]),
    "tidy.csv": (TIDY, ["--format", "tidy"]),
    "objects.jsonl": ('{"id": "a", "c": {"ship": 3, "wave": 2}}\n{"id": "b", "c": {"rose": 1}}\n{"id": "c", "c": {"wave": 4}}\n', ["--counts", "c"]),
    "a.ldac": ("2 1:3 0:2\n1 2:1\n1 0:4\n", ["--vocabulary", "words.txt", "--ids", "ids.txt"]),
    "docword.a": ("3\n3\n4\n1 2 3\n1 1 2\n2 3 1\n3 1 4\n", ["--vocabulary", "words.txt", "--ids", "ids.txt"]),
}


@pytest.mark.parametrize("more", [[], ["--min-count", 2], ["--metadata-file", "years.csv"], ["--stop-words", "stop.txt"], ["--repeats", "once"]])
def test_the_same_counts_make_the_same_corpus(themata, tmp_path, more):
    (tmp_path / "words.txt").write_text("wave\nship\nrose\n")
    (tmp_path / "ids.txt").write_text("a\nb\nc\n")
    (tmp_path / "years.csv").write_text("id,year\nb,1901\na,1900\nc,1902\n")
    (tmp_path / "stop.txt").write_text("WAVE\n")
    files = ("vocabulary.txt", "tokens.npy", "offsets.npy", "documents.jsonl")
    first = None
    for name, (content, words) in FORMS.items():
        imported(themata, tmp_path, name, content, *words, *more, output=name + ".corpus")
        found = [(tmp_path / (name + ".corpus") / file).read_bytes() for file in files]
        first = first or found
        assert found == first, name


def test_tokens_are_in_the_order_of_the_file(themata, tmp_path):
    for name, content, words in [("a.csv", "doc_id,wave,ship\na,1,2\n", ["--format", "document-term"]),
                                 ("b.csv", "document,word,n\na,wave,1\na,ship,2\n", ["--format", "tidy"]),
                                 ("c.jsonl", '{"id": "a", "c": {"wave": 1, "ship": 2}}\n', ["--counts", "c"])]:
        imported(themata, tmp_path, name, content, *words, output=name[0])
        assert (tmp_path / name[0] / "vocabulary.txt").read_text() == "ship\nwave\n"
        assert np.load(tmp_path / name[0] / "tokens.npy").tolist() == [1, 0, 0]


def test_several_files_are_read_one_after_the_other(themata, tmp_path):
    (tmp_path / "b.csv").write_text("document;word;n\nd;ship;1\na;ship;1\n")
    _, _, counts = imported(themata, tmp_path, "a.csv", TIDY, "b.csv", "--format", "tidy")
    assert counts == {**SAME, "a": {"ship": 4, "wave": 2}, "d": {"ship": 1}}
    (tmp_path / "d.csv").write_text("reef,doc_id\n7,d\n")
    _, _, counts = imported(themata, tmp_path, "c.csv", DTM, "d.csv", "--format", "document-term", output="tables")
    assert counts == {**SAME, "d": {"reef": 7}}


WORDS = {"The": 3, "the": 1, "Ships": 2, "ship": 1, "a": 4, "1900": 2, "New York": 1}


@pytest.mark.parametrize("words, expected, dropped", [
    ([], WORDS, {}),
    (["--preserve-case"], WORDS, {}),
    (["--stop-words", "none"], WORDS, {}),
    (["--stop-words", "english"], {"Ships": 2, "ship": 1, "1900": 2, "New York": 1}, {"stop words": {"tokens": 8, "types": 3}}),
    (["--remove-stopwords"], {"Ships": 2, "ship": 1, "1900": 2, "New York": 1}, {"stop words": {"tokens": 8, "types": 3}}),
    (["--extra-stop-words", "more.txt"], {"The": 3, "the": 1, "a": 4, "1900": 2}, {"stop words": {"tokens": 4, "types": 3}}),
    (["--min-length", 2], {word: n for word, n in WORDS.items() if word != "a"}, {"--min-length": {"tokens": 4, "types": 1}}),
    (["--fold-case"], {"the": 4, "ships": 2, "ship": 1, "a": 4, "1900": 2, "new york": 1}, {}),
    (["--fold-case", "--stem", "english", "--min-length", 2], {"the": 4, "ship": 3, "1900": 2, "new york": 1}, {"--min-length": {"tokens": 4, "types": 1}}),
    (["--fold-case", "--stop-words", "english", "--min-count", 2], {"ships": 2, "1900": 2},
     {"stop words": {"tokens": 8, "types": 3}, "--min-count": {"tokens": 2, "types": 2}}),
])
@pytest.mark.parametrize("form", ["objects", "ldac"])
def test_rules_for_words_of_counts(themata, tmp_path, words, expected, dropped, form):
    (tmp_path / "more.txt").write_text("ship*, new york\n")
    (tmp_path / "words.txt").write_text("".join(word + "\n" for word in WORDS))
    if form == "objects":
        done, _, counts = imported(themata, tmp_path, "a.jsonl", json.dumps({"c": WORDS}) + "\n", "--counts", "c", *words)
    else:
        line = f"{len(WORDS)} " + " ".join(f"{v}:{n}" for v, n in enumerate(WORDS.values()))
        done, _, counts = imported(themata, tmp_path, "a.ldac", line + "\n", "--vocabulary", "words.txt", *words)
    assert counts["1"] == expected
    result = json.loads((tmp_path / "corpus/manifest.json").read_text())["import"]["result"]
    assert result["dropped"] == dropped and result["tokens-read"] == sum(WORDS.values())
    if "stop words" in dropped:
        assert "dropped by stop words" in done.stdout


def test_a_document_of_stop_words_says_why_it_is_empty(themata, tmp_path):
    _, rows, _ = imported(themata, tmp_path, "a.csv", "doc_id,the,ship\na,1,0\nb,0,0\nc,0,1\n", "--format", "document-term", "--stop-words", "english")
    assert [row.get("empty") for row in rows] == ["only stop words", "no words", None]


@pytest.mark.parametrize("words, message", [
    (["a.csv", "--format", "document-term", "--vocabulary", "a.csv"], "--vocabulary cannot be used with --format document-term; it needs ldac, uci"),
    (["a.csv", "--format", "tidy", "--ids", "a.csv"], "--ids cannot be used with --format tidy"),
    (["a.csv", "--format", "document-term", "--text", "ship"], "--text cannot be used with --format document-term"),
    (["a.csv", "--format", "document-term", "--columns", "ship"], "--columns cannot be used with --format document-term; it needs tidy"),
    (["a.csv", "--format", "document-term", "--counts", "ship"], "--counts cannot be used with --format document-term; it needs jsonl"),
    (["a.csv", "--format", "document-term", "--token-regex", "x"], "--token-regex cannot be used with --format document-term; it needs a format of text"),
    (["a.jsonl", "--counts", "c", "--text", "t"], "--text cannot be used with --counts"),
    (["a.jsonl", "--counts", "c", "--keep-text"], "--keep-text cannot be used with --counts; it needs a format of text"),
    (["a.jsonl", "--counts", "c", "--split-words", 5], "--split-words cannot be used with --counts"),
    (["a.jsonl", "--counts", "c", "--fold-case", "--preserve-case"], "--fold-case and --preserve-case cannot be combined"),
    (["a.jsonl", "--fold-case"], "--fold-case cannot be used with --format jsonl; it needs a format of counts (case is folded in texts"),
    (["a.ldac", "--stop-words", "english"], "--stop-words needs --vocabulary: without it the words are numbers"),
])
def test_options_that_counts_have_no_use_for(themata, tmp_path, words, message):
    (tmp_path / "a.csv").write_text(DTM)
    (tmp_path / "a.jsonl").write_text('{"c": {"ship": 1}}\n')
    (tmp_path / "a.ldac").write_text("1 0:1\n")
    done = themata("import", *words, "--output", "corpus")
    assert done.returncode == 2 and message in done.stderr, done.stderr


@pytest.mark.parametrize("name, content, words, message", [
    ("a.csv", DTM, [], "a.csv:1: the header has no column 'text'; it has 'doc_id', 'ship', 'rose', 'wave'; if its columns are counts of words, give --format document-term"),
    ("a.csv", TIDY, [], "the header has no column 'text'; it has 'document', 'term', 'count'; --format tidy reads documents, words and their counts"),
    ("a.jsonl", OBJECTS, [], "the object has no field 'text'; it has 'id', 'title', 'unigramCount'; if 'unigramCount' has counts of words, give --counts unigramCount"),
    ("a.csv", "id,body,year\n1,a ship,1900\n2,a rose,1901\n3,the wave,1902\n", ["--text", "none"], "the header has no column 'none'; it has 'id', 'body', 'year'\n"),
    ("a.csv", "id,body\n1,\"a ship\n", [], "a.csv:1: the header has no column 'text'; it has 'id', 'body'\n"),
    ("a.csv", "id,title,body\n1,one,a ship\n2,two,a rose\n", [], "it has 'id', 'title', 'body'\n"),
    ("a.jsonl", '{"id": 1, "body": "ship", "place": {"name": "x"}, "none": {}}\n', [], "it has 'id', 'body', 'place', 'none'\n"),
])
def test_formats_of_counts_are_named_where_there_is_no_text(themata, tmp_path, name, content, words, message):
    (tmp_path / name).write_text(content)
    done = themata("import", name, *words, "--output", "corpus")
    assert done.returncode == 3 and message in done.stderr, done.stderr


def test_objects_of_counts_have_no_order_of_a_text(themata, tmp_path):
    texts = "".join(json.dumps({"c": {f"w{v}": 2 + (v + d) % 3 for v in range(30)}}) + "\n" for d in range(12))
    imported(themata, tmp_path, "a.jsonl", texts, "--counts", "c")
    assert themata("fit", "corpus", "--output", "fit", "--model", "lda", "--topics", 2, "--sweeps", 20, "--seed", 1).returncode == 0
    done = themata("evaluate", "fit")
    assert done.returncode == 0 and "was not imported from text" in done.stdout, done.stderr


def test_parts_of_counts_are_joined(themata, tmp_path):
    imported(themata, tmp_path, "all.csv", TIDY, "--format", "tidy", output="whole")
    imported(themata, tmp_path, "a.csv", "document,term,count\na,ship,3\na,wave,2\n", "--format", "tidy", output="one")
    imported(themata, tmp_path, "b.csv", "document,term,count\nb,rose,1\nc,wave,4\n", "--format", "tidy", output="two")
    assert themata("import", "one", "two", "--output", "joined").returncode == 0
    for file in ("vocabulary.txt", "tokens.npy", "offsets.npy", "documents.jsonl"):
        assert (tmp_path / "joined" / file).read_bytes() == (tmp_path / "whole" / file).read_bytes()
