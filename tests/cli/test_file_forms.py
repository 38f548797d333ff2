"""Files as people have them: letters, line ends, names with commas, columns, spellings of what is missing."""
import gzip
import json

import pytest


def imported(themata, tmp_path, *words):
    done = themata("import", *words, "--output", "corpus")
    assert done.returncode == 0, done.stderr
    documents = [json.loads(line) for line in (tmp_path / "corpus/documents.jsonl").read_text().splitlines()]
    return documents, (tmp_path / "corpus/vocabulary.txt").read_text().split("\n")[:-1]


@pytest.mark.parametrize("text, words", [
    ("har\u00adbor har\u200bbor na\u2060ïve\ufeff", {"harbor", "har", "bor", "naïve"}),
    ("\u200eharbor\u200f \u2066sea\u2069", {"harbor", "sea"}),
    ("har\u200dbor har\u200cbor", {"harbor"}),
    ("l\u2019eau don\u2019t", {"l'eau", "don't"}),
    ("n\u0303andu ñandu", {"ñandu"}),
    ("ﬁnance finance", {"finance"}),
])
@pytest.mark.parametrize("option", [[], ["--preserve-case"], ["--keep-text"]])
def test_letters_that_nobody_sees(themata, tmp_path, text, words, option):
    (tmp_path / "texts.txt").write_text(text + "\n")
    assert set(imported(themata, tmp_path, "texts.txt", "--format", "lines", "--stop-words", "none", *option)[1]) == words


@pytest.mark.parametrize("language, text, words", [
    ("tr", "İSTANBUL istanbul IŞIK ışık DIŞ", {"istanbul", "ışık", "dış"}),
    ("turkish", "IRAK", {"ırak"}),
    ("fr", "L'eau d'eau l\u2019école aujourd'hui", {"eau", "école"}),
    ("italian", "Dell'acqua un'acqua", {"acqua"}),
    ("ca", "L'aigua d'aigua", {"aigua"}),
    ("german", "Das Schiff und die STRASSE Straße", {"schiff", "strasse"}),
])
def test_languages(themata, tmp_path, language, text, words):
    (tmp_path / "texts.txt").write_text(text + "\n")
    assert set(imported(themata, tmp_path, "texts.txt", "--format", "lines", "--language", language)[1]) == words
    options = json.loads((tmp_path / "corpus/manifest.json").read_text())["import"]["options"]
    assert len(options["language"]) == 2 and options["stop-words"] == options["language"]


HTML = "ships &amp; sailors &lt;b&gt;storm&lt;/b&gt; it&#39;s &nbsp;calm<br/>wave <p class=\"x\">reef</p><!-- no --> caf&eacute; a < b &bogus; R&D"
ADDRESSES = "see https://t.co/AbC123 and www.example.org/a?c=d; write user.name@mail.org, thanks"


@pytest.mark.parametrize("text, words, kept", [
    (HTML, {"ships", "sailors", "storm", "it's", "calm", "wave", "reef", "café", "bogus"}, {"amp", "lt", "gt", "nbsp", "br", "class", "eacute"}),
    (ADDRESSES, {"see", "and", "write", "thanks"}, {"https", "www.example.org", "user.name", "mail.org"}),
])
def test_markup_and_addresses_where_most_texts_have_them(themata, tmp_path, text, words, kept):
    option = "--markup" if text == HTML else "--addresses"
    (tmp_path / "texts.txt").write_text(f"{text}\n{text}\nplain ship\n")
    done = themata("import", "texts.txt", "--format", "lines", "--stop-words", "none", "--output", "corpus")
    assert done.returncode == 0 and f"({option} keep leaves them in)" in done.stderr
    assert set((tmp_path / "corpus/vocabulary.txt").read_text().split()) == words | {"plain", "ship"}
    assert json.loads((tmp_path / "corpus/manifest.json").read_text())["import"]["options"][option[2:]] == "remove"
    (tmp_path / "corpus").rename(tmp_path / "first")
    _, left = imported(themata, tmp_path, "texts.txt", "--format", "lines", "--stop-words", "none", option, "keep")
    assert kept <= set(left)
    (tmp_path / "corpus").rename(tmp_path / "second")
    (tmp_path / "texts.txt").write_text(f"{text}\nplain ship\nplain sea\n")  # not most of them
    _, left = imported(themata, tmp_path, "texts.txt", "--format", "lines", "--stop-words", "none")
    assert kept <= set(left)
    (tmp_path / "corpus").rename(tmp_path / "third")
    _, left = imported(themata, tmp_path, "texts.txt", "--format", "lines", "--stop-words", "none", option, "remove", "--keep-text")
    assert set(left) == words | {"plain", "ship", "sea"}


