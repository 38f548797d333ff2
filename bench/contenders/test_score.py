"""Tests of the score formulas (against independent computations), the topic readers, the splits and the texts.

    python3 -m pytest bench/contenders/test_score.py
"""
import fractions
import gzip
import itertools
import json
import math
import pathlib
import sys
import types

import numpy
import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import corpora
import exports
import measure
import score
import tables
import texts
from lda.mallet import sampling_seconds

TOKENS = numpy.array([0, 1, 1, 2, 0, 2, 2])
DOCUMENTS = numpy.array([0, 0, 0, 1, 1, 1, 1])
CORPUS = types.SimpleNamespace(tokens=TOKENS, offsets=numpy.array([0, 3, 7]), types=3, documents=lambda: DOCUMENTS)


def urn(balls, weights):
    """The probability of a sequence of draws from a Polya urn, multiplied ball by ball."""
    contents, probability = list(weights), fractions.Fraction(1)
    for ball in balls:
        probability *= contents[ball] / sum(contents)
        contents[ball] += 1
    return probability


def joint(tokens, topics, number, alpha, beta):
    """p(w, z) of LDA in exact fractions: an urn of topics per document and an urn of types per topic."""
    probability = fractions.Fraction(1)
    for document in set(DOCUMENTS.tolist()):
        probability *= urn([k for k, d in zip(topics, DOCUMENTS) if d == document], [alpha] * number)
    for topic in range(number):
        probability *= urn([w for w, k in zip(tokens, topics) if k == topic], [beta] * 3)
    return probability


@pytest.mark.parametrize("topics", [[0, 0, 1, 1, 2, 0, 1], [2, 2, 2, 2, 2, 2, 2], [0, 1, 2, 0, 1, 2, 0]])
def test_lda_is_the_product_of_urns(topics):
    alpha, beta = fractions.Fraction(1, 10), fractions.Fraction(1, 4)
    expected = math.log(joint(TOKENS.tolist(), topics, 4, alpha, beta))
    found = score.lda(TOKENS, DOCUMENTS, numpy.array(topics), 3, 4, float(alpha), float(beta))
    assert found == pytest.approx(expected, abs=1e-10)


def test_lda_sums_to_one_over_all_words_and_topics():
    documents = numpy.array([0, 0, 1])
    total = 0
    for tokens in itertools.product(range(2), repeat=3):
        for topics in itertools.product(range(2), repeat=3):
            total += math.exp(score.lda(numpy.array(tokens), documents, numpy.array(topics), 2, 2, .3, .7))
    assert total == pytest.approx(1)


def test_hdp_is_a_product_of_urns_with_global_weights():
    topics, alpha, beta, gamma = numpy.array([5, 5, 2, 2, 2, 5, 9]), 1.5, .25, .5
    used = [2, 5, 9]
    counts = {(d, k): int(((DOCUMENTS == d) & (topics == k)).sum()) for d in (0, 1) for k in used}
    psi = dict.fromkeys(used, .2)
    for _ in range(3000):  # the fixed point; the difference of digammas is a sum of inverses
        tables_of = {k: sum(alpha * psi[k] / (alpha * psi[k] + i) for d in (0, 1) for i in range(counts[d, k]))
                     for k in used}
        psi = {k: tables_of[k] / (sum(tables_of.values()) + gamma) for k in used}
    expected = 0
    for document in (0, 1):
        weights = {k: alpha * psi[k] for k in used}
        for position, topic in enumerate(topics[DOCUMENTS == document]):
            expected += math.log(weights[topic] / (alpha + position))
            weights[topic] += 1
    for topic in used:
        expected += math.log(urn(TOKENS[topics == topic].tolist(), [fractions.Fraction(1, 4)] * 3))
    assert score.hdp(TOKENS, DOCUMENTS, topics, 3, alpha, beta, gamma) == pytest.approx(expected, abs=1e-6)


