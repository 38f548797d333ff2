"""The package and the command line: one engine, the same bits, each opens what the other wrote."""

import json
import subprocess

import numpy as np
import pytest

import pythemata as tm


@pytest.fixture
def themata(program):
    def run(*arguments):
        return subprocess.run([program, *map(str, arguments)], check=True, capture_output=True, text=True).stdout

    return run


@pytest.mark.parametrize(
    ("model", "options"),
    [
        ("lda", {"topics": 4, "sweeps": 60, "chains": 2}),
        ("hdp", {"sweeps": 40, "chains": 1}),
        ("lda", {"topics": 4, "sampler": "partially-collapsed", "sweeps": 30, "chains": 1, "alpha": 0.3}),
        ("ftm", {"sweeps": 20, "chains": 1}),
        ("hpc", {"sweeps": 20, "chains": 1}),
    ],
)
def test_the_same_bits(themata, texts, tmp_path, model, options):
    labels = [["a", "b", "c"][d % 3] for d in range(len(texts))]
    (tmp_path / "texts.tsv").write_text("text\tlabel\n" + "".join(f"{t}\t{label}\n" for t, label in zip(texts, labels)))
    themata("import", tmp_path / "texts.tsv", "--text", "text", "--labels", "label", "--output", tmp_path / "corpus")
    given = [word for name, value in options.items() for word in (f"--{name}", value)]
    themata("fit", tmp_path / "corpus", "--model", model, *given, "--seed", 11, "--output", tmp_path / "fit")
    corpus = tm.Corpus.from_texts(texts, labels=labels)
    fit = tm.fit(corpus, model, seed=11, progress=False, **options)
    theirs = tm.Fit.open(tmp_path / "fit")
    assert corpus.manifest["hash"] == tm.Corpus.open(tmp_path / "corpus").manifest["hash"]
    hashes = [[chain["state_hash"] for chain in each.manifest["chains"]] for each in (fit, theirs)]
    assert hashes[0] == hashes[1]
    assert np.array_equal(fit.document_topic, theirs.document_topic) and np.array_equal(fit.topic_word, theirs.topic_word)
    for name in set(fit.trace()) - {"seconds"}:
        assert np.array_equal(fit.trace()[name], theirs.trace()[name], equal_nan=True), name
    new = ["sail anchor tide", "bread oven"]
    assert np.array_equal(fit.infer(new).mean, theirs.infer(new).mean)


def test_the_program_reads_what_the_package_wrote(themata, fit, tmp_path):
    fit.save(tmp_path / "fit")
    assert "complete" in themata("info", tmp_path / "fit")
    assert themata("topics", tmp_path / "fit", "--format", "tsv").count("\n") == 4
    themata("resume", tmp_path / "fit", "--sweeps", 210)
    assert tm.Fit.open(tmp_path / "fit").trace()["sweep"][-1] == 210


def test_reports_are_the_same(themata, corpus, tmp_path):
    corpus.save(tmp_path / "corpus")
    fit = tm.fit(tm.Corpus.open(tmp_path / "corpus"), "lda", topics=3, sweeps=20, path=tmp_path / "fit", progress=False)
    themata("report", tmp_path / "fit", "--output", tmp_path / "report.html")
    assert (tmp_path / "report.html").read_text(encoding="utf-8") == fit.report()


@pytest.mark.parametrize("command, arguments", [
    (["--format", "jsonl", "--text", "title,body", "--id", "key", "--metadata", "year"],
     {"format": "jsonl", "text": ["title", "body"], "id": "key", "metadata": ["year"]}),
    (["--text", "body", "--labels", "tags", "--label-separator", ";", "--stem", "english", "--min-documents", "2"],
     {"text": "body", "labels": "tags", "label_separator": ";", "stem": "english", "min_documents": 2})])
def test_files_are_read_as_the_command_line_reads_them(program, tmp_path, command, arguments):
    rows = [{"key": f"k{d}", "title": f"Rose {d % 3}", "body": "soil seeds blooming rain", "year": 2000 + d, "tags": "a;b" if d % 2 else "b"}
            for d in range(6)]
    file = tmp_path / "in.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    subprocess.run([program, "import", file, *command, "--output", tmp_path / "cli"], check=True, capture_output=True)
    corpus = tm.Corpus.from_files(file, **arguments)
    corpus.save(tmp_path / "python")
    for name in ("tokens.npy", "offsets.npy", "vocabulary.txt", "documents.jsonl", "manifest.json"):
        assert (tmp_path / "python" / name).read_bytes() == (tmp_path / "cli" / name).read_bytes(), name


@pytest.mark.parametrize("name, content, command, arguments", [
    ("in.csv", "doc_id,year,The,ship\na,1900,2,1\nb,1901,0,3\n",
     ["--format", "document-term", "--metadata", "year", "--stop-words", "english", "--fold-case"],
     {"format": "document-term", "metadata": ["year"], "stop_words": "english", "fold_case": True}),
    ("in.tsv", "book\tterm\tn\na\tship\t2\nb\tship\t1\n", ["--format", "tidy", "--columns", "book,term,n", "--min-length", "2"],
     {"format": "tidy", "columns": ["book", "term", "n"], "min_length": 2}),
    ("in.jsonl", '{"id": "a", "unigramCount": {"ship": 3}}\n', ["--counts", "unigramCount"], {"counts": "unigramCount"}),
])
def test_counts_of_named_words_are_read_as_the_command_line_reads_them(program, tmp_path, name, content, command, arguments):
    (tmp_path / name).write_text(content)
    subprocess.run([program, "import", tmp_path / name, *command, "--output", tmp_path / "cli"], check=True, capture_output=True)
    corpus = tm.Corpus.from_files(tmp_path / name, **arguments)
    corpus.save(tmp_path / "python")
    for file in ("tokens.npy", "offsets.npy", "vocabulary.txt", "documents.jsonl", "manifest.json"):
        assert (tmp_path / "python" / file).read_bytes() == (tmp_path / "cli" / file).read_bytes(), file
    assert "ship" in corpus.vocabulary and "the" not in corpus.vocabulary
    with pytest.raises(tm.UsageError, match="not made of texts"):
        tm.Corpus.from_texts(["ship"], like=corpus)
    with pytest.raises(tm.UsageError, match="`fold_case` cannot be used"):
        tm.Corpus.from_files(tmp_path / name, format="lines", fold_case=True)


def test_files_that_cannot_be_read(tmp_path):
    (tmp_path / "in.jsonl").write_text('{"text": "rose soil"}\n{"text": broken\n')
    with pytest.raises(tm.InputError, match="in.jsonl:2"):
        tm.Corpus.from_files(tmp_path / "in.jsonl")
    with pytest.raises(tm.UsageError, match="`vocabulary` cannot be used"):
        tm.Corpus.from_files(tmp_path / "in.jsonl", vocabulary="words.txt")
    with pytest.raises(tm.UsageError, match="`format`"):
        tm.Corpus.from_files(tmp_path / "in.strange")
    with pytest.raises(tm.UsageError, match="`files`"):
        tm.Corpus.from_files([])
    with pytest.raises(tm.UsageError, match="min_docs"):
        tm.Corpus.from_files(tmp_path / "in.jsonl", min_docs=2)
