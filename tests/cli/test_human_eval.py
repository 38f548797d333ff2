"""`themata human-eval`: the items, their key, the page, and the scores of answers."""
import csv
import html.parser
import json
import pathlib
import sys

import numpy as np
import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import fits  # noqa: E402

WORDS = fits.HOSTILE + ["a,b", 'say "x"'] + [f"w{i}" for i in range(300)]


@pytest.fixture(scope="module")
def corpus(tmp_path_factory):
    documents = fits.random_documents(200, WORDS, empty=(0,))
    return fits.make_corpus(tmp_path_factory.mktemp("corpus") / "corpus", documents)


@pytest.fixture(scope="module")
def fit(corpus, tmp_path_factory):
    return fits.plant(corpus, tmp_path_factory.mktemp("fit") / "fit", 8)


def rows_of(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def make(fit, folder, *options):
    """The folder of tasks, its items (words by item) and its key (rows by item)."""
    said = fits.must("human-eval", fit.path, "--output", folder, *options)
    items = {row["item"]: [row[name] for name in row if name.startswith("word_") and row[name]]
             for row in rows_of(folder / "items.csv")}
    return said, items, {row["item"]: row for row in rows_of(folder / "key.csv")}


def top_words(fit, n, *options):
    topics = json.loads(fits.must("topics", fit.path, "--format", "json", "--words", n, *options))
    return [[word["word"] for word in topic["words"]] for topic in topics]


def test_intrusion_items_are_top_words_and_one_improbable_word_of_another_topic(fit, tmp_path):
    said, items, key = make(fit, tmp_path / "tasks")
    best, pool, probable = (top_words(fit, n) for n in (5, 20, 50))
    n = fit.topic_word
    phi = (n + fit.beta) / (n.sum(1, keepdims=True) + n.shape[1] * fit.beta)
    intrusion = {name: row for name, row in key.items() if row["task"] == "word-intrusion"}
    assert sorted(int(row["topic"]) for row in intrusion.values()) == list(range(8))
    assert "word-intrusion items: 8; rating items: 8\n" in said
    for name, row in intrusion.items():
        k, j = int(row["topic"]), int(row["intruder_topic"])
        intruder = items[name]["ABCDEF".index(row["intruder"])]
        assert intruder == row["intruder_word"] and len(items[name]) == 6 == int(row["words"])
        assert set(items[name]) - {intruder} == set(best[k])
        assert intruder in pool[j] and j != k and intruder not in probable[k]
        v = fit.vocabulary.index(intruder)
        assert phi[k, v] < n[:, v].sum() / n.sum()


def test_rating_items_are_top_words_best_first(fit, tmp_path):
    _, items, key = make(fit, tmp_path / "tasks", "--rating-words", 7, "--by", "frex")
    best = top_words(fit, 7, "--by", "frex")
    ratings = [name for name, row in key.items() if row["task"] == "rating"]
    assert len(ratings) == 8
    for name in ratings:
        assert items[name] == best[int(key[name]["topic"])]


def test_the_order_tells_nothing_and_the_seed_everything(fit, tmp_path):
    runs = {name: make(fit, tmp_path / name, *options) for name, options in
            {"a": (), "b": ("--seed", 1), "c": ("--seed", 2)}.items()}
    for file in ("tasks.html", "items.csv", "key.csv", "answers.csv"):
        same = [(tmp_path / name / file).read_bytes() for name in "abc"]
        assert same[0] == same[1] and (same[0] != same[2] or file == "answers.csv")
    key = runs["a"][2]
    orders = [[int(row["topic"]) for name, row in key.items() if name[0] == letter] for letter in "WC"]
    assert orders[0] != sorted(orders[0]) and orders[0] != orders[1] != sorted(orders[1])
    assert len({row["intruder"] for row in key.values() if row["intruder"]}) > 2


def test_some_topics_are_drawn(fit, tmp_path):
    drawn = {tuple(sorted(int(row["topic"]) for row in make(fit, tmp_path / str(seed), "--topics", 3, "--seed", seed)[2]
                          .values() if row["task"] == "rating")) for seed in range(4)}
    assert len(drawn) > 1 and all(len(topics) == 3 for topics in drawn)
    assert "word-intrusion items: 8;" in make(fit, tmp_path / "more", "--topics", 50)[0]
    said = fits.themata("human-eval", fit.path, "--output", tmp_path / "all", "--topics", 50).stderr
    assert "note: --topics 50, but the fit has 8 topics; the tasks have all of them" in said


class Page(html.parser.HTMLParser):
    """The words by item, and every tag and attribute, of tasks.html."""

    def __init__(self):
        super().__init__()
        self.items, self.tags, self.attributes, self.inside = {}, set(), set(), None

    def handle_starttag(self, tag, attributes):
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attributes}
        self.inside = tag
        if tag == "bdi":
            self.items[self.item].append("")

    def handle_endtag(self, tag):
        self.inside = None

    def handle_data(self, data):
        if self.inside == "legend":
            self.item = data
            self.items[data] = []
        elif self.inside == "bdi":
            self.items[self.item][-1] += data


