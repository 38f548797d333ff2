"""The models with masks (lida, ftm, sstm) as a user meets them: fitted, resumed, read by every verb, refused where they must be."""
import csv
import json
import re

import numpy as np
import pytest
import scipy.sparse
from conftest import hashes, manifest, trace

MODELS = ["lida", "ftm", "sstm"]
EVERYTHING = {"lida": "alpha,beta,eta,delta,sigma,gamma,xi,zeta", "ftm": "alpha,beta,eta,delta,sigma",
              "sstm": "alpha,beta,gamma,xi,zeta"}


def fit(themata, corpus, output, model, *words, sweeps=30):
    done = themata("fit", corpus, "--model", model, "--topics", 8, "--sweeps", sweeps, "--seed", 3, *words, "--output", output)
    assert done.returncode == 0, done.stderr
    return corpus.parent / output


@pytest.mark.parametrize("model", MODELS)
def test_threads_and_interruptions_change_no_bit(themata, corpus, model):
    learn = ["--learn", EVERYTHING[model]]
    whole = fit(themata, corpus, "whole", model, *learn, "--threads", 1)
    assert hashes(fit(themata, corpus, "three", model, *learn, "--threads", 3)) == hashes(whole)
    short = fit(themata, corpus, "short", model, *learn, "--burn-in", 5, "--thin", 5, sweeps=17)
    assert themata("resume", short, "--sweeps", 30).returncode == 0
    assert hashes(short) == hashes(whole)


@pytest.mark.parametrize("model", MODELS)
def test_masks_hold_what_has_tokens(themata, corpus, model):
    path = fit(themata, corpus, "fit", model)
    for mask, counts, has_it in [("document-mask-1.npz", "document-topic-1.npz", model != "sstm"),
                                 ("topic-mask-1.npz", "topic-word-1.npz", model != "ftm")]:
        assert (path / mask).exists() == has_it
        if not has_it:
            continue
        on, tokens = scipy.sparse.load_npz(path / mask), scipy.sparse.load_npz(path / counts)
        assert on.shape[0] == tokens.shape[0] and on.shape[1] >= tokens.shape[1]
        assert set(on.data) == {1}
        rows, columns = tokens.nonzero()
        assert (on.toarray()[rows, columns] == 1).all()
        assert on.nnz > tokens.nnz or mask == "document-mask-1.npz"


def test_the_trace_has_the_hyperparameters(themata, corpus):
    rows = trace(fit(themata, corpus, "fit", "lida", "--trace-every", 1))
    for name in ("alpha", "beta", "eta", "delta", "gamma", "xi"):
        assert len({row[name] for row in rows}) > 20, name
    assert {row["sigma"] for row in rows} == {row["zeta"] for row in rows} == {"0"}
    rows = trace(fit(themata, corpus, "fixed", "lida", "--learn", "none", "--gamma", 30, "--eta", 3, "--zeta", 0.2, "--trace-every", 1))
    assert {(row["alpha"], row["eta"], row["gamma"], row["zeta"]) for row in rows} == {
        ("0.10000000000000001", "3", "30", "0.20000000000000001")}
    assert manifest(corpus.parent / "fit")["options"]["learn"] == "alpha,beta,eta,delta,gamma,xi"


@pytest.mark.parametrize("model", MODELS)
def test_every_verb_reads_it(themata, corpus, tmp_path, model):
    path = fit(themata, corpus, "fit", model, "--chains", 2, "--trace-every", 1, "--monitor-words", 3, "--monitor-documents", 3)
    for words in [["topics", path], ["topics", path, "--by", "frex"], ["topics", path, "--by", "score"], ["info", path],
                  ["diagnose", path], ["compare", path], ["compare", path, path], ["evaluate", path],
                  ["evaluate", path, "--held-out", corpus], ["evaluate", path, "--folds", "2"],
                  ["infer", path, corpus, "--output", tmp_path / "infer.tsv"], ["human-eval", path, "--output", tmp_path / "tasks"],
                  ["report", path, "--output", tmp_path / "report.html"],
                  *(["export", path, "--format", name, "--output", tmp_path / name]
                    for name in ("mallet-state", "topic-keys", "doc-topics", "topic-words"))]:
        done = themata(*words)
        assert done.returncode == 0, (words, done.stderr)
        # Two short chains may each stand still, at different numbers: their R-hat is infinite.
        never = "nan" if words[0] == "diagnose" else "nan|inf"
        assert not re.search(rf"(?<![a-z])({never})(?![a-z])", done.stdout), (words, done.stdout)
    with open(tmp_path / "infer.tsv") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    shares = np.array([[float(x) for name, x in row.items() if name.startswith("topic_")] for row in rows])
    assert np.allclose(shares.sum(axis=1), 1, atol=1e-4)
    done = themata("sweep", corpus, "--model", f"lda,{model}", "--topics", 5, "--sweeps", 20, "--output", "grid")
    assert done.returncode == 0, done.stderr


