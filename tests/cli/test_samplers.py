"""Every --sampler finds the topics of a small corpus, and says whether its draws are from the posterior."""
import json
import pathlib
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import fits  # noqa: E402

EXACT = ["block-collapsed", "partially-collapsed", "collapsed", "sparse-collapsed"]
APPROXIMATE = ["ad-lda", "light-collapsed"]


def fit(themata, corpus, output, *words, sweeps=60):
    done = themata("fit", corpus, "--sweeps", sweeps, "--seed", "1", "--output", output, *words)
    assert done.returncode == 0, done.stderr
    return json.loads((corpus.parent / output / "manifest.json").read_text())


@pytest.mark.parametrize("model", ["lda", "hdp"])
@pytest.mark.parametrize("sampler", EXACT + APPROXIMATE)
def test_a_sampler_runs_and_says_what_it_draws_from(themata, corpus, sampler, model):
    words = ["--model", model, "--topics", "2", "--sampler", sampler]
    manifest = fit(themata, corpus, "fit", *words, "--threads", "2")
    assert manifest["exact"] == (sampler in EXACT)
    assert json.loads(themata("info", "fit", "--format", "json").stdout)["exact"] == (sampler in EXACT)
    assert ("APPROXIMATE" in themata("info", "fit").stdout) == (sampler in APPROXIMATE)
    alone = fit(themata, corpus, "alone", *words, "--threads", "1")
    assert alone["chains"][0]["state_hash"] == manifest["chains"][0]["state_hash"]
    assert sum(topic["tokens"] for topic in json.loads(themata("topics", "fit", "--format", "json").stdout)) == 2400


def test_ad_lda_of_one_partition_is_exact(themata, corpus):
    one = fit(themata, corpus, "one", "--topics", "2", "--sampler", "ad-lda", "--partitions", "1")
    sparse = fit(themata, corpus, "sparse", "--topics", "2", "--sampler", "sparse-collapsed")
    assert one["exact"]
    assert one["chains"][0]["state_hash"] == sparse["chains"][0]["state_hash"]


def test_light_ad_lda_is_approximate_for_any_number_of_partitions(themata, corpus):
    common = ["--topics", "5", "--start-sweeps", "5", "--mh-steps", "2"]
    light = [*common, "--z", "light", "--sampler", "ad-lda"]
    one = fit(themata, corpus, "one", *light, "--partitions", "1")
    alone = fit(themata, corpus, "alone", *common, "--sampler", "light-collapsed")
    assert one["chains"][0]["state_hash"] == alone["chains"][0]["state_hash"]
    three = fit(themata, corpus, "three", *light, "--partitions", "3", "--threads", "2")
    fit(themata, corpus, "part", *light, "--partitions", "3", "--threads", "1", sweeps=25)
    assert themata("resume", "part", "--sweeps", "60").returncode == 0
    part = json.loads((corpus.parent / "part/manifest.json").read_text())
    assert part["chains"][0]["state_hash"] == three["chains"][0]["state_hash"] != one["chains"][0]["state_hash"]
    assert not one["exact"] and not three["exact"]
    assert "APPROXIMATE" in themata("info", "three").stdout
    assert "APPROXIMATE" in themata("info", "one").stdout


@pytest.mark.parametrize("words, message", [
    (["--z", "sparse"], "--sampler ad-lda can have --z light, but no other --z, and no --phi"),
    (["--phi", "polya-urn"], "--sampler ad-lda can have --z light, but no other --z, and no --phi"),
    (["--z", "light", "--seeds", "words"], "--sampler ad-lda with --z light and --seeds cannot be combined"),
    (["--mh-steps", "2"], "--mh-steps does not apply: it needs --z light or --sampler light-collapsed; --sampler is ad-lda")])
def test_what_ad_lda_cannot_do_is_named(themata, corpus, words, message):
    (corpus.parent / "words").write_text("rose\n")
    done = themata("fit", corpus, "--sampler", "ad-lda", *words, "--output", "fit")
    assert done.returncode == 2 and message in done.stderr, done.stderr
    assert not (corpus.parent / "fit").exists()


def test_no_partitions_is_a_mistake(themata, corpus):
    done = themata("fit", corpus, "--sampler", "ad-lda", "--partitions", "0", "--output", "fit")
    assert done.returncode == 2
    assert "--partitions" in done.stderr


@pytest.mark.parametrize("words", [["--z", "light"], ["--sampler", "light-collapsed"]])
def test_the_number_of_proposals_makes_another_chain(themata, corpus, words):
    words = ["--topics", "5", "--start-sweeps", "5", *words]
    usual = fit(themata, corpus, "usual", *words)
    four = fit(themata, corpus, "four", *words, "--mh-steps", "4")
    fit(themata, corpus, "three", *words, "--mh-steps", "3", sweeps=25)
    assert themata("resume", "three", "--sweeps", "60").returncode == 0
    three = json.loads((corpus.parent / "three/manifest.json").read_text())
    whole = fit(themata, corpus, "whole", *words, "--mh-steps", "3", "--threads", "2")
    hashes = [manifest["chains"][0]["state_hash"] for manifest in (usual, four, three, whole)]
    assert hashes[0] == hashes[1] and hashes[2] == hashes[3] != hashes[0]
    assert three["options"]["mh-steps"] == 3 and three["exact"] == usual["exact"]


