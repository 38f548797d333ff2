"""The whole walk on a small folder of texts: import, fit, topics, export, report."""
import gzip
import json
import re

import numpy
import pytest
import scipy.sparse

GARDENS = set("roses tulips soil rain spade hedge seed bloom lawn compost".split())


def test_the_corpus_keeps_every_document(corpus):
    manifest = json.loads((corpus / "manifest.json").read_text())
    assert manifest["format"] == "themata-corpus"
    assert (manifest["documents"], manifest["types"]) == (61, 20)
    rows = [json.loads(line) for line in (corpus / "documents.jsonl").read_text().splitlines()]
    assert [row["row"] for row in rows] == list(range(1, 62))
    assert [bool(row.get("empty")) for row in rows].count(True) == 1
    offsets = numpy.load(corpus / "offsets.npy")
    assert offsets[-1] == len(numpy.load(corpus / "tokens.npy")) == manifest["tokens"] == 60 * 40


@pytest.fixture
def fitted(themata, corpus, tmp_path):
    done = themata("fit", corpus, "--model", "lda", "--topics", "2", "--sweeps", "200", "--seed", "1",
                   "--threads", "2", "--output", "fit")
    assert done.returncode == 0, done.stderr
    return tmp_path / "fit"


def test_topics_part_the_gardens_from_the_ships(themata, fitted):
    done = themata("topics", fitted, "--format", "json")
    assert done.returncode == 0, done.stderr
    topics = json.loads(done.stdout)
    assert len(topics) == 2
    words = [{word["word"] if isinstance(word, dict) else word for word in topic["words"]} for topic in topics]
    assert GARDENS in words and words[0].isdisjoint(words[1])
    assert sum(topic["tokens"] for topic in topics) == 2400


def test_the_fits_files_open_in_numpy_and_scipy(fitted):
    counts = scipy.sparse.load_npz(fitted / "topic-word-1.npz")
    assert counts.shape == (2, 20) and counts.sum() == 2400
    documents = scipy.sparse.load_npz(fitted / "document-topic-1.npz")
    assert documents.shape == (61, 2) and documents.sum() == 2400
    mean = numpy.load(fitted / "topic-word-1-mean.npy")
    assert mean.shape == (2, 20)
    assert numpy.allclose(mean.sum(axis=1), 1, atol=1e-4)
    assert (numpy.load(fitted / "document-topic-1-sd.npy") >= 0).all()


def test_exports_hold_every_token(themata, fitted, tmp_path):
    done = themata("export", fitted, "--format", "mallet-state", "--output", "state.gz")
    assert done.returncode == 0, done.stderr
    with gzip.open(tmp_path / "state.gz", "rt") as state:
        rows = [line.split() for line in state if not line.startswith("#")]
    assert len(rows) == 2400
    assert {row[5] for row in rows} == {"0", "1"}


def test_the_report_is_one_file_that_needs_no_network(themata, fitted, tmp_path):
    done = themata("report", fitted, "--output", "report.html")
    assert done.returncode == 0, done.stderr
    page = (tmp_path / "report.html").read_text()
    assert page.lstrip().lower().startswith("<!doctype html>")
    assert "compost" in page
    assert 'src="http' not in page and 'href="http' not in page.replace('href="https://www.w3.org', "")


def test_an_hdp_finds_its_own_number_of_topics(themata, corpus, tmp_path):
    done = themata("fit", corpus, "--model", "hdp", "--sweeps", "200", "--seed", "1", "--output", "hdp")
    assert done.returncode == 0, done.stderr
    topics = json.loads(themata("topics", "hdp", "--format", "json").stdout)
    assert len(topics) >= 2
    assert sum(topic["tokens"] for topic in topics) == 2400
    assert (tmp_path / "hdp/topic-count.tsv").exists()


def fitted_in_order(themata, corpus, tmp_path, *words):
    done = themata("fit", corpus, "--model", "hdp", "--weights", "gem", "--topics", "16", "--sweeps", "40",
                   "--output", "order", *words)
    assert done.returncode == 0, done.stderr
    rows = [line.split(",") for line in (tmp_path / "order/trace-1.csv").read_text().splitlines() if line[0] != "#"]
    column = rows[0].index("flag_tokens")
    return done.stderr, [int(row[column]) for row in rows[1:]]


def test_an_hdp_cut_off_too_soon_says_so(themata, corpus, tmp_path):
    said, flag_tokens = fitted_in_order(themata, corpus, tmp_path, "--max-topics", "16", "--gamma", "200")
    assert max(flag_tokens) > 0
    assert re.search(r"^themata: warning: .*larger --max-topics$", said, re.M)


def test_an_hdp_cut_off_far_away_has_an_empty_flag(themata, corpus, tmp_path):
    said, flag_tokens = fitted_in_order(themata, corpus, tmp_path, "--max-topics", "100")
    assert set(flag_tokens) == {0}
    assert said == ""


def test_info_tells_a_corpus_from_a_fit(themata, corpus, fitted):
    assert "61" in themata("info", corpus).stdout
    assert "lda" in themata("info", fitted).stdout


@pytest.mark.parametrize("model", ["lda", "hdp"])
def test_a_fit_too_short_for_a_row_of_its_trace_is_whole(themata, corpus, tmp_path, model):
    done = themata("fit", corpus, "--model", model, "--topics", "2", "--sweeps", "3", "--output", "fit")
    assert done.returncode == 0, done.stderr
    lines = [line for line in (tmp_path / "fit/trace-1.csv").read_text().splitlines() if not line.startswith("#")]
    assert len(lines) == 1 and lines[0].startswith("lp__,sweep,")
    for words in (("info", "fit"), ("report", "fit", "--output", "report.html"), ("resume", "fit", "--sweeps", "20")):
        done = themata(*words)
        assert done.returncode == 0, done.stderr