def test_a_language_leaves_stop_words_that_are_given(themata, tmp_path):
    (tmp_path / "texts.txt").write_text("le chat et la mer\n")
    assert "chat" in imported(themata, tmp_path, "texts.txt", "--format", "lines", "--language", "fr", "--stop-words", "none")[1]
    done = themata("import", "texts.txt", "--format", "lines", "--language", "klingonese", "--output", "other")
    assert done.returncode == 2 and "--language is 'klingonese'; expected a language" in done.stderr


def test_words_at_line_ends(themata, tmp_path):
    (tmp_path / "rows.jsonl").write_text(json.dumps({"text": "an exam-\nple of Jean-\nPaul"}) + "\n")
    assert {"exam", "ple", "paul"} <= set(imported(themata, tmp_path, "rows.jsonl")[1])
    (tmp_path / "corpus").rename(tmp_path / "first")
    assert set(imported(themata, tmp_path, "rows.jsonl", "--join-hyphenated")[1]) == {"example", "jean", "paul"}


@pytest.mark.parametrize("name, content, n", [
    ("a.txt", "ship storm\rrose soil\rtide mast\r", 3),
    ("a.txt", "ship storm\rrose soil\rtide mast", 3),
    ("a.txt", "ship storm\r\nrose soil\r\n", 2),
    ("a.txt", "ship storm\nrose\rsoil\n", 2),  # in a file with other ends it is a character
    ("a.csv", "id,text\ra,ship storm\rb,rose soil\r", 2),
    ("a.csv", "id,text\ra,\"ship\rstorm\"\rb,rose soil\r", 2),
    ("a.tsv", "id\ttext\ra\tship storm\r", 1),
    ("a.jsonl", '{"text": "ship storm"}\r{"text": "rose soil"}\r', 2),
    ("a.mallet", "a x ship storm\rb y rose soil\r", 2),
    ("a.ldac", "2 0:1 1:2\r1 0:3\r", 2),
])
def test_line_ends(themata, tmp_path, name, content, n):
    (tmp_path / name).write_bytes(content.encode())
    words = ["--format", "lines"] if name.endswith(".txt") else []
    assert len(imported(themata, tmp_path, name, *words)[0]) == n


