"""`themata compare` against distances computed densely by NumPy and assignments by scipy."""
import json
import pathlib
import shutil
import sys

import numpy as np
import pytest
from scipy.optimize import linear_sum_assignment

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import fits  # noqa: E402

WORDS = [f"w{i}" for i in range(60)] + fits.HOSTILE


@pytest.fixture(scope="module")
def corpus(tmp_path_factory):
    return fits.make_corpus(tmp_path_factory.mktemp("corpus") / "corpus", fits.random_documents(80, WORDS))


@pytest.fixture(scope="module")
def lda(corpus, tmp_path_factory):
    return fits.plant(corpus, tmp_path_factory.mktemp("fit") / "lda", 6, chains=3)


@pytest.fixture(scope="module")
def hdp(corpus, tmp_path_factory):
    return fits.plant(corpus, tmp_path_factory.mktemp("fit") / "hdp", 9, hdp=True)


def compared(*words):
    return json.loads(fits.must("compare", *words, "--format", "json"))


def phi_of(fit, chain):
    draw = dict(np.load(fit.path / "draws" / f"chain-{chain}-sweep-00001000.npz"))
    z, prior = fits.as_shown(draw)
    n = np.array([np.bincount(fit.tokens[z == k], minlength=len(fit.vocabulary)) for k in range(len(prior))])
    return (n + fit.beta) / (n.sum(1, keepdims=True) + n.shape[1] * fit.beta)


def distances(p, q, name):
    p, q = p[:, None, :], q[None, :, :]
    if name == "hellinger":
        return np.sqrt(np.maximum(0, 1 - np.sqrt(p * q).sum(2)))
    m = (p + q) / 2
    return np.sqrt(np.maximum(0, p * np.log(p / m) + q * np.log(q / m)).sum(2) / 2 / np.log(2))


@pytest.mark.parametrize("name", ["hellinger", "jensen-shannon"])
def test_pairs_have_the_least_total_distance(lda, hdp, name):
    result = compared(lda.path, hdp.path, "--distance", name)
    assert [(run["fit"], run["chain"]) for run in result["runs"]] == [
        (str(lda.path), 1), (str(lda.path), 2), (str(lda.path), 3), (str(hdp.path), 1)]
    first = phi_of(lda, 1)
    for run, other in [(2, phi_of(lda, 2)), (3, phi_of(lda, 3)), (4, phi_of(hdp, 1))]:
        dense = distances(first, other, name)
        pairs = {topic["topic"]: pair for topic in result["topics"] for pair in topic["pairs"] if pair["run"] == run}
        assert len({pair["topic"] for pair in pairs.values()}) == len(pairs) == min(dense.shape)
        for topic, pair in pairs.items():
            assert pair["distance"] == pytest.approx(dense[topic, pair["topic"]], abs=1e-9)
        rows, columns = linear_sum_assignment(dense)
        assert sum(pair["distance"] for pair in pairs.values()) == pytest.approx(dense[rows, columns].sum(), abs=1e-9)


def test_stability_is_made_of_the_pairs(lda, hdp):
    result = compared(lda.path, hdp.path)
    first, limit = phi_of(lda, 1), result["limit"]
    top = [[int(v) for v in np.lexsort((np.arange(phi.size), -phi))[:10]] for phi in first]
    for topic in result["topics"]:
        similarities = [1 - pair["distance"] for pair in topic["pairs"]]
        assert topic["similarity"] == pytest.approx(sum(similarities) / 3)
        assert topic["lowest"] == pytest.approx(min(similarities))
        assert topic["partners"] == sum(pair["distance"] < limit for pair in topic["pairs"])
        assert all(pair["partner"] == (pair["distance"] < limit) for pair in topic["pairs"])
        kept = [len(pair["common_words"]) for pair in topic["pairs"]]
        assert topic["words_kept"] == pytest.approx(sum(kept) / 3 / len(topic["words"]))
        assert sorted(topic["words"]) == sorted(lda.vocabulary[v] for v in top[topic["topic"]])
    for run in result["runs"][1:]:
        partners = {pair["topic"] for topic in result["topics"] for pair in topic["pairs"]
                    if pair["run"] == run["run"] and pair["partner"]}
        assert run["without_partner"] == [k for k in range(run["topics"]) if k not in partners]


