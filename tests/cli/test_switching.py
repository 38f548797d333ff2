"""Topics that change places within a chain: small collections in which they do."""
import csv
import json
import random

import numpy as np
import pytest

# Two groups of people answer in one or two words; their topics' proportions differ by 86 percentage points.
ANSWERS = [(8, "certainly", "A"), (4, "certainly sure", "A"), (10, "sure thing", "A"), (6, "thing", "A"), (8, "never mind", "B")]
THEMES = ["tax", "war", "job", "environment", "school"]


def survey():
    return [(answer, group) for n, answer, group in ANSWERS for _ in range(n)]


def short_answers():
    """80 answers of one to four words on five themes, and which of two groups has given each."""
    draw = random.Random(3)
    answers = []
    for d in range(80):
        words = [f"{THEMES[d % 5 if draw.random() < .85 else draw.randrange(5)]}-{draw.choice('abcdef')}" for _ in range(draw.randint(1, 4))]
        answers.append((" ".join(words), "AB"[(d % 5 < 2) ^ (draw.random() < .15)]))
    return answers


def make_corpus(themata, tmp_path, answers):
    with open(tmp_path / "answers.csv", "w", newline="") as file:
        csv.writer(file).writerows([("text", "group"), *answers])
    done = themata("import", "answers.csv", "--stop-words", "none", "--token-regex", r"\S+", "--metadata", "group", "--min-documents", 1,
                   "--output", "corpus")
    assert done.returncode == 0, done.stderr


def make_fit(themata, topics, seed, sweeps, *words):
    done = themata("fit", "corpus", "--model", "lda", "--topics", topics, "--seed", seed, "--sweeps", sweeps, "--output", "fit", *words)
    assert done.returncode == 0, done.stderr
    return done.stdout


def effects(themata, *words):
    done = themata("effect", "fit", "--formula", "~ group", "--format", "json", *words)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout), done.stderr


SAID = "cannot be told apart from"


@pytest.mark.parametrize("sweeps", [400, 5000])
def test_an_effect_is_of_one_topic_or_says_that_it_is_not(themata, tmp_path, sweeps):
    make_corpus(themata, tmp_path, survey())
    clear = []
    for seed in range(1, 11):
        out = make_fit(themata, 2, seed, sweeps)
        result, warnings = effects(themata)
        said = SAID in warnings
        assert said == (SAID in out) == (SAID in themata("topics", "fit").stderr), "every reader says the same"
        low, high = (result["topics"][0]["contrasts"][0][end] for end in ("low", "high"))
        if not said:
            assert low * high > 0 and min(abs(low), abs(high)) < .86 < max(abs(low), abs(high)), (seed, low, high)
        clear.append(not said)
        (tmp_path / "fit").rename(tmp_path / f"fit-{seed}")
    assert sum(clear) >= (6 if sweeps == 400 else 3), clear


@pytest.mark.parametrize("sweeps", [400, 5000])
def test_short_answers_with_five_topics(themata, tmp_path, sweeps):
    make_corpus(themata, tmp_path, short_answers())
    for seed in range(1, 11):
        make_fit(themata, 5, seed, sweeps)
        _, warnings = effects(themata)
        if SAID not in warnings:  # each theme is a topic, and no mean is of two
            mean = np.load(tmp_path / "fit/topic-word-1-mean.npy")
            vocabulary = (tmp_path / "fit/../corpus/vocabulary.txt").read_text().split()
            theme = np.array([THEMES.index(word.split("-")[0]) for word in vocabulary])
            shares = np.array([mean[:, theme == t].sum(axis=1) for t in range(5)])
            assert sorted(shares.argmax(axis=0)) == [0, 1, 2, 3, 4] and shares.max(axis=0).min() > .5, (seed, shares)
        (tmp_path / "fit").rename(tmp_path / f"fit-{seed}")


def test_draws_are_put_back_and_their_distances_measured(themata, tmp_path):
    make_corpus(themata, tmp_path, survey())
    switched = 0
    for seed in range(1, 11):
        make_fit(themata, 2, seed, 5000)
        draws = sorted((tmp_path / "fit/draws").glob("*.npz"))
        z = [np.load(path)["z"] for path in draws]
        last = z[-1]
        assert themata("export", "fit", "--format", "draws", "--output", "draws").returncode == 0
        table = list(csv.DictReader((tmp_path / "draws/draws.csv").open()))
        order = np.argsort(-np.bincount(last, minlength=2), kind="stable")
        for row, topics in zip(table, z, strict=True):
            kept, exchanged = np.mean(topics == last), np.mean(topics != last)
            switched += exchanged > kept
            first = order[0] if kept >= exchanged else 1 - order[0]
            assert float(row["share.0"]) == pytest.approx(np.mean(topics == first), abs=1e-6)
        distances = np.array([[float(row[f"distance.{k}"]) for k in range(2)] for row in table])
        assert distances[-1].tolist() == [0, 0] and (distances[:-1] > 0).any()
        for name in ("fit", "draws"):
            (tmp_path / name).rename(tmp_path / f"{name}-{seed}")
    assert switched > 20  # of 200: the test would show nothing otherwise


def test_topics_with_seeds_keep_their_numbers(themata, tmp_path):
    make_corpus(themata, tmp_path, survey())
    (tmp_path / "seeds.txt").write_text("never mind\ncertainly\n")
    make_fit(themata, 2, 1, 2000, "--seeds", "seeds.txt")
    z = [np.load(path)["z"] for path in sorted((tmp_path / "fit/draws").glob("*.npz"))]
    order = np.argsort(-np.bincount(z[-1], minlength=2), kind="stable")
    assert themata("export", "fit", "--format", "draws", "--output", "draws").returncode == 0
    for row, topics in zip(csv.DictReader((tmp_path / "draws/draws.csv").open()), z, strict=True):
        assert float(row["share.0"]) == pytest.approx(np.mean(topics == order[0]), abs=1e-6)