@pytest.mark.parametrize("kind", ["csv", "jsonl"])
@pytest.mark.parametrize("given", [
    ["--text", "In a few words, what worries you?", "--metadata", "Age, in years,Town"],
    ["--text", '"In a few words, what worries you?"', "--metadata", '"Age, in years",Town'],
])
def test_names_with_commas(themata, tmp_path, kind, given):
    name = "In a few words, what worries you?"
    rows = [{name: "ship storm", "Age, in years": str(20 + d), "Town": "ab"[d % 2]} for d in range(8)]
    if kind == "csv":
        (tmp_path / "rows.csv").write_text(f'"{name}","Age, in years",Town\n' + "".join(f'{row[name]},{row["Age, in years"]},{row["Town"]}\n' for row in rows))
    else:
        (tmp_path / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    documents, _ = imported(themata, tmp_path, f"rows.{kind}", *given)
    assert documents[1]["metadata"] == {"Age, in years": "21", "Town": "b"}
    done = themata("fit", "corpus", "--model", "dmr", "--topics", 2, "--sweeps", 4, "--covariates", "Age, in years,Town", "--output", "fit")
    assert done.returncode == 0, done.stderr
    assert [field["name"] for field in json.loads((tmp_path / "fit/given/covariates.json").read_text())["fields"]] == ["Age, in years", "Town"]


def test_one_normal_form_for_names(themata, tmp_path):
    """Files, keys, columns and labels may be written with marks apart."""
    nfd, nfc = "Mu\u0308ller", "M\u00fcller"
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / f"{nfd}.txt").write_text("ship storm\n")
    (tmp_path / "table.csv").write_text(f"name,Gro\u0308ße\n{nfc}.txt,5\n")
    documents, _ = imported(themata, tmp_path, "folder", "--metadata-file", "table.csv", "--key", "name", "--metadata", "Gr\u00f6ße")
    assert list(documents[0]["metadata"].values()) == ["5"]
    (tmp_path / "corpus").rename(tmp_path / "first")
    (tmp_path / "rows.jsonl").write_text("".join(json.dumps({"id": one, "text": "ship", "label": one}) + "\n" for one in (nfc, nfd)))
    done = themata("import", "rows.jsonl", "--labels", "label", "--output", "corpus")
    assert (tmp_path / "corpus/labels.txt").read_text() == nfc + "\n" and "have the id of an earlier document" in done.stderr


