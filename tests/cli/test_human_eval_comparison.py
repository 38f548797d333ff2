"""`themata human-eval` of several fits and rankings: blind items, their key, scores with intervals, answers by a proxy."""
import collections
import csv
import itertools
import json
import pathlib
import shutil
import sys

import numpy as np
import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import fits  # noqa: E402

WORDS = fits.HOSTILE + ["a,b", 'say "x"'] + [f"w{i}" for i in range(300)]
SHOWN = ("tasks.html", "items.csv", "answers.csv")


@pytest.fixture(scope="module")
def corpus(tmp_path_factory):
    documents = fits.random_documents(200, WORDS, empty=(0,))
    return fits.make_corpus(tmp_path_factory.mktemp("corpus") / "corpus", documents)


def plant(corpus, folder, n_topics, moved=0.0, seed=1):
    """A planted fit in which a proportion of the tokens has moved to random topics."""
    fits.plant(corpus, folder, n_topics)
    rng = np.random.default_rng(seed)
    for path in [folder / "checkpoint/chain-1.npz", folder / "draws/chain-1-sweep-00001000.npz"]:
        draw = dict(np.load(path))
        lost = rng.random(len(draw["z"])) < moved
        draw["z"] = np.where(lost, rng.integers(0, n_topics, len(lost)), draw["z"]).astype(np.uint16)
        rng = np.random.default_rng(seed)
        np.savez(path, **draw)
    return folder


@pytest.fixture(scope="module")
def two(corpus, tmp_path_factory):
    """Two fits of 8 topics that mostly match."""
    folder = tmp_path_factory.mktemp("fits")
    return [plant(corpus, folder / "anna-lda", 8), plant(corpus, folder / "ben-hdp", 8, moved=0.3)]


