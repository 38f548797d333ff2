"""`themata topics` and `info` against the same quantities computed densely by NumPy."""
import json
import pathlib
import shutil
import sys

import numpy as np
import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import fits  # noqa: E402

WORDS = [f"w{i}" for i in range(60)] + fits.HOSTILE


@pytest.fixture(scope="module")
def corpus(tmp_path_factory):
    documents = fits.random_documents(80, WORDS, empty=(0, 17))
    return fits.make_corpus(tmp_path_factory.mktemp("corpus") / "corpus", documents)


@pytest.fixture(scope="module", params=["lda", "hdp"])
def fit(request, corpus, tmp_path_factory):
    folder = tmp_path_factory.mktemp("fit") / request.param
    return fits.plant(corpus, folder, 6, chains=2, hdp=request.param == "hdp")


def shown(fit, *options):
    return json.loads(fits.must("topics", fit.path, "--format", "json", *options))


def test_a_table_shows_the_largest_topics_and_how_many_hold_most_tokens(fit):
    sizes = np.array([topic["tokens"] for topic in shown(fit)])
    held = np.cumsum(sizes) / sizes.sum()
    lines = fits.must("topics", fit.path, "--largest", 2).splitlines()
    assert lines[1] == f"{(held < 0.9).sum() + 1} of the topics hold 90% of the tokens, {(held < 0.99).sum() + 1} hold 99%"
    assert [int(line.split()[0]) for line in lines[3:5]] == [0, 1]
    assert lines[5] == (f"{len(sizes) - 2} smaller topics with {100 * (1 - held[1]):.1f}% of the tokens are not shown; "
                        "--largest 0 shows all")
    assert len(fits.must("topics", fit.path, "--largest", 0).splitlines()) == 3 + len(sizes)


def ecdf(values):
    """The share of a row's values that are at most each of them."""
    return np.array([[np.mean(row <= x) for x in row] for row in values])


def dense_scores(fit, weight):
    n = fit.topic_word
    phi = (n + fit.beta) / (n.sum(1, keepdims=True) + n.shape[1] * fit.beta)
    share = n.sum(1) / n.sum()
    exclusivity = (phi * share[:, None]) / (phi * share[:, None]).sum(0)
    log_phi = np.log(phi)
    return {"prob": phi, "lift": phi / (n.sum(0) / n.sum()), "score": phi * (log_phi - log_phi.mean(0)),
            "frex": 1 / (weight / ecdf(exclusivity.astype(np.float32)) + (1 - weight) / ecdf(phi))}


@pytest.mark.parametrize("by, weight", [("prob", 0.5), ("lift", 0.5), ("score", 0.5), ("frex", 0.5), ("frex", 0.0),
                                        ("frex", 0.8), ("frex", 1.0)])
def test_scores_and_their_order(fit, by, weight):
    expected = dense_scores(fit, weight)[by]
    topics = shown(fit, "--by", by, *(["--exclusivity-weight", weight] if by == "frex" else []), "--words", 1000)
    assert len(topics) == len(fit.prior)
    for k, topic in enumerate(topics):
        counts = fit.topic_word[k]
        got = {word["word"]: (word["count"], word["score"]) for word in topic["words"]}
        assert got.keys() == {fit.vocabulary[v] for v in np.flatnonzero(counts)}
        for v in np.flatnonzero(counts):
            count, score = got[fit.vocabulary[v]]
            assert count == counts[v] and score == pytest.approx(expected[k, v], rel=1e-9, abs=1e-12)
        scores = [(-word["score"], -word["count"]) for word in topic["words"]]
        assert scores == sorted(scores)


def test_sizes_fall_and_shares_sum_to_one(fit):
    topics = shown(fit)
    sizes = [topic["tokens"] for topic in topics]
    assert sizes == sorted(sizes, reverse=True) == np.bincount(fit.z, minlength=len(fit.prior)).tolist()
    assert sum(topic["share"] for topic in topics) == pytest.approx(1)
    assert all(len(topic["words"]) <= 10 for topic in topics)


def test_chains_differ_and_a_missing_one_is_refused(fit):
    assert shown(fit, "--chain", 1) == shown(fit) != shown(fit, "--chain", 2)
    done = fits.themata("topics", fit.path, "--chain", 3)
    assert done.returncode == 2 and "no chain 3" in done.stderr and "1, 2" in done.stderr


