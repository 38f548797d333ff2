"""Hierarchical Poisson convolution (hpc, pcm) as a user meets it: labels and their tree in, every verb, labels predicted, bad input named."""
import csv
import json
import pathlib
import re
import sys

import numpy as np
import pytest
from conftest import hashes, manifest, trace

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import fits  # noqa: E402

WORDS = {"science": ["theory", "data", "model"], "arts": ["style", "public", "critic"],
         "science/physics": ["atom", "laser", "quark", "plasma"], "science/biology": ["cell", "gene", "leaf", "fungus"],
         "arts/music": ["opera", "choir", "violin", "tempo"], "arts/film": ["actor", "scene", "camera", "script"]}
COMMON = ["year", "place", "people", "work", "time"]


def documents(n, seed, unlabelled=()):
    """Documents of one or two labels, whose words are their labels', those of the label above, and everybody's."""
    rng = np.random.default_rng(seed)
    leaves = [label for label in WORDS if "/" in label]
    rows = []
    for d in range(n):
        labels = [str(label) for label in rng.choice(leaves, size=1 + d % 2, replace=False)]
        text = []
        for i in range(30):
            label = labels[i % len(labels)]
            kind = rng.choice([label, label.split("/")[0], "common"], p=[0.5, 0.3, 0.2])
            text.append(str(rng.choice(WORDS.get(kind, COMMON))))
        rows.append({"id": f"d{d}", "text": " ".join(text), "labels": [] if d in unlabelled else labels})
    return rows