def test_levels_are_trimmed_and_missing_is_missing(themata, tmp_path):
    values = ["R", "R ", " R", "D", "Gr\u00fcne", "Gru\u0308ne", "", "nan", "None", "null", "NULL", "N/A", "NA", "NaN", "<NA>", "#N/A", "\\N", "none"]
    rows = [{"text": "ship storm" if d % 2 else "rose soil", "party": value} for d, value in enumerate(3 * values)]
    (tmp_path / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    imported(themata, tmp_path, "rows.jsonl", "--metadata", "party")
    assert themata("fit", "corpus", "--model", "lda", "--topics", 2, "--sweeps", 40, "--until", "sweeps", "--output", "fit").returncode == 0
    done = themata("trends", "fit", "--by", "party", "--format", "json", "--leave-out-missing")
    assert done.returncode == 0, done.stderr
    assert [period["period"] for period in json.loads(done.stdout)["periods"]] == ["D", "Grüne", "R", "none"]


@pytest.mark.parametrize("rows, ids", [
    ('"id","text","year"\n"1","a","ship storm",1999\n"2","b","rose",2000\n', ["a", "b"]),
    ('"text","year"\n"1","ship storm",1999\n"2","rose",2000\n', ["1", "2"]),
    ('text year\n1 "ship storm" 1999\n2 "rose" 2000\n', ["1", "2"]),
    ('"","id","text","year"\n"1","a","ship storm",1999\n"2","b","rose",2000\n', ["a", "b"]),
])
def test_numbers_of_rows_as_r_writes_them(themata, tmp_path, rows, ids):
    (tmp_path / "rows.csv").write_text(rows)
    separator = [] if "," in rows else ["--separator", " "]
    documents, _ = imported(themata, tmp_path, "rows.csv", "--metadata", "year", *separator)
    assert [document["id"] for document in documents] == ids and documents[0]["metadata"]["year"] == "1999"


@pytest.mark.parametrize("rows, message", [
    ("id,text\na,ship\nb,rose,soil\n", "rows.csv:3: has 3 fields; the header has 2"),
    ("id,text\nx,a,ship\ny,b,rose\n", "rows.csv:2: has 3 fields; the header has 2"),  # a comma too many in each
    ("id,text\n1,a,ship\n", "rows.csv:2: has 3 fields; the header has 2"),
    ("id,text\n1,a,ship\n2,b,rose\nc,soil\n", "rows.csv:4: has 2 fields; the header has 2, and the first lines begin with the row's number"),
])
def test_a_field_too_many_is_still_an_error(themata, tmp_path, rows, message):
    (tmp_path / "rows.csv").write_text(rows)
    done = themata("import", "rows.csv", "--output", "corpus")
    assert done.returncode == 3 and message in done.stderr


@pytest.mark.parametrize("field, text", [
    (r'"He said \"ship ahoy\", and sailed"', {"said", "ship", "ahoy", "sailed"}),
    (r'"D:\\ships, and \"storms\""', {"ships", "storms"}),
    ('"a ""ship"" here"', {"ship"}),
    ('"ship\nstorm \\"mast rope\\""', {"ship", "storm", "mast", "rope"}),
])
def test_quotes_after_a_backslash(themata, tmp_path, field, text):
    (tmp_path / "rows.csv").write_text(f"id,text,year\n1,{field},1999\n2,plain,2000\n")
    documents, words = imported(themata, tmp_path, "rows.csv", "--quoting", "backslash", "--metadata", "year")
    assert set(words) == text | {"plain"} and [document["metadata"]["year"] for document in documents] == ["1999", "2000"]
    if "\\" in field:
        done = themata("import", "rows.csv", "--output", "other")
        assert done.returncode == 3 and "--quoting backslash" in done.stderr, done.stderr


@pytest.mark.parametrize("line, message", [
    ('{"text": "ship", "score": NaN}', "a.jsonl:1: has NaN, which is no value of JSON; expected null"),
    ('{"text": "ship", "score": -Infinity}', "has Infinity, which is no value of JSON"),
    ('{"text": "ship", "score": None}', "has None, which is no value of JSON"),
    ('{"text": "ship", "ok": True}', "has True, which is no value of JSON; expected true or false"),
    (r'{"text": "ship \ud83d storm"}', r"has \ud83d without its other half"),
    (r'{"text": "ship \ude00"}', r"has \ude00 without its other half"),
    ("{'text': 'ship'}", "has texts in single quotes"),
    ("{", "a part of a JSON object that goes over several lines"),
    ('{"text": "NaN ship", }', "is not one JSON object"),
    ('[{"text": "ship"}]', "is a JSON array"),
])
def test_what_is_wrong_with_a_line_of_json(themata, tmp_path, line, message):
    (tmp_path / "a.jsonl").write_text(line + "\n")
    done = themata("import", "a.jsonl", "--output", "corpus")
    assert done.returncode == 3 and message in done.stderr, done.stderr


@pytest.mark.parametrize("number", ["123456789012345678901234567890", "18446744073709551616", "-99999999999999999999"])
def test_long_numbers_stay_as_they_are_written(themata, tmp_path, number):
    (tmp_path / "a.jsonl").write_text(f'{{"id": {number}, "text": "ship {number}", "n": [1, {number}], "plain": 12}}\n{{"id": 7, "text": "rose", "n": 1, "plain": 2}}\n')
    documents, _ = imported(themata, tmp_path, "a.jsonl", "--metadata", "n,plain")
    assert [document["id"] for document in documents] == [number, "7"]
    assert documents[0]["metadata"] == {"n": [1, number], "plain": 12}


@pytest.mark.parametrize("pattern, names, fields", [
    ("{party}_{year}", ["CONS_1992.txt", "LAB_1997.txt"], [{"party": "CONS", "year": "1992"}, {"party": "LAB", "year": "1997"}]),
    ("{party}_{year}_x", ["a_b_1_x.txt"], [{"party": "a", "year": "b_1"}]),
    ("{year}-{month}", ["1992-01.txt.gz"], [{"year": "1992", "month": "01"}]),
    ("{party}/{year}", ["deep/CONS/1992.txt"], [{"party": "CONS", "year": "1992"}]),
    ("speech {n}", ["speech 7.txt"], [{"n": "7"}]),
])
def test_metadata_from_names_of_files(themata, tmp_path, pattern, names, fields):
    for name in names:
        path = tmp_path / "texts" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        with (gzip.open if name.endswith(".gz") else open)(path, "wt") as file:
            file.write("ship storm\n")
    documents, _ = imported(themata, tmp_path, "texts", "--metadata-from-names", pattern)
    assert [document["metadata"] for document in documents] == fields


@pytest.mark.parametrize("pattern, code, message", [
    ("{party}_{year}", 3, "notes.txt: has a name of another form; expected names as --metadata-from-names {party}_{year} says"),
    ("party", 2, "expected names of fields in braces"),
    ("{a}{b}", 2, "expected names of fields in braces"),
    ("{a}_{a}", 2, "expected names of fields in braces"),
    ("{a", 2, "expected names of fields in braces"),
    ("{}", 2, "expected names of fields in braces"),
])
def test_patterns_that_do_not_fit(themata, tmp_path, pattern, code, message):
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts/notes.txt").write_text("ship\n")
    done = themata("import", "texts", "--metadata-from-names", pattern, "--output", "corpus")
    assert done.returncode == code and message in done.stderr, done.stderr


def test_folders_of_files_of_any_name(themata, tmp_path):
    for place in ("news/sea/1001", "news/land/1002", "news/land/.hidden", "news/land/read.me"):
        (tmp_path / place).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / place).write_text("ship storm\n")
    done = themata("import", "news", "--output", "corpus")
    assert done.returncode == 3 and "has no .txt file" in done.stderr and "--all-files reads files of any name" in done.stderr
    documents, _ = imported(themata, tmp_path, "news", "--all-files", "--labels-from-folders")
    assert [(document["id"], document["labels"]) for document in documents] == [("land/1002", ["land"]), ("land/read.me", ["land"]), ("sea/1001", ["sea"])]


