"""`themata export`: every format read back by another reader and compared with the planted draw."""
import gzip
import json
import os
import pathlib
import subprocess
import sys

import numpy as np
import pytest
import scipy.io

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import fits  # noqa: E402

WORDS = [f"w{i}" for i in range(40)] + fits.HOSTILE
FIT_FORMATS = ["mallet-state", "topic-keys", "doc-topics", "topic-words"]
CORPUS_FORMATS = ["ldac", "uci", "svmlight", "matrix-market"]
EMPTY = (0, 9, 49)


@pytest.fixture(scope="module")
def corpus(tmp_path_factory):
    documents = fits.random_documents(50, WORDS, empty=EMPTY)
    return fits.make_corpus(tmp_path_factory.mktemp("corpus") / "corpus", documents)


@pytest.fixture(scope="module", params=["lda", "hdp"])
def fit(request, corpus, tmp_path_factory):
    folder = tmp_path_factory.mktemp("fit") / request.param
    return fits.plant(corpus, folder, 4, hdp=request.param == "hdp")


def export(fit, output, *options):
    fits.must("export", fit.path, "--output", output, *options)
    return output


def theta(fit):
    counts = fit.document_topic + fit.prior
    return counts / counts.sum(1, keepdims=True)


def phi(fit):
    counts = fit.topic_word + fit.beta
    return counts / counts.sum(1, keepdims=True)


def test_mallet_state(fit, tmp_path):
    path = export(fit, tmp_path / "state.gz", "--format", "mallet-state")
    lines = gzip.decompress(path.read_bytes()).decode().splitlines()
    assert lines[0] == "#doc source pos typeindex type topic"
    assert np.array(lines[1].removeprefix("#alpha : ").split(), float).tolist() == fit.prior.tolist()
    assert lines[2] == "#beta : 0.01"
    columns = [line.split(" ") for line in lines[3:]]
    assert all(len(row) == 6 and all(row) for row in columns)
    document = np.repeat(np.arange(50), np.diff(fit.offsets).astype(int))
    assert [int(row[0]) for row in columns] == document.tolist()
    assert [int(row[2]) for row in columns] == (np.arange(len(document)) - fit.offsets[document]).tolist()
    first_seen = {word: number for number, word in enumerate(dict.fromkeys(fit.tokens.tolist()))}
    assert [int(row[3]) for row in columns] == [first_seen[word] for word in fit.tokens.tolist()]
    assert [int(row[5]) for row in columns] == fit.z.tolist()
    assert {row[4] for row in columns} == {fit.vocabulary[v].replace(" ", "_") for v in set(fit.tokens)}
    assert columns[0][1] == "<b>doc</b>_1_&_co"


def test_mallet_lines_number_their_words_as_the_state_does(fit, tmp_path):
    lines = export(fit, tmp_path / "lines.txt", "--format", "mallet").read_text().splitlines()
    state = gzip.decompress(export(fit, tmp_path / "state.gz", "--format", "mallet-state").read_bytes()).decode()
    columns = [line.split(" ") for line in state.splitlines()[3:]]
    assert len(lines) == 50
    number = {}
    words = [(d, number.setdefault(word, len(number)), word)
             for d, line in enumerate(lines) for word in line.split(" ")[2:]]
    assert words == [(int(row[0]), int(row[3]), row[4]) for row in columns]
    assert [line.split(" ")[0] for line in lines[:2]] == ["<b>doc</b>_0_&_co", "<b>doc</b>_1_&_co"]


def test_mallet_state_says_which_documents_it_lacks(fit, tmp_path):
    done = fits.themata("export", fit.path, "--format", "mallet-state", "--output", tmp_path / "state.gz")
    assert done.returncode == 0 and "3 of 50 documents are empty" in done.stderr


def test_the_yardstick_reads_the_state(corpus, tmp_path):
    shared = pathlib.Path(os.environ.get("THEMATA_SHARED", pathlib.Path(__file__).resolve().parents[3] / "shared"))
    tool = shared / "tools" / "yardstick.py"
    if not tool.exists():
        pytest.skip(f"no {tool}: set THEMATA_SHARED")
    fit = fits.plant(corpus, tmp_path / "fit", 4)
    path = export(fit, tmp_path / "state.gz", "--format", "mallet-state")
    done = subprocess.run([sys.executable, tool, path], capture_output=True, text=True, check=True)
    assert f"LDA tokens={len(fit.z)} documents=47 " in done.stdout and "topics_used=4 " in done.stdout


def test_topic_keys(fit, tmp_path):
    rows = [line.split("\t") for line in
            export(fit, tmp_path / "keys", "--format", "topic-keys", "--words", 3).read_text().splitlines()]
    assert [row[0] for row in rows] == [str(k) for k in range(len(fit.prior))]
    assert [float(row[1]) for row in rows] == fit.prior.tolist()
    for k, row in enumerate(rows):
        best = np.argsort(-fit.topic_word[k], kind="stable")[:3]
        assert row[2].split(" ") == [fit.vocabulary[v].replace(" ", "_") for v in best]


