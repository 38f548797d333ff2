"""Phrases: found by how often their words meet, or given; what they become everywhere."""
import gzip
import json
import math
import random

import pytest


def rows_of(corpus):
    lines = (corpus / "phrases.tsv").read_text().split("\n")[:-1]
    assert lines[0] == "phrase\tcount\tdocuments\tscore"
    return {row[0]: row[1:] for row in (line.split("\t") for line in lines[1:])}


def tokens_of(corpus):
    """The words of each document."""
    np = pytest.importorskip("numpy")
    words = (corpus / "vocabulary.txt").read_text().split("\n")[:-1]
    ends = np.load(corpus / "offsets.npy")
    return [[words[v] for v in np.load(corpus / "tokens.npy")[a:b]] for a, b in zip(ends, ends[1:])]


@pytest.fixture
def joined(themata, tmp_path):
    def run(text, phrases, *options, name="corpus"):
        (tmp_path / "rows.jsonl").write_text(json.dumps({"text": text}) + "\n")
        (tmp_path / "phrases.txt").write_text("\n".join(phrases) + "\n")
        done = themata("import", "rows.jsonl", "--phrase-list", "phrases.txt", *options, "--output", name)
        assert done.returncode == 0, done.stderr
        return tokens_of(tmp_path / name)[0], done
    return run


@pytest.mark.parametrize("text, phrases, words", [
    ("He went to New York.", ["new york"], ["went", "new york"]),
    ("NEW YORK, New-York, new\nyork", ["New York"], ["new york"] * 3),
    ("New. York, new; york (new) york", ["new york"], ["new", "york"] * 3),
    ("new\n\nyork new - york", ["new york"], ["new", "york"] * 2),
    ("new york city, new york state", ["new york", "new york city"], ["new york city", "new york", "state"]),
    ("new new york york", ["new york"], ["new", "new york", "york"]),
    ("the bank of england and of the bank", ["bank of england"], ["bank of england", "bank"]),
    ("the who sang, who sang", ["the who"], ["the who", "sang", "sang"]),
    ("world war 2 and war 2", ["world war 2"], ["world war 2", "war"]),
    ("rock'n roll l'eau", ["l'eau"], ["rock'n", "roll", "l'eau"]),
    ("São\u200b Paulo sa\u0303o paulo", ["são paulo"], ["são paulo"] * 2),
    ("ship storm", ["ship of fools"], ["ship", "storm"]),
    ("a b c d", ["a b", "b c", "c d"], ["a b", "c d"]),
])
@pytest.mark.parametrize("option", [[], ["--keep-text"], ["--threads", "1"]])
def test_given_phrases(joined, text, phrases, words, option):
    assert joined(text, phrases, *option)[0] == words


@pytest.mark.parametrize("phrases, text", [
    (["new york\t300\t20\t0.7"], "new york"),
    (["phrase\tcount\tdocuments\tscore", "new york\t300\t20\t0.7000"], "new york"),
    (["new york  # a comment", "# another"], "new york"),
    (['"new york", "los angeles"'], "new york"),
    (['c("new york", "los angeles")'], "new york"),
    (["new york, los angeles"], "new york"),
])
def test_forms_of_lists(joined, phrases, text):
    assert joined("in New York", phrases)[0] == [text]


def test_what_a_list_has_that_cannot_be(joined):
    _, done = joined("ship storm", ["ship", "ship storm", "rose soil"])
    assert "1 of the given phrases is not several words of these texts: ship" in done.stderr
    assert "1 of 2 given phrases is not in these texts" in done.stderr


@pytest.mark.parametrize("options, words", [
    (["--preserve-case"], ["New York", "York"]),
    (["--stem", "english"], ["new york", "machin learn", "york"]),
    (["--pretokenized"], ["New York", "york."]),
    (["--token-regex", "[a-z]+"], ["new york", "york"]),
    (["--split-words", "2"], ["new york"]),
])
def test_other_rules_for_words(joined, options, words):
    text = {"--stem": "New York machines learning York", "--pretokenized": "New York york.", "--split-words": "new york big city",
            "--preserve-case": "New York York"}.get(options[0], "new york York".lower())
    phrases = ["machines learning", "New York"] if options[0] in ("--stem", "--preserve-case", "--pretokenized") else ["new york", "york big"]
    assert joined(text, phrases, *options)[0] == words


