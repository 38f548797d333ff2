"""`themata simulate` as a script meets it, and the round trip: a fit finds the topics that a corpus was drawn from."""
import csv
import json
import re

import numpy as np
import pytest
from conftest import names_in

LDA = "lda --documents 400 --types 90 --topics 5 --alpha 0.1 --beta 0.05 --length 60 --seed 3".split()
HDP = "hdp --documents 200 --types 60 --gamma 2 --lengths fixed --length 30".split()
LABELLED = "labeled-lda --documents 100 --types 60 --topics 6 --labels 1.5".split()
FRANCHISE = "franchise --documents 100 --types 60 --discount 0.3 --document-discount 0.4".split()
LIDA = "lida --documents 300 --sigma 0.1 --zeta 0.2 --seed 2".split()
FTM = "ftm --documents 300 --types 200 --eta 5".split()
SSTM = "sstm --documents 100 --types 200 --topics 8 --gamma 20".split()
HPC = "hpc --documents 200 --types 90 --topics 10 --branching 3 --labels 1.5".split()
PCM = "pcm --documents 200 --types 90 --topics 5 --lambda 2".split()
ZIPF = "zipf --documents 500 --types 900 --tokens 40000 --topics 20 --length-sd 30".split()


@pytest.mark.parametrize("words", [LDA, [*LDA, "--pi", ".2"], LABELLED, HDP, FRANCHISE, LIDA, FTM, SSTM, HPC, PCM, [*ZIPF, "--truth"],
                                   ["similar-topics"]], ids=["lda", "spikes", "labels", "hdp", "franchise", "lida", "ftm", "sstm", "hpc", "pcm", "zipf",
                                                          "similar-topics"])
def test_a_simulated_corpus_is_a_corpus_with_its_truth(themata, tmp_path, words):
    done = themata("simulate", *words, "--output", "corpus")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "Corpus: corpus" and "seconds" in done.stdout
    labels = ["labels.txt"] if words in (LABELLED, HPC) else []
    tree = ["tree.tsv"] if words == HPC else []
    assert names_in(tmp_path / "corpus") == ["documents.jsonl", *labels, "manifest.json", "offsets.npy", "tokens.npy", *tree,
                                             "truth", "vocabulary.txt"]
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
    # One topic: both alike (1/5), or all 50 tokens of one of two, 2 of 51 by theta's uniform distribution.
    assert counts.max() == 2 and (counts == 1).mean() == pytest.approx(.2 + .8 * 2 / 51, abs=.03)
    first = np.array([(row == row[0]).sum() for row in documents[counts == 2]])
    assert first.mean() == pytest.approx(100 / 3, abs=1.2), "uniform shares: two thirds are of the first token's topic"
    for words, message in [(["--types", "13"], "--types is 13; expected 12"), (["--alpha", "1"], "--alpha cannot be used with similar-topics; it belongs to lda, ")]:
        done = themata("simulate", "similar-topics", *words, "--output", "other")
        assert done.returncode == 2 and message in done.stderr, done.stderr


@pytest.mark.parametrize("words", [LIDA, FTM, SSTM, LABELLED, HPC, [*LDA, "--pi", ".2"]], ids=["lida", "ftm", "sstm", "labels", "hpc", "spikes"])
def test_tokens_keep_to_the_masks_of_their_documents_and_topics(themata, tmp_path, words):
    sparse = pytest.importorskip("scipy.sparse")
    assert themata("simulate", *words, "--output", "corpus").returncode == 0
    truth = tmp_path / "corpus/truth"
    topics, phi, weights = (np.load(truth / f"{name}.npy") for name in ["topics", "topic-word", "topic-weights"])
    offsets = np.load(tmp_path / "corpus/offsets.npy")
    documents = np.repeat(np.arange(len(offsets) - 1), np.diff(offsets).astype(int))
    assert (truth / "document-mask.npz").exists() == (words[0] in ("lida", "ftm", "labeled-lda", "hpc"))
    assert (truth / "topic-mask.npz").exists() == (words[0] in ("lida", "sstm", "lda"))
    if (truth / "document-mask.npz").exists():
        mask = sparse.load_npz(truth / "document-mask.npz")
        assert mask.shape == (len(offsets) - 1, len(phi)) and mask.dtype == np.uint8
        assert (mask.toarray()[documents, topics] == 1).all()
        assert mask.sum(1).mean() == pytest.approx({"lida": 10, "ftm": 5, "labeled-lda": 1.5, "hpc": 1.5}[words[0]], rel=.2)
        used = np.bincount(topics, minlength=len(phi)) / len(topics)
        assert np.abs(used - weights).max() < .1
    if (truth / "topic-mask.npz").exists():
        mask = sparse.load_npz(truth / "topic-mask.npz")
        assert mask.shape == phi.shape and ((phi > 0) <= (mask.toarray() == 1)).all()
        assert mask.sum(1).min() >= 1
        assert mask.sum(1).mean() == pytest.approx({"lida": 50, "sstm": 20, "lda": 18}[words[0]], rel=.3)


