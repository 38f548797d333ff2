"""The formulas against sums and products written differently, the ways of reading topics back, and what is made of a
corpus: its split in two, its text.

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


def urn(seen, weights):
    """The probability of drawing a sequence from a Polya urn, one ball after the other."""
    held, probability = list(weights), fractions.Fraction(1)
    for ball in seen:
        probability *= held[ball] / sum(held)
        held[ball] += 1
    return probability


def joint(tokens, topics, number, alpha, beta):
    """p(w, z) of LDA as exact fractions: an urn of topics a document, an urn of types a topic."""
    probability = fractions.Fraction(1)
    for document in set(DOCUMENTS.tolist()):
        probability *= urn([k for k, d in zip(topics, DOCUMENTS) if d == document], [alpha] * number)
    for topic in range(number):
        probability *= urn([w for w, k in zip(tokens, topics) if k == topic], [beta] * 3)
    return probability


@pytest.mark.parametrize("topics", [[0, 0, 1, 1, 2, 0, 1], [2, 2, 2, 2, 2, 2, 2], [0, 1, 2, 0, 1, 2, 0]])
def test_lda_is_the_product_of_urns(topics):
    alpha, beta = fractions.Fraction(1, 10), fractions.Fraction(1, 4)
    wanted = math.log(joint(TOKENS.tolist(), topics, 4, alpha, beta))
    found = score.lda(TOKENS, DOCUMENTS, numpy.array(topics), 3, 4, float(alpha), float(beta))
    assert found == pytest.approx(wanted, abs=1e-10)


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
    for _ in range(3000):  # the fixed point, with the digammas' difference as a sum of inverses
        tables_of = {k: sum(alpha * psi[k] / (alpha * psi[k] + i) for d in (0, 1) for i in range(counts[d, k]))
                     for k in used}
        psi = {k: tables_of[k] / (sum(tables_of.values()) + gamma) for k in used}
    wanted = 0
    for document in (0, 1):
        held = {k: alpha * psi[k] for k in used}
        for place, topic in enumerate(topics[DOCUMENTS == document]):
            wanted += math.log(held[topic] / (alpha + place))
            held[topic] += 1
    for topic in used:
        wanted += math.log(urn(TOKENS[topics == topic].tolist(), [fractions.Fraction(1, 4)] * 3))
    assert score.hdp(TOKENS, DOCUMENTS, topics, 3, alpha, beta, gamma) == pytest.approx(wanted, abs=1e-6)


def test_scores_do_not_depend_on_the_topics_numbers():
    topics, other = numpy.array([0, 0, 1, 1, 2, 0, 1]), numpy.array([2, 2, 0, 0, 1, 2, 0])
    assert score.lda(TOKENS, DOCUMENTS, topics, 3, 3, .1, .01) == pytest.approx(
        score.lda(TOKENS, DOCUMENTS, other, 3, 3, .1, .01))
    assert score.hdp(TOKENS, DOCUMENTS, topics, 3, 1, .01, 1) == pytest.approx(
        score.hdp(TOKENS, DOCUMENTS, other, 3, 1, .01, 1))


def test_the_score_at_a_time_lies_on_a_line_in_the_logarithm():
    points = [(1, -10), (4, -8)]
    assert score.at_time(points, 2) == pytest.approx(-9)
    assert score.at_time(points, .5) is None
    assert score.at_time(points, 4.4) == pytest.approx(-8)
    assert score.at_time(points, 5) is None


def write_state(path, rows):
    with gzip.open(path, "wt") as file:
        file.write("#doc source pos typeindex type topic\n#alpha : 0.1 0.1\n#beta : 0.01\n")
        file.writelines(row + "\n" for row in rows)


def test_a_state_gives_its_topics_back(tmp_path):
    topics = [3, 1, 4, 1, 5, 9, 2]
    rows = [f"{d} a name {i} {w + 7} w{w} {k}" for i, (d, w, k) in enumerate(zip(DOCUMENTS, TOKENS, topics))]
    write_state(tmp_path / "state.gz", rows)
    assert exports.from_state(tmp_path / "state.gz", CORPUS).tolist() == topics
    for wrong in (rows[:-1], [rows[1], rows[0], *rows[2:]], [*rows, rows[-1]]):
        write_state(tmp_path / "state.gz", wrong)
        with pytest.raises(SystemExit):
            exports.from_state(tmp_path / "state.gz", CORPUS)


def test_documents_give_their_topics_back():
    same = [([0, 1, 1], [3, 1, 4]), ([2, 0, 2, 2], [1, 5, 9, 2])]
    assert exports.from_documents(same, CORPUS).tolist() == [3, 1, 4, 1, 5, 9, 2]
    sorted_ones = [([0, 1, 1], [3, 1, 4]), ([0, 2, 2, 2], [5, 1, 9, 2])]
    assert exports.from_documents(sorted_ones, CORPUS).tolist() == [3, 1, 4, 1, 5, 9, 2]
    with pytest.raises(SystemExit):
        exports.from_documents(same[:1], CORPUS)
    with pytest.raises(SystemExit):
        exports.from_documents([([0, 1, 2], [3, 1, 4]), same[1]], CORPUS)


def test_topics_are_drawn_by_their_probabilities():
    number = 20000
    corpus = types.SimpleNamespace(tokens=numpy.zeros(number, int), documents=lambda: numpy.zeros(number, int))
    theta, phi = numpy.array([[.5, .25, .25]]), numpy.array([[.1, .9], [.4, .6], [0, 1]])
    shares = numpy.bincount(exports.drawn(theta, phi, corpus, 1, cells=3000), minlength=3) / number
    assert shares == pytest.approx([1 / 3, 2 / 3, 0], abs=.015)


def test_the_log_of_mallet_is_a_clock():
    log = "INFO: total tokens: 12\nFINE: 12ms \nINFO: <10> LL/token: -3.8\nFINE: 7s \nTotal time: 9 seconds\n"
    assert sampling_seconds(log) == pytest.approx(.0125 + 7.5)


class Steady:
    """An engine whose sweeps take so many seconds each."""

    def __init__(self, pace):
        self.pace = pace

    def train(self, sweeps):
        return self.pace * sweeps

    def assignments(self):
        return numpy.zeros(1)


def test_stages_end_near_the_times(tmp_path):
    stages = measure.Stages(Steady(.01), tmp_path)
    stages.until([1, 2])
    assert [point["sweeps"] for point in stages.points] == [1, 100, 200]
    slow = measure.Stages(Steady(30), tmp_path)
    slow.until([5, 10])
    assert [point["sweeps"] for point in slow.points] == [1]


def test_the_pace_is_of_the_second_half():
    points = [{"sweeps": 1, "seconds": 5}, {"sweeps": 10, "seconds": 10}, {"sweeps": 20, "seconds": 12}]
    assert tables.late_pace(points) == pytest.approx(.2)


def test_word_probabilities_are_smoothed_counts():
    topics = numpy.array([0, 2, 2, 0, 0, 2, 0])
    phi = score.topic_words(TOKENS, topics, 4, 5, .5)
    assert phi.shape == (4, 5)
    for topic in range(4):
        words = TOKENS[topics == topic].tolist()
        assert phi[topic] == pytest.approx([(words.count(word) + .5) / (len(words) + 5 * .5) for word in range(5)])


@pytest.mark.parametrize("cells", [1, 7, 1000])
def test_completion_is_a_plain_mean_of_logarithms(cells):
    random = numpy.random.default_rng(1)
    theta, phi = random.dirichlet([.5] * 3, size=4), random.dirichlet([.5] * 6, size=3)
    documents, tokens = random.integers(4, size=20), random.integers(6, size=20)
    wanted = 0
    for document, token in zip(documents, tokens):
        wanted += math.log(sum(theta[document][topic] * phi[topic][token] for topic in range(3))) / 20
    assert score.completion(theta, phi, documents, tokens, cells) == pytest.approx(wanted)


def lists(part):
    """Tokens of each document, as lists."""
    tokens, documents = part
    return [tokens[documents == document].tolist() for document in range(documents.max() + 1)]


def some_corpus():
    """Documents as lists, of lengths from 1 to 12; words 0 to 39 of any, words from 40 on of new ones alone."""
    random = numpy.random.default_rng(2)
    made = [random.integers(40, size=random.integers(1, 13)).tolist() for _ in range(95)]
    for number in (9, 29, 59):
        made[number] += [40 + number, 3, 40]
    made[19], made[39] = [41, 42], [5, 43]  # nothing left, and a single token
    made[49] = [7, 50, 8, 9]
    return made


def test_a_split_parts_documents_and_places():
    made = some_corpus()
    tokens, documents = numpy.concatenate(made), numpy.repeat(numpy.arange(95), [len(words) for words in made])
    old, training, given, held = corpora.parted(tokens, documents)
    assert [[old[word] for word in words] for words in lists(training)] == [
        made[number] for number in range(95) if number % 10 != 9]
    seen = {word for number, words in enumerate(made) if number % 10 != 9 for word in words}
    known = [[word for word in made[number] if word in seen] for number in range(9, 95, 10)]
    known = [words for words in known if len(words) >= 2]
    assert [[old[word] for word in words] for words in lists(given)] == [words[0::2] for words in known]
    assert [[old[word] for word in words] for words in lists(held)] == [words[1::2] for words in known]
    assert [7, 9] in [words[0::2] for words in known]  # places are those that known words have
    first = [training[0].tolist().index(word) for word in range(len(old))]
    assert first == sorted(first)  # types are numbered by their first token


def test_a_split_is_the_same_each_time_and_reads_back(tmp_path):
    made = some_corpus()
    whole = tmp_path / "whole"
    corpora.write_forms(whole, numpy.concatenate(made), numpy.cumsum([0, *map(len, made)]), ["x"] * 110)
    corpora.write_split(corpora.Corpus("made", whole), tmp_path / "one")
    corpora.write_split(corpora.Corpus("made", whole), tmp_path / "two")
    names = sorted(path.relative_to(tmp_path / "one") for path in (tmp_path / "one").rglob("*.*"))
    assert len(names) == 16
    assert all((tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes() for name in names)
    split = corpora.Split("made", tmp_path / "one")
    assert split.given.matrix().shape == (len(split.given.offsets) - 1, split.training.types)
    assert split.first.words() == split.given.words()[:1]
    assert numpy.unique(split.held_documents).tolist() == list(range(len(split.given.offsets) - 1))
    assert split.held.max() < split.training.types


def test_words_are_runs_of_ascii_letters():
    line = "The U.S.A. isn't 3d, covid19 na\u00efve snake_case \ufb01ne \u212aelvin; a B cd\tEF"
    assert texts.words_of(line) == ["the", "isn", "covid", "na", "ve", "snake", "case", "ne", "elvin", "cd", "ef"]


def test_a_text_is_written_with_its_counts(tmp_path):
    texts.write(tmp_path, ["One  two\nTHREE\u2028one", "1 2 3", "", "two\x0bfour"])
    text = texts.Text("made", tmp_path)
    assert text.path.read_text() == "One two THREE one\ntwo four\n"
    assert text.first.read_text() == "One two THREE one\n"
    assert text.counts == {"documents": 2, "types": 4, "tokens": 6, "bytes": 27}


def test_simulated_words_differ_and_are_found_again():
    spelled = [texts.spelling(number) for number in range(20000)]
    assert len(set(spelled)) == 20000
    assert all(texts.words_of(word) == [word] for word in spelled)
    tokens = numpy.arange(30)
    corpus = types.SimpleNamespace(tokens=tokens, types=30, offsets=numpy.array([0, 25, 30]))
    lines = list(texts.simulated(corpus))
    assert [texts.words_of(line) for line in lines] == [spelled[:25], spelled[25:30]]
    assert lines[1][0].isupper() and lines[1].endswith(".")


def test_real_texts_are_taken_out_of_their_files():
    lines = ["<DOC>\n", "<DOCNO> AP1 </DOCNO>\n", "<TEXT>\n", " One\n", "two.\n", "</TEXT>\n", "</DOC>\n",
             "<TEXT>three</TEXT>"]
    assert [found.split() for found in texts.of_ap(lines)] == [["One", "two."], ["three"]]
    papers = [json.dumps({"id": "1", "title": "A title", "text": "and text", "labels": []})]
    assert list(texts.of_arxiv(papers)) == ["A title and text"]


def test_shares_that_are_none_end_the_process():
    split = types.SimpleNamespace(given=CORPUS, training=CORPUS)
    good = {"theta": numpy.full((2, 4), .25), "topics": numpy.array([0, 3])}
    measure.check_inferred(good, split, 4)
    for wrong in ({"theta": good["theta"][:1]}, {"theta": good["theta"] * 2}, {"theta": good["theta"] * numpy.nan},
                  {"topics": numpy.array([0, 4])}, {"phi": numpy.ones((4, 2))}):
        with pytest.raises(SystemExit):
            measure.check_inferred({**good, **wrong}, split, 4)


def test_other_words_than_the_rule_finds_are_marked():
    report = {"texts": {"made": {"documents": 2, "types": 4, "tokens": 6, "bytes": 2_000_000}}}
    row = {"kind": "counts", "version": "1", "seconds": 4., "documents": 2, "types": 4, "tokens": 6,
           "peak_bytes": 2**20, "start_seconds": .5}
    rows = {"alike": [row], "other": [row, {**row, "tokens": 7}], "none": [{"failed": "no reason"}]}
    lines = tables.import_table(report, "made", rows)
    assert lines[3] == "| alike 1 | counts | 4.000 | 0.5 | 2 | 4 | 6 | 1 | 0.50 |"
    assert lines[4].startswith("| other (*) 1 |")
    assert lines[5].startswith("| none (*) | failed: no reason | - |")
