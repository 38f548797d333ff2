"""`themata import` of corpora: what was imported in parts becomes the corpus that one import makes."""
import json
import pathlib
import shutil
import sys

import numpy as np
import pytest

from conftest import manifest, names_in

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import fits  # noqa: E402

WORDS = "roses tulips soil rain spade hedge sail mast anchor harbour tide deck".split()
STOPPED = ["the and of", "12 7", None, " \t", "the 12"]


def write_rows(path, part):
    """Thirty rows with labels and metadata. Each of the parts has a rare word, a word that is once in every part, and empty
    documents of every kind."""
    with open(path, "w") as file:
        for d in range(30):
            text = " ".join(WORDS[(part * 5 + (d + 1) * i * i) % (7 + part)] + (" the 3" if i % 5 == 0 else "") for i in range(20))
            text = STOPPED[d // 6] if d % 6 == 0 else text
            text = {1: "unique" + "abc"[part], 2: text and text + " meadow"}.get(d, text)
            row = {"text": text, "group": ["even" if d % 2 == 0 else "odd", "abc"[part]], "name": f"document #{d} \"é\""}
            year = f'{1990 + d}.50e0, "more": {{"list": [1, 2e0], "a": 0, "a": "a,\\"metadata\\":{{}}"}}'
            file.write(json.dumps(row)[:-1] + f', "year": {year}}}\n')


@pytest.fixture
def parts(tmp_path):
    """Three files; the one import that their parts must equal has all of them."""
    files = [f"part-{part + 1}.jsonl" for part in range(3)]
    for part, file in enumerate(files):
        write_rows(tmp_path / file, part)
    return files


@pytest.fixture
def run_import(themata):
    def run(*words):
        done = themata("import", *words)
        assert done.returncode == 0, done.stderr
        return done

    return run


def import_each(run_import, files, *options):
    folders = [file.split(".")[0] for file in files]
    for file, folder in zip(files, folders):
        run_import(file, *options, "--output", folder)
    return folders


def assert_same(one, other):
    """Every file has the same bytes; of the manifests, all but what the import read."""
    assert names_in(one) == names_in(other)
    for name in names_in(one):
        if name != "manifest.json":
            assert (one / name).read_bytes() == (other / name).read_bytes(), name
    mine, its = manifest(one), manifest(other)
    assert {**mine, "import": None, "checksum": None} == {**its, "import": None, "checksum": None}
    for name in ("documents", "tokens", "types", "empty"):
        assert mine["import"]["result"][name] == its["import"]["result"][name]


FIELDS = ["--labels", "group", "--metadata", "year,more,name"]


@pytest.mark.parametrize("of_parts, of_all", [
    ([], []),
    (FIELDS, []),
    ([*FIELDS, "--id", "name", "--keep-text"], []),
    ([*FIELDS, "--keep-text", "--split-words", 9], ["--repeats", "log"]),
    (["--keep-text", "--stem", "english", "--min-length", 4], ["--min-count", 3]),
    (FIELDS, ["--min-documents", 3, "--max-document-share", 0.75]),
    ([], ["--keep-types", 8, "--keep-types-by", "tfidf"]),
])
def test_joined_corpora_are_one_import(run_import, tmp_path, parts, of_parts, of_all):
    run_import(*parts, *of_parts, *of_all, "--output", "one")
    folders = import_each(run_import, parts, *of_parts)
    run_import(*folders, *of_all, "--output", "joined")
    assert_same(tmp_path / "one", tmp_path / "joined")
    if "--min-count" in of_all:  # each word is once in its part, and only one of them is rare in all
        vocabulary = (tmp_path / "joined/vocabulary.txt").read_text().split()
        assert "meadow" in vocabulary and "uniquea" not in vocabulary
    # A join may be joined again.
    run_import(*folders[:2], "--output", "two")
    run_import("two", folders[2], *of_all, "--output", "again")
    assert_same(tmp_path / "one", tmp_path / "again")


def test_documents_are_in_the_order_of_the_corpora(run_import, tmp_path, parts):
    folders = import_each(run_import, parts)
    run_import(parts[2], parts[0], "--output", "one")
    run_import(folders[2], folders[0], "--output", "joined")
    run_import(folders[0], folders[2], "--output", "turned")
    assert_same(tmp_path / "one", tmp_path / "joined")
    assert manifest(tmp_path / "joined")["hash"] != manifest(tmp_path / "turned")["hash"]


def test_the_manifest_names_the_corpora_and_their_rules(run_import, tmp_path, parts):
    folders = import_each(run_import, parts, "--stop-words", "none", "--keep-text")
    done = run_import(*folders, "--min-count", 3, "--log", "json", "--output", "joined")
    imported = manifest(tmp_path / "joined")["import"]
    assert [part["hash"] for part in imported["parts"]] == [manifest(tmp_path / name)["hash"] for name in folders]
    assert [part["folder"] for part in imported["parts"]] == folders
    assert imported["parts"][1]["import"] == manifest(tmp_path / folders[1])["import"]
    options = imported["options"]
    assert (options["format"], options["files"], options["min-count"]) == ("corpus", folders, 3)
    assert (options["stop-words"], options["words"], options["keep-text"]) == ("none", "unicode", True)
    assert imported["icu"] == manifest(tmp_path / folders[0])["import"]["icu"]
    result = imported["result"]
    assert result["tokens-read"] == sum(manifest(tmp_path / name)["tokens"] for name in folders)
    assert result["dropped"] == {"--min-count": {"tokens": 3, "types": 3}} and result["warnings"] == []
    assert result["tokens-read"] == result["tokens"] + 3
    assert json.loads(done.stdout.splitlines()[-1])["tokens"] == result["tokens"]


def test_a_corpus_alone_is_pruned_again(run_import, tmp_path, parts):
    run_import(parts[0], "--output", "all")
    run_import(parts[0], "--min-count", 4, "--repeats", "once", "--output", "one")
    done = run_import("all", "--min-count", 4, "--repeats", "once", "--output", "pruned")
    assert "--format corpus is chosen" in done.stderr
    assert manifest(tmp_path / "one")["types"] < manifest(tmp_path / "all")["types"]
    assert_same(tmp_path / "one", tmp_path / "pruned")


def test_a_reason_names_the_rules_of_the_join_alone(run_import, tmp_path):
    """The only difference from one import: a corpus does not say what was dropped of documents that have words."""
    (tmp_path / "a.txt").write_text("the rare\ncats\ncats\n")
    (tmp_path / "b.txt").write_text("cats\n")
    for name in "ab":
        run_import(f"{name}.txt", "--output", name)
    run_import("a", "b", "--min-count", 2, "--output", "joined")
    rows = [json.loads(line) for line in (tmp_path / "joined/documents.jsonl").read_text().splitlines()]
    assert rows[0]["empty"] == "every word was dropped by --min-count"
    assert [row["id"] for row in rows] == ["1", "2", "3", "4"] and "empty" not in rows[3]


def test_numbers_that_are_ids_stay(run_import, tmp_path):
    for name in ("a", "b"):
        (tmp_path / f"{name}.csv").write_text("key,text\n1,cats\n2,dogs\n")
        run_import(f"{name}.csv", "--id", "key", "--output", name)
    done = run_import("a", "b", "--output", "joined")
    rows = [json.loads(line) for line in (tmp_path / "joined/documents.jsonl").read_text().splitlines()]
    assert [(row["id"], row["row"]) for row in rows] == [("1", 1), ("2", 2), ("1", 3), ("2", 4)]
    assert "2 of 4 documents have the id of an earlier document" in done.stderr
    assert "b has the same documents as a" in done.stderr


def test_trees_of_labels_are_joined(run_import, tmp_path):
    (tmp_path / "tree.tsv").write_text("cats\tanimals\ndogs\tanimals\nlife\t\n")
    files = {"a.csv": "text,topic\ncats purr,animals/cats\n", "b.csv": "text,topic\ncells grow,life/cells/small\n"}
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    for name, options in {"paths": ["--label-paths", "/"], "tree": ["--tree", "tree.tsv"]}.items():
        run_import(*files, "--labels", "topic", *options, "--output", f"one-{name}")
        for part in "ab":
            run_import(f"{part}.csv", "--labels", "topic", *options, "--output", f"{part}-{name}")
        run_import(f"a-{name}", f"b-{name}", "--output", name)
        assert (tmp_path / name / "tree.tsv").read_bytes() == (tmp_path / f"one-{name}/tree.tsv").read_bytes()
        assert manifest(tmp_path / name)["import"]["options"][options[0][2:]] == options[1]
    # Two trees become one, unless they contradict each other or another is given.
    (tmp_path / "other.tsv").write_text("cats\tpets\n")
    run_import("a.csv", "--labels", "topic", "--tree", "other.tsv", "--output", "other")
    run_import("other", "b-paths", "--output", "both")
    assert (tmp_path / "both/tree.tsv").read_text().startswith("cats\tpets\npets\t\nlife\t\nlife/cells\tlife\n")
    run_import("other", "b-tree", "--tree", "tree.tsv", "--output", "given")
    assert (tmp_path / "given/tree.tsv").read_bytes() == (tmp_path / "tree/tree.tsv").read_bytes()


def test_counts_with_one_vocabulary_keep_its_order(run_import, tmp_path):
    (tmp_path / "words.txt").write_text("zebra\nape\nnever\ncat\n")
    (tmp_path / "a.ldac").write_text("2 1:2 3:1\n0\n")
    (tmp_path / "b.ldac").write_text("2 3:1 0:4\n")
    run_import("a.ldac", "b.ldac", "--vocabulary", "words.txt", "--output", "one")
    for name in "ab":
        run_import(f"{name}.ldac", "--vocabulary", "words.txt", "--output", name)
    run_import("a", "b", "--output", "joined")
    assert_same(tmp_path / "one", tmp_path / "joined")
    # Another vocabulary: words meet by their text, the most frequent first.
    (tmp_path / "others.txt").write_text("dog\ncat\n")
    (tmp_path / "c.ldac").write_text("2 0:1 1:7\n")
    run_import("c.ldac", "--vocabulary", "others.txt", "--output", "c")
    run_import("a", "c", "--output", "mixed")
    assert (tmp_path / "mixed/vocabulary.txt").read_text().split() == ["cat", "ape", "dog", "never", "zebra"]
    assert np.load(tmp_path / "mixed/tokens.npy").tolist() == [1, 1, 0, 2] + 7 * [0]


def test_a_joined_corpus_has_the_order_of_its_text(run_import, themata, parts):
    """Coherence is measured within windows of text where there is text."""
    run_import(*parts, "--output", "one")
    run_import(*import_each(run_import, parts), "--output", "joined")
    shown = {}
    for name in ("one", "joined"):
        assert themata("fit", name, "--topics", 2, "--sweeps", 5, "--seed", 1, "--output", f"fit-{name}").returncode == 0
        done = themata("evaluate", f"fit-{name}")
        assert done.returncode == 0, done.stderr
        shown[name] = done.stdout.replace("joined", "one")
    assert shown["one"] == shown["joined"]


def test_what_makes_it_another_corpus_is_said(run_import, tmp_path, parts):
    run_import(parts[0], "--keep-text", "--output", "a")
    run_import(parts[1], "--stop-words", "none", "--min-count", 2, "--output", "b")
    done = run_import("a", "b", "--output", "joined")
    assert "imported with different options (--stop-words)" in done.stderr
    assert "--min-count dropped words of single corpora before they were joined" in done.stderr
    assert "texts are left out: not all corpora have them (--keep-text)" in done.stderr
    assert not (tmp_path / "joined/texts.jsonl").exists()
    run_import(parts[0], "--pretokenized", "--output", "bare")
    assert "different options (--pretokenized, --preserve-case, --stop-words)" in run_import("a", "bare", "--output", "c").stderr
    (tmp_path / "d.ldac").write_text("1 0:2\n")
    run_import("d.ldac", "--output", "d")
    assert "found in texts, and those of others were given" in run_import("a", "d", "--output", "e").stderr
    copied = json.loads((tmp_path / "a/manifest.json").read_text())
    copied["import"]["icu"] = "1.2"
    shutil.copytree(tmp_path / "a", tmp_path / "f")
    fits.write_manifest(tmp_path / "f", copied)
    warned = run_import("a", "f", "--output", "g").stderr
    assert "different versions of ICU (1.2, " in warned and "f has the same documents as a" in warned
    assert "--stop-words" not in warned and "dropped words" not in warned


SPOILT = [("damaged", "tokens.npy", b"\1\0\0\0", b"\2\0\0\0"), ("changed", "documents.jsonl", b"1", b"2"),
          ("huge", "manifest.json", b'"documents": 1,', b'"documents": 4294967294,')]


def spoil(path, before, after):
    content = path.read_bytes()
    assert before in content
    path.write_bytes(content.replace(before, after, 1))


@pytest.mark.parametrize("words, code, message", [
    (["a", "a"], 3, "a: is given twice; expected each corpus once"),
    (["a", "b", "../{here}/a"], 3, "/a: is given twice"),
    (["a", "b.jsonl"], 2, "a is a corpus folder and b.jsonl is not"),
    (["texts", "--format", "corpus"], 3, "texts: is neither a corpus folder nor a fit folder"),
    (["a", "b.jsonl", "--format", "corpus"], 3, "b.jsonl: is not a folder; expected a corpus folder"),
    (["a", "missing", "--format", "corpus"], 3, "missing"),
    (["a", "damaged"], 3, "damaged/tokens.npy: is damaged: its checksum is"),
    (["a", "changed"], 3, "changed/documents.jsonl: is damaged: its checksum is"),
    (["a", "huge"], 3, "huge: and those before it have more documents than this program can number"),
    (["tree", "other"], 3, "other/tree.tsv:1: the label 'x' is below 'z', and below 'y' in an earlier corpus"),
    (["a", "b", "--stop-words", "none"], 2, "--stop-words cannot be used with --format corpus; it needs a format of text"),
    (["a", "b", "--min-length", 1], 2, "--min-length cannot be used with --format corpus"),
    (["a", "b", "--keep-text"], 2, "--keep-text cannot be used with --format corpus"),
    (["a", "b", "--labels", "group"], 2, "--labels cannot be used with --format corpus"),
    (["a", "b", "--vocabulary", "b.jsonl"], 2, "--vocabulary cannot be used with --format corpus"),
    (["a", "b", "--metadata-file", "b.jsonl"], 2, "--metadata-file cannot be used with --format corpus"),
    (["a", "b", "--label-paths", "/"], 2, "--label-paths cannot be used with --format corpus"),
])
def test_refused_corpora_leave_nothing(run_import, themata, tmp_path, words, code, message):
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts/a.txt").write_text("cats\n")
    for name in ("a", "b"):
        (tmp_path / f"{name}.jsonl").write_text(f'{{"text": "cats chase {name}{name}", "group": "x"}}\n')
        run_import(f"{name}.jsonl", "--output", name)
    for name, parent in {"tree": "y", "other": "z"}.items():
        (tmp_path / "tree.tsv").write_text(f"x\t{parent}\n")
        run_import("a.jsonl", "--labels", "group", "--tree", "tree.tsv", "--output", name)
    for name, file, before, after in SPOILT:
        shutil.copytree(tmp_path / "b", tmp_path / name)
        if file == "manifest.json":
            fits.write_manifest(tmp_path / name, manifest(tmp_path / name) | {"checksum": None})
        spoil(tmp_path / name / file, before, after)
    there = names_in(tmp_path)
    done = themata("import", *[str(word).format(here=tmp_path.name) for word in words], "--output", "joined")
    assert done.returncode == code, done.stderr
    assert message in done.stderr
    assert names_in(tmp_path) == there