@pytest.mark.parametrize("words, message", [
    ([], "--mh-steps does not apply: it needs --z light or --sampler light-collapsed; --sampler is block-collapsed"),
    (["--z", "sparse"], "--z is sparse, --sampler is partially-collapsed"),
    (["--model", "hdp", "--sampler", "collapsed"], "--sampler is collapsed"),
    (["--model", "dmm"], "--mh-steps does not apply to --model dmm; it belongs to lda, hdp or labeled-lda")])
def test_proposals_that_a_sampler_does_not_make_are_named(themata, corpus, words, message):
    done = themata("fit", corpus, *words, "--mh-steps", "2", "--output", "fit")
    assert done.returncode == 2 and message in done.stderr, done.stderr
    assert not (corpus.parent / "fit").exists()


@pytest.mark.parametrize("steps", ["0", "1025"])
def test_proposals_have_a_range(themata, corpus, steps):
    done = themata("fit", corpus, "--z", "light", "--mh-steps", steps, "--output", "fit")
    assert done.returncode == 2 and f"--mh-steps is {steps}; expected a number from 1 to 1024" in done.stderr


def test_a_fit_from_before_partitions_still_goes_on(themata, corpus):
    manifest = fit(themata, corpus, "fit", "--topics", "2")
    del manifest["options"]["partitions"], manifest["options"]["mh-steps"], manifest["exact"]
    fits.write_manifest(corpus.parent / "fit", manifest)
    done = themata("resume", "fit", "--sweeps", "80")
    assert done.returncode == 0, done.stderr
    assert "APPROXIMATE" not in themata("info", "fit").stdout


def test_a_chain_that_stops_within_its_start_goes_on_with_it(themata, corpus):
    words = ["--model", "hdp", "--start-sweeps", "40"]
    whole = fit(themata, corpus, "whole", *words, "--threads", "2")
    fit(themata, corpus, "part", *words, "--threads", "1", sweeps=25)
    done = themata("resume", "part", "--sweeps", "60")
    assert done.returncode == 0, done.stderr
    part = json.loads((corpus.parent / "part/manifest.json").read_text())
    assert part["chains"][0]["state_hash"] == whole["chains"][0]["state_hash"]


@pytest.mark.parametrize("moves", [["--table-topics", "1"], ["--split-merge", "3"],
                                   ["--table-topics", "2", "--split-merge", "2", "--split-merge-tables", "by-size",
                                    "--split-merge-scans", "1", "--split-merge-sweeps", "30"]])
def test_moves_of_tables_are_the_same_for_any_threads_and_when_resumed(themata, corpus, moves):
    words = ["--model", "hdp", "--topics", "1", "--start-sweeps", "5", *moves]
    whole = fit(themata, corpus, "whole", *words, "--threads", "2")
    assert whole["exact"] and whole["chains"][0]["topics"] >= 2, "gardens and ships"
    fit(themata, corpus, "part", *words, "--threads", "1", sweeps=25)
    done = themata("resume", "part", "--sweeps", "60")
    assert done.returncode == 0, done.stderr
    part = json.loads((corpus.parent / "part/manifest.json").read_text())
    assert part["chains"][0]["state_hash"] == whole["chains"][0]["state_hash"]


@pytest.mark.parametrize("words, message", [
    (["--table-topics", "1"], "--table-topics does not apply to --model lda; it belongs to hdp"),
    (["--model", "hdp", "--weights", "gem", "--split-merge", "1"], "--split-merge and --weights gem cannot be combined"),
    (["--model", "hdp", "--phi", "spike-slab", "--table-topics", "1"], "--table-topics and --phi spike-slab cannot be combined"),
    (["--model", "hdp", "--split-merge-scans", "2"], "--split-merge-scans does not apply: it needs --split-merge"),
    (["--model", "hdp", "--split-merge", "1", "--split-merge-tables", "big"], "--split-merge-tables is 'big'; expected uniform, or by-size, or similar"),
    (["--model", "hdp", "--split-merge", "1", "--split-merge-scans", "1001"], "--split-merge-scans is 1001; expected a number from 0 to 1000")])
def test_moves_that_a_model_has_not_are_named(themata, corpus, words, message):
    done = themata("fit", corpus, *words, "--output", "fit")
    assert done.returncode == 2 and message in done.stderr, done.stderr
    assert not (corpus.parent / "fit").exists()


def test_a_truncated_hdp_starts_from_no_more_topics_than_it_may_have(themata, corpus):
    fit(themata, corpus, "fit", "--model", "hdp", "--weights", "gem", "--max-topics", "16", sweeps=4)