def test_masked_documents_and_words_have_no_share(themata, corpus, tmp_path):
    path = fit(themata, corpus, "fit", "lida", "--chains", 1)
    assert themata("export", path, "--format", "topic-words", "--as", "npy", "--output", tmp_path / "phi.npy").returncode == 0
    phi = np.load(tmp_path / "phi.npy")
    on = scipy.sparse.load_npz(path / "topic-mask-1.npz").toarray()[:, :phi.shape[1]]
    assert ((phi > 0) == (on > 0)).all()
    assert (phi.sum(axis=1) <= 1 + 1e-6).all()


@pytest.mark.parametrize("model, words, message", [
    ("ftm", ["--sigma", "1"], "--sigma is 1; expected a number from 0, and below 1"),
    ("ftm", ["--delta", "0"], "--delta is 0; expected a number above 0 (minus --sigma)"),
    ("ftm", ["--delta", "-0.3", "--sigma", "0.3"], "--delta is -0.3; expected a number above -0.3 (minus --sigma)"),
    ("lida", ["--zeta", "-0.1"], "--zeta is -0.1; expected a number from 0, and below 1"),
    ("lida", ["--xi", "-0.1"], "--xi is -0.1; expected a number above 0 (minus --zeta)"),
    ("lida", ["--eta", "0"], "--eta is 0; expected a number above 0, up to 1000000"),
    ("sstm", ["--eta", "3"], "--eta does not apply to --model sstm; it belongs to lida or ftm"),
    ("ftm", ["--zeta", "0.1"], "--zeta does not apply to --model ftm; it belongs to lida or sstm"),
    ("ftm", ["--vocabulary", "finite"], "--vocabulary does not apply to --model ftm; it belongs to lida or sstm"),
    ("hdp", ["--sigma", "0.1"], "--sigma does not apply to --model hdp; it belongs to lida or ftm"),
    ("lida", ["--vocabulary", "finite", "--zeta", "0.5", "--gamma", "1"],
     "--zeta is 0.5; expected with --vocabulary finite a number below"),
    ("lida", ["--learn", "sigma", "--sigma", "0.6"], "--sigma is 0.6; expected a number below 0.5 (--most-discount), because it is learned"),
    ("ftm", ["--learn", "gamma"], "--learn is 'gamma'; expected none, or some of alpha, beta, eta, delta, sigma"),
    ("ftm", ["--learn", "alpha,none"], "--learn is 'alpha,none'; expected none, or some of"),
    ("ftm", ["--sampler", "sparse-collapsed"], "--sampler is 'sparse-collapsed'; expected block-collapsed, or collapsed"),
    ("ftm", ["--z", "sparse"], "--z does not apply to --model ftm; it belongs to lda, hdp or labeled-lda"),
    ("ftm", ["--split-merge", "1"], "--split-merge does not apply to --model ftm; it belongs to hdp or franchise"),
    ("ftm", ["--beta-weights", "x"], "--beta-weights does not apply to --model ftm; it belongs to lda, hdp, franchise, labeled-lda, dmm, dp-dmm or dmr"),
    ("ftm", ["--discount", "0.1"], "--discount does not apply to --model ftm; it belongs to franchise")])
def test_bad_settings_are_named(themata, corpus, model, words, message):
    done = themata("fit", corpus, "--model", model, *words, "--output", "fit")
    assert done.returncode == 2 and message in done.stderr, done.stderr
    assert not (corpus.parent / "fit").exists()


MANY = ["--model", "ftm", "--topics", 16, "--eta", 20, "--delta", 50, "--learn", "none", "--chains", 1, "--sweeps", 30, "--seed", 1,
        "--keep", 0]


