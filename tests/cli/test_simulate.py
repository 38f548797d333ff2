"""`themata simulate` as a script meets it, and the round trip: a fit finds the topics that a corpus was drawn from."""
import json

import numpy as np
import pytest
from conftest import names_in

LDA = "lda --documents 400 --types 90 --topics 5 --alpha 0.1 --beta 0.05 --length 60 --seed 3".split()
HDP = "hdp --documents 200 --types 60 --gamma 2 --lengths fixed --length 30".split()
ZIPF = "zipf --documents 500 --types 900 --tokens 40000 --topics 20 --length-sd 30".split()


@pytest.mark.parametrize("words", [LDA, HDP, ZIPF + ["--truth"], ["similar-topics"]],
                         ids=["lda", "hdp", "zipf", "similar-topics"])
def test_a_simulated_corpus_is_a_corpus_with_its_truth(themata, tmp_path, words):
    done = themata("simulate", *words, "--output", "corpus")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "Corpus: corpus" and "seconds" in done.stdout
    assert names_in(tmp_path / "corpus") == ["documents.jsonl", "manifest.json", "offsets.npy", "tokens.npy", "truth",
                                             "vocabulary.txt"]
    facts = json.loads(themata("info", "corpus", "--format", "json").stdout)
    result = facts["simulate"]["result"]
    tokens = np.load(tmp_path / "corpus/tokens.npy")
    assert (facts["documents"], facts["types"], facts["tokens"]) == (
        result["documents"], result["types"], len(tokens))
    truth = tmp_path / "corpus/truth"
    topics, phi, weights = (np.load(truth / f"{name}.npy") for name in ["topics", "topic-word", "topic-weights"])
    assert topics.dtype == np.uint16 and topics.shape == tokens.shape and topics.max() < result["topics"]
    assert phi.dtype == np.float32 and phi.shape == (result["topics"], result["types"])
    assert np.allclose(phi.sum(1), 1, atol=1e-5) and weights.sum() == pytest.approx(1)
    assert (phi[topics, tokens] > 0).all()
    shown = themata("info", "corpus").stdout
    assert "simulate" in shown and "options.model" in shown


def test_two_of_the_similar_topics_are_and_documents_have_two(themata, tmp_path):
    done = themata("simulate", "similar-topics", "--documents", "2000", "--seed", "4", "--output", "corpus")
    assert done.returncode == 0, done.stderr
    truth = tmp_path / "corpus/truth"
    topics, phi = np.load(truth / "topics.npy"), np.load(truth / "topic-word.npy")
    tokens = np.load(tmp_path / "corpus/tokens.npy")
    assert phi.shape == (5, 12)
    assert np.allclose(phi[:2, 2:9], .1225, atol=1e-6), "seven words that both share, the likeliest of both"
    assert np.allclose(phi[:2, :2], [[.1225, .02], [.02, .1225]], atol=1e-6) and (phi[:2, 9:] < 1e-9).all()
    assert (phi[2:, :9] < 1e-9).all() and np.allclose(sorted(phi[2, 9:]), [.05, .15, .8], atol=1e-6)
    for k in range(5):  # 20,000 tokens a topic: frequencies err by .003
        found = np.bincount(tokens[topics == k], minlength=12) / (topics == k).sum()
        assert np.allclose(found, phi[k], atol=.015)
        assert (topics == k).mean() == pytest.approx(.2, abs=.02)
    documents = topics.reshape(2000, 50)
    counts = np.array([len(set(row)) for row in documents])
    # One topic: both alike (1/5), or all 50 tokens of one of two, 2 of 51 by theta's uniform law.
    assert counts.max() == 2 and (counts == 1).mean() == pytest.approx(.2 + .8 * 2 / 51, abs=.03)
    first = np.array([(row == row[0]).sum() for row in documents[counts == 2]])
    assert first.mean() == pytest.approx(100 / 3, abs=1.2), "uniform shares: two thirds are of the first token's topic"
    for words, message in [(["--types", "13"], "--types is 13; similar-topics has 12"), (["--alpha", "1"], "--alpha means nothing for similar-topics")]:
        done = themata("simulate", "similar-topics", *words, "--output", "other")
        assert done.returncode == 2 and message in done.stderr, done.stderr