def test_document_topics(fit, tmp_path):
    lines = export(fit, tmp_path / "d.tsv", "--format", "doc-topics").read_text().splitlines()
    assert lines[0].split("\t") == ["document", "id", "tokens"] + [f"topic_{k}" for k in range(len(fit.prior))]
    rows = [line.split("\t") for line in lines[1:]]
    assert [row[1] for row in rows] == [f"<b>doc</b> {d} & co" for d in range(50)]
    assert [int(row[2]) for row in rows] == np.diff(fit.offsets).tolist()
    np.testing.assert_allclose(np.array([row[3:] for row in rows], float), theta(fit), rtol=1e-5)
    dense = np.load(export(fit, tmp_path / "d.npy", "--format", "doc-topics", "--as", "npy"))
    assert dense.dtype == np.float32 and dense.flags.c_contiguous
    np.testing.assert_allclose(dense, theta(fit), rtol=1e-6)
    for d in EMPTY:
        np.testing.assert_allclose(dense[d], fit.prior / fit.prior.sum(), rtol=1e-6)
    counts = scipy.io.mmread(export(fit, tmp_path / "d.mtx", "--format", "doc-topics", "--as", "mtx"))
    assert (counts.toarray() == fit.document_topic).all()
    assert len((tmp_path / "d.mtx.ids.txt").read_text().splitlines()) == 50


def test_topic_words(fit, tmp_path):
    lines = export(fit, tmp_path / "w.tsv", "--format", "topic-words").read_text().splitlines()
    assert lines[0] == "topic\tword\tcount\tprobability"
    number = {word: v for v, word in enumerate(fit.vocabulary)}
    counts = np.zeros_like(fit.topic_word)
    for topic, word, count, probability in (line.split("\t") for line in lines[1:]):
        counts[int(topic), number[word]] = int(count)
        assert float(probability) == pytest.approx(phi(fit)[int(topic), number[word]], rel=1e-5)
    assert (counts == fit.topic_word).all()
    dense = np.load(export(fit, tmp_path / "w.npy", "--format", "topic-words", "--as", "npy"))
    np.testing.assert_allclose(dense, phi(fit), rtol=1e-6)
    sparse = scipy.io.mmread(export(fit, tmp_path / "w.mtx", "--format", "topic-words", "--as", "mtx"))
    assert (sparse.toarray() == fit.topic_word).all()


def pairs_of(line, first):
    return [(int(v) - first, int(n)) for v, n in (pair.split(":") for pair in line.split(" ")[1:])]


def read_ldac(path):
    rows = path.read_text().splitlines()
    assert all(int(row.split(" ")[0]) == len(pairs_of(row, 0)) for row in rows)
    return [pairs_of(row, 0) for row in rows]


def read_svmlight(path):
    return [pairs_of(row, 1) for row in path.read_text().splitlines()]


def read_uci(path):
    head, cells = path.read_text().splitlines()[:3], path.read_text().splitlines()[3:]
    assert int(head[2]) == len(cells)
    rows = [[] for _ in range(int(head[0]))]
    for d, v, n in (map(int, cell.split(" ")) for cell in cells):
        rows[d - 1].append((v - 1, n))
    return rows


def read_matrix_market(path):
    dense = scipy.io.mmread(path).toarray()
    return [[(v, row[v]) for v in np.flatnonzero(row)] for row in dense]


@pytest.mark.parametrize("name, reader", zip(CORPUS_FORMATS, [read_ldac, read_uci, read_svmlight, read_matrix_market]))
def test_corpus_formats(corpus, fit, tmp_path, name, reader):
    fits.must("export", corpus, "--format", name, "--output", tmp_path / "out")
    rows = reader(tmp_path / "out")
    dense = np.zeros_like(fit.document_word)
    for d, row in enumerate(rows):
        for v, n in row:
            dense[d, v] = n
    assert len(rows) == 50 and (dense == fit.document_word).all()
    assert (tmp_path / "out.vocab.txt").read_text().splitlines() == fit.vocabulary
    export(fit, tmp_path / "again", "--format", name)
    assert (tmp_path / "again").read_bytes() == (tmp_path / "out").read_bytes()


@pytest.mark.parametrize("name", ["ldac", "uci", "matrix-market"])
def test_what_was_exported_imports_again(corpus, tmp_path, name):
    fits.must("export", corpus, "--format", name, "--output", tmp_path / "out")
    fits.must("import", "--format", name, tmp_path / "out", "--vocabulary", tmp_path / "out.vocab.txt",
              "--output", tmp_path / "corpus")
    assert (tmp_path / "corpus" / "offsets.npy").read_bytes() == (corpus / "offsets.npy").read_bytes()