def test_scores_do_not_depend_on_the_numbering_of_topics():
    topics, other = numpy.array([0, 0, 1, 1, 2, 0, 1]), numpy.array([2, 2, 0, 0, 1, 2, 0])
    assert score.lda(TOKENS, DOCUMENTS, topics, 3, 3, .1, .01) == pytest.approx(
        score.lda(TOKENS, DOCUMENTS, other, 3, 3, .1, .01))
    assert score.hdp(TOKENS, DOCUMENTS, topics, 3, 1, .01, 1) == pytest.approx(
        score.hdp(TOKENS, DOCUMENTS, other, 3, 1, .01, 1))


def test_score_at_a_time_is_interpolated_in_log_time():
    points = [(1, -10), (4, -8)]
    assert score.at_time(points, 2) == pytest.approx(-9)
    assert score.at_time(points, .5) is None
    assert score.at_time(points, 4.4) == pytest.approx(-8)
    assert score.at_time(points, 5) is None


def write_state(path, rows):
    with gzip.open(path, "wt") as file:
        file.write("#doc source pos typeindex type topic\n#alpha : 0.1 0.1\n#beta : 0.01\n")
        file.writelines(row + "\n" for row in rows)


def test_topics_are_read_from_a_state(tmp_path):
    topics = [3, 1, 4, 1, 5, 9, 2]
    rows = [f"{d} a name {i} {w + 7} w{w} {k}" for i, (d, w, k) in enumerate(zip(DOCUMENTS, TOKENS, topics))]
    write_state(tmp_path / "state.gz", rows)
    assert exports.from_state(tmp_path / "state.gz", CORPUS).tolist() == topics
    for wrong in (rows[:-1], [rows[1], rows[0], *rows[2:]], [*rows, rows[-1]]):
        write_state(tmp_path / "state.gz", wrong)
        with pytest.raises(SystemExit):
            exports.from_state(tmp_path / "state.gz", CORPUS)


def test_topics_are_read_from_documents():
    same = [([0, 1, 1], [3, 1, 4]), ([2, 0, 2, 2], [1, 5, 9, 2])]
    assert exports.from_documents(same, CORPUS).tolist() == [3, 1, 4, 1, 5, 9, 2]
    sorted_ones = [([0, 1, 1], [3, 1, 4]), ([0, 2, 2, 2], [5, 1, 9, 2])]
    assert exports.from_documents(sorted_ones, CORPUS).tolist() == [3, 1, 4, 1, 5, 9, 2]
    with pytest.raises(SystemExit):
        exports.from_documents(same[:1], CORPUS)
    with pytest.raises(SystemExit):
        exports.from_documents([([0, 1, 2], [3, 1, 4]), same[1]], CORPUS)


def test_topics_are_drawn_in_proportion_to_their_probabilities():
    number = 20000
    corpus = types.SimpleNamespace(tokens=numpy.zeros(number, int), documents=lambda: numpy.zeros(number, int))
    theta, phi = numpy.array([[.5, .25, .25]]), numpy.array([[.1, .9], [.4, .6], [0, 1]])
    proportions = numpy.bincount(exports.draw_topics(theta, phi, corpus, 1, cells=3000), minlength=3) / number
    assert proportions == pytest.approx([1 / 3, 2 / 3, 0], abs=.015)


def test_mallet_log_gives_the_sampling_time():
    log = "INFO: total tokens: 12\nFINE: 12ms \nINFO: <10> LL/token: -3.8\nFINE: 7s \nTotal time: 9 seconds\n"
    assert sampling_seconds(log) == pytest.approx(.0125 + 7.5)
    learned = log + "FINE: 20ms \nINFO: [beta: 0.01] \nFINE: [O 31] \nINFO: <60> LL/token: -3.7\nFINE: 1ms \n"
    assert sampling_seconds(learned) == pytest.approx(.0125 + 7.5 + .0315 + .0015)


class Steady:
    """An engine whose sweeps all take the same time, `pace` seconds."""

    def __init__(self, pace):
        self.pace = pace

    def train(self, sweeps):
        return self.pace * sweeps

    def assignments(self):
        return numpy.zeros(1)


