"""The topics that come back in several chains, and the folder that is read like a fit."""
import csv
import json

import numpy as np
import pytest

from conftest import manifest


@pytest.fixture
def chains(themata, corpus):
    def run(number=6, seed=1, name="fit"):
        done = themata("fit", corpus, "--model", "lda", "--topics", 3, "--chains", number, "--sweeps", 60, "--seed", seed, "--output", name)
        assert done.returncode == 0, done.stderr
        return name
    return run


def rows(folder):
    with open(folder / "consensus.tsv", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def test_two_kinds_of_texts_come_back(themata, chains, tmp_path):
    chains()
    done = themata("consensus", "fit", "--output", "common")
    assert done.returncode == 0, done.stderr
    found = rows(tmp_path / "common")
    assert f"{len(found)} topic" in done.stdout and "of 6 chains" in done.stdout
    assert 1 <= len(found) <= 3 and all(5 <= int(row["chains"]) <= 6 for row in found)
    assert all(float(row["recurrence_low"]) < float(row["recurrence"]) < float(row["recurrence_high"]) for row in found)
    # Every topic is of one kind of texts: documents' tokens say which.
    z = np.load(tmp_path / "common/draws/chain-1-sweep-00000001.npz")["z"]
    ends = np.load(tmp_path / "corpus/offsets.npy")
    for k in range(len(found)):
        share = [np.mean(z[a:b] == k) for a, b in zip(ends, ends[1:]) if b > a]
        odd, even = np.mean(share[1::2]), np.mean(share[0::2])
        assert max(odd, even) > 20 * min(odd, even)


def test_all_commands_read_it_like_a_fit(themata, chains, corpus, tmp_path):
    chains()
    assert themata("consensus", "fit", "--output", "common").returncode == 0
    for words in (["topics", "common"], ["topics", "common", "--format", "json"], ["evaluate", "common"], ["info", "common", "--check"],
                  ["infer", "common", "corpus", "--output", "shares.tsv"], ["report", "common", "--output", "report.html"],
                  ["export", "common", "--format", "draws", "--output", "draws"], ["compare", "common", "fit"],
                  ["export", "common", "--format", "topic-words", "--output", "words.tsv"]):
        done = themata(*words)
        assert done.returncode == 0, (words, done.stderr)
    n = len(rows(tmp_path / "common"))
    table = themata("topics", "common").stdout
    assert "what does not come back" in table and table.startswith(f"consensus: {n} topic") and "of 6 chains" in table
    mean = np.load(tmp_path / "common/document-topic-1-mean.npy")
    assert mean.shape == (61, n + 1) and np.allclose(mean.sum(1), 1, atol=1e-5)
    # A draw's proportions are those of the chain's topics, added up.
    of_fit = manifest(tmp_path / "common")["consensus"]
    assert of_fit["chains"] == 6 and len(of_fit["topics"]) == n and of_fit["sources"][0]["model"] == "lda"
    text = manifest(tmp_path / "common")["verdict"]["text"]
    assert f"{n} topic" in text and "of 6 chains" in text


def test_the_result_is_the_same_on_any_number_of_threads_and_however_topics_are_numbered(themata, chains, tmp_path):
    chains()
    for name, options in (("one", ["--threads", 1]), ("three", ["--threads", 3])):
        assert themata("consensus", "fit", *options, "--output", name).returncode == 0
    same = [manifest(tmp_path / name) for name in ("one", "three")]
    assert same[0]["chains"] == same[1]["chains"] and same[0]["consensus"]["topics"] == same[1]["consensus"]["topics"]
    for path in sorted((tmp_path / "fit/draws").glob("chain-2-*.npz")):  # chain 2 calls its topics otherwise
        arrays = dict(np.load(path))
        arrays["z"] = np.array([2, 0, 1], dtype=np.uint16)[arrays["z"]]
        arrays["alpha"] = arrays["alpha"][[1, 2, 0]]
        np.savez(path, **arrays)
    assert themata("consensus", "fit", "--output", "renamed").returncode == 0
    for row, other in zip(rows(tmp_path / "one"), rows(tmp_path / "renamed"), strict=True):
        assert row == other


@pytest.mark.parametrize("model", [["hdp", "--chains", 4], ["franchise", "--chains", 4]])
def test_models_that_find_their_topics(themata, corpus, tmp_path, model):
    name, *options = model
    assert themata("fit", corpus, "--model", name, *options, "--sweeps", 60, "--seed", 3, "--output", "fit").returncode == 0
    done = themata("consensus", "fit", "--output", "common")
    assert done.returncode == 0 and rows(tmp_path / "common"), done.stderr
    assert themata("topics", "common").returncode == 0


def test_several_fits_and_a_cut(themata, chains, tmp_path):
    chains(2, name="a")
    chains(3, seed=7, name="b")
    done = themata("consensus", "a", "b", "--cut", "0.5", "--least-share", "1", "--output", "common")
    assert done.returncode == 0 and "in 5 or more of 5 chains" in done.stdout and "agree best" not in done.stdout
    consensus = manifest(tmp_path / "common")["consensus"]
    assert consensus["cut"] == 0.5 and consensus["agreement"] is None and len(consensus["sources"]) == 2
    (tmp_path / "rare.txt").write_text("".join(f"{word} " * 3 + "\n" for word in "ash elm fir oak yew".split()))
    assert themata("import", "rare.txt", "--output", "rare").returncode == 0
    assert themata("fit", "rare", "--model", "lda", "--topics", 2, "--chains", 4, "--sweeps", 1, "--output", "apart").returncode == 0
    done = themata("consensus", "apart", "--cut", "0", "--least-share", "1", "--output", "nothing")
    assert done.returncode == 0 and "0 topics come back in 4 or more of 4 chains, with 0% of the tokens" in done.stdout
    assert themata("topics", "nothing").returncode == 0 and rows(tmp_path / "nothing") == []


@pytest.mark.parametrize("words, message", [
    (["single"], "has one chain, and nothing comes back in a single one; fit with --chains 8"),
    (["fit", "other"], "are fits of different corpora"),
    (["masks"], "a consensus of model ftm cannot be made; of lda, hdp"),
    (["common"], "is a consensus already; name the fits that it is of"),
    (["corpus"], "is a corpus folder; expected a fit folder"),
    (["missing"], "missing"),
    (["fit", "--cut", "2"], "--cut"),
])
def test_what_has_no_consensus(themata, chains, corpus, tmp_path, words, message):
    if "fit" in words or "common" in words:
        chains()
    if "common" in words:
        assert themata("consensus", "fit", "--output", "common").returncode == 0
    if "single" in words:
        chains(1, name="single")
    if "masks" in words:
        assert themata("fit", corpus, "--model", "ftm", "--chains", 2, "--sweeps", 5, "--output", "masks").returncode == 0
    if "other" in words:
        (tmp_path / "other.txt").write_text("rose soil\nship sea\n")
        assert themata("import", "other.txt", "--output", "other-corpus").returncode == 0
        assert themata("fit", "other-corpus", "--model", "lda", "--topics", 2, "--chains", 2, "--sweeps", 5, "--output", "other").returncode == 0
    done = themata("consensus", *words, "--output", "result")
    assert done.returncode in (2, 3) and message in done.stderr and not (tmp_path / "result").exists(), done.stderr


def test_it_is_no_fit_that_goes_on(themata, chains):
    chains()
    assert themata("consensus", "fit", "--output", "common").returncode == 0
    for words, message in ((["resume", "common", "--sweeps", 500], "is a consensus of chains, which does not go on"),
                           (["diagnose", "common"], "is a consensus of chains; diagnose the fits"),
                           (["fit", "corpus", "--model", "consensus", "--output", "new"], "`themata consensus` makes one"),
                           (["consensus", "fit", "--output", "common"], "common")):
        done = themata(*words)
        assert done.returncode in (2, 3) and message in done.stderr, (words, done.stderr)
