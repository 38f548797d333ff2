"""`themata evaluate` against the same quantities computed from windows taken one by one."""
import collections
import itertools
import json
import math
import pathlib
import sys

import numpy as np
import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import fits  # noqa: E402

WORDS = [f"w{i}" for i in range(60)] + fits.HOSTILE
EPSILON = 1e-12


@pytest.fixture(scope="module")
def corpus(tmp_path_factory):
    documents = fits.random_documents(80, WORDS, empty=(0, 17))
    return fits.make_corpus(tmp_path_factory.mktemp("corpus") / "corpus", documents)


@pytest.fixture(scope="module")
def fit(corpus, tmp_path_factory):
    return fits.plant(corpus, tmp_path_factory.mktemp("fit") / "lda", 6, chains=2)


def evaluated(fit, *options):
    return json.loads(fits.must("evaluate", fit.path, "--format", "json", *options))


def texts_of(corpus):
    vocabulary = (corpus / "vocabulary.txt").read_text().splitlines()
    tokens, offsets = np.load(corpus / "tokens.npy"), np.load(corpus / "offsets.npy")
    return [[vocabulary[v] for v in tokens[a:b]] for a, b in zip(offsets[:-1], offsets[1:])]


def windows_of(texts, size):
    """The words of every window; of a whole document where size is 0."""
    for text in texts:
        n = min(size or len(text), len(text))
        yield from (set(text[i:i + n]) for i in range(len(text) - n + 1))


class Shares:
    """The share of windows that hold words together."""

    def __init__(self, texts, size):
        self.windows = list(windows_of(texts, size))
        self.places = collections.defaultdict(set)
        for i, window in enumerate(self.windows):
            for word in window:
                self.places[word].add(i)

    def __call__(self, *words):
        return len(set.intersection(*(self.places[word] for word in words))) / len(self.windows)

    def npmi(self, a, b):
        return math.log((self(a, b) + EPSILON) / (self(a) * self(b))) / -math.log(self(a, b) + EPSILON)


def umass(shares, words):
    return np.mean([math.log((shares(a, b) + EPSILON) / shares(b)) for b, a in itertools.combinations(words, 2)])


def npmi(shares, words):
    return np.mean([shares.npmi(a, b) for a, b in itertools.combinations(words, 2)])


def cv(shares, words):
    vectors = np.array([[shares.npmi(a, b) for b in words] for a in words])
    total = vectors.sum(0)
    return np.mean(vectors @ total / np.linalg.norm(vectors, axis=1) / np.linalg.norm(total))


@pytest.mark.parametrize("window, sizes", [(None, (10, 110)), (4, (4, 4)), ("documents", (0, 0))])
def test_the_table_is_that_of_the_definitions(fit, corpus, window, sizes):
    table = evaluated(fit, *([] if window is None else ["--window", window]))
    shown = json.loads(fits.must("topics", fit.path, "--format", "json"))
    texts = texts_of(corpus)
    documents, near, wide = Shares(texts, 0), Shares(texts, sizes[0]), Shares(texts, sizes[1])
    assert table["windows"] == {"umass": "documents", "npmi": sizes[0] or "documents", "cv": sizes[1] or "documents"}
    assert len(table["topics"]) == 6
    for k, topic in enumerate(table["topics"]):
        assert topic["words"] == shown[k]["words"] and topic["tokens"] == shown[k]["tokens"]
        assert topic["documents"] == (fit.document_topic[:, k] > 0).sum()
        assert topic["types"] == (fit.topic_word[k] > 0).sum()
        words = [word["word"] for word in topic["words"]]
        assert topic["words_in_reference"] == len(words) == 10
        assert topic["umass"] == pytest.approx(umass(documents, words), abs=1e-10)
        assert topic["npmi"] == pytest.approx(npmi(near, words), abs=1e-10)
        assert topic["cv"] == pytest.approx(cv(wide, words), abs=1e-10)
    for name in ("umass", "npmi", "cv", "exclusivity"):
        assert table["mean"][name] == pytest.approx(np.mean([topic[name] for topic in table["topics"]]))