def test_labels_are_the_topics_of_their_documents(themata, tmp_path):
    sparse = pytest.importorskip("scipy.sparse")
    assert themata("simulate", *LABELLED, "--output", "corpus").returncode == 0
    mask = sparse.load_npz(tmp_path / "corpus/truth/document-mask.npz").toarray()
    rows = [json.loads(line) for line in (tmp_path / "corpus/documents.jsonl").open()]
    assert [[f"l{k}" for k in np.flatnonzero(row)] for row in mask] == [row["labels"] for row in rows]
    assert (tmp_path / "corpus/labels.txt").read_text().split() == [f"l{k}" for k in range(6)]
    done = themata("fit", "corpus", "--model", "labeled-lda", "--sweeps", "100", "--seed", "1", "--output", "fit")
    assert done.returncode == 0, done.stderr
    shown = themata("topics", "fit").stdout
    assert all(f"l{k}" in shown for k in range(6))


def test_a_document_without_a_topic_is_empty_and_says_so(themata, tmp_path):
    assert themata("simulate", "ftm", "--documents", "200", "--types", "20", "--eta", "1", "--output", "corpus").returncode == 0
    rows = [json.loads(line) for line in (tmp_path / "corpus/documents.jsonl").open()]
    lengths = np.diff(np.load(tmp_path / "corpus/offsets.npy"))
    without = [row.get("empty") == "it drew no topic" for row in rows]
    assert 20 < sum(without) < 180 and (lengths[without] == 0).all() and (lengths[~np.array(without)] > 0).all()


def test_matrices_of_the_prior_open_in_scipy(themata, tmp_path):
    """Three-parameter buffets have eta columns a row on average, more columns with sigma, fewer shared with delta."""
    sparse = pytest.importorskip("scipy.sparse")
    columns = {}
    for delta, sigma in [(1, 0), (10, 0), (1, .5)]:
        done = themata("simulate", "ibp", "--documents", "400", "--eta", "10", "--delta", str(delta), "--sigma", str(sigma),
                       "--output", "ibp.npz")
        assert done.returncode == 0, done.stderr
        matrix = sparse.load_npz(tmp_path / "ibp.npz")
        assert done.stdout.split()[:2] == ["400", "rows"] and matrix.dtype == np.uint8 and (matrix.data == 1).all()
        columns[delta, sigma] = matrix.shape[1]
        assert matrix.sum() / 400 == pytest.approx(10, rel=.4)
    harmonic = sum(10 / n for n in range(1, 401))
    assert columns[1, 0] == pytest.approx(harmonic, abs=4.5 * harmonic ** .5)
    assert columns[10, 0] > 2 * columns[1, 0] and columns[1, .5] > 4 * columns[1, 0]
    assert themata("simulate", "icdp", "--documents", "50", "--alpha", ".1", "--output", "icdp.npz").returncode == 0
    weights = sparse.load_npz(tmp_path / "icdp.npz")
    assert weights.dtype == np.float64 and np.allclose(weights.sum(1), 1) and len(set(np.diff(weights.indptr))) > 3


def test_the_seed_decides(themata, tmp_path):
    def manifest(name, *more):
        assert themata("simulate", *ZIPF, *more, "--output", name).returncode == 0
        return (tmp_path / name / "manifest.json").read_text()

    first = manifest("a", "--threads", "1")
    assert manifest("b", "--threads", "2") == first
    assert manifest("c", "--seed", "2") != first


@pytest.mark.parametrize("words", [LIDA, LABELLED, FRANCHISE, HPC], ids=["lida", "labels", "franchise", "hpc"])
def test_threads_change_no_bit(themata, tmp_path, words):
    for threads in "12":
        assert themata("simulate", *words, "--threads", threads, "--output", threads).returncode == 0
    assert (tmp_path / "1/manifest.json").read_text() == (tmp_path / "2/manifest.json").read_text()


