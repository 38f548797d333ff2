"""`themata infer`: topics of new documents against the sum over all assignments of their tokens."""
import itertools
import json
import pathlib
import sys

import numpy as np
import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import by_sum  # noqa: E402
import fits  # noqa: E402

WORDS = [f"w{i}" for i in range(12)]
NEW = [["w3", "w1", "w3", "nowhere"], [], ["w11", "w0", "w7", "w7", "w2"], ["nowhere", "elsewhere"], ["w5"]]
# 20,000 sweeps of chains that forget within a few: a mean's standard error is below .004.
LONG, CLOSE = ("--sweeps", 20000, "--skip", 100), 0.015


@pytest.fixture(scope="module")
def corpus(tmp_path_factory):
    return fits.make_corpus(tmp_path_factory.mktemp("corpus") / "corpus", fits.random_documents(30, WORDS))


@pytest.fixture(scope="module")
def new(tmp_path_factory):
    return fits.make_corpus(tmp_path_factory.mktemp("new") / "corpus", NEW)


def known(fit):
    """The new documents in the fit's word types."""
    number = {word: v for v, word in enumerate(fit.vocabulary)}
    return [[number[word] for word in words if word in number] for words in NEW]


def infer(fit, new, output, *options):
    text = fits.must("infer", fit.path, new, "--output", output, *options)
    return output, text


def read_tsv(path):
    rows = [line.split("\t") for line in path.read_text().splitlines()]
    return rows[0], rows[1:]


def expected(draws):
    """Mean and sd over draws, each (phi, prior), by the law of total variance."""
    def of(words):
        moments = [by_sum.shares(words, phi, prior) for phi, prior in draws]
        means = np.array([mean for mean, _ in moments])
        variance = np.mean([square - mean ** 2 for mean, square in moments], 0)
        return means.mean(0), np.sqrt(variance + (means.var(0, ddof=1) if len(draws) > 1 else 0))
    return of


@pytest.mark.parametrize("model", ["lda", "hdp"])
def test_shares_are_the_posteriors(model, corpus, new, tmp_path):
    fit = fits.plant(corpus, tmp_path / "fit", 3, hdp=model == "hdp")
    rest = 0.5 - fit.prior.sum() if model == "hdp" else None
    moments = expected([by_sum.phi_and_prior(fit, rest)])
    path, text = infer(fit, new, tmp_path / "out.tsv", *LONG)
    header, rows = read_tsv(path)
    names = ["0", "1", "2"] + (["rest"] if rest is not None else [])
    assert header == ["document", "id", "tokens", "unknown"] + [f"topic_{k}" for k in names] + [f"sd_{k}" for k in names]
    assert [row[0] for row in rows] == ["0", "1", "2", "3", "4"]
    assert [(row[2], row[3]) for row in rows] == [("3", "1"), ("0", "0"), ("5", "0"), ("0", "2"), ("1", "0")]
    assert [row[1] for row in rows] == [f"<b>doc</b> {i} & co" for i in range(5)]
    for words, row in zip(known(fit), rows):
        mean, sd = moments(words)
        got = np.array(row[4:], float)
        exact = 1e-5 if not words else CLOSE  # without a word nothing is random
        assert np.allclose(got[:len(names)], mean, atol=exact), words
        assert np.allclose(got[len(names):], sd, atol=exact), words
    assert "3 tokens of unknown words, 25.0%" in text
    assert "nowhere (2), elsewhere (1)" in text
    assert "2 documents without any known word" in text


def second_draw(fit, corpus, hdp=False):
    """Another kept draw of chain 1, at sweep 900."""
    draw = fits.make_draw(9, fit.tokens, fit.offsets, 3, hdp)
    draw.update(chain=np.uint32(1), sweep=np.uint64(900))
    if not hdp:
        draw["alpha"] = draw["alpha"] * 3
    np.savez(fit.path / "draws" / "chain-1-sweep-00000900.npz", **draw)
    return draw


def under_its_numbers(draw, fit):
    """A kept draw of LDA as it is under the topics' numbers of the last one, that of sweep 1000: by the permutation of all in
    which most tokens have the same topic in both."""
    last = np.load(fit.path / "draws" / "chain-1-sweep-00001000.npz")
    by_size = np.argsort(-np.bincount(last["z"], minlength=3), kind="stable")
    reference = np.argsort(by_size)[last["z"]]
    orders = [by_size, *(np.array(order) for order in itertools.permutations(range(3)))]  # the first of equal ones
    order = max(orders, key=lambda order: np.sum(np.argsort(order)[draw["z"]] == reference))
    return fits.Planted(fit.path, fit.vocabulary, fit.tokens, fit.offsets, np.argsort(order)[draw["z"]], draw["alpha"][order], 0.01)