def test_exclusivity_diversity_and_the_effective_number_of_topics(fit):
    table = evaluated(fit, "--words", 7)
    n = fit.topic_word
    phi = (n + fit.beta) / (n.sum(1, keepdims=True) + n.shape[1] * fit.beta)
    share = n.sum(1) / n.sum()
    exclusivity = phi * share[:, None] / (phi * share[:, None]).sum(0)
    place = {word: v for v, word in enumerate(fit.vocabulary)}
    for k, topic in enumerate(table["topics"]):
        types = [place[word["word"]] for word in topic["words"]]
        assert len(types) == 7
        assert topic["exclusivity"] == pytest.approx(exclusivity[k, types].mean())
    for size in (5, 10, 25, 50):
        lists = [[word["word"] for word in topic["words"]] for topic in
                 json.loads(fits.must("topics", fit.path, "--format", "json", "--words", size))]
        every = list(itertools.chain.from_iterable(lists))
        assert table["diversity"][str(size)] == pytest.approx(len(set(every)) / len(every))
    assert table["effective_topics"] == pytest.approx(math.exp(-(share * np.log(share)).sum()))


def test_words_may_be_chosen_otherwise(fit):
    for by in ("frex", "lift"):
        shown = json.loads(fits.must("topics", fit.path, "--format", "json", "--by", by))
        assert [t["words"] for t in evaluated(fit, "--by", by)["topics"]] == [t["words"] for t in shown]


def test_gensims_windows_differ_and_documents_do_not(fit):
    assert evaluated(fit, "--counts", "gensim")["mean"]["npmi"] != evaluated(fit)["mean"]["npmi"]
    alike = [evaluated(fit, "--window", "documents", "--counts", rule) for rule in ("exact", "gensim")]
    assert alike[0]["topics"] == alike[1]["topics"]


def test_threads_and_chains(fit):
    runs = {fits.must("evaluate", fit.path, "--format", "json", "--threads", n) for n in (1, 2, 7)}
    assert len(runs) == 1
    assert evaluated(fit, "--chain", 2)["topics"] != evaluated(fit)["topics"]


def counts_of(corpus, folder):
    """The corpus as counts: imported again from LDA-C, in another order of words."""
    fits.must("export", corpus, "--format", "ldac", "--output", folder / "counts.ldac")
    fits.must("import", "--format", "ldac", folder / "counts.ldac", "--vocabulary", folder / "counts.ldac.vocab.txt",
              "--output", folder / "counts")
    return folder / "counts"


def test_counts_have_documents_for_windows(fit, corpus, tmp_path):
    reference = counts_of(corpus, tmp_path)
    table = evaluated(fit, "--reference", reference)
    assert table["windows"] == {"umass": "documents", "npmi": "documents", "cv": "documents"}
    assert table["topics"] == evaluated(fit, "--window", "documents")["topics"]
    assert "order of its words is unknown" in fits.must("evaluate", fit.path, "--reference", reference)
    done = fits.themata("evaluate", fit.path, "--reference", reference, "--window", 10)
    assert done.returncode == 2 and "no order" in done.stderr and "--window documents" in done.stderr


def test_words_that_the_reference_lacks_are_left_out_and_counted(fit, tmp_path):
    lists = [{word["word"] for word in topic["words"]} for topic in evaluated(fit)["topics"]]
    known = set(sorted(lists[0] - lists[1])[:4])
    documents = [[word for word in text if word in known] + ["filler"] for text in texts_of(
        pathlib.Path(json.loads((fit.path / "manifest.json").read_text())["corpus"]["path"]))]
    reference = fits.make_corpus(tmp_path / "reference", documents)
    table = evaluated(fit, "--reference", reference)
    assert table["words_in_reference"] == len(known) < table["words"]
    few = [topic for topic in table["topics"] if topic["words_in_reference"] < 2]
    assert few and all(topic["npmi"] is topic["umass"] is topic["cv"] is None for topic in few)
    have = [topic["npmi"] for topic in table["topics"] if topic["npmi"] is not None]
    assert table["mean"]["npmi"] == pytest.approx(np.mean(have))
    text = fits.must("evaluate", fit.path, "--reference", reference)
    assert f"{table['words'] - len(known)} of the {table['words']} words are not in this corpus" in text
    assert f"topics with fewer than two words, which have no coherence and are not in its mean: {len(few)}\n" in text
    lines = fits.must("evaluate", fit.path, "--reference", reference, "--format", "tsv").splitlines()
    assert sum("\tNA\t" in line for line in lines) == len(few)