def write_rows(path, rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


@pytest.fixture
def labelled(themata, tmp_path):
    """Makes a corpus folder of documents with labels that are paths."""

    def make(name, rows, *words):
        done = themata("import", "--format", "jsonl", write_rows(tmp_path / f"{name}.jsonl", rows), "--labels", "labels",
                       "--stop-words", "none", *(words or ["--label-paths", "/"]), "--output", name)
        assert done.returncode == 0, done.stderr
        return tmp_path / name

    return make


@pytest.fixture
def tree(labelled):
    return labelled("corpus", documents(60, 1))


def fit(themata, corpus, output, model, *words, sweeps=20):
    topics = ["--topics", 4] if model == "pcm" else []
    done = themata("fit", corpus, "--model", model, *topics, "--sweeps", sweeps, "--seed", 3, *words, "--output", output)
    assert done.returncode == 0, done.stderr
    return corpus.parent / output


CHAINS = [("hpc", "split"), ("hpc", "hmc"), ("pcm", "split"), ("pcm", "hmc")]


@pytest.mark.parametrize("model, sampler", CHAINS)
def test_threads_and_interruptions_change_no_bit(themata, tree, model, sampler):
    chosen = ["--sampler", sampler]
    whole = fit(themata, tree, "whole", model, *chosen, "--threads", 1)
    assert hashes(fit(themata, tree, "three", model, *chosen, "--threads", 3)) == hashes(whole)
    short = fit(themata, tree, "short", model, *chosen, "--burn-in", 5, "--thin", 5, sweeps=11)
    assert themata("resume", short, "--sweeps", 20).returncode == 0
    assert hashes(short) == hashes(whole)


def test_correlated_affinities_depend_on_neither_threads_nor_interruptions(themata, tree, tmp_path):
    chosen = ["--affinity", "correlated"]
    whole = fit(themata, tree, "whole", "hpc", *chosen, "--threads", 1, "--trace-every", 1)
    assert hashes(fit(themata, tree, "three", "hpc", *chosen, "--threads", 3)) == hashes(whole)
    short = fit(themata, tree, "short", "hpc", *chosen, "--burn-in", 5, "--thin", 5, sweeps=11)
    assert themata("resume", short, "--sweeps", 20).returncode == 0
    assert hashes(short) == hashes(whole)
    assert len({row["correlation"] for row in trace(whole)}) > 15
    for method, length in (("sets", ["--sweeps", 4]), ("mode", []), ("draws", ["--sweeps", 4])):
        for threads in (1, 3):
            done = themata("label", whole, tree, "--method", method, *length, "--threads", threads, "--folds", 0, "--output", f"{method}{threads}.tsv")
            assert done.returncode == 0, done.stderr
        assert (tmp_path / f"{method}1.tsv").read_bytes() == (tmp_path / f"{method}3.tsv").read_bytes()
    for words in [["topics", whole], ["topics", whole, "--membership"],
                  ["infer", whole, tree, "--sweeps", 4, "--output", tmp_path / "infer.tsv"]]:
        assert themata(*words).returncode == 0, words


def correlations_of(path, names):
    """The mean over draws of the correlations of affinities, with labels in the order of `names`."""
    given = (path / "given/topic-names.txt").read_text().splitlines()
    order = [given.index(name) for name in names]
    draws = [np.load(file)["affinity_covariance"].reshape(len(given), -1)[np.ix_(order, order)] for file in (path / "draws").iterdir()]
    return np.mean([covariance / np.sqrt(np.outer(np.diag(covariance), np.diag(covariance))) for covariance in draws], axis=0)


def test_labels_that_occur_together_are_correlated_and_predict_each_other(themata, labelled, tmp_path):
    rows = documents(120, 4)
    pairs = [["science/physics", "arts/music"], ["science/biology", "arts/film"]]
    for d, row in enumerate(rows):
        row["labels"] = pairs[d // 2 % 2] if d % 2 else [pairs[d // 2 % 2][d // 4 % 2]]
        row["text"] = " ".join(word for label in row["labels"] for word in WORDS[label] * 3)
    corpus = labelled("pairs", rows)
    path = fit(themata, corpus, "fit", "hpc", "--affinity", "correlated", "--keep", 10, sweeps=200)
    found = correlations_of(path, [label for pair in pairs for label in pair])
    assert min(found[0, 1], found[2, 3]) > max(found[0, 2], found[0, 3], found[1, 2], found[1, 3]) + 0.2, found
    test = labelled("test", [{"id": "music", "text": "opera choir", "labels": ["arts/music"]}])

    def partner(name):
        done = themata("label", path, test, "--folds", 0, "--sweeps", 400, "--format", "npz", "--output", f"{name}.npz")
        assert done.returncode == 0, done.stderr
        labels = (tmp_path / f"{name}.npz.labels.txt").read_text().splitlines()
        return np.load(tmp_path / f"{name}.npz")["probability"][0][[labels.index("science/physics"), labels.index("science/biology")]]

    physics, biology = partner("together")
    assert physics > biology + 0.05, (physics, biology)
    for file in (path / "draws").iterdir():  # the same without correlations
        draw = dict(np.load(file))
        draw["affinity_covariance"] = np.diag(np.diag(draw["affinity_covariance"].reshape(len(draw["affinity_means"]), -1))).ravel()
        np.savez(file, **draw)
    alone = partner("alone")
    assert physics - biology > alone[0] - alone[1] + 0.05, (physics, biology, alone)


def test_what_correlated_affinities_need_is_said(themata, tree, labelled, tmp_path):
    done = themata("fit", tree, "--model", "hpc", "--affinity", "correlated", "--sampler", "hmc", "--output", "fit")
    assert done.returncode == 2 and "--affinity correlated needs --sampler split" in done.stderr
    corpus = labelled("single", [row for row in documents(60, 1) if len(row["labels"]) == 1])
    done = themata("fit", corpus, "--model", "hpc", "--affinity", "correlated", "--output", "fit")
    assert done.returncode == 2 and "0 of 30 have more than one; expected at least one in 50" in done.stderr, done.stderr
    assert not (tmp_path / "fit").exists()
    path = fit(themata, tree, "fit", "hpc", "--affinity", "correlated", "--keep", 2, sweeps=6)
    last = sorted((path / "draws").iterdir())[-1]
    good = dict(np.load(last))
    for name, values in (("affinity_covariance", -good["affinity_covariance"]), ("affinity_covariance", good["affinity_covariance"][:-1]),
                         ("all_affinities", good["all_affinities"][:-1]), ("all_affinities", good["all_affinities"] + 1),
                         ("affinity_covariance", good["affinity_covariance"] * np.nan)):
        np.savez(last, **{**good, name: values})
        done = themata("topics", path)
        assert done.returncode == 3 and last.name in done.stderr and ("affinit" in done.stderr), (name, done.stderr)


def test_samplers_say_what_they_did(themata, tree):
    split = trace(fit(themata, tree, "split", "hpc", "--trace-every", 1))
    for name in ("psi", "gamma", "nu", "sigma", "lambda", "eta"):
        assert len({row[name] for row in split}) > 15, name
    assert "rates_accepted" not in split[0] and "alpha" not in split[0]
    hmc = trace(fit(themata, tree, "hmc", "hpc", "--sampler", "hmc", "--trace-every", 1))
    for name in ("rates_accepted", "affinities_accepted"):
        assert 0.5 < np.mean([float(row[name]) for row in hmc]) <= 1, name


@pytest.mark.parametrize("model", ["hpc", pytest.param("pcm", marks=pytest.mark.thorough)])
def test_every_verb_reads_it(themata, tree, tmp_path, model):
    path = fit(themata, tree, "fit", model, "--chains", 2, "--trace-every", 1, "--monitor-words", 3, "--monitor-documents", 3)
    for words in [["topics", path], ["topics", path, "--by", "frex"], ["topics", path, "--by", "lift"], ["topics", path, "--by", "score"],
                  ["topics", path, "--format", "json"], ["topics", path, "--format", "tsv"], ["info", path], ["diagnose", path],
                  ["compare", path], ["compare", path, path], ["evaluate", path], ["evaluate", path, "--held-out", tree],
                  ["evaluate", path, "--folds", "2"], ["infer", path, tree, "--output", tmp_path / "infer.tsv"],
                  ["human-eval", path, "--output", tmp_path / "tasks"], ["report", path, "--output", tmp_path / "report.html"],
                  *(["export", path, "--format", name, "--output", tmp_path / name]
                    for name in ("mallet-state", "topic-keys", "doc-topics", "topic-words")),
                  ["export", path, "--format", "topic-words", "--as", "mtx", "--output", tmp_path / "counts.mtx"]]:
        done = themata(*words)
        assert done.returncode == 0, (words, done.stderr)
        never = "nan" if words[0] == "diagnose" else "nan|inf"
        assert not re.search(rf"(?<![a-z])({never})(?![a-z])", done.stdout), (words, done.stdout)
    with open(tmp_path / "infer.tsv") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    shares = np.array([[float(x) for name, x in row.items() if name.startswith("topic_")] for row in rows])
    assert np.allclose(shares.sum(axis=1), 1, atol=1e-4)


def test_a_sweep_of_pcm_is_scored(themata, tree):
    done = themata("sweep", tree, "--model", "lda,pcm", "--topics", "3,5", "--sweeps", 20, "--output", "grid")
    assert done.returncode == 0, done.stderr


def test_topics_are_the_nodes_of_the_tree(themata, tree):
    path = fit(themata, tree, "fit", "hpc", sweeps=100)
    rows = json.loads(themata("topics", path, "--by", "prob", "--format", "json").stdout)
    rates, _, names, _ = draws_of(path)
    vocabulary = (tree / "vocabulary.txt").read_text().splitlines()
    assert {row["name"] for row in rows} == set(WORDS)
    for row in rows:
        own = WORDS[row["name"]]
        if "/" in row["name"]:  # whose words are likely, and those of the label above only a little less
            assert set(own) <= {word["word"] for word in row["words"][:len(own) + 3]}, row
        else:  # no document has the label alone: what is above its children has the words that both have, on average over draws
            assert row["tokens"] == 0
            log_rates = np.mean([np.log(rate[:, names.index(row["name"])]) for rate in rates], axis=0)
            likely = {vocabulary[v] for v in np.argsort(-log_rates)[:len(COMMON) + len(own)]}
            assert set(own) <= likely, (row["name"], likely)


@pytest.mark.parametrize("model", ["hpc", "pcm"])
def test_means_are_those_of_the_kept_draws(themata, tree, model):
    path = fit(themata, tree, "fit", model, "--keep", 3)
    draws = [np.load(file) for file in sorted((path / "draws").iterdir())]
    order = np.argsort(-np.bincount(draws[-1]["z"], minlength=len(draws[-1]["affinity_means"])), kind="stable")
    phi, theta = [], []
    for draw in draws:
        topics = len(draw["affinity_means"])
        rates = np.exp(draw["log_rates"].reshape(-1, topics + 1)[:, :topics].astype(float))
        phi.append((rates / rates.sum(axis=0)).T[order])
        shares = np.zeros((len(draw["labels_begin"]) - 1, topics))
        for d in range(len(shares)):
            own = slice(int(draw["labels_begin"][d]), int(draw["labels_begin"][d + 1]))
            weight = np.exp(draw["affinities"][own])
            shares[d, draw["labels"][own]] = weight / weight.sum()
        theta.append(shares[:, order])
    for name, values in (("topic-word", phi), ("document-topic", theta)):
        assert np.allclose(np.load(path / f"{name}-1-mean.npy"), np.mean(values, axis=0), atol=1e-6), name
        assert np.allclose(np.load(path / f"{name}-1-sd.npy"), np.std(values, axis=0, ddof=1), atol=1e-6), name


def test_documents_without_labels_are_named_or_set_aside(themata, labelled, tmp_path):
    corpus = labelled("gaps", documents(20, 2, unlabelled=(4, 11)))
    done = themata("fit", corpus, "--model", "hpc", "--sweeps", 3, "--output", "fit")
    assert done.returncode == 3 and "documents.jsonl:5" in done.stderr and "'d4' has no label; one other document has none either;" in done.stderr
    assert "--unlabeled set-aside" in done.stderr and not (tmp_path / "fit").exists()
    done = themata("fit", corpus, "--model", "hpc", "--unlabeled", "set-aside", "--sweeps", 6, "--output", "fit")
    assert done.returncode == 0 and "2 documents without labels are set aside in fit/set-aside" in done.stderr, done.stderr
    (tmp_path / "labelled").mkdir()  # of that name, beside the fit, is something else
    for words in [["topics", "fit"], ["resume", "fit", "--sweeps", 9], ["label", "fit", "fit/set-aside", "--output", "labels.tsv"]]:
        done = themata(*words)
        assert done.returncode == 0, done.stderr
    output = themata("info", "fit").stdout
    assert re.search(rf"^ +documents with labels from {re.escape(str(corpus))}$", output, re.M), output
    assert themata("report", "fit", "--output", "report.html").returncode == 0
    assert '"corpus":"gaps"' in (tmp_path / "report.html").read_text()
    with open(tmp_path / "labels.tsv") as file:
        assert {row["id"] for row in csv.DictReader(file, delimiter="\t")} == {"d4", "d11"}
    done = themata("fit", corpus, "--model", "labeled-lda", "--unlabeled", "set-aside", "--output", "other")
    assert done.returncode == 2 and "--unlabeled does not apply to --model" in done.stderr


def test_the_former_spelling_of_unlabeled_is_accepted_and_kept_in_manifests(themata, labelled, tmp_path):
    corpus = labelled("gaps", documents(20, 2, unlabelled=(4, 11)))
    for option in ("--unlabelled", "--unlabeled"):
        done = themata("fit", corpus, "--model", "hpc", option, "set-aside", "--sweeps", 3, "--output", f"fit{option}")
        assert done.returncode == 0, done.stderr
        assert manifest(tmp_path / f"fit{option}")["options"]["unlabelled"] == "set-aside"
    both = themata("fit", corpus, "--model", "hpc", "--unlabelled", "refuse", "--unlabeled", "refuse", "--output", "both")
    assert both.returncode == 2 and "cannot be combined with --unlabeled" in both.stderr and not (tmp_path / "both").exists()


def test_a_changed_tree_is_refused(themata, tree):
    text = (tree / "tree.tsv").read_text()
    (tree / "tree.tsv").write_text(text.replace("science/biology\tscience", "science/biology\tarts"))
    done = themata("fit", tree, "--model", "hpc", "--output", "fit")
    assert done.returncode == 3 and "tree.tsv: is damaged: its checksum is" in done.stderr
    (tree / "tree.tsv").unlink()
    done = themata("fit", tree, "--model", "hpc", "--output", "fit")
    assert done.returncode == 3 and "tree.tsv" in done.stderr


def test_names_of_labels_are_all_different(themata, tree):
    path = fit(themata, tree, "fit", "hpc")
    fits.drop_checksums(path)
    names = path / "given/topic-names.txt"
    names.write_text(names.read_text().replace("science/biology", "science/physics"))
    done = themata("topics", path)
    assert done.returncode == 3 and "topic-names.txt" in done.stderr and "expected a different name for each label" in done.stderr


@pytest.mark.parametrize("name", ["labels-1.tsv", "given/topic-names.txt"])
def test_parts_of_a_fit_are_not_written_over(themata, tree, name):
    path = fit(themata, tree, "fit", "hpc")
    before = (path / name).read_bytes()
    done = themata("export", path, "--format", "topic-keys", "--output", path / name)
    assert done.returncode == 2 and "name another --output" in done.stderr and (path / name).read_bytes() == before
    assert themata("export", path, "--format", "topic-keys", "--output", tree / "tree.tsv").returncode == 2


def test_lost_draws_are_reported_by_resume(themata, tree):
    path = fit(themata, tree, "fit", "hpc", "--keep", 5)
    sorted((path / "draws").iterdir())[2].unlink()
    done = themata("resume", path, "--sweeps", 30)
    assert done.returncode == 3 and "has 4 draws of chain 1; the fit's manifest says 5" in done.stderr


def test_left_to_right_is_refused_before_a_fold_is_fitted(themata, tree, tmp_path):
    path = fit(themata, tree, "fit", "hpc")
    done = themata("evaluate", path, "--folds", 2, "--method", "left-to-right", "--keep-folds", "folds")
    assert done.returncode == 2 and "needs Dirichlet topic proportions" in done.stderr and not (tmp_path / "folds").exists()


def test_labels_that_no_document_has_are_kept_and_reported(themata, labelled, tmp_path):
    rows = documents(20, 3)
    (tmp_path / "tree.tsv").write_text("".join(f"{label}\t{label.rpartition('/')[0]}\n" for label in WORDS) +
                                       "science/physics/optics\tscience/physics\nsport\t\n")
    corpus = labelled("corpus", rows, "--tree", tmp_path / "tree.tsv")
    done = themata("fit", corpus, "--model", "hpc", "--sweeps", 6, "--output", "fit")
    assert done.returncode == 0
    assert "2 labels have no documents; the words are estimated from the labels next to them: science/physics/optics, sport\n" \
        in done.stderr
    assert "2 labels with labels below them have no documents; their words are estimated from the labels below" in done.stderr
    names = {row["label"] for row in json.loads(themata("topics", "fit", "--format", "json").stdout)}
    assert names == {*WORDS, "science/physics/optics", "sport"}


def test_labels_that_the_tree_lacks_are_refused(themata, labelled, tmp_path):
    (tmp_path / "tree.tsv").write_text("".join(f"{label}\t{label.rpartition('/')[0]}\n" for label in WORDS if label != "arts/film"))
    corpus = labelled("corpus", documents(60, 1), "--tree", tmp_path / "tree.tsv")
    done = themata("fit", corpus, "--model", "hpc", "--sweeps", 3, "--output", "fit")
    assert done.returncode == 3 and re.search(r"documents.jsonl:\d+: .* the label 'arts/film', which is not in the tree", done.stderr)
    edited = manifest(corpus)
    del edited["checksums"]["tree.tsv"]  # as another program may write it
    fits.write_manifest(corpus, edited)
    (corpus / "tree.tsv").write_text("science\tarts\narts\tscience\n")
    done = themata("fit", corpus, "--model", "hpc", "--sweeps", 3, "--output", "fit")
    assert done.returncode == 3 and "tree.tsv: the label 'science' is above itself" in done.stderr, done.stderr


def test_a_corpus_without_any_label_is_refused(themata, corpus):
    done = themata("fit", corpus, "--model", "hpc", "--sweeps", 3, "--output", "fit")
    assert done.returncode == 3 and "has no labels; expected a corpus that was imported with --labels" in done.stderr


@pytest.mark.parametrize("model, words, message", [
    ("hpc", ["--topics", "5"], "--topics does not apply to --model hpc, whose topics follow from the labels"),
    ("hpc", ["--alpha", "1"], "--alpha does not apply to --model hpc; it belongs to lda, hdp, franchise, labeled-lda, lida, ftm, sstm, dmm, dp-dmm or dmr"),
    ("pcm", ["--beta", "1"], "--beta does not apply to --model pcm; it belongs to lda, hdp, franchise, labeled-lda, lida, ftm, sstm, dmm, dp-dmm or dmr"),
    ("pcm", ["--gamma", "2"], "--gamma does not apply to --model pcm; it belongs to hdp, franchise, lida or sstm"),
    ("hpc", ["--learn", "beta"], "--learn does not apply to --model hpc; it belongs to lda, hdp, franchise, labeled-lda, lida, ftm, sstm, dmm, dp-dmm or dmr"),
    ("hpc", ["--prior-shape", "2"], "--prior-shape does not apply to --model hpc"),
    ("hpc", ["--beta-weights", "x"], "--beta-weights does not apply to --model hpc; it belongs to lda, hdp, franchise, labeled-lda, dmm, dp-dmm or dmr"),
    ("hpc", ["--alpha-weights", "x"], "--alpha-weights does not apply to --model hpc; it belongs to lda or labeled-lda"),
    ("pcm", ["--background-topics", "1"], "--background-topics does not apply to --model pcm; it belongs to labeled-lda"),
    ("hpc", ["--sampler", "collapsed"], "--sampler is 'collapsed'; expected split, or hmc"),
    ("lda", ["--sampler", "hmc"], "--sampler is 'hmc'; expected block-collapsed, or "),
    ("hpc", ["--z", "sparse"], "--z does not apply to --model hpc; it belongs to lda, hdp or labeled-lda"),
    ("hpc", ["--split-merge", "1"], "--split-merge does not apply to --model hpc; it belongs to hdp or franchise"),
    ("hpc", ["--weights", "gem"], "--weights does not apply to --model hpc; it belongs to hdp")])
def test_bad_settings_are_named(themata, tree, model, words, message):
    done = themata("fit", tree, "--model", model, *words, "--output", "fit")
    assert done.returncode == 2 and message in done.stderr, done.stderr
    assert not (tree.parent / "fit").exists()


DAMAGE = {
    "rates": (lambda draw: draw.update(log_rates=draw["log_rates"][:-1]), "log rates do not match 6 topics and the corpus"),
    "variances": (lambda draw: draw.update(rate_variances=draw["rate_variances"][:-1]), "expected one for each of"),
    "a variance": (lambda draw: draw["rate_variances"].__setitem__(0, 0), "variances or scales are not above 0"),
    "a hyperparameter": (lambda draw: draw.update(rate_laws=draw["rate_laws"][:2]), "variances or scales are not above 0"),
    "too large": (lambda draw: draw["affinity_means"].__setitem__(0, 1e300), "rates are not finite, or affinities or means are more than 600 from 0"),
    "not finite": (lambda draw: draw["affinities"].__setitem__(0, np.nan), "rates are not finite, or affinities or means are more than 600 from 0"),
    "branch": (lambda draw: draw["branch_nodes"].__setitem__(0, 99), "a branch belongs to none of its 6 topics"),
    "lists": (lambda draw: draw["labels_begin"].__setitem__(-1, 7), "does not divide labels and affinities"),
    "label": (lambda draw: draw["labels"].__setitem__(0, 6), "are not an ascending list of its 6 topics"),
    "another's token": (lambda draw: draw["z"].__setitem__(slice(None), np.uint16(0)), "which is not one of its labels"),
    "words": (lambda draw: draw.update(log_rates=draw["log_rates"][:-7], rate_variances=draw["rate_variances"][:-3]),
              "it has rates of 26 words; the corpus has 27"),
    "no rates": (lambda draw: [draw.pop(name) for name in list(draw) if name == "log_rates"], "damaged"),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_damaged_rates_are_refused(themata, tree, expect_damage_reported, damage):
    path = fit(themata, tree, "fit", "hpc", "--keep", 1, sweeps=5)
    spoil, message = DAMAGE[damage]
    expect_damage_reported(path, spoil, message, [["topics", path], ["resume", path, "--sweeps", 9]])


def test_a_chain_goes_on_from_rates_beyond_all_numbers(themata, tree):
    """e^1000 is none: what a hostile file may hold, and what no draw should wait for."""
    path = fit(themata, tree, "fit", "hpc", "--keep", 1, sweeps=5)
    for name in ("checkpoint/chain-1.npz", "draws/chain-1-sweep-00000005.npz"):
        draw = dict(np.load(path / name))
        draw["log_rates"][:] = 1000
        np.savez(path / name, **draw)
    assert themata("topics", path).returncode == 0
    assert themata("label", path, tree, "--output", "labels.tsv").returncode == 0
    done = themata("resume", path, "--sweeps", 30)
    assert done.returncode == 0, done.stderr
    assert "nan" not in themata("topics", path, "--format", "json").stdout


@pytest.mark.parametrize("parents, message", [([6, 6, 0, 0, 1], "expected 6 topics"), ([1, 0, 0, 0, 1, 1], "is above itself"),
                                              ([6, 6, 9, 0, 1, 1], "the parent of topic 2 does not exist")])
def test_a_damaged_tree_is_refused(themata, tree, parents, message):
    path = fit(themata, tree, "fit", "hpc", sweeps=5)
    fits.drop_checksums(path)
    np.save(path / "given/topic-parents.npy", np.array(parents, dtype=np.uint32))
    for words in [["topics", path], ["resume", path, "--sweeps", 9]]:
        done = themata(*words)
        assert done.returncode == 3 and message in done.stderr, done.stderr


# Prediction


def scores_of(text, which):
    found = re.search(rf"^{which}: .*?micro +(\S+) +(\S+) +(\S+)\n +macro +(\S+) +(\S+) +(\S+)", text, re.M | re.S)
    return [float(x) for x in found.groups()]


def f1(precision, recall):
    return 2 * precision * recall / (precision + recall)


@pytest.mark.parametrize("model, method, easy", [("hpc", "sets", 0.9), ("hpc", "draws", 0.5), ("hpc", "mode", 0.5),
                                                 ("labeled-lda", "shares", 0.9)])
def test_labels_are_predicted_and_scored(themata, tree, labelled, tmp_path, model, method, easy):
    path = fit(themata, tree, "fit", model, sweeps=60)
    test, valid = labelled("test", documents(40, 5)), labelled("valid", documents(30, 6))
    done = themata("label", path, test, "--method", method, "--calibrate", valid, "--format", "npz", "--output", "labels.npz")
    assert done.returncode == 0, done.stderr
    found = np.load(tmp_path / "labels.npz")
    names = (tmp_path / "labels.npz.labels.txt").read_text().splitlines()
    truth = np.zeros(found["predicted"].shape, dtype=bool)
    for d, row in enumerate(documents(40, 5)):
        truth[d, [names.index(label) for label in row["labels"]]] = True
    predicted = found["predicted"] == 1
    assert (predicted.sum(axis=1) >= 1).all() and (found["tokens"] == 30).all() and (found["unknown"] == 0).all()
    hits, has = (predicted & truth).sum(axis=0), truth.sum(axis=0) > 0
    micro = [hits.sum() / predicted.sum(), hits.sum() / truth.sum()]
    macro = [np.mean(hits[has] / np.maximum(1, predicted.sum(axis=0)[has])), np.mean(hits[has] / truth.sum(axis=0)[has])]
    assert np.allclose(scores_of(done.stdout, "score"), [*micro, f1(*micro), *macro, f1(*macro)], atol=6e-5)
    assert f1(*micro) > easy, "such labels are easy; of the simpler model less so, where affinities hardly differ"
    threshold = float(re.search(r"threshold (\S+)$", done.stdout, re.M)[1])
    above = found["probability"] >= threshold
    above[np.arange(40), found["probability"].argmax(axis=1)] = True
    assert (above == predicted).all()


def test_the_threshold_is_the_best_of_all(themata, tree, labelled, tmp_path):
    path = fit(themata, tree, "fit", "hpc", sweeps=60)
    short = [{**row, "text": " ".join(row["text"].split()[:3])} for row in documents(60, 6)]  # which leave some doubt
    valid = labelled("valid", short)
    output = themata("label", path, valid, "--calibrate", valid, "--format", "npz", "--output", "labels.npz").stdout
    assert scores_of(output, "calibration") == scores_of(output, "score")
    best = scores_of(output, "score")[2]
    assert 0.3 < best < 0.95
    default = scores_of(themata("label", path, valid, "--folds", 0, "--output", "labels.tsv").stdout, "score")[2]
    assert default < best, "or the search for the best has found nothing"
    for threshold in np.unique(np.quantile(np.load(tmp_path / "labels.npz")["probability"], np.linspace(0, 1, 4))):
        output = themata("label", path, valid, "--calibrate", valid, "--threshold", threshold, "--output", "labels.tsv").stdout
        assert scores_of(output, "score")[2] <= best + 1e-9


def test_labels_of_just_the_threshold_are_predicted(themata, tree, labelled, tmp_path):
    path = fit(themata, tree, "fit", "hpc")
    test = labelled("test", [{**row, "text": " ".join(row["text"].split()[:3])} for row in documents(60, 6)])
    for threshold in ("0.1", "0.3", "0.7", "0.9"):
        assert themata("label", path, test, "--sweeps", 2, "--folds", 0, "--at-least", 0, "--threshold", threshold, "--output", "labels.tsv").returncode == 0
        with open(tmp_path / "labels.tsv") as file:
            rows = list(csv.DictReader(file, delimiter="\t"))
        assert all((float(row["probability"]) >= float(threshold)) == (row["predicted"] == "1") for row in rows)
        assert any(row["probability"] == threshold for row in rows), "of twenty draws each"


def test_what_was_given_must_be_of_the_draws(themata, tree):
    path = fit(themata, tree, "fit", "hpc", sweeps=5)
    fits.drop_checksums(path)
    kept = {name: (path / "given" / name).read_bytes() for name in ("topic-names.txt", "topic-parents.npy", "allowed-topics.npz")}
    for name, message in [("topic-names.txt", "do not have 6 labels"), ("topic-parents.npy", "do not have 6 labels"),
                          ("allowed-topics.npz", "the labels of allowed-topics.npz do not match the draws")]:
        (path / "given" / name).unlink()
        for words in [["topics", path], ["label", path, tree, "--output", "x"], ["infer", path, tree, "--output", "x"],
                      ["resume", path, "--sweeps", 9]]:
            done = themata(*words)
            assert done.returncode == 3 and message in done.stderr, (words, done.stderr)
        (path / "given" / name).write_bytes(kept[name])
    np.save(path / "given/topic-parents.npy", np.full(6, 6, dtype=np.uint32))
    done = themata("topics", path)
    assert done.returncode == 3 and "the tree of topic-parents.npy does not match the draws" in done.stderr


def test_an_older_draw_is_checked_like_the_last(themata, tree):
    path = fit(themata, tree, "fit", "hpc", "--keep", 2, sweeps=6)
    first = sorted((path / "draws").iterdir())[0]
    draw = dict(np.load(first))
    draw["labels_begin"], draw["labels"], draw["affinities"] = np.zeros(1, np.uint64), draw["labels"][:0], draw["affinities"][:0]
    np.savez(first, **draw)
    for words in [["label", path, tree, "--output", "x"], ["infer", path, tree, "--output", "x"], ["resume", path, "--sweeps", 9],
                  ["topics", path], ["topics", path, "--membership"]]:
        done = themata(*words)
        assert done.returncode == 3 and first.name in done.stderr, (words, done.stderr)


def test_nothing_is_fitted_where_only_unlabelled_documents_have_words(themata, labelled, tmp_path):
    corpus = labelled("corpus", [{"id": "a", "text": "", "labels": ["A"]}, {"id": "b", "text": "yak wolf", "labels": []}])
    done = themata("fit", corpus, "--model", "hpc", "--unlabeled", "set-aside", "--output", "fit")
    assert done.returncode == 3 and "has no tokens" in done.stderr and not (tmp_path / "fit").exists()
    corpus = labelled("other", [{"id": "b", "text": "yak wolf", "labels": []}], "--min-documents", 1)
    done = themata("fit", corpus, "--model", "hpc", "--unlabeled", "set-aside", "--output", "fit")
    assert done.returncode == 3 and "other/documents.jsonl: has no labels" in done.stderr, done.stderr


def test_the_formats_of_labels_agree(themata, tree, labelled, tmp_path):
    path = fit(themata, tree, "fit", "hpc")
    rows = documents(8, 5) + [{"id": "strange", "text": "zebra", "labels": ["nowhere"]}]
    test = labelled("test", rows)
    for name in ("tsv", "jsonl", "npz"):
        done = themata("label", path, test, "--at-least", 2, "--format", name, "--output", f"labels.{name}")
        assert done.returncode == 0 and "1 unknown label, which the fit cannot predict: counted as missed" in done.stdout, done.stdout
        assert "1 document without any known word" in done.stdout
    matrix = np.load(tmp_path / "labels.npz")
    names = (tmp_path / "labels.npz.labels.txt").read_text().splitlines()
    assert (tmp_path / "labels.npz.ids.txt").read_text().splitlines() == [row["id"] for row in rows]
    objects = [json.loads(line) for line in (tmp_path / "labels.jsonl").read_text().splitlines()]
    with open(tmp_path / "labels.tsv") as file:
        lines = list(csv.DictReader(file, delimiter="\t"))
    assert [row["id"] for row in objects] == [row["id"] for row in rows] and objects[-1]["unknown"] == 1
    assert len(lines) == sum(len(row["labels"]) for row in objects)
    for d, row in enumerate(objects):
        own = [line for line in lines if int(line["document"]) == d]
        assert [line["label"] for line in own] == [label["label"] for label in row["labels"]] and len(own) >= 5
        probabilities = [label["probability"] for label in row["labels"]]
        assert probabilities == sorted(probabilities, reverse=True) and row["labels"][1]["predicted"]
        for label in row["labels"]:
            k = names.index(label["label"])
            assert label["probability"] == pytest.approx(matrix["probability"][d, k], rel=1e-5)
            assert label["predicted"] == bool(matrix["predicted"][d, k])


def test_prediction_does_not_depend_on_threads(themata, tree, tmp_path):
    path = fit(themata, tree, "fit", "hpc")
    for method in ("sets", "mode", "draws"):
        for threads in (1, 3):
            done = themata("label", path, tree, "--method", method, "--threads", threads, "--output", f"{method}{threads}.tsv")
            assert done.returncode == 0, done.stderr
        assert (tmp_path / f"{method}1.tsv").read_bytes() == (tmp_path / f"{method}3.tsv").read_bytes()


def test_what_cannot_predict_is_refused(themata, tree, labelled, tmp_path):
    corpus = labelled("strange", [{"id": "a", "text": "zebra", "labels": ["arts/film"]}])
    pcm = fit(themata, tree, "pcm", "pcm")
    done = themata("label", pcm, tree, "--output", "out.tsv")
    assert done.returncode == 2 and "is a fit of pcm, which has no labels; expected a fit of labeled-lda or hpc" in done.stderr
    lda = fit(themata, tree, "lda", "labeled-lda")
    done = themata("label", lda, tree, "--method", "mode", "--output", "out.tsv")
    assert done.returncode == 2 and "is a fit of labeled-lda; expected --method shares" in done.stderr
    hpc = fit(themata, tree, "hpc", "hpc")
    done = themata("label", hpc, tree, "--method", "shares", "--output", "out.tsv")
    assert done.returncode == 2 and "is a fit of hpc; expected --method sets, draws or mode" in done.stderr
    for words in (["--sweeps", 30], ["--skip", 3], ["--seed", 4]):
        done = themata("label", hpc, tree, "--method", "mode", *words, "--output", "out.tsv")
        assert done.returncode == 2 and f"{words[0]} belongs to methods that draw, not to --method mode" in done.stderr
    done = themata("label", hpc, tree, "--calibrate", corpus, "--output", "out.tsv")
    assert done.returncode == 3 and "has no word in common with the fit" in done.stderr
    write_rows(tmp_path / "plain.jsonl", documents(3, 1))
    assert themata("import", "--format", "jsonl", "plain.jsonl", "--stop-words", "none", "--output", "plain").returncode == 0
    done = themata("label", hpc, tree, "--calibrate", "plain", "--output", "out.tsv")
    assert done.returncode == 3 and "has no labels; --calibrate needs documents that were imported with --labels" in done.stderr
    done = themata("label", hpc, tree, "--threshold", "1.5", "--output", "out.tsv")
    assert done.returncode == 2, done.stderr
    done = themata("evaluate", hpc, "--held-out", tree, "--method", "left-to-right")
    assert done.returncode == 2 and "expected --method completion for this fit" in done.stderr
    assert not (tmp_path / "out.tsv").exists()


# The words of labels

WITH_ONLY_CHILD = {**{label: label.rpartition("/")[0] for label in WORDS}, "arts/film/silent": "arts/film"}


@pytest.fixture
def deep(labelled, tmp_path):
    """A tree in which one label is an only child, and no document has it."""
    (tmp_path / "tree.tsv").write_text("".join(f"{label}\t{parent}\n" for label, parent in WITH_ONLY_CHILD.items()))
    return labelled("deep", documents(60, 1), "--tree", tmp_path / "tree.tsv")


def draws_of(path):
    """Rates of nodes [V, K + 1] and tau^2 [V, B] of every kept draw, topics by size as everywhere, and their names."""
    files = [np.load(file) for file in sorted((path / "draws").iterdir())]
    topics = len(files[0]["affinity_means"])
    order = np.argsort(-np.bincount(files[-1]["z"], minlength=topics), kind="stable")
    given = path / "given/topic-names.txt"
    names = np.array(given.read_text().splitlines())[order] if given.exists() else map(str, range(topics))
    rates = [np.exp(file["log_rates"].reshape(-1, topics + 1).astype(float)[:, [*order, topics]]) for file in files]
    number = {int(k): i for i, k in enumerate(order)}
    nodes = [number.get(int(k), -1) for k in files[0]["branch_nodes"]]
    return rates, [file["rate_variances"].reshape(-1, len(nodes)) for file in files], list(names), nodes


def rivals_of(label, against):
    siblings = [name for name, parent in WITH_ONLY_CHILD.items() if parent == WITH_ONLY_CHILD[label]]
    children = [name for name, parent in WITH_ONLY_CHILD.items() if parent == label]
    if against == "all":
        return list(WITH_ONLY_CHILD)
    if against == "children" and children:
        return [label, *children]
    return siblings if len(siblings) > 1 else [label, WITH_ONLY_CHILD[label]]


def frex_of(rate, exclusivity, weight=0.5):
    ecdf = [np.mean(np.float32(x)[None, :] <= np.float32(x)[:, None], axis=1) for x in (rate, exclusivity)]
    return 1 / (weight / ecdf[1] + (1 - weight) / ecdf[0])


@pytest.mark.parametrize("against", ["siblings", "children", "all"])
def test_words_of_labels_are_means_over_the_kept_draws(themata, deep, tmp_path, against):
    path = fit(themata, deep, "fit", "hpc", "--keep", 4, sweeps=30)
    rates, variances, names, nodes = draws_of(path)
    vocabulary = (deep / "vocabulary.txt").read_text().splitlines()
    exported = themata("export", path, "--format", "label-words", "--against", against, "--exclusivity-weight", 0.7, "--output", "words.tsv")
    assert exported.returncode == 0, exported.stderr
    with open(tmp_path / "words.tsv") as file:
        rows = {(row["label"], row["word"]): row for row in csv.DictReader(file, delimiter="\t")}
    assert len(rows) == len(names) * len(vocabulary)
    shown = json.loads(themata("topics", path, "--against", against, "--exclusivity-weight", 0.7, "--format", "json", "--words", 5).stdout)
    assert {row["label"] for row in shown} == set(names)
    saved = np.load(path / "label-words-1.npz")
    for label in names:
        k, others = names.index(label), [names.index(name) for name in rivals_of(label, against)]
        own = np.array([rate[:, k] for rate in rates])
        exclusive = np.array([rate[:, k] / rate[:, others].sum(axis=1) for rate in rates])
        frex = frex_of(own.mean(axis=0), exclusive.mean(axis=0), 0.7)
        truth = {"rate": own.mean(axis=0), "rate_sd": own.std(axis=0, ddof=1), "exclusivity": exclusive.mean(axis=0),
                 "exclusivity_sd": exclusive.std(axis=0, ddof=1), "frex": frex,
                 "frex_sd": np.std([frex_of(a, b, 0.7) for a, b in zip(own, exclusive)], axis=0, ddof=1)}
        for name, values in truth.items():
            exported = [float(rows[label, word][name]) for word in vocabulary]
            assert np.allclose(exported, values, rtol=6e-4, atol=1e-9), (label, name)
        row = next(row for row in shown if row["label"] == label)
        assert (row["parent"] or "") == WITH_ONLY_CHILD[label]
        for name, scores in (("frequent", own.mean(axis=0)), ("exclusive", exclusive.mean(axis=0)), ("frex", frex)):
            best = [vocabulary.index(word["word"]) for word in row[name]]
            assert len(best) == 5 and np.allclose(np.sort(scores)[::-1][:5], scores[best], rtol=1e-6), (label, name)
        if against == "siblings":
            assert np.allclose(saved["rate"][k], own.mean(axis=0), rtol=1e-5)
            assert np.allclose(saved["exclusivity"][k], exclusive.mean(axis=0), rtol=1e-5)
            assert np.allclose(saved["frex"][k], frex_of(own.mean(axis=0), exclusive.mean(axis=0)), rtol=1e-5)
    assert saved["parent"].tolist() == nodes
    assert np.allclose(saved["tau2"], np.mean(variances, axis=0).T, rtol=1e-5)
    assert np.allclose(saved["tau2_sd"], np.std(variances, axis=0, ddof=1).T, rtol=1e-4, atol=1e-7)


def test_the_table_of_labels_counts_documents(themata, deep, tmp_path):
    path = fit(themata, deep, "fit", "hpc")
    with open(path / "labels-1.tsv") as file:
        rows = {row["label"]: row for row in csv.DictReader(file, delimiter="\t")}
    of_documents = [set(row["labels"]) for row in documents(60, 1)]
    for label, parent in WITH_ONLY_CHILD.items():
        row = rows[label]
        assert row["parent"] == parent and int(row["depth"]) == label.count("/")
        assert int(row["documents"]) == sum(label in labels for labels in of_documents)
        assert int(row["documents_below"]) == sum(any((own + "/").startswith(label + "/") for own in labels) for labels in of_documents)
    assert sum(int(row["tokens"]) for row in rows.values()) == 60 * 30
    done = themata("export", path, "--format", "label-variances", "--output", "tau2.tsv")
    assert done.returncode == 0, done.stderr
    with open(tmp_path / "tau2.tsv") as file:
        tau2 = list(csv.DictReader(file, delimiter="\t"))
    saved = np.load(path / "label-words-1.npz")
    assert np.allclose([float(row["tau2"]) for row in tau2], saved["tau2"].ravel(), rtol=1e-5)
    assert {row["parent"] for row in tau2} == {"", "science", "arts", "arts/film"}


def test_the_tree_is_printed_with_three_lists_a_label(themata, deep):
    path = fit(themata, deep, "fit", "hpc", sweeps=60)
    text = themata("topics", path).stdout
    assert text.startswith("hpc, chain 1: 7 labels, 1,800 tokens; mean of 20 draws, exclusivity against siblings\n")
    for name in ("frequent", "exclusive", "FREX"):
        assert len(re.findall(rf"^ +{name}  ", text, re.M)) == 7
    assert re.search(r"^ +\d+ +0 +0 +0.00%      arts/film/silent  \(no documents: estimated from the labels next to it\)$", text, re.M)
    lines = themata("topics", path, "--format", "tsv").stdout.splitlines()
    assert len(lines) == 8 and lines[0].split("\t")[-3:] == ["frequent", "exclusive", "frex"]
    # What the label above has too is frequent in both of its children, and exclusive to neither.
    rows = {row["label"]: row for row in json.loads(themata("topics", path, "--format", "json", "--words", 4).stdout)}
    for label in ("science/physics", "arts/music"):
        assert {word["word"] for word in rows[label]["frex"]} == set(WORDS[label]), label
        assert all(word["exclusivity"] > 0.8 for word in rows[label]["exclusive"])


def level_of_split(a, b):
    """The level, from 1, at which two paths split; None if one contains the other."""
    steps = list(zip(a.split("/"), b.split("/")))
    return next((level for level, (one, other) in enumerate(steps, 1) if one != other), None)


def plain_memberships(path, corpus):
    """Documents and mean proportions of words by label, and of all (None), from the corpus and the document-topic means."""
    labels = [json.loads(line)["labels"] for line in (corpus / "documents.jsonl").read_text().splitlines()]
    theta = np.load(path / "document-topic-1-mean.npy").astype(float)
    names = draws_of(path)[2]
    result = {None: [len(labels), sum(len(own) > 1 for own in labels)] + [0] * 3} | {name: [0, 0, 0, 0, 0] for name in names}
    words = {name: np.zeros(4) for name in names}
    for d, own in enumerate(labels):
        splits = {level_of_split(a, b) for a in own for b in own}
        for level in (1, 2, 3):
            result[None][1 + level] += level in splits
        for name in own:
            result[name] = [result[name][0] + 1, result[name][1] + (len(own) > 1)] + [
                result[name][1 + level] + (level in splits) for level in (1, 2, 3)]
            for other in own:
                level = 0 if other == name else level_of_split(name, other)
                if level is not None:
                    words[name][level] += theta[d, names.index(other)]
    return result, {name: words[name] / max(1, result[name][0]) for name in names}


def test_memberships_are_those_of_the_documents(themata, labelled, tmp_path):
    rows = documents(60, 1) + [{"id": "above", "text": "theory data", "labels": ["science", "science/physics"]},
                               {"id": "three", "text": "atom gene choir", "labels": ["science/physics", "science/biology", "arts/music"]}]
    (tmp_path / "tree.tsv").write_text("".join(f"{label}\t{parent}\n" for label, parent in WITH_ONLY_CHILD.items()))
    corpus = labelled("corpus", rows, "--tree", tmp_path / "tree.tsv")
    path = fit(themata, corpus, "fit", "hpc", "--keep", 4)
    counts, words = plain_memberships(path, corpus)
    lines = list(csv.DictReader(themata("topics", path, "--membership", "--format", "tsv").stdout.splitlines(), delimiter="\t"))
    assert [row["label"] for row in lines].count("") == 1 and lines[0]["label"] == "" and len(lines) == 1 + len(WITH_ONLY_CHILD)
    for row in lines:
        documents_, *parts = counts[row["label"] or None]
        assert int(row["documents"]) == documents_
        if documents_ == 0:
            assert row["mixed"] == row["across_1"] == row["own"] == row["words_3_sd"] == row["with"] == ""
            continue
        assert np.allclose([float(row[name]) for name in ("mixed", "across_1", "across_2", "across_3")], np.array(parts) / documents_, atol=1e-6)
        if row["label"]:
            assert np.allclose([float(row[name]) for name in ("own", "words_1", "words_2", "words_3")], words[row["label"]], atol=2e-6)
    found = json.loads(themata("topics", path, "--membership", "--format", "json").stdout)
    assert found["documents_by_labels"] == [30, 31, 1] and found["all"]["mixed"] == pytest.approx(32 / 62)
    assert [label["label"] for label in found["labels"]] == [row["label"] for row in lines[1:]]
    label = next(label for label in found["labels"] if label["label"] == "science/physics")
    partners = [(label["documents"], label["label"]) for label in label["with"]]
    assert sum(n for n, _ in partners) == counts["science/physics"][1] + 1 and partners == sorted(partners, key=lambda pair: -pair[0])
    assert label["own"]["sd"] > 0 and label["across"] == pytest.approx([x / counts["science/physics"][0] for x in counts["science/physics"][2:]])
    table = themata("topics", path, "--membership").stdout.splitlines()
    assert table[0] == "hpc, chain 1: 7 labels, 62 documents; proportions of words are means of 4 draws"
    assert table[1] == "documents by number of labels: 1: 30 (48.4%), 2: 31 (50.0%), 3: 1 (1.6%)"
    assert len(table) == 5 + len(WITH_ONLY_CHILD) and table[4].startswith("              62  51.6% ") and table[4].endswith("  all documents")
    assert sum(" - " in line for line in table) == 2  # of arts and arts/film/silent, which no document has


def test_words_of_topics_without_labels_are_named_by_numbers(themata, tree, tmp_path):
    path = fit(themata, tree, "fit", "pcm", "--keep", 4, sweeps=30)
    rates = draws_of(path)[0]
    vocabulary = (tree / "vocabulary.txt").read_text().splitlines()
    done = themata("export", path, "--format", "label-words", "--output", "words.tsv")
    assert done.returncode == 0, done.stderr
    with open(tmp_path / "words.tsv") as file:
        rows = {(row["label"], row["word"]): row for row in csv.DictReader(file, delimiter="\t")}
    assert len(rows) == 4 * len(vocabulary)
    for k in range(4):
        exclusive = np.mean([rate[:, k] / rate[:, :4].sum(axis=1) for rate in rates], axis=0)
        assert np.allclose([float(rows[str(k), word]["exclusivity"]) for word in vocabulary], exclusive, rtol=6e-4)
    done = themata("export", path, "--format", "label-variances", "--output", "tau2.tsv")
    assert done.returncode == 0 and len((tmp_path / "tau2.tsv").read_text().splitlines()) == 1 + len(vocabulary)


@pytest.mark.parametrize("words, message", [
    (["topics", "pcm", "--against", "all"], "--against needs a fit of hpc"),
    (["topics", "pcm", "--membership"], "--membership needs a fit of hpc; this is a fit of pcm"),
    (["topics", "fit", "--membership", "--by", "frex"], "--membership and --by cannot be combined; give one of them"),
    (["export", "fit", "--format", "label-words", "--output", "x"], "is a fit of lda; --format label-words needs a fit of hpc or pcm"),
    (["export", "fit", "--format", "label-variances", "--output", "x"], "is a fit of lda; --format label-variances needs a fit of hpc or pcm"),
    (["export", "fit", "--format", "topic-keys", "--against", "all", "--output", "x"], "belong to --format label-words, not to topic-keys")])
def test_words_of_labels_need_labels(themata, tree, tmp_path, words, message):
    fit(themata, tree, "pcm", "pcm")
    fit(themata, tree, "fit", "lda", "--topics", 3)
    done = themata(*words)
    assert done.returncode == 2 and message in done.stderr, done.stderr
    assert not (tmp_path / "x").exists()