def test_labels_of_svmlight(tmp_path):
    source = tmp_path / "in.jsonl"
    source.write_text('{"id": "a", "text": "one two", "labels": ["y", "x"]}\n{"id": "b", "text": "", "labels": []}\n'
                      '{"id": "c", "text": "two", "labels": ["y"]}\n')
    fits.must("import", "--format", "jsonl", "--labels", "labels", "--stop-words", "none", source,
              "--output", tmp_path / "corpus")
    fits.must("export", tmp_path / "corpus", "--format", "svmlight", "--output", tmp_path / "out")
    targets = [line.split(" ")[0] for line in (tmp_path / "out").read_text().splitlines()]
    assert [sorted(target.split(",")) for target in targets] == [["1", "2"], ["0"], ["2"]]
    assert (tmp_path / "out.labels.txt").read_text() == "x\ny\n"


@pytest.mark.parametrize("name", FIT_FORMATS)
def test_equal_fits_give_equal_bytes(fit, tmp_path, name):
    first = export(fit, tmp_path / "a", "--format", name).read_bytes()
    assert first == export(fit, tmp_path / "b", "--format", name).read_bytes() and len(first) > 50


@pytest.mark.parametrize("options, code, says", [
    (["--format", "xml", "--output", "o"], 2, "xml"), (["--format", "uci"], 2, "--output"),
    (["--format", "uci", "--as", "npy", "--output", "o"], 2, "--as"),
    (["--format", "doc-topics", "--as", "csv", "--output", "o"], 2, "csv"),
    (["--format", "topic-keys", "--output", "."], 2, "is a folder"),
    (["--format", "topic-keys", "--output", "none/o"], 4, "none/o")])
def test_wrong_use_is_refused(fit, tmp_path, options, code, says):
    done = fits.themata("export", fit.path, *options, cwd=tmp_path)
    assert done.returncode == code and says in done.stderr, done.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", FIT_FORMATS)
def test_formats_of_a_fit_refuse_a_corpus(corpus, tmp_path, name):
    done = fits.themata("export", corpus, "--format", name, "--output", tmp_path / "o")
    assert done.returncode == 2 and "needs a fit folder" in done.stderr


@pytest.fixture(scope="module", params=["lda", "dmm", "hpc"])
def fit_with_draws(request, tmp_path_factory):
    """A fit by the program itself, whose summaries are its own averages over the draws that are exported."""
    folder = tmp_path_factory.mktemp("draws")
    rows = [{"id": f"d{i}", "text": " ".join(words), "labels": ["a", "b"][i % 3 == 1 :]}
            for i, words in enumerate(fits.random_documents(30, WORDS[:40], empty=EMPTY))]
    (folder / "in.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    fits.must("import", "--format", "jsonl", "--labels", "labels", "--stop-words", "none", folder / "in.jsonl",
              "--output", folder / "corpus")
    topics = [] if request.param == "hpc" else ["--topics", 3]
    fits.must("fit", folder / "corpus", "--model", request.param, *topics, "--sweeps", 40, "--keep", 5, "--chains", 2,
              "--output", folder / "fit")
    return folder / "fit"


def test_theta_of_every_draw(fit_with_draws, tmp_path):
    out = tmp_path / "theta.npy"
    for chain in (1, 2):
        fits.must("export", fit_with_draws, "--format", "theta-draws", "--chain", chain, "--output", out)
        theta = np.load(out)
        mean = np.load(fit_with_draws / f"document-topic-{chain}-mean.npy")
        assert theta.dtype == np.float32 and theta.shape == (5, *mean.shape)
        assert np.allclose(theta.sum(2), 1, atol=1e-5) and np.ptp(theta, axis=0).max() > 0
        assert np.allclose(theta.mean(0), mean, atol=2e-6)
        fits.must("export", fit_with_draws, "--format", "doc-topics", "--as", "npy", "--chain", chain,
                  "--output", tmp_path / "last.npy")
        assert (np.load(tmp_path / "last.npy") == theta[-1]).all()
        sweeps = (tmp_path / "theta.npy.sweeps.txt").read_text().split()
        kept = sorted(int(path.stem.split("-")[-1]) for path in (fit_with_draws / "draws").glob(f"chain-{chain}-*"))
        assert list(map(int, sweeps)) == kept
        assert (tmp_path / "theta.npy.ids.txt").read_text().split() == [f"d{i}" for i in range(len(mean))]
    fits.must("export", fit_with_draws, "--format", "theta-draws", "--burn-in", sweeps[1], "--chain", 2, "--output", out)
    assert (np.load(out) == theta[2:]).all()


def test_theta_of_every_draw_needs_draws_with_the_same_topics(corpus, tmp_path):
    fits.must("fit", corpus, "--model", "hdp", "--sweeps", 10, "--chains", 1, "--output", tmp_path / "hdp")
    fits.must("fit", corpus, "--model", "lda", "--topics", 2, "--sweeps", 10, "--keep", 0, "--chains", 1,
              "--output", tmp_path / "lda")
    for name, says in (("hdp", "come and go"), ("lda", "kept none")):
        done = fits.themata("export", tmp_path / name, "--format", "theta-draws", "--output", tmp_path / "o")
        assert done.returncode == 2 and says in done.stderr, done.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["hdp", "lda"]