def test_too_many_topics_end_it_saved_with_the_option_that_tames_it(themata, corpus):
    done = themata("fit", corpus, *MANY, "--max-topics", 40, "--checkpoint-every", 1e6, "--output", "fit")
    assert done.returncode == 4, done.stderr
    found = re.search(r"chain 1 has (\d+) topics at sweep (\d+); --max-topics allows 40: a lower --sigma, --delta or --eta gives fewer topics, and "
                      r"a larger --max-topics allows more; chain 1 is saved as of sweep (\d+); resume with: themata resume fit", done.stderr)
    assert found and int(found[1]) > 40 and found[2] == found[3], done.stderr
    done = themata("resume", "fit")
    assert done.returncode == 4 and f"at sweep {int(found[2]) + 1}" in done.stderr, "once more, a sweep later"
    done = themata("resume", "fit", "--max-topics", 60000)
    assert done.returncode == 0, done.stderr
    assert themata("fit", corpus, *MANY, "--output", "whole").returncode == 0
    assert hashes(corpus.parent / "fit") == hashes(corpus.parent / "whole")


def test_births_without_end_are_reported_as_they_go(themata, corpus):
    done = themata("fit", corpus, *MANY[:4], "--eta", 30, "--delta", 200, "--learn", "none", "--sweeps", 3, "--keep", 0, "--output", "fit")
    assert done.returncode == 0, done.stderr
    found = re.findall(r"warning: chain 1 has (\d+) topics at sweep (\d+) and started with 16: sweeps become slower; "
                       r"a lower --sigma, --delta or --eta gives fewer topics. --max-topics would end the chain and save it",
                       done.stderr)
    assert found and all(int(topics) >= 1000 for topics, _ in found), done.stderr


def test_resume_can_allow_more_topics_of_models_that_find_their_number(themata, corpus):
    assert themata("fit", corpus, "--model", "lda", "--topics", 5, "--sweeps", 3, "--output", "fit").returncode == 0
    done = themata("resume", "fit", "--sweeps", 5, "--max-topics", 50)
    assert done.returncode == 2 and "--max-topics cannot be changed: the number of topics of this fit is fixed" in done.stderr
    done = themata("fit", corpus, "--model", "ftm", "--topics", 50, "--max-topics", 40, "--output", "other")
    assert done.returncode == 2 and "--topics is 50; expected at most 40, the value of --max-topics" in done.stderr


DAMAGE = {
    "lists": (lambda draw: draw["topics_of_documents_begin"].__setitem__(-1, 7), "does not cut"),
    "topic": (lambda draw: draw["topics_of_documents"].__setitem__(0, 60000), "a document may use topic 60000"),
    "twice": (lambda draw: draw["words_of_topics"].__setitem__(1, draw["words_of_topics"][0]), "a topic has a word twice"),
    "hyperparameter": (lambda draw: draw.update(delta=np.float64(-1)), "delta above minus sigma"),
    "no masks": (lambda draw: [draw.pop(name) for name in list(draw) if name == "eta"], "is not a state of model lida"),
    "tokens": (lambda draw: draw.update(topics_of_documents=draw["topics_of_documents"][:0],
                                        topics_of_documents_begin=draw["topics_of_documents_begin"] * 0),
               "which it may not use"),
}


@pytest.mark.parametrize("kind", DAMAGE)
def test_damaged_masks_are_bad_input(themata, corpus, expect_damage_reported, kind):
    path = fit(themata, corpus, "fit", "lida", sweeps=5)
    spoil, message = DAMAGE[kind]
    verbs = [["resume", path, "--sweeps", "8"]] + ([["topics", path]] if kind != "no masks" else [])
    expect_damage_reported(path, spoil, message, verbs)


@pytest.mark.parametrize("model", MODELS)
def test_odd_corpora_work(themata, tmp_path, model):
    for name, lines in [("one", ["ant bee cow ant bee"]), ("empty", ["ant bee", "", "cow ant bee"]), ("alone", ["ant", "bee", "cow"])]:
        (tmp_path / f"{name}.txt").write_text("\n".join(lines) + "\n")
        done = themata("import", "--format", "lines", f"{name}.txt", "--output", f"corpus-{name}")
        assert done.returncode == 0, done.stderr
        done = themata("fit", f"corpus-{name}", "--model", model, "--topics", 3, "--sweeps", 40, "--output", f"fit-{name}")
        assert done.returncode == 0, done.stderr
        assert themata("topics", f"fit-{name}").returncode == 0