def test_kept_draws_are_averaged(corpus, new, tmp_path):
    fit = fits.plant(corpus, tmp_path / "fit", 3)
    other = under_its_numbers(second_draw(fit, corpus), fit)
    moments = expected([by_sum.phi_and_prior(fit), by_sum.phi_and_prior(other)])
    path, text = infer(fit, new, tmp_path / "out.jsonl", "--format", "jsonl", *LONG)
    assert "the mean over 2 draws of chain 1" in text
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    assert [row["id"] for row in rows] == [f"<b>doc</b> {i}\t& co" for i in range(5)]
    for words, row in zip(known(fit), rows):
        mean, sd = moments(words)
        assert np.allclose(row["topics"], mean, atol=CLOSE) and np.allclose(row["sd"], sd, atol=CLOSE), words


def test_an_hdp_has_one_draw_and_says_so(corpus, new, tmp_path):
    fit = fits.plant(corpus, tmp_path / "fit", 3, hdp=True)
    alone, _ = infer(fit, new, tmp_path / "alone.tsv")
    second_draw(fit, corpus, hdp=True)
    path, text = infer(fit, new, tmp_path / "out.tsv")
    assert path.read_text() == alone.read_text()
    assert "under the draw of sweep 1000 of chain 1 only: this model finds its topics itself, so topics of the other 1 kept draws" in text


def test_npz_holds_what_the_table_holds(corpus, new, tmp_path):
    fit = fits.plant(corpus, tmp_path / "fit", 3, hdp=True)
    table, _ = infer(fit, new, tmp_path / "out.tsv")
    path, _ = infer(fit, new, tmp_path / "out.npz", "--threads", 2)
    values = np.array([row[4:] for row in read_tsv(table)[1]], float)
    arrays = np.load(path)
    assert np.allclose(arrays["mean"], values[:, :4], rtol=1e-5) and np.allclose(arrays["sd"], values[:, 4:], rtol=1e-5)
    assert arrays["tokens"].tolist() == [3, 0, 5, 0, 1] and arrays["unknown"].tolist() == [1, 0, 0, 2, 0]
    assert arrays["topic"].tolist() == [0, 1, 2, -1]
    assert (tmp_path / "out.npz.ids.txt").read_text().count("\n") == 5
    assert infer(fit, new, tmp_path / "named.npz", "--format", "tsv")[0].read_bytes() == table.read_bytes()
    lines = infer(fit, new, tmp_path / "out.jsonl")[0].read_text().splitlines()
    assert len([json.loads(line) for line in lines]) == 5


def rows_by_document(path):
    """What a table says of each document, but for its number and id."""
    rows = {}
    for line in path.read_text().splitlines()[1:]:
        document, _, *rest = line.split("\t")
        rows.setdefault(int(document), []).append(rest)
    return [sorted(rows[d]) for d in sorted(rows)]


@pytest.mark.parametrize("verb", ["infer", "label"])
def test_a_document_has_the_same_topics_in_any_company(verb, themata, corpus_of_labels, tmp_path):
    done = themata("fit", corpus_of_labels, "--model", "labeled-lda", "--sweeps", 40, "--keep", 3, "--output", "fit")
    assert done.returncode == 0, done.stderr
    words = "roses tulips soil rain spade hedge sail mast anchor harbour tide deck".split()
    rng = np.random.default_rng(5)
    documents = [list(rng.choice(words, size=n)) for n in (7, 3, 12, 30, 4)]
    reversed_ones = [list(rng.permutation(document)) for document in reversed(documents)]
    rows = {}
    for name, texts in [("one", documents), ("other", reversed_ones + [words]), ("alone", documents[2:3])]:
        fits.must(verb, tmp_path / "fit", fits.make_corpus(tmp_path / name, texts), "--sweeps", 20,
                  *(["--at-least", 2] if verb == "label" else []), "--output", tmp_path / f"{name}.tsv")
        rows[name] = rows_by_document(tmp_path / f"{name}.tsv")
    assert len(rows["one"]) == 5 and rows["one"] == rows["other"][:5][::-1]
    assert rows["alone"] == rows["one"][2:3]
    assert len({str(row) for row in rows["one"]}) >= 4, "documents that differ have draws of their own"