def test_stop_words_of_several_words(joined, tmp_path):
    (tmp_path / "stop.txt").write_text("new york\nlos angeles\n")
    words, done = joined("ship New York storm, Los Angeles", ["new york"], "--extra-stop-words", "stop.txt")
    assert words == ["ship", "storm", "los", "angeles"]  # one is a phrase, and is dropped
    assert "1 of the stop words is no single word of these texts, and nothing is dropped by it: los angeles" in done.stderr
    manifest = json.loads((tmp_path / "corpus/manifest.json").read_text())
    assert manifest["import"]["result"]["dropped"]["stop words"] == {"tokens": 1, "types": 1}


def collection(seed, n=400):
    """Texts of independent words, into which collocations are set, and their counts."""
    draw = random.Random(seed)
    words = [f"word{chr(97 + i // 26)}{chr(97 + i % 26)}" for i in range(200)]
    lines, count = [], 0
    for _ in range(n):
        line = [draw.choice(words) for _ in range(30)]
        if draw.random() < 0.3:
            at = draw.randrange(30)
            line[at:at] = ["golden", "gate"] if draw.random() < 0.5 else ["golden", "gate", "bridge"]
            count += 1
        if draw.random() < 0.2:
            line += ["house", "of", "lords"]
        lines.append(" ".join(line))
    return lines, count


@pytest.mark.parametrize("seed", range(5))
def test_found_phrases(themata, tmp_path, seed):
    lines, count = collection(seed)
    (tmp_path / "texts.txt").write_text("\n".join(lines) + "\n")
    done = themata("import", "texts.txt", "--phrases", "--output", "corpus")
    assert done.returncode == 0 and "phrases joined" in done.stderr
    rows = rows_of(tmp_path / "corpus")
    assert set(rows) == {"golden gate", "golden gate bridge", "house of lords"}  # none by chance
    assert sum(int(rows[name][0]) for name in ("golden gate", "golden gate bridge")) == count
    assert all(rows[name][0] == rows[name][1] for name in rows)  # one in a document
    n = sum(line.count(" ") + 1 for line in lines)
    three, all_ = (sum(line.count(text) for line in lines) for text in ("golden gate bridge", "golden gate"))
    bridges = sum(line.count("bridge") for line in lines)
    assert bridges == three and all_ == count
    of = lambda both, one, other: math.log(both * n / (one * other)) / math.log(n / both)
    assert float(rows["golden gate"][2]) == pytest.approx(of(all_, all_, all_), abs=1e-4)
    assert float(rows["golden gate bridge"][2]) == pytest.approx(
        min(of(three, all_, three), of(three, all_, three)), abs=1e-4)
    # The same on one thread, and from its own list.
    for name, options in (("one", ["--phrases", "--threads", "1"]), ("listed", ["--phrase-list", "corpus/phrases.tsv"])):
        assert themata("import", "texts.txt", *options, "--output", name).returncode == 0
        assert tokens_of(tmp_path / name) == tokens_of(tmp_path / "corpus")
        assert rows_of(tmp_path / name).keys() == rows.keys()


@pytest.mark.parametrize("options, found", [
    (["--phrase-words", "2"], {"golden gate"}),
    (["--phrase-min-count", "100000"], set()),
    (["--phrase-min-score", "1"], {"golden gate", "house of lords"}),
])
def test_what_is_found_follows_the_options(themata, tmp_path, options, found):
    lines, _ = collection(0)
    (tmp_path / "texts.txt").write_text("\n".join(lines) + "\n")
    done = themata("import", "texts.txt", "--phrases", *options, "--output", "corpus")
    assert done.returncode == 0
    if found:
        assert set(rows_of(tmp_path / "corpus")) == found
    else:
        assert "no phrase was joined" in done.stderr and not (tmp_path / "corpus/phrases.tsv").exists()