def test_the_page_holds_the_items_and_no_answer(fit, tmp_path):
    _, items, key = make(fit, tmp_path / "tasks", "--words", 25, "--rating-words", 50)
    text = (tmp_path / "tasks/tasks.html").read_text()
    page = Page()
    page.feed(text)
    assert page.items == items
    assert any(word in fits.HOSTILE for words in items.values() for word in words)
    assert not page.tags & {"script", "img", "link", "iframe", "a"} and not page.attributes & {"onerror", "src", "href"}
    assert "http:" not in text and "https:" not in text and "url(" not in text
    assert "intruder" not in text.lower()
    shuffled = [row["intruder"] for row in key.values() if row["intruder"]]
    assert all(f'value="{letter}" checked' not in text for letter in shuffled)


@pytest.mark.parametrize("hdp", [False, True])
def test_one_topic_has_no_intruder(corpus, tmp_path, hdp):
    fit = fits.plant(corpus, tmp_path / "fit", 1, hdp=hdp)
    said, items, _ = make(fit, tmp_path / "tasks")
    assert list(items) == ["C1"] and "could be the intruder: 1\n" in said
    assert "does not belong" not in (tmp_path / "tasks/tasks.html").read_text()


def test_two_and_300_topics(corpus, tmp_path):
    two = fits.plant(corpus, tmp_path / "two", 2)
    assert len(make(two, tmp_path / "tasks-2")[1]) == 4
    many = fits.plant(corpus, tmp_path / "many", 300)
    said, items, key = make(many, tmp_path / "tasks-300")
    sizes = (many.topic_word > 0).sum(1)
    assert f"topics with fewer than 5 words, which have no item: {(sizes < 5).sum()}\n" in said and (sizes < 5).any()
    assert len([name for name in items if name[0] == "C"]) == (sizes >= 5).sum()


def test_topics_of_too_few_words_are_wrong_usage_and_leave_nothing(tmp_path):
    corpus = fits.make_corpus(tmp_path / "corpus", [["one", "two"], ["two", "three"]])
    fit = fits.plant(corpus, tmp_path / "fit", 2)
    done = fits.themata("human-eval", fit.path, "--output", tmp_path / "tasks")
    assert done.returncode == 2 and "--words" in done.stderr
    assert not (tmp_path / "tasks").exists()


def test_what_stands_at_the_output_is_kept(fit, tmp_path):
    make(fit, tmp_path / "tasks")
    before = (tmp_path / "tasks/key.csv").read_bytes()
    done = fits.themata("human-eval", fit.path, "--output", tmp_path / "tasks", "--seed", 9)
    assert done.returncode == 2 and "exists" in done.stderr
    assert (tmp_path / "tasks/key.csv").read_bytes() == before


@pytest.fixture
def tasks(fit, tmp_path):
    make(fit, tmp_path / "tasks")
    return tmp_path / "tasks"


def write_answers(path, answers):
    with open(path, "w", newline="") as file:
        csv.writer(file).writerows([("rater", "item", "answer"), *answers])
    return path


def answers_of(key, raters, right):
    """Answers of which rater i finds the intruder of topic k where right(i, k), and rates it 1 + (i + k) % 3."""
    for i in range(raters):
        for name, row in key.items():
            k = int(row["topic"])
            letter = row["intruder"] if right(i, k) else "A" if row["intruder"] != "A" else "b"
            yield f"rater {i}", name, letter.lower() if row["intruder"] else 1 + (i + k) % 3


def test_scores_are_those_of_the_answers(tasks, tmp_path):
    key = {row["item"]: row for row in rows_of(tasks / "key.csv")}
    answers = write_answers(tmp_path / "answers.csv", answers_of(key, 6, lambda i, k: i < k))
    lines = fits.must("human-eval", tasks, "--score", answers, "--format", "tsv").splitlines()
    rows = list(csv.DictReader(lines, delimiter="\t"))
    assert [int(row["topic"]) for row in rows] == list(range(8))
    stats = pytest.importorskip("scipy.stats", reason="scipy is missing")
    for k, row in enumerate(rows):
        found = min(k, 6)
        assert (row["answers"], row["found"], row["ratings"]) == ("6", str(found), "6")
        assert float(row["precision"]) == pytest.approx(found / 6, abs=1e-3)
        assert float(row["mean_rating"]) == pytest.approx(np.mean([1 + (i + k) % 3 for i in range(6)]), abs=1e-3)
        low = 0 if found == 0 else stats.beta.ppf(0.025, found, 7 - found)
        high = 1 if found == 6 else stats.beta.ppf(0.975, found + 1, 6 - found)
        assert (float(row["low"]), float(row["high"])) == pytest.approx((low, high), abs=1e-6)
    text = fits.must("human-eval", tasks, "--score", answers)
    assert "raters: 6;" in text and f"mean precision: {sum(min(k, 6) for k in range(8)) / 48:.3f} (topics: 8)" in text