def test_unknown_documents_are_refused_by_name(corpus, tmp_path):
    fit = fits.plant(corpus, tmp_path / "fit", 3)
    upper = tmp_path / "upper.txt"
    upper.write_text("a\tb\tGardens gardens rose\n")
    fits.must("import", "--format", "mallet", upper, "--stem", "english", "--output", tmp_path / "upper")
    done = fits.themata("infer", fit.path, tmp_path / "upper", "--output", tmp_path / "out.tsv")
    assert done.returncode == 3
    for said in ("has no word in common with the fit", "'garden', 'rose'", "'w0'", "stem english (the fit's corpus: none)",
                 "preserve-case false (the fit's corpus: true)"):
        assert said in done.stderr, said
    assert not (tmp_path / "out.tsv").exists()


def test_a_running_fit_without_draws_is_named(corpus, new, tmp_path):
    fit = fits.plant(corpus, tmp_path / "fit", 3, status="running")
    (fit.path / "checkpoint" / "chain-1.npz").unlink()
    for verb in (["infer", fit.path, new, "--output", tmp_path / "out"], ["evaluate", fit.path, "--held-out", new]):
        done = fits.themata(*verb)
        assert done.returncode == 3
        assert "has not saved chain 1 yet (status: running)" in done.stderr


def test_wrong_usage(corpus, new, tmp_path):
    fit = fits.plant(corpus, tmp_path / "fit", 3)
    for options in (["--sweeps", 10, "--skip", 10], ["--sweeps", -1], ["--format", "xls"], ["--chain", 2]):
        done = fits.themata("infer", fit.path, new, "--output", tmp_path / "out", *options)
        assert done.returncode == 2, (options, done.stderr)
    assert fits.themata("infer", fit.path, tmp_path / "gone", "--output", tmp_path / "out").returncode == 3
    assert not (tmp_path / "out").exists()


def test_seeds_and_labels_of_a_fit_are_in_its_phi(themata, corpus_of_labels, tmp_path):
    """Labelled LDA: new documents may use every topic, and are found in those of their words."""
    done = themata("fit", corpus_of_labels, "--model", "labeled-lda", "--sweeps", "60", "--seed", "1", "--output", "fit")
    assert done.returncode == 0, done.stderr
    done = themata("infer", "fit", corpus_of_labels, "--output", "out.jsonl", "--format", "jsonl")
    assert done.returncode == 0, done.stderr
    names = [topic["name"] for topic in json.loads(themata("topics", "fit", "--format", "json").stdout)]
    for line in (tmp_path / "out.jsonl").read_text().splitlines():
        row = json.loads(line)
        assert names[int(np.argmax(row["topics"]))] == row["id"].split("-")[0]
        assert sum(row["topics"]) == pytest.approx(1, abs=1e-4)


@pytest.fixture
def corpus_of_labels(themata, tmp_path):
    texts = {"land": "roses tulips soil rain spade hedge", "sea": "sail mast anchor harbour tide deck"}
    rows = [{"id": f"{label}-{d}", "label": label, "text": " ".join(words.split()[(d + i * i) % 6] for i in range(20))}
            for d in range(10) for label, words in texts.items()]
    (tmp_path / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    done = themata("import", "--format", "jsonl", "rows.jsonl", "--labels", "label", "--output", "labelled")
    assert done.returncode == 0, done.stderr
    return tmp_path / "labelled"


def test_the_only_topic_is_sure(corpus, new, tmp_path):
    """Its share is 1; at this alpha the share's rounded square was larger than the share, and the deviation no number."""
    fits.must("fit", corpus, "--model", "lda", "--topics", 1, "--alpha", "0.6197030108056726", "--learn", "none", "--sweeps", 20,
              "--until", "sweeps", "--keep", 1, "--chains", 1, "--output", tmp_path / "fit")
    fits.must("infer", tmp_path / "fit", new, "--format", "jsonl", "--output", tmp_path / "new.jsonl")
    rows = [json.loads(line) for line in (tmp_path / "new.jsonl").read_text().splitlines()]
    assert len(rows) == len(NEW) and all(row["sd"] == [pytest.approx(0, abs=1e-7)] for row in rows)