def test_the_limit_is_the_median_token_s_distance_from_the_nearest_other_topic(lda):
    nearest, tokens = [], []
    for chain in (1, 2, 3):
        phi = phi_of(lda, chain)
        apart = distances(phi, phi, "hellinger") + 2 * np.eye(len(phi))
        nearest += list(apart.min(1))
        draw = dict(np.load(lda.path / "draws" / f"chain-{chain}-sweep-00001000.npz"))
        tokens += list(np.bincount(fits.as_shown(draw)[0], minlength=len(phi)))
    order = np.argsort(nearest, kind="stable")
    below = np.cumsum(np.array(tokens)[order])
    expected = np.array(nearest)[order][np.searchsorted(below, below[-1] / 2)]
    assert expected < 0.5 ** 0.5 and compared(lda.path)["limit"] == pytest.approx(expected, abs=1e-9)
    assert compared(lda.path, "--limit", 0.25)["limit"] == 0.25


@pytest.fixture(scope="module")
def renamed(lda, tmp_path_factory):
    """The first chain with its topics called otherwise."""
    folder = tmp_path_factory.mktemp("renamed") / "fit"
    shutil.copytree(lda.path, folder)
    for path in [*folder.glob("draws/*.npz"), *folder.glob("checkpoint/*.npz")]:
        draw = dict(np.load(path))
        order = np.random.default_rng(4).permutation(len(draw["alpha"]))
        draw["z"] = order[draw["z"]].astype(np.uint16)
        draw["alpha"] = draw["alpha"][np.argsort(order)]
        np.savez(path, **draw)
    return folder


@pytest.mark.parametrize("name", ["hellinger", "jensen-shannon"])
def test_a_fit_whose_topics_have_other_numbers_is_the_same(lda, renamed, name):
    result = compared(lda.path, renamed, "--chain", 1, "--distance", name)
    assert len(result["runs"]) == 2
    assert all(topic["similarity"] == 1 and topic["words_kept"] == 1 and topic["partners"] == 1
               for topic in result["topics"])
    assert result["in_every_run"] == 6 and result["share_in_every_run"] == pytest.approx(1)
    assert "6 of 6 topics" in fits.must("compare", lda.path, renamed, "--chain", 1)


def counted_corpus(folder, words, vocabulary):
    """A corpus over a given vocabulary of which it uses some words."""
    rng = np.random.default_rng(9)
    source = folder.with_suffix(".ldac")
    lines = []
    for _ in range(40):
        used = rng.choice(words, size=6, replace=False)
        lines.append(" ".join([str(len(used)), *(f"{v}:{rng.integers(1, 9)}" for v in sorted(used))]))
    source.write_text("\n".join(lines) + "\n")
    fits.must("import", "--format", "ldac", source, "--vocabulary", vocabulary, "--output", folder)
    return folder


@pytest.fixture(scope="module")
def disjoint(tmp_path_factory):
    """Fits of two corpora with one vocabulary, of which neither uses a word of the other."""
    folder = tmp_path_factory.mktemp("disjoint")
    (folder / "words.txt").write_text("".join(f"word{v}\n" for v in range(40)))
    corpora = [counted_corpus(folder / name, words, folder / "words.txt")
               for name, words in (("low", np.arange(20)), ("high", np.arange(20, 40)))]
    return [fits.plant(corpus, folder / f"fit-{corpus.name}", 4) for corpus in corpora]


def test_disjoint_topics_have_no_partner(disjoint):
    low, high = (fit.path for fit in disjoint)
    result = compared(low, high)
    assert result["limit"] <= 0.5 ** 0.5
    assert all(topic["partners"] == 0 and topic["similarity"] < 0.1 for topic in result["topics"])
    assert result["runs"][1]["without_partner"] == [0, 1, 2, 3] and result["in_no_other_run"] == 4
    table = fits.must("compare", low, high)
    assert table.count("(unmatched)") == 4 and "4 of its 4 topics are unmatched" in table
    assert "The corpora differ" in table


