"""One topic per document: --model dmm and dp-dmm, through every subcommand."""
import json

import numpy as np
import pytest
from conftest import hashes, manifest, trace

PETS = "cat dog purr bark leash whisker".split()
SEA = "sail mast anchor tide deck rope".split()
MODELS = ["dmm", "dp-dmm"]


@pytest.fixture
def short(themata, tmp_path):
    """Sixty texts of four words, half of pets and half of the sea; one of both, and one without a word."""
    lines = []
    for d in range(60):
        words = PETS if d % 2 == 0 else SEA
        lines.append(" ".join(words[(d * 5 + i * i) % 6] for i in range(4)))
    (tmp_path / "lines.txt").write_text("\n".join([*lines, "cat sail", "the"]) + "\n")
    done = themata("import", "--format", "lines", "lines.txt", "--output", "short")
    assert done.returncode == 0, done.stderr
    return tmp_path / "short"


@pytest.fixture
def fit(themata, short):
    def run(model, *words, name=None):
        options = {"--sweeps": 60, "--keep": 5} | ({"--topics": 8} if model == "dmm" else {})
        options |= dict(zip(words[::2], words[1::2]))
        name = name or model
        done = themata("fit", short, "--model", model, *(word for pair in options.items() for word in pair), "--output", name)
        assert done.returncode == 0, done.stderr
        return short.parent / name

    return run


@pytest.mark.parametrize("model", MODELS)
def test_the_two_topics_are_found_and_a_document_has_one(themata, fit, model):
    path = fit(model)
    draw = np.load(path / "draws/chain-1-sweep-00000060.npz")
    offsets = np.load(path.parent / "short/offsets.npy")
    for a, b in zip(offsets[:-1], offsets[1:]):
        assert len(set(draw["z"][int(a):int(b)])) <= 1
    topics = [draw["z"][int(offsets[d])] for d in range(60)]
    assert len(set(topics[::2])) == len(set(topics[1::2])) == 1 and topics[0] != topics[1]
    assert float(trace(path)[-1]["topics"]) <= 4
    shown = json.loads(themata("topics", path, "--format", "json").stdout)
    tops = [{word["word"] for word in topic["words"][:6]} for topic in shown[:2]]
    assert sorted(map(sorted, tops)) == sorted([sorted(PETS), sorted(SEA)])


@pytest.mark.parametrize("model", MODELS)
def test_resumed_or_on_other_threads_it_is_the_same_chain(themata, fit, model):
    whole = fit(model, "--threads", 1)
    part = fit(model, "--sweeps", 25, "--burn-in", 0, name="part")
    assert themata("resume", part, "--sweeps", 60, "--threads", 3).returncode == 0
    assert hashes(part) == hashes(whole)


@pytest.mark.parametrize("model", MODELS)
def test_its_hyperparameters_are_learned_by_default(fit, model):
    assert manifest(fit(model))["options"]["learn"] == "alpha,beta"
    assert len({row["alpha"] for row in trace(fit(model, name="again"))}) > 1
    fixed = fit(model, "--learn", "none", "--alpha", 0.5, name="fixed")
    assert {(row["alpha"], row["beta"]) for row in trace(fixed)} == {("0.5", "0.01")}


@pytest.mark.parametrize("model", MODELS)
def test_every_reader_reads_it(themata, fit, short, model):
    path = fit(model, "--chains", 2, "--sweeps", 100, "--trace-every", 2, "--monitor-words", 2, "--monitor-documents", 3)
    for words in (["topics", path], ["evaluate", path], ["info", path], ["diagnose", path], ["compare", path],
                  ["report", path, "--output", "r.html"], ["export", path, "--format", "mallet-state", "--output", "s.gz"],
                  ["export", path, "--format", "doc-topics", "--output", "d.tsv"],
                  ["export", path, "--format", "topic-words", "--output", "w.tsv"],
                  ["evaluate", path, "--held-out", short]):
        done = themata(*words)
        assert done.returncode == 0, (words, done.stderr)


def test_proportions_are_the_probabilities_of_the_one_topic(themata, fit, tmp_path):
    path = fit("dmm")
    assert themata("export", path, "--format", "doc-topics", "--as", "npy", "--output", "d.npy").returncode == 0
    theta = np.load(tmp_path / "d.npy")
    assert theta.shape[0] == 62 and np.allclose(theta.sum(axis=1), 1, atol=1e-6)
    assert (theta[:60].max(axis=1) > 0.95).all()
    mean, sd = np.load(path / "document-topic-1-mean.npy"), np.load(path / "document-topic-1-sd.npy")
    assert np.allclose(mean.sum(axis=1), 1, atol=1e-5) and (sd <= np.sqrt(mean * (1 - mean)) + 0.2).all()