def test_zipf_has_the_sizes_asked_for_and_no_truth_unless_asked(themata, tmp_path):
    done = themata("simulate", *ZIPF, "--log", "json", "--output", "corpus")
    event = json.loads(done.stdout)
    assert (event["event"], event["documents"], event["types"], event["topics"]) == ("simulated", 500, 900, 20)
    assert event["tokens"] == pytest.approx(40000, rel=0.1)
    lengths = np.diff(np.load(tmp_path / "corpus/offsets.npy"))
    assert lengths.std() == pytest.approx(30, rel=0.25)
    assert "truth" not in names_in(tmp_path / "corpus")


@pytest.mark.parametrize("words, message", [
    (["lsa", "--documents", "5"], "'lsa' cannot be simulated; expected lda, labeled-lda, hdp, franchise, lida, ftm, sstm, hpc, pcm, dmm, dp-dmm, dmr, "
                                    "zipf, similar-topics, ibp or icdp"),
    (["lda", "--documents", "5"], "--types is missing; expected a value, as lda has no default for it"),
    (["zipf", "--documents", "5", "--types", "9"], "--tokens is missing; expected a value, as zipf has no default for it"),
    ([*LDA, "--gamma", "1"], "--gamma cannot be used with lda; it belongs to hdp, franchise, lida, sstm, hpc or pcm"),
    ([*LDA, "--tokens", "100"], "--tokens cannot be used with lda; it belongs to zipf"),
    ([*ZIPF, "--beta", "1"], "--beta cannot be used with zipf; it belongs to lda, labeled-lda, hdp, "),
    ([*HDP, "--alpha", "-1"], "--alpha is -1; expected a number above 0"),
    (["dp-dmm", "--documents", "5", "--types", "9", "--alpha", "2000"], "--alpha is 2000; expected a number above 0, up to 1000"),
    ([*HDP, "--alpha", "much"], "--alpha is 'much'; expected a number"),
    ([*HDP, "--length-sd", "3"], "--length-sd can be used only with --lengths log-normal, not fixed"),
    ([*LDA, "--lengths", "long"], "--lengths is 'long'; expected poisson, or fixed, or log-normal"),
    ([*LDA, "--threads", "-1"], "--threads"),
    (["lida", "--documents", "9", "--sigma", "1"], "--sigma is 1; expected a number from 0, and below 1"),
    ([*LIDA, "--delta", "-0.1"], "--delta is -0.1; expected a number above minus --sigma, -0.1"),
    ([*SSTM, "--xi", "-0.1"], "--xi is -0.1; expected a number above minus --zeta, 0"),
    ([*SSTM, "--zeta", "0.5"], "a finite vocabulary needs --gamma times --xi over --types above --zeta; 0.1 is not above 0.5"),
    ([*FTM[:5], "--eta", "1e5"], "expected at most 65535: smaller values give fewer"),
    ([*LIDA, "--gamma", "1e-6"], "--gamma is 1e-06; expected a larger number: in each of 1000 draws, some of "),
    ([*FTM[:5], "--eta", "1e-9"], "--eta is 1e-09; expected a larger number, or another --seed: none of 300 documents has a topic"),
    ([*LABELLED[:-2], "--labels", "7"], "--labels is 7; expected at most 6, the value of --topics"),
    ([*FRANCHISE, "--gamma", "2000"], "--gamma is 2000; expected a number above 0, up to 1000"),
    ([*FRANCHISE[:5], "--discount", "1"], "--discount is 1; expected a number from 0, and below 1"),
    (["ibp", "--documents", "5"], "--output is 'corpus'; expected a name that ends in .npz, as ibp is a matrix"),
])
def test_wrong_options_are_one_line_and_leave_nothing(themata, tmp_path, words, message):
    done = themata("simulate", *words, "--output", "corpus")
    assert done.returncode == 2
    assert message in done.stderr and done.stdout == ""
    assert list(tmp_path.iterdir()) == []


def options_of(text):
    return set(re.findall(r"^ +(--[a-z][a-z-]*)", text, re.M)) - {"--output", "--log", "--dry-run"}


def models_in(themata):
    listed = themata("simulate", "--help").stdout.split("Models (themata simulate MODEL --help lists the options of one):\n")[1]
    return re.findall(r"^  ([a-z-]+) +\S", listed, re.M)


