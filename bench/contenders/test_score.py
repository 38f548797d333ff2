"""The formulas against sums and products written differently, and the ways of reading topics back.

    python3 -m pytest bench/contenders/test_score.py
"""
import fractions
import gzip
import itertools
import math
import pathlib
import sys
import types

import numpy
import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import exports
import measure
import score
import tables
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