def test_table_and_tsv_say_what_json_says(lda, hdp):
    result = compared(lda.path, hdp.path)
    lines = fits.must("compare", lda.path, hdp.path, "--format", "tsv").splitlines()
    assert lines[0].split("\t") == ["topic", "run", "fit", "chain", "pair", "distance", "partner", "common_words"]
    assert len(lines) == 1 + 3 * len(result["topics"])
    for line in lines[1:]:
        topic, run, _, _, pair, distance, partner, words = line.split("\t")
        said = [p for p in result["topics"][int(topic)]["pairs"] if p["run"] == int(run)][0]
        assert (int(pair), partner) == (said["topic"], "yes" if said["partner"] else "no")
        assert float(distance) == pytest.approx(said["distance"], abs=1e-6)
        assert words.split(" ") == [word.replace(" ", "_") for word in said["common_words"]] or not words
    table = fits.must("compare", lda.path, hdp.path)
    assert "run 4: " in table and f"below {result['limit']:.3f}" in table
    for topic in result["topics"]:
        assert f" {topic['similarity']:.3f} " in table


def test_the_same_for_any_threads(lda, hdp):
    assert len({fits.must("compare", lda.path, hdp.path, "--format", "json", "--threads", n) for n in (1, 3)}) == 1


def test_a_topic_left_over_is_said(lda, hdp):
    topics = compared(hdp.path, lda.path, "--chain", 1)["topics"]
    alone = [topic for topic in topics if not topic["pairs"]]
    assert len(alone) == 9 - 6
    assert all(topic["similarity"] == topic["lowest"] == topic["partners"] == 0 for topic in alone)
    assert " - " in fits.must("compare", hdp.path, lda.path, "--chain", 1)


def test_fits_of_other_corpora_are_refused(lda, corpus, tmp_path):
    other = fits.make_corpus(tmp_path / "other", fits.random_documents(30, WORDS[:40] + ["elsewhere"], seed=3))
    fit = fits.plant(other, tmp_path / "fit", 3)
    done = fits.themata("compare", lda.path, fit.path)
    hashes = [json.loads((folder / "manifest.json").read_text())["hash"] for folder in (corpus, other)]
    assert done.returncode == 3 and done.stderr.count("\n") == 1 and done.stdout == ""
    common = len(set(lda.vocabulary) & set(fit.vocabulary))
    counted = f"{common} of {len(lda.vocabulary)} and {len(fit.vocabulary)} words in common"
    assert 0 < common < len(fit.vocabulary)
    assert all(word in done.stderr for word in (str(lda.path), str(fit.path), *hashes, counted)), done.stderr


def test_one_chain_and_a_missing_one_are_named(lda, hdp, corpus, tmp_path):
    done = fits.themata("compare", hdp.path)
    assert done.returncode == 2 and "--chains 2" in done.stderr
    done = fits.themata("compare", lda.path, hdp.path, "--chain", 2)
    assert done.returncode == 2 and "has no chain 2" in done.stderr
    fit = fits.plant(corpus, tmp_path / "fit", 3, chains=2, status="running")
    (fit.path / "checkpoint" / "chain-2.npz").unlink()
    done = fits.themata("compare", fit.path)
    assert done.returncode == 3 and "not saved chain 2" in done.stderr
    shutil.rmtree(fit.path / "checkpoint")
    done = fits.themata("compare", lda.path, edited_without_chains(fit.path))
    assert done.returncode == 3 and "not saved chain 1" in done.stderr


def edited_without_chains(path):
    manifest = json.loads((path / "manifest.json").read_text())
    manifest["chains"] = []
    fits.write_manifest(path, manifest)
    return path


@pytest.mark.parametrize("words", [["--distance", "cosine"], ["--limit", 2], ["--words", 0], ["--threads", -1]])
def test_wrong_options_are_refused(lda, words):
    assert fits.themata("compare", lda.path, *words).returncode == 2