@pytest.mark.parametrize("options, message", [
    (["--phrase-words", "3"], "--phrase-words needs --phrases"),
    (["--phrases", "--phrase-words", "1"], "--phrase-words"),
    (["--phrases", "--phrase-words", "9"], "--phrase-words"),
    (["--phrases", "--phrase-min-score", "2"], "--phrase-min-score"),
    (["--phrase-list", "missing.txt"], "missing.txt"),
])
def test_options_that_cannot_be(themata, tmp_path, options, message):
    (tmp_path / "texts.txt").write_text("a b\n")
    done = themata("import", "texts.txt", *options, "--output", "corpus")
    assert done.returncode in (2, 3) and message in done.stderr and not (tmp_path / "corpus").exists()


def test_counts_have_no_phrases(themata, tmp_path):
    (tmp_path / "counts.ldac").write_text("1 0:1\n")
    done = themata("import", "counts.ldac", "--phrases", "--output", "corpus")
    assert done.returncode == 2 and "--phrases cannot be used with --format ldac" in done.stderr


def test_passages_of_kept_texts(themata, tmp_path):
    np = pytest.importorskip("numpy")
    text = "He saw the Bank of  England; then New\nYork."
    (tmp_path / "rows.jsonl").write_text(json.dumps({"text": text}) + "\n")
    (tmp_path / "list.txt").write_text("bank of england\nnew york\n")
    assert themata("import", "rows.jsonl", "--keep-text", "--phrase-list", "list.txt", "--output", "corpus").returncode == 0
    spans = np.load(tmp_path / "corpus/token-spans.npy")
    assert [text[a:b] for a, b in spans] == ["saw", "Bank of  England", "New\nYork"]


def test_a_fit_shows_phrases(themata, tmp_path):
    """Topics, seeds, exports and new documents."""
    lines, _ = collection(1)
    (tmp_path / "texts.txt").write_text("\n".join(lines) + "\n")
    assert themata("import", "texts.txt", "--phrases", "--output", "corpus").returncode == 0
    (tmp_path / "seeds.txt").write_text('"Golden Gate", "House of Lords"\nwordaa\n')
    done = themata("fit", "corpus", "--model", "lda", "--topics", "2", "--sweeps", "20", "--seeds", "seeds.txt", "--seed", "1",
                   "--output", "fit")
    assert done.returncode == 0 and "not in the corpus" not in done.stderr
    assert "golden_gate" in themata("topics", "fit", "--words", "300").stdout
    assert '"golden gate"' in themata("topics", "fit", "--words", "300", "--format", "json").stdout
    for form, name in (("mallet-state", "state.gz"), ("mallet", "words.mallet")):
        assert themata("export", "fit", "--format", form, "--output", name).returncode == 0, form
    with gzip.open(tmp_path / "state.gz", "rt") as state:
        fields = {len(line.split()) for line in state if not line.startswith("#")}
    assert fields == {6}
    assert "golden_gate" in (tmp_path / "words.mallet").read_text()
    (tmp_path / "new.txt").write_text("Over the Golden Gate went wordab wordac\n")
    for name, options, differs in (("with", ["--phrase-list", "corpus/phrases.tsv"], False), ("without", [], True)):
        assert themata("import", "new.txt", *options, "--output", name).returncode == 0
        done = themata("infer", "fit", name, "--output", f"{name}.tsv")
        assert done.returncode == 0 and ("phrases (other ones)" in done.stderr) == differs
    done = themata("import", "corpus", "with", "--output", "joined")
    assert done.returncode == 0 and "golden gate" in rows_of(tmp_path / "joined")
    text = (tmp_path / "corpus/phrases.tsv").read_text()
    (tmp_path / "corpus/phrases.tsv").write_text(text.replace("golden", "silver"))
    done = themata("topics", "fit")
    assert done.returncode == 3 and "phrases.tsv" in done.stderr