@pytest.mark.parametrize("separator, first", [(";", ""), (";", "sep=;\n"), ("\t", "")])
def test_spreadsheets_may_separate_answers_by_other_than_commas(tasks, tmp_path, separator, first):
    rows = [("rater", "item", "answer"), ("Ann, A.", "C1", "2"), ("Ben", "C1", "3")]
    (tmp_path / "answers.csv").write_text(first + "".join(separator.join(row) + "\r\n" for row in rows))
    assert "raters: 2; items without an answer: 15\n" in fits.must("human-eval", tasks, "--score", tmp_path / "answers.csv")


def test_the_form_may_be_filled_in_part(tasks, tmp_path):
    form = rows_of(tasks / "answers.csv")
    key = {row["item"]: row for row in rows_of(tasks / "key.csv")}
    assert [row["item"] for row in form] == list(key) and not any(row["answer"] or row["rater"] for row in form)
    answers = write_answers(tmp_path / "answers.csv", [("r", row["item"], "2" if row["item"] == "C1" else "") for row in form])
    text = fits.must("human-eval", tasks, "--score", answers)
    assert "raters: 1; items without an answer: 15\n" in text and "mean rating: 2.000 of 3 (topics: 1)" in text
    assert "mean precision" not in text
    answers = write_answers(tmp_path / "short.csv", [("r", "C1", "2"), ("s", "C1", "3"), ("s", "C2", "")])
    text = fits.must("human-eval", tasks, "--score", answers)
    assert "raters: 2; items without an answer: 15\n" in text, "those that the file leaves out count too"


@pytest.mark.parametrize("answers, line, says", [
    ([("r", "W1", "A"), ("r", "W99", "A")], 3, "W99"), ([("r", "W1", "G")], 2, "A to F"), ([("r", "W1", "AB")], 2, "A to F"),
    ([("r", "C1", "4")], 2, "1, 2 or 3"), ([("r", "C1", "1"), ("q", "C1", "2"), ("r", "C1", "2")], 4, "already answered"),
    ([("r", "C1", "")], None, "no answer"), ([("r", "", "1")], 2, "no item"), ([("r", "C1", "1", "more")], 2, "4 fields"),
    ([("r", "C1", "1"), ("", "C2", "1")], 3, "the answer has no rater; expected a name of the person")])
def test_answers_that_make_no_sense_are_named(tasks, tmp_path, answers, line, says):
    path = write_answers(tmp_path / "answers.csv", answers)
    done = fits.themata("human-eval", tasks, "--score", path)
    where = f"{path}:{line}: " if line else f"{path}: "
    assert done.returncode == 3 and where in done.stderr and says in done.stderr and done.stderr.count("\n") == 1


def test_a_folder_without_a_key_and_a_file_without_a_header(fit, tasks, tmp_path):
    answers = write_answers(tmp_path / "answers.csv", [("r", "C1", "1")])
    done = fits.themata("human-eval", fit.path, "--score", answers)
    assert done.returncode == 3 and f"{fit.path}: has no key.csv; expected a folder of rating tasks, made by `themata human-eval`" in done.stderr
    (tmp_path / "empty.csv").write_text("")
    assert "header" in fits.themata("human-eval", tasks, "--score", tmp_path / "empty.csv").stderr
    (tmp_path / "other.csv").write_text("who,what\nr,1\n")
    done = fits.themata("human-eval", tasks, "--score", tmp_path / "other.csv")
    assert done.returncode == 3 and "'rater'" in done.stderr


@pytest.mark.parametrize("options", [[], ["--output", "x", "--score", "y"], ["--output", "x", "--words", 1],
                                     ["--output", "x", "--words", 26], ["--output", "x", "--topics", "some"],
                                     ["--output", "x", "--topics", 0], ["--output", "x", "--seed", -1],
                                     ["--output", "x", "--format", "tsv"]])
def test_wrong_options_are_wrong_usage(fit, tmp_path, options):
    done = fits.themata("human-eval", fit.path, *options, cwd=tmp_path)
    assert done.returncode == 2 and done.stderr.strip() and list(tmp_path.iterdir()) == []