def rows_of(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def make(folder, *arguments):
    """What was printed, the items (lists of words by item) and the key (rows by item)."""
    said = fits.must("human-eval", *arguments, "--output", folder)
    items, key = {}, collections.defaultdict(list)
    for row in rows_of(folder / "items.csv"):
        lists = [[row[name] for name in row if name.startswith(start) and row[name]] for start in ("word_", "other_")]
        items[row["item"]] = [one for one in lists if one]
    for row in rows_of(folder / "key.csv"):
        key[row["item"]].append(row)
    return said, items, key


@pytest.fixture(scope="module")
def made(two, tmp_path_factory):
    folder = tmp_path_factory.mktemp("made") / "tasks"
    return folder, *make(folder, *two, "--by", "prob,frex")


def top_words(fit, n, by):
    topics = json.loads(fits.must("topics", fit, "--format", "json", "--words", n, "--by", by))
    return [[word["word"] for word in topic["words"]] for topic in topics]


def strategy_of(row):
    return int(row["strategy"]), row["fit"], row["by"]


def test_items_are_those_of_each_strategy(two, made):
    _, said, items, key = made
    words = {(str(fit), by): top_words(fit, 20, by) for fit in two for by in ("prob", "frex")}
    seen = collections.Counter()
    for item, rows in key.items():
        for row, shown in zip(rows, items[item]):
            of = words[row["fit"], row["by"]]
            seen[row["task"], strategy_of(row)] += 1
            assert int(row["topics"]) == 8
            if row["task"] != "word-intrusion":
                assert shown == of[int(row["topic"])][:10]
                continue
            intruder = shown["ABCDEF".index(row["intruder"])]
            assert intruder == row["intruder_word"] and row["intruder_topic"] != row["topic"]
            assert set(shown) - {intruder} == set(of[int(row["topic"])][:5]) and intruder in of[int(row["intruder_topic"])]
    strategies = [(1 + 2 * i + j, str(fit), by) for i, fit in enumerate(two) for j, by in enumerate(("prob", "frex"))]
    assert {strategy for _, strategy in seen} == set(strategies)
    for task in ("word-intrusion", "rating"):
        assert [seen[task, strategy] for strategy in strategies] == [8] * 4
    assert "strategies: 4 (fits: 2, rankings of words: 2); topics per strategy: 8\n" in said
    assert f"word-intrusion items: 32; rating items: 32; preference items: {sum(i[0] == 'P' for i in items)}\n" in said


def test_matching_topics_share_the_intruder(made):
    """Else the words that their items share would reveal it."""
    intruders = collections.defaultdict(list)
    for rows in made[3].values():
        if rows[0]["intruder"]:
            intruders[rows[0]["block"]].append(rows[0]["intruder_word"])
    several = [words for words in intruders.values() if len(words) > 1]
    assert len(several) >= 8 and sum(len(set(words)) == 1 for words in several) > 0.6 * len(several)


def test_lists_to_compare_are_of_one_block(made):
    _, _, items, key = made
    pairs = collections.Counter()
    left = collections.Counter()
    for item, rows in key.items():
        if rows[0]["task"] != "preference":
            continue
        a, b = rows
        assert a["block"] == b["block"] and a["strategy"] != b["strategy"] and sorted(items[item][0]) != sorted(items[item][1])
        if a["fit"] == b["fit"]:
            assert a["topic"] == b["topic"]
        pairs[tuple(sorted((a["strategy"], b["strategy"])))] += 1
        left[int(a["strategy"]) < int(b["strategy"])] += 1
    assert set(pairs) == set(itertools.combinations("1234", 2)) and max(pairs.values()) <= 8
    assert min(left.values()) > 0.25 * sum(left.values())


def test_matched_topics_are_those_of_compare(two, made):
    lines = fits.must("compare", *two, "--format", "tsv").splitlines()
    matched = {(row["topic"], row["pair"]) for row in csv.DictReader(lines, delimiter="\t") if row["partner"] == "yes"}
    blocks = collections.defaultdict(dict)
    for row in itertools.chain.from_iterable(made[3].values()):
        blocks[row["block"]][row["fit"]] = row["topic"]
    assert {tuple(block[str(fit)] for fit in two) for block in blocks.values() if len(block) == 2} == matched and len(matched) > 4
    assert f"topics that match a topic of another fit: {len(matched)}\n" in made[1]


def test_raters_cannot_see_where_an_item_comes_from(two, made, tmp_path):
    """In another order, or under other names, the same fits make the same items: only the key says which is which."""
    folder, _, items, key = made
    shown = {name: (folder / name).read_bytes() for name in SHOWN}
    make(tmp_path / "other-order", *reversed(two), "--by", "frex,prob")
    swapped = [tmp_path / fit.name for fit in two]
    for fit, other in zip(two, reversed(swapped)):
        shutil.copytree(fit, other)
    make(tmp_path / "other-names", *swapped, "--by", "prob,frex")
    for name in SHOWN:
        assert (tmp_path / "other-order" / name).read_bytes() == shown[name]
        assert (tmp_path / "other-names" / name).read_bytes() == shown[name]
    reordered = rows_of(tmp_path / "other-order/key.csv")
    kept = [{**row, "strategy": str(5 - int(row["strategy"]))} for row in rows_of(folder / "key.csv")]
    assert reordered == kept
    names = [(row["fit"].rsplit("/", 1)[1], row["item"]) for row in rows_of(tmp_path / "other-names/key.csv")]
    other = {two[0].name: two[1].name, two[1].name: two[0].name}
    assert names == [(other[row["fit"].rsplit("/", 1)[1]], row["item"]) for row in rows_of(folder / "key.csv")]
    text = b"".join(shown.values())
    assert not any(word in text for word in (b"anna-lda", b"ben-hdp", b"frex", b"prob,", b"strateg", b"intruder"))


def test_three_fits_in_any_order(corpus, two, tmp_path):
    three = [*two, plant(corpus, tmp_path / "small", 5, moved=0.1)]
    shown = set()
    for i, order in enumerate(itertools.permutations(three)):
        folder = tmp_path / f"tasks-{i}"
        key = make(folder, *order, "--topics", 4, "--threads", 1 + i % 3)[2]
        shown.add(tuple((folder / name).read_bytes() for name in SHOWN))
        count = collections.Counter((row["task"], row["fit"]) for rows in key.values() for row in rows)
        assert all(count["rating", str(fit)] == 4 for fit in three)
        assert {int(row["strategy"]): row["fit"] for rows in key.values() for row in rows} == {n + 1: str(fit) for n, fit in enumerate(order)}
    assert len(shown) == 1


def test_order_and_shape_of_items_do_not_separate_strategies(made):
    _, _, items, key = made
    for letter, shape in (("W", [6]), ("C", [10]), ("P", [10, 10])):
        assert all([len(one) for one in lists] == shape for item, lists in items.items() if item[0] == letter)
    for letter in "WC":
        order = [int(rows[0]["strategy"]) for item, rows in key.items() if item[0] == letter]
        places = [np.mean([i for i, s in enumerate(order) if s == strategy]) for strategy in range(1, 5)]
        assert max(places) - min(places) < 0.5 * len(order), "each strategy is all over the page"


def test_equal_numbers_of_topics_of_fits_of_different_size(corpus, two, tmp_path):
    small = plant(corpus, tmp_path / "small", 3)
    for options, n in (((), 3), (("--topics", 2), 2)):
        _, items, key = make(tmp_path / f"tasks-{n}", two[0], small, *options)
        count = collections.Counter((row["task"], row["fit"]) for rows in key.values() for row in rows)
        assert count["rating", str(two[0])] == count["rating", str(small)] == n
    drawn = set()
    for seed in range(6):
        key = make(tmp_path / f"seed-{seed}", two[0], small, "--topics", 2, "--seed", seed)[2]
        drawn |= {row["topic"] for rows in key.values() for row in rows if row["fit"] == str(two[0])}
    assert len(drawn) > 4, "the larger fit's topics are all drawn at some time"


def test_one_fit_with_two_rankings_and_few_preferences(two, tmp_path):
    said, items, key = make(tmp_path / "tasks", two[0], "--by", "lift,prob", "--preferences", 3)
    assert sum(item[0] == "P" for item in items) == 3 and "topics that match" not in said
    assert {strategy_of(row) for rows in key.values() for row in rows} == {(1, str(two[0]), "lift"), (2, str(two[0]), "prob")}
    none = make(tmp_path / "none", two[0], "--by", "lift,prob", "--preferences", 0)
    assert not any(item[0] == "P" for item in none[1]) and "other_1" not in (tmp_path / "none/items.csv").read_text()
    assert "two lists" not in (tmp_path / "none/tasks.html").read_text()


def test_no_topic_matches(corpus, two, tmp_path):
    noise = plant(corpus, tmp_path / "noise", 8, moved=1.0)
    said, items, _ = make(tmp_path / "tasks", two[0], noise)
    assert "No topic of a fit matches a topic of another fit: no preference item compares two fits.\n" in said
    assert not any(item[0] == "P" for item in items) and len(items) > 8


# ---------------------------------------------------------------- scores


@pytest.fixture(scope="module")
def tasks(two, tmp_path_factory):
    """Tasks of two fits by one ranking."""
    folder = tmp_path_factory.mktemp("tasks") / "tasks"
    return folder, make(folder, *two)[2]


def simulate(key, raters, find, rate, prefer, seed=3):
    """Answers: intruders of strategy s are found with probability find[s], ratings drawn from rate[s], and strategy 1 is
    preferred with probability prefer[0], strategy 2 with prefer[1]."""
    rng = np.random.default_rng(seed)
    for i in range(raters):
        for item, rows in key.items():
            s = int(rows[0]["strategy"]) - 1
            if item[0] == "W":
                wrong = [letter for letter in "ABCDEF" if letter != rows[0]["intruder"]]
                yield f"r{i}", item, rows[0]["intruder"] if rng.random() < find[s] else rng.choice(wrong)
            elif item[0] == "C":
                yield f"r{i}", item, rng.choice(3, p=rate[s]) + 1
            else:
                chosen = rng.choice(3, p=[1 - sum(prefer), *prefer])
                strategies = [0] + [int(row["strategy"]) for row in rows]
                yield f"r{i}", item, 0 if chosen == 0 else strategies.index(chosen)


def write(path, answers, header=("rater", "item", "answer")):
    with open(path, "w", newline="") as file:
        csv.writer(file).writerows([header, *answers])
    return path


def table(tasks, answers, name):
    lines = fits.must("human-eval", tasks, "--score", answers, "--format", "tsv", "--table", name).splitlines()
    return list(csv.DictReader(lines, delimiter="\t"))


GOOD, BAD = (0.05, 0.2, 0.75), (0.5, 0.4, 0.1)


def test_a_planted_difference_is_recovered(tasks, tmp_path):
    folder, key = tasks
    answers = write(tmp_path / "answers.csv", simulate(key, 8, (0.9, 0.4), (GOOD, BAD), (0.7, 0.1)))
    rows = {row["measure"]: row for row in table(folder, answers, "differences")}
    for measure, truth in (("found", 0.5), ("rating", 1.1), ("preference", 0.6)):
        low, value, high = (float(rows[measure][name]) for name in ("low", "difference", "high"))
        assert 0 < low < truth < high and low < value < high, measure
        assert (rows[measure]["first"], rows[measure]["second"]) == ("1", "2")


def test_no_difference_is_found_where_none_is(tasks, tmp_path):
    folder, key = tasks
    answers = write(tmp_path / "answers.csv", simulate(key, 8, (0.6, 0.6), (BAD, BAD), (0.4, 0.4)))
    for row in table(folder, answers, "differences"):
        assert float(row["low"]) < 0 < float(row["high"]), row["measure"]


def test_a_difference_of_0_has_no_sign(tasks, tmp_path):
    folder, key = tasks
    answers = write(tmp_path / "answers.csv", simulate(key, 1, (1, 1), ((0, 0, 1), (0, 0, 1)), (0.4, 0.4)))
    text = fits.must("human-eval", folder, "--score", answers)
    row = next(line for line in text.splitlines() if line.strip().startswith("1 - 2")).split()
    assert row[3] == "0.000" and "+0.000" not in text and "-0.000" not in text, text


def test_scores_are_those_of_the_answers(tasks, tmp_path):
    folder, key = tasks
    answers = list(simulate(key, 5, (0.8, 0.5), (GOOD, BAD), (0.5, 0.3)))
    path = write(tmp_path / "answers.csv", answers)
    strategies = table(folder, path, "strategies")
    topics = table(folder, path, "topics")
    assert [(row["strategy"], row["fit"], row["by"]) for row in strategies] == sorted(
        {(row["strategy"], row["fit"], row["by"]) for rows in key.values() for row in rows})
    values = collections.defaultdict(list)
    for _, item, answer in answers:
        for i, row in enumerate(key[item]):
            value = {"W": answer == row["intruder"], "C": answer, "P": answer == i + 1}[item[0]]
            values[item[0], row["strategy"], row["topic"]].append(float(value))
    for row in strategies:
        assert row["answers_by"] == "people" and row["raters"] == "5" and row["topics"] == "8"
        for name, letter in (("found", "W"), ("rating", "C"), ("preferred", "P")):
            own = [np.mean(v) for (l, s, _), v in values.items() if (l, s) == (letter, row["strategy"])]
            assert float(row[name]) == pytest.approx(np.mean(own), abs=1e-6)
            assert float(row[f"{name}_low"]) < float(row[name]) < float(row[f"{name}_high"])
            assert int(row[f"{name}_topics"]) == len(own) and int(row[f"{name}_answers"]) == 5 * len(own)
    for row in topics:
        ratings = values["C", row["strategy"], row["topic"]]
        assert [int(row[f"rating_{n}"]) for n in (1, 2, 3)] == [ratings.count(n) for n in (1, 2, 3)]
        assert float(row["mean_rating"]) == pytest.approx(np.mean(ratings), abs=1e-3)
        assert int(row["found"]) == sum(values["W", row["strategy"], row["topic"]])
        assert int(row["preferred"]) == sum(values["P", row["strategy"], row["topic"]])
    text = fits.must("human-eval", folder, "--score", path)
    assert "raters: 5; items without an answer: 0\n" in text and "Answers of 5 people\n" in text and "proxy" not in text


def test_one_rater_is_said_to_be_one(tasks, tmp_path):
    folder, key = tasks
    path = write(tmp_path / "answers.csv", simulate(key, 1, (0.8, 0.5), (GOOD, BAD), (0.5, 0.3)))
    assert "With one rater, the intervals say nothing of what other raters would answer.\n" in fits.must("human-eval", folder, "--score", path)


# ---------------------------------------------------------------- the proxy


@pytest.fixture(scope="module")
def subjects(tmp_path_factory):
    """A corpus with eight subjects of 20 words each, a fit that knows them, and one that has lost most of them."""
    folder = tmp_path_factory.mktemp("subjects")
    rng = np.random.default_rng(5)
    words = [[f"s{k}w{i}" for i in range(20)] for k in range(8)]
    weights = 1 / np.arange(1, 21)
    documents = [[words[d % 8][i] for i in rng.choice(20, 40, p=weights / weights.sum())] for d in range(160)]
    corpus = fits.make_corpus(folder / "corpus", documents)
    fit = fits.plant(corpus, folder / "known", 8).path
    lost = fits.plant(corpus, folder / "lost", 8).path
    vocabulary = (corpus / "vocabulary.txt").read_text().splitlines()
    truth = np.array([int(word[1:word.index("w")]) for word in vocabulary])[np.load(corpus / "tokens.npy")]
    for path, moved in ((fit, 0.02), (lost, 0.4)):
        for file in path.rglob("chain-1*.npz"):
            draw, rng = dict(np.load(file)), np.random.default_rng(2)
            draw["z"] = np.where(rng.random(len(truth)) < moved, rng.integers(0, 8, len(truth)), truth).astype(np.uint16)
            np.savez(file, **draw)
    return corpus, fit, lost


@pytest.fixture(scope="module")
def answered(subjects, tmp_path_factory):
    corpus, *both = subjects
    folder = tmp_path_factory.mktemp("answered")
    key = make(folder / "tasks", *both)[2]
    said = fits.must("human-eval", folder / "tasks", "--answer-by", "npmi", "--reference", corpus, "--output", folder / "npmi.csv")
    return folder, key, said


def windows_of(corpus, size=10):
    tokens, offsets = np.load(corpus / "tokens.npy"), np.load(corpus / "offsets.npy").astype(int)
    vocabulary = (corpus / "vocabulary.txt").read_text().splitlines()
    for a, b in zip(offsets[:-1], offsets[1:]):
        for first in range(a, max(a, b - size) + 1):
            yield {vocabulary[v] for v in tokens[first:min(first + size, b)]}


def npmi_table(corpus, words):
    windows = list(windows_of(corpus))
    n = len(windows)
    p = np.array([[sum(a in window and b in window for window in windows) for a in words] for b in words]) / n
    return np.log((p + 1e-12) / np.outer(np.diag(p), np.diag(p))) / -np.log(p + 1e-12)


def test_the_proxy_answers_by_npmi(subjects, answered):
    corpus, _, _ = subjects
    folder, key, said = answered
    assert "answers of a proxy, which are no human judgment\n" in said and "windows of 10 words\n" in said
    answers = rows_of(folder / "npmi.csv")
    assert {row["rater"] for row in answers} == {"proxy:npmi"} and [row["item"] for row in answers] == list(key)
    items = {row["item"]: row for row in rows_of(folder / "tasks/items.csv")}
    for row in [row for row in answers if row["item"][0] == "W"][:4]:
        words = [items[row["item"]][f"word_{i}"] for i in range(1, 7)]
        association = npmi_table(corpus, words)
        assert row["answer"] == "ABCDEF"[np.argmin(association.sum(0) - np.diag(association))]
    assert collections.Counter(row["answer"] for row in answers if row["item"][0] == "C").keys() == set("123")


def test_the_proxy_prefers_the_fit_that_knows_the_subjects(answered, tmp_path):
    folder, _, _ = answered
    rows = {row["strategy"]: row for row in table(folder / "tasks", folder / "npmi.csv", "strategies")}
    assert rows["1"]["answers_by"] == "proxy:npmi" and float(rows["1"]["found"]) > 0.85
    assert float(rows["1"]["rating"]) >= float(rows["2"]["rating"])
    text = fits.must("human-eval", folder / "tasks", "--score", folder / "npmi.csv")
    assert "Answers of proxy:npmi: a proxy, which is no human judgment\n" in text and "people" not in text


def test_a_proxy_is_never_counted_among_people(answered, tmp_path):
    folder, key, _ = answered
    own = [(row["rater"], row["item"], row["answer"]) for row in rows_of(folder / "npmi.csv")]
    people = list(simulate(key, 3, (0.9, 0.3), (GOOD, BAD), (0.7, 0.1)))
    alone, mixed = write(tmp_path / "alone.csv", people), write(tmp_path / "mixed.csv", people[:20] + own + people[20:])
    for name in ("strategies", "differences", "topics"):
        assert [row for row in table(folder / "tasks", mixed, name) if row["answers_by"] == "people"] == table(folder / "tasks", alone, name)
    proxy = {item: answer for _, item, answer in own}
    rows = {row["task"]: row for row in table(folder / "tasks", mixed, "agreement")}
    for task, letter in (("word-intrusion", "W"), ("rating", "C"), ("preference", "P")):
        given = [(item, str(answer)) for _, item, answer in people if item[0] == letter]
        assert int(rows[task]["answers"]) == len(given)
        assert int(rows[task]["same"]) == sum(proxy[item] == answer for item, answer in given)
        by_item = collections.defaultdict(list)
        for item, answer in given:
            by_item[item].append(answer)
        pairs = [a == b for answers in by_item.values() for a, b in itertools.combinations(answers, 2)]
        assert (int(rows[task]["pairs_of_people"]), int(rows[task]["same_among_people"])) == (len(pairs), sum(pairs))
    text = fits.must("human-eval", folder / "tasks", "--score", mixed)
    assert "Answers of 3 people\n" in text and "proxy:npmi, word-intrusion: the same answer as people in " in text


def test_the_proxy_answers_tasks_of_one_fit(subjects, tmp_path):
    corpus, fit, _ = subjects
    fits.must("human-eval", fit, "--output", tmp_path / "tasks")
    for threads in (1, 3):
        fits.must("human-eval", tmp_path / "tasks", "--answer-by", "npmi", "--reference", corpus, "--output",
                  tmp_path / f"{threads}.csv", "--threads", threads)
    assert (tmp_path / "1.csv").read_bytes() == (tmp_path / "3.csv").read_bytes()
    assert (tmp_path / "1.csv").read_text().startswith("rater,item,answer\nproxy:npmi,W1,")
    text = fits.must("human-eval", tmp_path / "tasks", "--score", tmp_path / "1.csv")
    assert "All answers are by a proxy: no person has judged these topics.\n" in text and "mean precision: " in text
    assert [row["found"] for row in table(tmp_path / "tasks", tmp_path / "1.csv", "strategies")][0] > "0.8"


# ---------------------------------------------------------------- hostile input


def refused(code, *arguments):
    done = fits.themata("human-eval", *arguments)
    assert done.returncode == code and done.stdout == "" and done.stderr.count("\n") == 1, done
    return done.stderr


def test_fits_that_cannot_be_compared(corpus, two, tmp_path):
    other = fits.make_corpus(tmp_path / "other", fits.random_documents(100, ["uno", "dos", "tres"] + [f"p{i}" for i in range(100)]))
    foreign = plant(other, tmp_path / "foreign", 4)
    single = plant(corpus, tmp_path / "single", 1)
    output = ("--output", tmp_path / "tasks")
    message = refused(3, two[0], foreign, *output)
    assert str(foreign) in message and "is a fit of another corpus" in message and "same vocabulary" in message
    assert f"{single}: has one topic" in refused(3, two[0], single, *output)
    assert "is named twice" in refused(2, two[0], two[1], str(two[0]) + "/", *output)
    assert "--by names frex twice" in refused(2, two[0], "--by", "frex,prob,frex", *output)
    tiny = fits.make_corpus(tmp_path / "tiny", [["one", "two"], ["two", "three"]])
    message = refused(2, plant(tiny, tmp_path / "short", 2), "--by", "prob,frex", *output)
    assert f"no topic of {tmp_path}/short has 10 different words; give smaller --words and --rating-words" in message
    assert "--preferences" in refused(2, two[0], "--preferences", 2, *output)
    assert not (tmp_path / "tasks").exists()


def test_short_topics_are_left_out(corpus, two, tmp_path):
    many = plant(corpus, tmp_path / "many", 150)
    said, items, _ = make(tmp_path / "tasks", many, two[0], "--rating-words", 12)
    assert "topics with fewer than 12 words, which have no item: " in said
    assert all(len(lists[0]) == 12 for item, lists in items.items() if item[0] == "C")


@pytest.mark.parametrize("answers, line, says", [
    ([("r", "P1", "1"), ("r", "P2", "3")], 3, "1, 2, or 0 for no clear difference"), ([("r", "P1", "A")], 2, "the answer to P1"),
    ([("r", "Q1", "1")], 2, "there is no item 'Q1'"), ([("r", "P1", "1"), ("r", "P1", "1")], 3, "already answered"),
    ([("r", "P1", "")], None, "no answer")])
def test_answers_that_make_no_sense_are_named(tasks, tmp_path, answers, line, says):
    path = write(tmp_path / "answers.csv", answers)
    message = refused(3, tasks[0], "--score", path)
    assert (f"{path}:{line}: " if line else f"{path}: ") in message and says in message


def test_answers_and_keys_of_other_tasks(tasks, two, tmp_path):
    folder, key = tasks
    make(tmp_path / "others", *two, "--seed", 2)
    sets = [rows_of(path / "answers.csv")[0]["set"] for path in (folder, tmp_path / "others")]
    assert sets[0] != sets[1] and sets[0] == next(iter(key.values()))[0]["set"]
    header = ("rater", "item", "answer", "set")
    path = write(tmp_path / "answers.csv", [("r", "C1", "1", sets[0]), ("r", "C2", "1", sets[1])], header)
    message = refused(3, folder, "--score", path)
    assert f"{path}:3: the answer is to other tasks, of set {sets[1]}; expected set {sets[0]}" in message
    fits.must("human-eval", two[0], "--output", tmp_path / "one")
    assert "tasks without a set" in refused(3, tmp_path / "one", "--score", path)
    write(path, [("r", "C1", "1", sets[0]), ("r", "C2", "1", "")], header)
    fits.must("human-eval", folder, "--score", path)
    lines = (folder / "key.csv").read_text().splitlines(keepends=True)
    other = (tmp_path / "others/key.csv").read_text().splitlines(keepends=True)
    for text, says in ((lines[:5] + other[5:], ":6: two keys are mixed"), (lines + lines[1:2], "the item occurs twice"),
                       ([line for line in lines if not line.startswith("P")] + lines[-1:], "has one list of the preference item"),
                       (lines[:1] + [line for line in lines if ",2,/" in line], "lacks items of a strategy")):
        (tmp_path / "others/key.csv").write_text("".join(text))
        message = refused(3, tmp_path / "others", "--score", write(path, [("r", "C1", "1")]))
        assert says in message and "human-eval" in message


def test_wrong_use_of_the_proxy(subjects, tasks, tmp_path):
    corpus = subjects[0]
    output = ("--output", tmp_path / "npmi.csv")
    for arguments in ([tasks[0], "--answer-by", "npmi", *output], [tasks[0], "--reference", corpus, *output],
                      [tasks[0], "--answer-by", "me", "--reference", corpus, *output],
                      [tasks[0], "--answer-by", "npmi", "--reference", corpus],
                      [tasks[0], tasks[0], "--answer-by", "npmi", "--reference", corpus, *output],
                      [tasks[0], tasks[0], "--score", "x"], [tasks[0], "--table", "topics", *output],
                      [tasks[0], "--score", "x", "--table", "topics"]):
        done = fits.themata("human-eval", *arguments)
        assert done.returncode == 2 and done.stderr.strip() and not (tmp_path / "npmi.csv").exists()
    message = refused(3, tasks[0], "--answer-by", "npmi", "--reference", corpus, *output)
    assert "has none of the " in message and "same language" in message
    broken = tmp_path / "broken"
    shutil.copytree(tasks[0], broken)
    (broken / "items.csv").write_text("item,task,word_1\nW1,dance,apple\n")
    assert "items.csv:2: the task is 'dance'" in refused(3, broken, "--answer-by", "npmi", "--reference", corpus, *output)