@pytest.mark.parametrize("content, message", [
    (b"PK\x03\x04\x14\0\0\0a.txt", "the zip archive is truncated or damaged; expected the list of its files at its end"),
    (b"BZh91AY&SY\0", "the bzip2 data is truncated"),
    (b"\xfd7zXZ\0\0\x04", "the xz data is truncated"),
    (b"a.txt" + 252 * b"\0" + b"ustar\0", "is a tar archive"),
    (b"%PDF-1.7\n\xe2\xe3", "is a PDF"),
    (b"PAR1\x15\0\x15", "is a Parquet file"),
    (b"SQLite format 3\0", "is a SQLite database"),
    (b"\x93NUMPY\x01\0", "is an array of NumPy"),
])
@pytest.mark.parametrize("words", [["--format", "lines"], ["--format", "csv"], ["--format", "jsonl"], []])
def test_files_of_another_kind_are_named(themata, tmp_path, content, message, words):
    for name in ["a.txt", "a.bin"] if not words else ["a"]:  # by the name of which a format is chosen, or none is
        (tmp_path / name).write_bytes(content)
        done = themata("import", name, *words, "--output", "corpus")
        assert done.returncode == 3 and message in done.stderr, done.stderr


def test_a_header_in_the_middle_and_columns_of_a_spreadsheet(themata, tmp_path):
    (tmp_path / "rows.csv").write_text("id,text\na,ship\nid,text\nb,rose\n")
    done = themata("import", "rows.csv", "--output", "corpus")
    assert done.returncode == 3 and "rows.csv:3: repeats the header" in done.stderr
    (tmp_path / "rows.csv").write_text("id,text\na,ship\nb,rose\n")
    (tmp_path / "table.csv").write_text("id,year,,\na,1,,\nb,2,,\n")
    documents, _ = imported(themata, tmp_path, "rows.csv", "--metadata-file", "table.csv")
    assert [document["metadata"] for document in documents] == [{"id": "a", "year": "1"}, {"id": "b", "year": "2"}]


FEATURES = "ENSG1\tGATA1\tGene Expression\nENSG2\tSPI1\tGene Expression\n"