def test_the_help_of_a_model_has_its_options_and_no_others(themata, tmp_path):
    """An option that the help of a model does not list is refused, naming the models that have it."""
    common = options_of(themata("simulate", "--help").stdout)
    assert common == {"--documents", "--types", "--length", "--length-sd", "--lengths", "--seed", "--threads"}
    shown = {model: options_of(themata("simulate", model, "--help").stdout) for model in models_in(themata)}
    assert set(shown) == {"lda", "labeled-lda", "hdp", "franchise", "lida", "ftm", "sstm", "hpc", "pcm", "dmm", "dp-dmm", "dmr", "zipf",
                          "similar-topics", "ibp", "icdp"}
    assert shown["lda"] - common == {"--topics", "--alpha", "--beta", "--pi"}
    assert shown["ibp"] == {"--documents", "--eta", "--delta", "--sigma", "--seed", "--threads"}
    assert shown["zipf"] - common == {"--tokens", "--topics", "--alpha", "--zipf", "--topic-zipf", "--concentration", "--truth"}
    for model, options in shown.items():
        for option in sorted(set().union(*shown.values()) - options - {"--truth"}):
            done = themata("simulate", model, option, "12", "--output", "no")
            others = [other for other in shown if option in shown[other]]
            assert f"{option} cannot be used with {model}; it belongs to {' or '.join([', '.join(others[:-1])] * (len(others) > 1) + others[-1:])}\n" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_help_says_what_an_option_means_for_the_model(themata):
    def gamma(model):
        return re.search(r"--gamma X=(\S+) +(.*)", themata("simulate", model, "--help").stdout).groups()

    assert gamma("hdp") == ("1", "Global concentration; larger: more topics")
    assert gamma("sstm") == ("50", "Mean number of words that a topic may have; with --types fewer")
    assert gamma("pcm") == ("1.5", "Standard deviation of the log rates of words in the corpus")
    assert "--types N                   Number of word types, the size of the vocabulary (required)" in themata("simulate", "lda", "--help").stdout
    assert re.search(r"--types N +Size of a finite vocabulary; default: unbounded", themata("simulate", "lida", "--help").stdout)
    for model in models_in(themata):  # the column of the descriptions begins at 30
        assert max(map(len, re.findall(r"^  --.*", themata("simulate", model, "--help").stdout, re.M))) <= 30 + 90
    assert themata("simulate", "lsa", "--help").stdout == themata("simulate", "--help").stdout


@pytest.mark.parametrize("words, message", [(["--types", "9"], "--types"), (["--lengths", "fixed"], "--lengths"), (["--truth"], "--truth")])
def test_an_option_that_a_matrix_does_not_have_is_refused(themata, tmp_path, words, message):
    done = themata("simulate", "ibp", "--documents", "5", *words, "--output", "ibp.npz")
    assert done.returncode == 2 and f"{message} cannot be used with ibp" in done.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("words, message", [
    (["sstm", "--documents", "1", "--topics", "65535", "--gamma", "1e6"], "the words of 65535 topics"),
    (["sstm", "--documents", "1", "--types", "4000000000", "--gamma", "1e6"], "a table of 100 topics and 4000000000 word types"),
    (["labeled-lda", "--documents", "4000000000", "--types", "10"], "the labels of 4000000000 documents"),
    (["ibp", "--documents", "4000000000"], "the topics of 4000000000 documents"),
])
def test_what_does_not_fit_is_refused_at_once(themata, tmp_path, words, message):
    done = themata("simulate", *words, "--output", "out.npz")
    assert done.returncode == 4 and message in done.stderr and "need" in done.stderr, done.stderr
    assert list(tmp_path.iterdir()) == []


def test_the_least_and_the_most_of_probabilities_end(themata, tmp_path):
    """A word a topic where words are all but impossible; all labels; every word."""
    sparse = pytest.importorskip("scipy.sparse")
    for name, words, least, most in [("pi", ["lda", "--pi", "1e-12"], 1, 1), ("pi-all", ["lda", "--pi", "1"], 10, 10)]:
        done = themata("simulate", *words, "--documents", "3", "--types", "10", "--topics", "3", "--output", name)
        assert done.returncode == 0, done.stderr
        sizes = sparse.load_npz(tmp_path / name / "truth/topic-mask.npz").sum(1)
        assert sizes.min() == least and sizes.max() == most
    done = themata("simulate", "labeled-lda", "--documents", "50", "--types", "10", "--topics", "3000", "--labels", "3000", "--output", "all")
    assert done.returncode == 0, done.stderr
    assert (sparse.load_npz(tmp_path / "all/truth/document-mask.npz").sum(1) == 3000).all()