def test_new_documents_are_scored_by_the_closed_sum(themata, fit, short, tmp_path):
    """p(z = k | w) ~ weight_k prod_i (n_kw + beta + earlier) / (n_k + V beta + i), from the last draw alone."""
    path = fit("dmm", "--learn", "none", "--alpha", 0.3, "--beta", 0.2, "--keep", 1)
    (tmp_path / "new.txt").write_text("cat cat sail\nrope\ncat cat sail\n")
    assert themata("import", "--format", "lines", "new.txt", "--output", "new").returncode == 0
    assert themata("infer", path, "new", "--format", "npz", "--output", "out.npz").returncode == 0
    out = np.load(tmp_path / "out.npz")
    vocabulary = (short / "vocabulary.txt").read_text().splitlines()
    tokens, offsets = np.load(short / "tokens.npy"), np.load(short / "offsets.npy")
    z = np.load(path / "draws/chain-1-sweep-00000060.npz")["z"]
    sizes = np.bincount(z, minlength=8)
    order = np.argsort(-sizes, kind="stable")
    counts = np.array([np.bincount(tokens[z == k], minlength=len(vocabulary)) for k in order])
    documents = np.array([sum(1 for a, b in zip(offsets[:-1], offsets[1:]) if a < b and z[int(a)] == k) for k in order])
    weight = documents + 0.3
    for row, words in zip(out["mean"], [["cat", "cat", "sail"], ["rope"], ["cat", "cat", "sail"]]):
        p, seen = weight / weight.sum(), np.zeros_like(counts)
        for i, word in enumerate(words):
            v = vocabulary.index(word)
            p = p * (counts[:, v] + 0.2 + seen[:, v]) / (counts.sum(axis=1) + 0.2 * len(vocabulary) + i)
            seen[:, v] += 1
        assert np.allclose(row, p / p.sum(), atol=1e-5)
    assert np.array_equal(out["mean"][0], out["mean"][2])


def test_a_document_of_several_topics_is_damage(expect_damage_reported, fit):
    def spoil(draw):
        draw["z"][0] = 1 - min(1, draw["z"][0])

    path = fit("dmm", "--sweeps", 5, "--keep", 1)
    expect_damage_reported(path, spoil, "has tokens of several topics", [["topics", path], ["resume", path, "--sweeps", 9]])


@pytest.mark.parametrize("words, said", [
    (["--model", "dmm", "--sampler", "block-collapsed"], "--sampler is 'block-collapsed'; expected collapsed"),
    (["--model", "dmm", "--z", "sparse"], "--z does not apply to --model dmm; it belongs to lda, hdp or labeled-lda"),
    (["--model", "dmm", "--learn", "gamma"], "--learn is 'gamma'; expected none, or some of alpha, beta"),
    (["--model", "dmm", "--split-merge", "2"], "it belongs to hdp"),
    (["--model", "dp-dmm", "--topics", "5"], "--topics does not apply to --model dp-dmm; it belongs to"),
    (["--model", "dmm", "--seeds", "none"], "it belongs to lda"),
])
def test_what_it_has_no_use_for_is_refused(themata, short, words, said):
    done = themata("fit", short, *words, "--output", "no")
    assert done.returncode == 2 and said in done.stderr, done.stderr


@pytest.mark.parametrize("model", MODELS)
def test_its_sampler_is_calibrated(themata, model):
    done = themata("selftest", "--model", model, "--data-sets", 300, "--draws", 19, "--burn-in", 100, "--thin", 20, "--seed", 3)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "sum documents^2" in done.stdout and "theta" not in done.stdout


@pytest.mark.parametrize("model", MODELS)
def test_simulated_documents_have_one_topic_which_a_fit_finds_again(themata, tmp_path, model):
    words = ["--topics", 5] if model == "dmm" else ["--alpha", 1]
    done = themata("simulate", model, "--documents", 300, "--types", 60, "--length", 9, "--beta", 0.05, "--seed", 2, *words,
                   "--output", "true")
    assert done.returncode == 0, done.stderr
    z, offsets = np.load(tmp_path / "true/truth/topics.npy"), np.load(tmp_path / "true/offsets.npy").astype(int)
    assert all(len(set(z[a:b])) <= 1 for a, b in zip(offsets[:-1], offsets[1:]))
    fitted = ["--topics", 30] if model == "dmm" else []
    assert themata("fit", "true", "--model", model, "--sweeps", 100, *fitted, "--output", "fit").returncode == 0
    found = np.load(tmp_path / "fit/draws/chain-1-sweep-00000100.npz")["z"]
    pairs = {}
    for a, b in zip(offsets[:-1], offsets[1:]):
        if a < b:
            pairs.setdefault(z[a], []).append(found[a])
    agreeing = sum(max(topics.count(k) for k in set(topics)) for topics in pairs.values())
    assert agreeing > 0.95 * sum(map(len, pairs.values()))
    assert len(set(found)) <= len(pairs) + 3


@pytest.mark.parametrize("model", MODELS)
def test_what_simulation_has_no_use_for_is_refused(themata, model):
    done = themata("simulate", model, "--documents", 5, "--types", 5, "--gamma", 2, "--output", "no")
    assert done.returncode == 2 and f"--gamma cannot be used with {model}" in done.stderr