@pytest.mark.parametrize("content, option, words", [
    ("ship \nrose\t\n", [], ["ship", "rose"]),
    ("  ship\nrose\n", [], ["ship", "rose"]),
    ("0\tship\t3\n1\trose\t2\n", [], ["ship", "rose"]),
    ("ship\t3\nrose\t2\n", [], ["ship", "rose"]),
    ("new york\nrose\n", [], ["new york", "rose"]),
    (FEATURES, ["--vocabulary-column", "2"], ["GATA1", "SPI1"]),
    (FEATURES, ["--vocabulary-column", "1"], ["ENSG1", "ENSG2"]),
])
def test_vocabularies_with_columns(themata, tmp_path, content, option, words):
    (tmp_path / "a.ldac").write_text("2 0:1 1:2\n1 1:3\n")
    with gzip.open(tmp_path / "words.tsv.gz", "wt") as file:
        file.write(content)
    assert imported(themata, tmp_path, "a.ldac", "--vocabulary", "words.tsv.gz", *option)[1] == words


def test_a_vocabulary_that_is_not_clear(themata, tmp_path):
    (tmp_path / "a.ldac").write_text("2 0:1 1:2\n1 1:3\n")
    (tmp_path / "words.tsv").write_text(FEATURES)
    done = themata("import", "a.ldac", "--vocabulary", "words.tsv", "--output", "corpus")
    assert done.returncode == 3 and "has 3 columns ('ENSG1', 'GATA1', 'Gene Expression'), and words may be in several" in done.stderr
    assert "--vocabulary-column" in done.stderr
    done = themata("import", "a.ldac", "--vocabulary", "words.tsv", "--vocabulary-column", 4, "--output", "corpus")
    assert done.returncode == 2 and "--vocabulary-column is 4; expected a number from 1 to 3" in done.stderr


COUNTS = {"a.ldac": "2 0:1 1:2\n1 1:3\n0\n",
          "docword.a.txt": "3\n2\n3\n1 1 1\n1 2 2\n2 2 3\n",
          "a.svm": "1 0:1 1:2\n2 1:3\n0\n",
          "a.mtx": "%%MatrixMarket matrix coordinate integer general\n3 2 3\n1 1 1\n1 2 2\n2 2 3\n"}


@pytest.mark.parametrize("name", COUNTS)
def test_counts_have_ids_and_metadata(themata, tmp_path, name):
    (tmp_path / name).write_text(COUNTS[name])
    with gzip.open(tmp_path / "ids.tsv.gz", "wt") as file:
        file.write("AAAC-1\nAAAG-1 \nAACC-1\n")
    (tmp_path / "cells.csv").write_text("id,kind,day\nAACC-1,b,3\nAAAC-1,a,1\nAAAG-1,b,2\n")
    documents, _ = imported(themata, tmp_path, name, "--ids", "ids.tsv.gz", "--metadata-file", "cells.csv")
    assert [document["id"] for document in documents] == ["AAAC-1", "AAAG-1", "AACC-1"]
    assert [document["metadata"]["day"] for document in documents] == ["1", "2", "3"]
    (tmp_path / "corpus").rename(tmp_path / "first")
    (tmp_path / "numbers.csv").write_text("id,kind\n1,a\n2,b\n3,b\n")  # without ids, documents are numbers
    documents, _ = imported(themata, tmp_path, name, "--metadata-file", "numbers.csv", "--labels", "kind")
    assert [document["labels"] for document in documents] == [["a"], ["b"], ["b"]]
    (tmp_path / "few.txt").write_text("a\nb\n")
    done = themata("import", name, "--ids", "few.txt", "--output", "other")
    assert done.returncode == 3 and "few.txt: has 2 lines; expected one for each of 3 documents" in done.stderr
    (tmp_path / "cells.csv").write_text("id,kind\nAACC-1,b\n")
    done = themata("import", name, "--ids", "ids.tsv.gz", "--metadata-file", "cells.csv", "--output", "other")
    assert done.returncode == 3 and "has no row for 2 of 3 documents" in done.stderr and not (tmp_path / "other").exists()