def test_table_and_tsv_agree_with_json(fit):
    topics = shown(fit)
    lines = fits.must("topics", fit.path, "--format", "tsv").splitlines()
    assert lines[0] == "topic\ttokens\tshare\twords"
    assert [line.split("\t")[1] for line in lines[1:]] == [str(topic["tokens"]) for topic in topics]
    assert lines[1].split("\t")[3].split(" ") == [w["word"].replace(" ", "_") for w in topics[0]["words"]]
    table = fits.must("topics", fit.path)
    assert f"{topics[0]['tokens']:,}" in table and lines[1].split("\t")[3] in table


def test_quantile_summary(corpus, tmp_path):
    fit = fits.plant(corpus, tmp_path / "fit", 24)
    sizes = np.bincount(fit.z, minlength=24)
    eligible = np.flatnonzero(sizes >= 100)
    assert 5 < len(eligible) < 24
    groups = shown(fit, "--quantiles")
    assert [group["quantile"] for group in groups] == [1, 0.75, 0.5, 0.25, 0.05]
    for group in groups:
        target = np.quantile(sizes[eligible], group["quantile"])
        assert group["tokens"] == pytest.approx(target)
        nearest = eligible[np.argsort(np.abs(sizes[eligible] - target), kind="stable")[:5]]
        assert sorted(topic["topic"] for topic in group["topics"]) == sorted(nearest.tolist())
        assert all(len(topic["words"]) <= 8 for topic in group["topics"])


def test_info_of_both_folders(fit, corpus):
    facts = json.loads(fits.must("info", corpus, "--format", "json"))
    assert (facts["kind"], facts["documents"], facts["empty_documents"]) == ("corpus", 80, 2)
    assert facts["tokens"] == len(fit.tokens)
    facts = json.loads(fits.must("info", fit.path, "--format", "json"))
    assert (facts["kind"], facts["status"]) == ("fit", "complete")
    assert facts["kept_draws"] == {"1": 1, "2": 1} and len(facts["chains"]) == 2
    assert "80 (2 empty" in fits.must("info", corpus)
    assert "-3750000.5" in fits.must("info", fit.path)


def edited(fit, folder, pointer, value):
    """A copy of a fit with one place of its manifest changed."""
    shutil.copytree(fit.path, folder)
    manifest = json.loads((folder / "manifest.json").read_text())
    *outer, last = pointer.split("/")
    place = manifest
    for name in outer:
        place = place[name]
    place[last] = value
    fits.write_manifest(folder, manifest)
    return folder


@pytest.mark.parametrize("pointer, value, says", [
    ("format", "other", "themata-fit"), ("version", 2, "later version"), ("version", "1", "version"),
    ("corpus/hash", "ffffffffffffffff", "has changed since the fit"), ("corpus/path", "/none/such", "does not exist"),
    ("chains", {}, "chains"), ("options/model", 3, "options/model"), ("status", None, "status")])
def test_a_manifest_at_odds_is_refused(fit, tmp_path, pointer, value, says):
    done = fits.themata("topics", edited(fit, tmp_path / "fit", pointer, value))
    assert done.returncode == 3 and says in done.stderr and done.stderr.count("\n") == 1


def test_a_relative_corpus_is_found_beside_the_fit(fit, corpus, tmp_path):
    folder = edited(fit, tmp_path / "fit", "corpus/path", "../corpus")
    shutil.copytree(corpus, tmp_path / "corpus")
    assert fits.themata("topics", folder, cwd="/").returncode == 0


def test_other_folders_are_refused(corpus, tmp_path):
    for folder, says in [(corpus, "is a corpus folder"), (tmp_path, "manifest.json"), (tmp_path / "none", "exist")]:
        done = fits.themata("topics", folder)
        assert done.returncode == 3 and says in done.stderr


def test_a_running_fit_shows_its_checkpoint(corpus, tmp_path):
    fit = fits.plant(corpus, tmp_path / "fit", 3, status="running")
    assert len(shown(fit)) == 3
    (fit.path / "checkpoint" / "chain-1.npz").unlink()
    done = fits.themata("topics", fit.path)
    assert done.returncode == 3 and "themata resume" in done.stderr


def test_a_damaged_draw_is_refused(corpus, tmp_path):
    fit = fits.plant(corpus, tmp_path / "fit", 3)
    place = fit.path / "draws" / "chain-1-sweep-00001000.npz"
    draw = dict(np.load(place))
    for change, says in [({"z": draw["z"] + 3}, "topic"), ({"z": draw["z"][:-1]}, "tokens"),
                         ({"beta": np.float64("nan")}, "beta"), ({"alpha": np.zeros(0)}, "no topics"),
                         ({"z": draw["z"].astype(np.uint8)}, "'z'")]:
        np.savez(place, **(draw | change))
        done = fits.themata("topics", fit.path)
        assert done.returncode == 3 and says in done.stderr, done.stderr