def test_stages_end_near_the_requested_times(tmp_path):
    stages = measure.Stages(Steady(.01), tmp_path)
    stages.run_until([1, 2])
    assert [point["sweeps"] for point in stages.points] == [1, 100, 200]
    slow = measure.Stages(Steady(30), tmp_path)
    slow.run_until([5, 10])
    assert [point["sweeps"] for point in slow.points] == [1]


def test_pace_is_measured_in_the_second_half():
    points = [{"sweeps": 1, "seconds": 5}, {"sweeps": 10, "seconds": 10}, {"sweeps": 20, "seconds": 12}]
    assert tables.late_pace(points) == pytest.approx(.2)


class Timed(Steady):
    """An engine that ends by itself, with the first sweep after the given time."""

    def train_for(self, seconds):
        sweeps = int(seconds / self.pace) + 1
        return sweeps, self.train(sweeps)


def test_an_engine_with_a_limit_of_time_has_one_stage_per_time(tmp_path):
    stages = measure.TimedStages(Timed(.25), tmp_path)
    stages.run_until([1, 2])
    assert [(point["sweeps"], point["seconds"]) for point in stages.points] == [(5, 1.25), (9, 2.25)]
    assert all(pathlib.Path(point["topics"]).exists() for point in stages.points)


def test_word_probabilities_are_smoothed_counts():
    topics = numpy.array([0, 2, 2, 0, 0, 2, 0])
    phi = score.topic_words(TOKENS, topics, 4, 5, .5)
    assert phi.shape == (4, 5)
    for topic in range(4):
        words = TOKENS[topics == topic].tolist()
        assert phi[topic] == pytest.approx([(words.count(word) + .5) / (len(words) + 5 * .5) for word in range(5)])


@pytest.mark.parametrize("cells", [1, 7, 1000])
def test_completion_is_the_mean_log_probability(cells):
    random = numpy.random.default_rng(1)
    theta, phi = random.dirichlet([.5] * 3, size=4), random.dirichlet([.5] * 6, size=3)
    documents, tokens = random.integers(4, size=20), random.integers(6, size=20)
    expected = 0
    for document, token in zip(documents, tokens):
        expected += math.log(sum(theta[document][topic] * phi[topic][token] for topic in range(3))) / 20
    assert score.completion(theta, phi, documents, tokens, cells) == pytest.approx(expected)


def draws_from(random, weights, number, length):
    """Draws a probability vector from a Dirichlet distribution for each of `number` groups, and so many values from it.

    @returns the values and their groups, two arrays of shape (number * length,)
    """
    probabilities = random.dirichlet(weights, size=number)
    values = [random.choice(len(weights), size=length, p=vector) for vector in probabilities]
    return numpy.concatenate(values), numpy.repeat(numpy.arange(number), length)


def test_beta_is_the_most_probable_one():
    random = numpy.random.default_rng(4)
    tokens, topics = draws_from(random, [.05] * 300, number=50, length=2000)
    beta = score.most_probable_beta(tokens, topics, 300)
    assert beta == pytest.approx(.05, rel=.05)
    best = score.log_words(tokens, topics, 300, beta)
    assert all(score.log_words(tokens, topics, 300, beta * factor) < best for factor in (.99, 1.01))


def log_probability(documents, topics, alpha):
    """log p(z | alpha) with a weight per topic, multiplied token by token."""
    total = 0
    for document in range(documents.max() + 1):
        weights = alpha.copy()
        for topic in topics[documents == document]:
            total += math.log(weights[topic] / weights.sum())
            weights[topic] += 1
    return total


def test_alpha_is_the_most_probable_one():
    random = numpy.random.default_rng(5)
    expected = numpy.array([2, .5, .1, .03])
    topics, documents = draws_from(random, expected, number=3000, length=60)
    alpha = score.most_probable_alpha(documents, topics, 5)
    assert alpha[:4] == pytest.approx(expected, rel=.15) and alpha[4] == 0
    few = documents < 300
    alpha = score.most_probable_alpha(documents[few], topics[few], 4)
    best = log_probability(documents[few], topics[few], alpha)
    for topic in range(4):
        for factor in (.9, 1.1):
            other = alpha.copy()
            other[topic] *= factor
            assert log_probability(documents[few], topics[few], other) < best