def test_a_finite_vocabulary_has_fewer_words_a_topic(themata, tmp_path):
    sparse = pytest.importorskip("scipy.sparse")
    done = themata("simulate", "sstm", "--documents", "2", "--types", "200", "--topics", "400", "--gamma", "20", "--xi", "2", "--zeta", "0.1",
                   "--seed", "3", "--output", "corpus")
    assert done.returncode == 0, done.stderr
    words = sparse.load_npz(tmp_path / "corpus/truth/topic-mask.npz").sum(0)
    expected = (20 - 200 * .1 / 2) / (1 + 20 / 200) / 200  # the share of topics that have a word, and its deviation over words
    assert words.mean() / 400 == pytest.approx(expected, abs=4 * (words.std() / 400) / 200 ** .5)


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


@pytest.mark.parametrize("words", [HPC, PCM], ids=["hpc", "pcm"])
def test_topic_proportions_are_those_of_the_tokens(themata, tmp_path, words):
    sparse = pytest.importorskip("scipy.sparse")
    assert themata("simulate", *(w if w != "200" else "3000" for w in words), "--output", "corpus").returncode == 0
    truth = tmp_path / "corpus/truth"
    theta = sparse.load_npz(truth / "document-topic.npz").toarray()
    assert np.allclose(theta.sum(1), 1)
    topics, offsets = np.load(truth / "topics.npy"), np.load(tmp_path / "corpus/offsets.npy").astype(int)
    documents = np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))
    counts = np.zeros(theta.shape)
    np.add.at(counts, (documents, topics), 1)
    n = counts.sum(1, keepdims=True)
    z = ((counts - n * theta) / np.sqrt(n * theta * (1 - theta)))[(theta > .05) & (theta < .95)]
    assert z.std() == pytest.approx(1, abs=.08) and abs(z.mean()) < .05
    odds = np.log(theta[:, 0] / theta[:, 1]) if words == PCM else np.array(
        [np.diff(np.log(row[row > 0]))[0] for row in theta if (row > 0).sum() == 2])
    assert odds.std() == pytest.approx((2 if words == PCM else 1) * 2 ** .5, rel=.1), "differences of two affinities"
    if words == HPC:
        tree = [line.split("\t") for line in (tmp_path / "corpus/tree.tsv").read_text().splitlines()]
        assert tree == [[f"l{k}", "" if k < 3 else f"l{k // 3 - 1}"] for k in range(10)]


@pytest.mark.thorough
def test_a_fit_finds_the_rates_and_shares_of_a_tree(themata, tmp_path):
    """Recovery: means near the truth, and deviations as large as their distance from it."""
    sparse = pytest.importorskip("scipy.sparse")
    assert themata("simulate", "hpc", "--documents", 600, "--types", 300, "--topics", 12, "--seed", 5, "--output", "corpus").returncode == 0
    done = themata("fit", "corpus", "--model", "hpc", "--sweeps", 600, "--keep", 60, "--output", "fit")
    assert done.returncode == 0, done.stderr
    truth = tmp_path / "corpus/truth"
    with open(tmp_path / "fit/labels-1.tsv") as file:
        number = {row["label"]: int(row["topic"]) for row in csv.DictReader(file, delimiter="\t")}
    order = [number[f"l{k:02}"] for k in range(12)]
    words = np.load(tmp_path / "fit/label-words-1.npz")
    phi = np.load(truth / "topic-word.npy").astype(float)
    mean_length = len(np.load(tmp_path / "corpus/tokens.npy")) / 600
    rate, deviation = words["rate"][order].astype(float), words["rate_sd"][order].astype(float)
    assert (np.abs(rate / rate.sum(1, keepdims=True) - phi).sum(1) / 2).max() < .15
    frequent = phi > 1 / 300
    z = ((rate - phi * mean_length) / deviation)[frequent]
    assert .85 < (np.abs(z) < 2).mean() < .99 and .8 < z.std() < 1.4
    theta = sparse.load_npz(truth / "document-topic.npz").toarray()
    found = np.load(tmp_path / "fit/document-topic-1-mean.npy")[:, order]
    several = (theta > 0).sum(1) > 1
    there = theta[several] > 0
    assert np.corrcoef(theta[several][there], found[several][there])[0, 1] > .95
    assert (found[theta == 0] == 0).all()