def test_the_seed_decides(themata, tmp_path):
    def manifest(name, *more):
        assert themata("simulate", *ZIPF, *more, "--output", name).returncode == 0
        return (tmp_path / name / "manifest.json").read_text()

    first = manifest("a", "--threads", "1")
    assert manifest("b", "--threads", "2") == first
    assert manifest("c", "--seed", "2") != first


def test_zipf_has_the_sizes_asked_for_and_no_truth_unless_asked(themata, tmp_path):
    done = themata("simulate", *ZIPF, "--log", "json", "--output", "corpus")
    event = json.loads(done.stdout)
    assert (event["event"], event["documents"], event["types"], event["topics"]) == ("simulated", 500, 900, 20)
    assert event["tokens"] == pytest.approx(40000, rel=0.1)
    lengths = np.diff(np.load(tmp_path / "corpus/offsets.npy"))
    assert lengths.std() == pytest.approx(30, rel=0.25)
    assert "truth" not in names_in(tmp_path / "corpus")


@pytest.mark.parametrize("words, message", [
    (["lsa", "--documents", "5"], "'lsa': no such model to simulate; there are lda, hdp, zipf, similar-topics"),
    (["lda", "--documents", "5"], "simulate lda needs --types"),
    (["zipf", "--documents", "5", "--types", "9"], "simulate zipf needs --tokens"),
    ([*LDA, "--gamma", "1"], "--gamma means nothing for lda"),
    ([*LDA, "--tokens", "100"], "--tokens means nothing for lda"),
    ([*ZIPF, "--beta", "1"], "--beta means nothing for zipf"),
    ([*HDP, "--alpha", "-1"], "--alpha is -1; expected a number above 0"),
    ([*HDP, "--length-sd", "3"], "--length-sd goes with --lengths log-normal, not fixed"),
    ([*LDA, "--lengths", "long"], "--lengths is 'long'; expected poisson, or fixed, or log-normal"),
    ([*LDA, "--threads", "-1"], "--threads"),
])
def test_wrong_options_are_one_line_and_leave_nothing(themata, tmp_path, words, message):
    done = themata("simulate", *words, "--output", "corpus")
    assert done.returncode == 2
    assert message in done.stderr and done.stdout == ""
    assert list(tmp_path.iterdir()) == []


def test_an_existing_folder_is_not_overwritten(themata, tmp_path):
    (tmp_path / "corpus").mkdir()
    (tmp_path / "corpus/mine").write_text("mine")
    done = themata("simulate", *LDA, "--output", "corpus")
    assert done.returncode == 2 and "exists already" in done.stderr
    assert names_in(tmp_path / "corpus") == ["mine"]


def cosines(found, true):
    def unit(rows):
        return rows / np.linalg.norm(rows, axis=1, keepdims=True)
    return unit(found) @ unit(true).T


def test_a_fit_finds_the_topics_again(themata, tmp_path):
    assert themata("simulate", *LDA, "--output", "corpus").returncode == 0
    done = themata("fit", "corpus", "--model", "lda", "--topics", "5", "--alpha", "0.1", "--beta", "0.05",
                   "--sweeps", "300", "--seed", "1", "--threads", "2", "--output", "fit")
    assert done.returncode == 0, done.stderr
    assert themata("export", "fit", "--format", "topic-words", "--as", "npy", "--output", "phi.npy").returncode == 0
    match = cosines(np.load(tmp_path / "phi.npy"), np.load(tmp_path / "corpus/truth/topic-word.npy"))
    assert sorted(match.argmax(1)) == [0, 1, 2, 3, 4], "each topic is found once"
    assert match.max(1).min() > 0.98