def exact_proportions(words, phi, alpha):
    """The mean of theta given the words of a document: a sum over all topics of its tokens."""
    mean, total = numpy.zeros(len(alpha)), 0
    for topics in itertools.product(range(len(alpha)), repeat=len(words)):
        weights, probability = list(alpha), 1
        for word, topic in zip(words, topics):
            probability *= phi[topic][word] * weights[topic] / sum(weights)
            weights[topic] += 1
        mean += probability * numpy.array(weights) / sum(weights)
        total += probability
    return mean / total


@pytest.mark.parametrize("cells", [1500, 2_000_000])  # the former takes several parts of the documents
def test_topic_proportions_are_those_of_the_sum_over_all_topics(cells):
    phi, alpha = numpy.array([[.6, .3, .1], [.1, .3, .6], [.2, .7, .1]]), numpy.array([.5, .1, .3])
    kinds, copies = [[0, 0, 1, 2], [2], [1, 1, 2]], 400
    words = [words for _ in range(copies) for words in kinds]
    observed = types.SimpleNamespace(tokens=numpy.concatenate(words), offsets=numpy.cumsum([0, *map(len, words)]))
    theta = score.proportions(observed, phi, alpha, cells)
    assert theta.sum(axis=1) == pytest.approx(numpy.ones(3 * copies))
    for kind, of_kind in enumerate(kinds):
        found = theta[kind::3].mean(axis=0)
        assert found == pytest.approx(exact_proportions(of_kind, phi, alpha), abs=.01)


def test_held_out_tokens_of_a_single_topic_have_a_closed_form():
    training = types.SimpleNamespace(tokens=TOKENS, documents=lambda: DOCUMENTS, types=3)
    observed = types.SimpleNamespace(tokens=numpy.array([0, 1, 1]), offsets=numpy.array([0, 1, 3]))
    split = types.SimpleNamespace(training=training, observed=observed, held_out=numpy.array([0, 0, 2]),
                                  held_out_documents=numpy.array([0, 1, 1]))
    found = score.held_out(split, numpy.full(7, 9))
    phi = (numpy.array([2, 2, 3]) + found["beta"]) / (7 + 3 * found["beta"])
    assert found["score"] == pytest.approx((2 * math.log(phi[0]) + math.log(phi[2])) / 3)
    assert found["used"] == 1


def test_the_held_out_score_prefers_the_true_topics():
    random = numpy.random.default_rng(6)
    phi = random.dirichlet([.1] * 60, size=5)
    topics, documents = draws_from(random, [.2] * 5, number=300, length=40)
    tokens = numpy.array([random.choice(60, p=phi[topic]) for topic in topics])
    old, (training, of_training), *halves = corpora.split_tokens(tokens, documents, corpora.at_random)
    topics = topics[documents % 10 != 9]
    part = types.SimpleNamespace(tokens=training, documents=lambda: of_training, types=len(old))
    observed = types.SimpleNamespace(tokens=halves[0][0], offsets=corpora.starts(halves[0][1]))
    split = types.SimpleNamespace(training=part, observed=observed, held_out=halves[1][0],
                                  held_out_documents=halves[1][1])
    best, other = score.held_out(split, topics), score.held_out(split, (3 * topics + 2) % 5 + 4)
    assert best["score"] == pytest.approx(other["score"], abs=.02)  # the numbers of topics only change the draws
    assert best["score"] > score.held_out(split, random.permutation(topics))["score"] + .3
    assert best["alpha"] == pytest.approx(1, rel=.2) and best["beta"] == pytest.approx(.1, rel=.3)


def lists(part):
    """The tokens of each document, as lists."""
    tokens, documents = part
    return [tokens[documents == document].tolist() for document in range(documents.max() + 1)]


