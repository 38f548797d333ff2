"""The report's file stays below 5 MB with thousands of topics, and holds all documents of a small corpus."""
import json
import pathlib
import sys

import numpy as np
import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import fits  # noqa: E402
import report_data as rd  # noqa: E402

LARGEST = 5_000_000


def words_of(n, rng):
    return ["".join(rng.choice(list("abcdefghijklmnopqrstuvwxyz"), size=rng.integers(4, 11))) + str(v) for v in range(n)]


def make_corpus(folder, *options):
    """Documents each about three of a thousand subjects, with metadata."""
    rng = np.random.default_rng(1)
    words = words_of(8000, rng)
    rows = []
    for d in range(3500):
        ids = rng.choice(8 * rng.integers(0, 995, size=3), size=100) + rng.integers(0, 40, size=100)
        rows.append({"id": f"a document with the number {d}", "text": " ".join(words[v] for v in ids), "year": str(1980 + d % 40),
                     "party": "abcdef"[d % 6]})
    (folder / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    fits.must("import", folder / "rows.jsonl", "--format", "jsonl", "--stop-words", "none", "--metadata", "year,party", *options,
              "--output", folder / "corpus")
    return folder / "corpus"


def make_fit(corpus, n_topics, chains):
    return rd.make_fit(corpus, f"fit-{n_topics}-{chains}", "--model", "lda", "--topics", n_topics, "--chains", chains, "--sweeps", 8,
                       "--burn-in", 4, "--keep", 4, "--trace-every", 1)


@pytest.mark.thorough
@pytest.mark.parametrize("n_topics, chains, fits_compared, options", [(2200, 2, 2, ["--keep-text"]), (5000, 1, 1, [])])
def test_thousands_of_topics_fit(tmp_path, n_topics, chains, fits_compared, options):
    corpus = make_corpus(tmp_path, *options)
    made = [make_fit(corpus, n_topics - 100 * f, chains if f == 0 else 1) for f in range(fits_compared)]
    fits.must("report", *made, "--output", tmp_path / "page.html")
    size = (tmp_path / "page.html").stat().st_size
    data = rd.page_data(tmp_path / "page.html")
    assert size < LARGEST, {part: len(json.dumps(value)) for part, value in data.items()}
    facts, topics = data["facts"], data["topics"]
    assert facts["topics"] == n_topics and len(topics) == min(n_topics, 4000) and facts["interval_draws"] == 4
    assert facts["sampled_documents"] == 300 == sum(document["sampled"] for document in data["documents"])
    without = sum("text" not in document and "words" not in document for document in data["documents"])
    what = "texts" if facts["has_text"] else "words"
    assert f"the {what} of {without} documents" in facts["left_out"]
    assert (f"the {n_topics - 4000} smallest topics" in facts["left_out"]) == (n_topics > 4000)
    assert facts["words"] == (8 if n_topics < 3000 else 5) and (data["comparison"] is None) == (fits_compared == 1)
    assert all(topic["share_low"] is not None for topic in topics)
    assert all(len(topic["top"]) <= 2 for topic in topics) and any("of the 20 leading documents of a topic" in line for line in facts["left_out"])


def test_a_small_corpus_is_there_as_a_whole(tmp_path):
    rows = rd.documents(1990)
    corpus = rd.make_corpus(tmp_path, rows, "--keep-text")
    fit = rd.make_fit(corpus, "fit", "--model", "lda", "--topics", 3, "--sweeps", 20, "--burn-in", 10, "--keep", 5)
    data = rd.report(fit)
    assert len(data["documents"]) == 1990 and data["facts"]["sampled_documents"] is None and data["facts"]["left_out"] == []
    text = {row["id"]: row["text"] for row in rows}
    assert all(document["text"] == text[document["id"]] for document in data["documents"])
    assert (tmp_path / "page.html").stat().st_size < LARGEST
    few = rd.report(fit, "--documents", 20)
    assert few["facts"]["sampled_documents"] == 20 and len(few["documents"]) <= 80


def test_a_small_corpus_of_long_texts_is_a_sample(tmp_path):
    """1,500 texts of 4,000 characters of three bytes each."""
    rng = np.random.default_rng(2)
    rows = [{"id": str(d), "text": " ".join("語" * 9 + "abc"[k] for k in rng.integers(0, 3, size=500))} for d in range(1500)]
    (tmp_path / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    fits.must("import", tmp_path / "rows.jsonl", "--format", "jsonl", "--token-regex", "[^ ]+", "--stop-words", "none", "--keep-text",
              "--output", tmp_path / "corpus")
    fit = rd.make_fit(tmp_path / "corpus", "fit", "--model", "lda", "--topics", 2, "--sweeps", 6, "--keep", 2)
    data = rd.report(fit)
    assert data["facts"]["sampled_documents"] == 300 and (tmp_path / "page.html").stat().st_size < LARGEST
    without = sum("text" not in document for document in data["documents"])
    assert without > 0 and data["facts"]["left_out"] == [f"the texts of {without} documents"]
    # A number that is asked for is kept.
    data = rd.report(fit, "--documents", 400)
    assert all("text" in document for document in data["documents"] if document["sampled"])
