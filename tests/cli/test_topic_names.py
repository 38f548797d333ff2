"""--names: names that a person gave to topics, wherever topics are shown."""
import json
import pathlib
import shutil
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import fits  # noqa: E402
import report_data as rd  # noqa: E402


@pytest.fixture(scope="module")
def fit(tmp_path_factory):
    corpus = rd.make_corpus(tmp_path_factory.mktemp("names"), rd.documents(30))
    return rd.make_fit(corpus, "fit", "--topics", 3, "--sweeps", 60, "--burn-in", 20, "--keep", 6, "--trace-every", 1,
                       "--chains", 2)


@pytest.fixture
def names(tmp_path):
    (tmp_path / "names.tsv").write_text("topic\tname\n1\t</script> ships & tides \n0\t日本語\n")
    return tmp_path / "names.tsv"


EXPECTED = ["日本語", "</script> ships & tides", ""]


def test_names_are_shown_everywhere(fit, names, tmp_path):
    data = rd.report(fit, "--names", names)
    assert [topic["name"] for topic in data["topics"]] == EXPECTED
    topics = json.loads(fits.must("topics", fit, "--names", names, "--format", "json"))
    assert [row.get("name", "") for row in topics] == EXPECTED
    assert "日本語: " in fits.must("topics", fit, "--names", names)
    assert fits.must("topics", fit, "--names", names, "--format", "tsv").splitlines()[2].split("\t")[1] == EXPECTED[1]
    quality = json.loads(fits.must("evaluate", fit, "--names", names, "--format", "json"))
    assert [row.get("name", "") for row in quality["topics"]] == EXPECTED
    chain = json.loads((fit / "manifest.json").read_text())["verdict"]["best_chain"]
    for layout in ("json", "tsv", "table"):
        printed = fits.must("compare", fit, fit, "--chain", chain, "--names", names, "--format", layout)
        assert EXPECTED[0] in printed and EXPECTED[1] in printed
    named = json.loads(fits.must("compare", fit, fit, "--chain", chain, "--names", names, "--format", "json"))
    assert [topic.get("name", "") for topic in named["topics"]] == EXPECTED


def test_diagnose_has_names(fit, names):
    said = json.loads(fits.must("diagnose", fit, "--names", names, "--format", "json"))
    assert [topic["topic_name"] for topic in said["topics"]] == EXPECTED
    # Its topics are those of the other commands.
    topics = json.loads(fits.must("topics", fit, "--words", 5, "--format", "json"))
    assert [topic["words"] for topic in said["topics"]] == [[word["word"] for word in row["words"]] for row in topics]
    table = fits.must("diagnose", fit, "--names", names)
    assert f"  {EXPECTED[0]}: " in table and f"  {EXPECTED[1]}: " in table
    rows = [line.split("\t") for line in fits.must("diagnose", fit, "--names", names, "--format", "tsv").splitlines()]
    assert rows[0][-1] == "topic_name" and {len(row) for row in rows} == {len(rows[0])}
    assert [row[-1] for row in rows if row[0].startswith("topic.")] == EXPECTED
    assert "topic_name" not in fits.must("diagnose", fit, "--format", "tsv")


def test_scores_of_human_evaluation_have_names(fit, names, tmp_path):
    fits.must("human-eval", fit, "--output", tmp_path / "tasks")
    (tmp_path / "answers.csv").write_text("rater,item,answer\na,C1,2\na,C2,3\na,C3,1\n")
    score = ["human-eval", tmp_path / "tasks", "--score", tmp_path / "answers.csv", "--names", names]
    rows = [line.split("\t") for line in fits.must(*score, "--format", "tsv").splitlines()]
    assert rows[0][:2] == ["topic", "name"] and {len(row) for row in rows} == {len(rows[0])}
    assert {row[0]: row[1] for row in rows[1:]} == {str(k): name for k, name in enumerate(EXPECTED)}
    rows = [line.split("\t") for line in fits.must(*score, "--format", "tsv", "--table", "topics").splitlines()]
    at = rows[0].index("name")
    assert rows[0][at - 1] == "topic" and {len(row) for row in rows} == {len(rows[0])}
    assert {row[at - 1]: row[at] for row in rows[1:]} == {str(k): name for k, name in enumerate(EXPECTED)}
    assert f"  {EXPECTED[1]}\n" in fits.must(*score)
    assert fits.themata("human-eval", fit, "--names", names, "--output", tmp_path / "again").returncode == 2
    shutil.copytree(fit, tmp_path / "other")
    fits.must("human-eval", fit, tmp_path / "other", "--output", tmp_path / "both")
    done = fits.themata("human-eval", tmp_path / "both", *score[2:])
    assert done.returncode == 2 and "--names has names for the topics of one fit; these tasks compare several" in done.stderr


def test_names_of_another_chain_are_refused(fit, names):
    best = json.loads((fit / "manifest.json").read_text())["verdict"]["best_chain"]
    done = fits.themata("compare", fit, "--names", names)
    if best == 1:
        assert done.returncode == 0, done.stderr
    else:
        assert done.returncode == 2 and f"give --chain {best}" in done.stderr


@pytest.mark.parametrize("content, message", [
    (b"3\tthree\n", ":1: names topic 3; expected a topic from 0 to 2"),
    (b"0\ta\n1\tb\n0\tc\n", ":3: names topic 0 again, after line 1; expected one line per topic"),
    (b"0\t\n", ":1: has an empty name; expected a topic's number, a tab and its name"),
    (b"0\t   \n", ":1: has an empty name"), (b"0\n", ":1: does not begin with a number and a tab"), (b"0 a\n", "does not begin with"),
    (b"-1\ta\n", "does not begin with a number"), (b"99999999999999999999\ta\n", "does not begin with a number"),
    (b"topic\tname\n", ": has no names; expected lines of a topic's number"), (b"", "has no names"), (b"0\ta\tb\n", "has a tab or another"),
    (b"0\ta\x1b[31m\n", "has a tab or another control character"), (b"0\t\xff\xfe\n", "UTF-8"), (b"0\ta\x00b\n", "NUL"),
    (b"0\t" + b"x" * 501 + b"\n", "has a name of 501 bytes; expected at most 500")])
def test_hostile_names_are_refused(fit, tmp_path, content, message):
    (tmp_path / "names.tsv").write_bytes(content)
    for command in (["report", "--output", tmp_path / "page.html"], ["topics"], ["evaluate"], ["diagnose"]):
        done = fits.themata(command[0], fit, *command[1:], "--names", tmp_path / "names.tsv")
        assert done.returncode == 3 and message in done.stderr and len(done.stderr.splitlines()) == 1, done.stderr
        assert done.stdout == "" and not (tmp_path / "page.html").exists()


def test_formats_without_names_refuse_them(fit, names, tmp_path):
    done = fits.themata("export", fit, "--format", "topic-keys", "--names", names, "--output", tmp_path / "keys")
    assert done.returncode == 2 and "--names belongs to --format label-words or label-variances" in done.stderr


def test_formats_without_words_refuse_their_number(fit, tmp_path):
    done = fits.themata("export", fit, "--format", "doc-topics", "--words", "5", "--output", tmp_path / "topics")
    assert done.returncode == 2 and "--words belongs to --format topic-keys, not to doc-topics" in done.stderr