def some_corpus():
    """Documents of 1 to 12 words, as lists. Words from 40 on occur only in new documents."""
    random = numpy.random.default_rng(2)
    documents = [random.integers(40, size=random.integers(1, 13)).tolist() for _ in range(95)]
    for number in (9, 29, 59):
        documents[number] += [40 + number, 3, 40]
    documents[19], documents[39] = [41, 42], [5, 43]  # no known word, and a single one
    documents[49] = [7, 50, 8, 9]
    return documents


def test_a_split_is_by_documents_and_positions():
    corpus = some_corpus()
    tokens, documents = numpy.concatenate(corpus), numpy.repeat(numpy.arange(95), [len(words) for words in corpus])
    old, training, observed, held_out = corpora.split_tokens(tokens, documents, corpora.in_order)
    assert [[old[word] for word in words] for words in lists(training)] == [
        corpus[number] for number in range(95) if number % 10 != 9]
    seen = {word for number, words in enumerate(corpus) if number % 10 != 9 for word in words}
    known = [[word for word in corpus[number] if word in seen] for number in range(9, 95, 10)]
    known = [words for words in known if len(words) >= 2]
    assert [[old[word] for word in words] for words in lists(observed)] == [words[0::2] for words in known]
    assert [[old[word] for word in words] for words in lists(held_out)] == [words[1::2] for words in known]
    assert [7, 9] in [words[0::2] for words in known]  # positions count known words only
    first = [training[0].tolist().index(word) for word in range(len(old))]
    assert first == sorted(first)  # types are numbered in order of first occurrence


def test_a_random_split_has_the_same_documents_and_other_halves():
    random = numpy.random.default_rng(3)
    tokens, documents = random.integers(40, size=20_000), numpy.repeat(numpy.arange(100), 200)
    old, training, *halves = corpora.split_tokens(tokens, documents, corpora.at_random)
    same, same_training, *even_and_odd = corpora.split_tokens(tokens, documents, corpora.in_order)
    assert old.tolist() == same.tolist() and lists(training) == lists(same_training)
    parts = [lists(half) for half in halves]
    for number, together in enumerate(zip(*map(lists, even_and_odd))):
        assert [len(part[number]) for part in parts] == [100, 100]
        assert sorted(parts[0][number] + parts[1][number]) == sorted(together[0] + together[1])
    position = corpora.at_random(documents)
    assert (position == corpora.at_random(documents)).all()
    assert all(sorted(position[documents == number]) == list(range(200)) for number in (0, 50, 99))
    both_even = ((position % 2 == 0) & (corpora.in_order(documents) % 2 == 0)).mean()
    assert both_even == pytest.approx(.25, abs=.01)  # 20,000 tokens: about three standard deviations