def test_a_reference_of_other_words_is_refused(fit, tmp_path):
    other = fits.make_corpus(tmp_path / "other", [["une", "autre", "langue"]] * 3)
    done = fits.themata("evaluate", fit.path, "--reference", other)
    assert done.returncode == 3 and str(other) in done.stderr and done.stderr.count("\n") == 1


def test_sparsity_is_of_what_has_tokens(fit):
    """Means over topics, documents and words that have a token: none is a 0 of the matrix."""
    table = evaluated(fit)["sparsity"]
    documents, words = fit.document_topic > 0, fit.topic_word > 0
    assert table == {"types_a_topic": pytest.approx(words.sum() / words.any(1).sum()),
                     "documents_a_topic": pytest.approx(documents.sum() / words.any(1).sum()),
                     "topics_a_document": pytest.approx(documents.sum() / documents.any(1).sum()),
                     "topics_a_type": pytest.approx(words.sum() / words.any(0).sum())}
    shown = fits.must("evaluate", fit.path)
    assert f"mean number of topics: {table['topics_a_document']:.1f} per document, {table['topics_a_type']:.1f} per word type" in shown


def test_table_and_tsv_agree_with_json(fit):
    table = evaluated(fit)
    lines = [line.split("\t") for line in fits.must("evaluate", fit.path, "--format", "tsv").splitlines()]
    assert lines[0] == ["topic", "tokens", "share", "documents", "types", "umass", "npmi", "cv", "exclusivity",
                        "words_in_reference", "words"]
    for line, topic in zip(lines[1:], table["topics"], strict=True):
        assert len(line) == 11 and float(line[6]) == pytest.approx(topic["npmi"], abs=1e-6)
    text = fits.must("evaluate", fit.path)
    for topic in table["topics"]:
        assert f"{topic['npmi']:.4f}" in text and f"{topic['cv']:.4f}" in text
    assert f"{table['diversity']['25']:.3f} of 25" in text
    for measure, name in (("npmi", "NPMI"), ("umass", "UMass"), ("cv", "C_V")):
        worst = sorted(table["topics"], key=lambda topic: topic[measure])[:5]
        named = ", ".join(str(topic["topic"]) for topic in worst)
        assert f"least coherent topics by {name}: {named}\n" in fits.must("evaluate", fit.path, "--coherence", measure)


@pytest.mark.parametrize("n_topics", [1, 2, 300])
def test_any_number_of_topics(corpus, tmp_path, n_topics):
    fit = fits.plant(corpus, tmp_path / "fit", n_topics)
    table = evaluated(fit)
    assert len(table["topics"]) == n_topics
    for topic in table["topics"]:
        assert (topic["npmi"] is None) == (len(topic["words"]) < 2)
        assert (topic["exclusivity"] is None) == (topic["words"] == [])
    if n_topics == 1:
        assert table["diversity"]["5"] == table["effective_topics"] == 1
        assert table["topics"][0]["exclusivity"] == pytest.approx(1)
    assert fits.must("evaluate", fit.path).count("\n") >= n_topics + 5


@pytest.mark.parametrize("options", [["--words", 0], ["--words", 201], ["--window", "0"], ["--window", "-3"],
                                     ["--window", "wide"], ["--coherence", "uci"], ["--counts", "mallet"],
                                     ["--threads", 1025], ["--particles", 5], ["--chain", 3]])
def test_wrong_options_are_wrong_usage(fit, options):
    done = fits.themata("evaluate", fit.path, *options)
    assert done.returncode == 2 and done.stdout == "" and done.stderr.strip()
