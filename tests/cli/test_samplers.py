"""Every --sampler finds the topics of a small corpus, and says whether its draws are from the posterior."""
import json

import pytest

EXACT = ["block-collapsed", "partially-collapsed", "collapsed", "sparse-collapsed"]
APPROXIMATE = ["ad-lda", "light-collapsed"]


def fit(themata, corpus, output, *words):
    done = themata("fit", corpus, "--sweeps", "60", "--seed", "1", "--output", output, *words)
    assert done.returncode == 0, done.stderr
    return json.loads((corpus.parent / output / "manifest.json").read_text())


@pytest.mark.parametrize("model", ["lda", "hdp"])
@pytest.mark.parametrize("sampler", EXACT + APPROXIMATE)
def test_a_sampler_runs_and_says_what_it_draws_from(themata, corpus, sampler, model):
    words = ["--model", model, "--topics", "2", "--sampler", sampler]
    manifest = fit(themata, corpus, "fit", *words, "--threads", "2")
    assert manifest["exact"] == (sampler in EXACT)
    assert json.loads(themata("info", "fit", "--format", "json").stdout)["exact"] == (sampler in EXACT)
    assert ("APPROXIMATION" in themata("info", "fit").stdout) == (sampler in APPROXIMATE)
    alone = fit(themata, corpus, "alone", *words, "--threads", "1")
    assert alone["chains"][0]["state_hash"] == manifest["chains"][0]["state_hash"]
    assert sum(topic["tokens"] for topic in json.loads(themata("topics", "fit", "--format", "json").stdout)) == 2400


def test_ad_lda_of_one_partition_is_exact(themata, corpus):
    one = fit(themata, corpus, "one", "--topics", "2", "--sampler", "ad-lda", "--partitions", "1")
    sparse = fit(themata, corpus, "sparse", "--topics", "2", "--sampler", "sparse-collapsed")
    assert one["exact"]
    assert one["chains"][0]["state_hash"] == sparse["chains"][0]["state_hash"]


def test_no_partitions_is_a_mistake(themata, corpus):
    done = themata("fit", corpus, "--sampler", "ad-lda", "--partitions", "0", "--output", "fit")
    assert done.returncode == 2
    assert "--partitions" in done.stderr


def test_a_fit_from_before_partitions_still_goes_on(themata, corpus):
    manifest = fit(themata, corpus, "fit", "--topics", "2")
    del manifest["options"]["partitions"], manifest["exact"]
    (corpus.parent / "fit/manifest.json").write_text(json.dumps(manifest))
    done = themata("resume", "fit", "--sweeps", "80")
    assert done.returncode == 0, done.stderr
    assert "APPROXIMATION" not in themata("info", "fit").stdout