def test_a_split_is_reproducible_and_can_be_read(tmp_path):
    documents = some_corpus()
    whole = tmp_path / "whole"
    corpora.write_forms(whole, numpy.concatenate(documents), numpy.cumsum([0, *map(len, documents)]), ["x"] * 110)
    corpora.write_split(corpora.Corpus("made", whole), tmp_path / "one", corpora.in_order)
    corpora.write_split(corpora.Corpus("made", whole), tmp_path / "two", corpora.in_order)
    names = sorted(path.relative_to(tmp_path / "one") for path in (tmp_path / "one").rglob("*.*"))
    assert len(names) == 16
    assert all((tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes() for name in names)
    split = corpora.Split("made", tmp_path / "one")
    assert split.observed.matrix().shape == (len(split.observed.offsets) - 1, split.training.types)
    assert split.first.words() == split.observed.words()[:1]
    assert numpy.unique(split.held_out_documents).tolist() == list(range(len(split.observed.offsets) - 1))
    assert split.held_out.max() < split.training.types


def test_words_are_runs_of_ascii_letters():
    line = "The U.S.A. isn't 3d, covid19 na\u00efve snake_case \ufb01ne \u212aelvin; a B cd\tEF"
    assert texts.words_of(line) == ["the", "isn", "covid", "na", "ve", "snake", "case", "ne", "elvin", "cd", "ef"]


def test_a_text_is_written_with_its_counts(tmp_path):
    texts.write(tmp_path, ["One  two\nTHREE\u2028one", "1 2 3", "", "two\x0bfour"])
    text = texts.Text("made", tmp_path)
    assert text.path.read_text() == "One two THREE one\ntwo four\n"
    assert text.first.read_text() == "One two THREE one\n"
    assert text.counts == {"documents": 2, "types": 4, "tokens": 6, "bytes": 27}


def test_simulated_words_are_distinct_and_recognized():
    spelled = [texts.spelling(number) for number in range(20000)]
    assert len(set(spelled)) == 20000
    assert all(texts.words_of(word) == [word] for word in spelled)
    tokens = numpy.arange(30)
    corpus = types.SimpleNamespace(tokens=tokens, types=30, offsets=numpy.array([0, 25, 30]))
    lines = list(texts.simulated(corpus))
    assert [texts.words_of(line) for line in lines] == [spelled[:25], spelled[25:30]]
    assert lines[1][0].isupper() and lines[1].endswith(".")


def test_real_texts_are_extracted_from_their_files():
    lines = ["<DOC>\n", "<DOCNO> AP1 </DOCNO>\n", "<TEXT>\n", " One\n", "two.\n", "</TEXT>\n", "</DOC>\n",
             "<TEXT>three</TEXT>"]
    assert [found.split() for found in texts.ap_texts(lines)] == [["One", "two."], ["three"]]
    papers = [json.dumps({"id": "1", "title": "A title", "text": "and text", "labels": []})]
    assert list(texts.arxiv_texts(papers)) == ["A title and text"]


def test_invalid_topic_proportions_are_refused():
    split = types.SimpleNamespace(observed=CORPUS, training=CORPUS)
    good = {"theta": numpy.full((2, 4), .25), "topics": numpy.array([0, 3])}
    measure.check_inferred(good, split, 4)
    for wrong in ({"theta": good["theta"][:1]}, {"theta": good["theta"] * 2}, {"theta": good["theta"] * numpy.nan},
                  {"topics": numpy.array([0, 4])}, {"phi": numpy.ones((4, 2))}):
        with pytest.raises(SystemExit):
            measure.check_inferred({**good, **wrong}, split, 4)


def test_the_held_out_table_has_scores_at_the_times_and_the_last_stage():
    report = {"held_out_times": {"made": [2, 8]}}
    points = [{"seconds": 1, "score": -9., "sweeps": 5, "used": 7, "alpha": 3., "beta": .5},
              {"seconds": 4, "score": -8., "sweeps": 20, "used": 6, "alpha": 2., "beta": .25}]
    row = {"kind": "exact", "version": "1", "points": points, "peak_bytes": 2**20}
    lines = tables.held_out_table(report, "made", {"one": [row], "none": [{"failed": "no reason"}]})
    assert lines[2] == "| one 1 | exact | -8.5000 | - | 20 | 6 | 2.00 | 0.2500 | 1 |"
    assert lines[3] == "| none | failed: no reason | - | - | - | - | - | - | - |"


def test_counts_that_differ_from_the_reference_are_marked():
    report = {"texts": {"made": {"documents": 2, "types": 4, "tokens": 6, "bytes": 2_000_000}}}
    row = {"kind": "counts", "version": "1", "seconds": 4., "documents": 2, "types": 4, "tokens": 6,
           "peak_bytes": 2**20, "start_seconds": .5}
    rows = {"alike": [row], "other": [row, {**row, "tokens": 7}], "none": [{"failed": "no reason"}]}
    lines = tables.import_table(report, "made", rows)
    assert lines[3] == "| alike 1 | counts | 4.000 | 0.5 | 2 | 4 | 6 | 1 | 0.50 |"
    assert lines[4].startswith("| other (*) 1 |")
    assert lines[5].startswith("| none (*) | failed: no reason | - |")
