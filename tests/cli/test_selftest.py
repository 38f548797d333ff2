"""`themata selftest` as a person meets it: a table, a picture, an exit status that says whether a sampler is right."""
import csv
import json
import xml.etree.ElementTree as tree

import pytest
from conftest import names_in

QUICK = "--data-sets 120 --draws 19 --burn-in 60 --thin 5".split()


def test_right_samplers_pass_and_leave_their_ranks(themata, tmp_path):
    done = themata("selftest", *QUICK, "--output", "calibration")
    assert done.returncode == 0, done.stderr
    assert "Calibrated: the ranks of all quantities are consistent with a correct sampler (p > 0.001)" in done.stdout and "gamma" in done.stdout and "UNEVEN" not in done.stdout
    assert names_in(tmp_path / "calibration") == ["ranks.svg", "ranks.tsv", "selftest.json"]
    lda, hdp = json.loads((tmp_path / "calibration/selftest.json").read_text())
    assert (lda["model"], hdp["model"], lda["passed"], hdp["passed"]) == ("lda", "hdp", True, True)
    quantities = [one["name"] for one in lda["quantities"]]
    assert quantities == ["alpha", "beta", "log likelihood", "log joint", "sum m^2", "sum n^2", "theta", "phi"]
    with open(tmp_path / "calibration/ranks.tsv", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    assert len(rows) == 120 * (len(quantities) + len(hdp["quantities"]))
    for one in lda["quantities"]:
        ranks = [int(row["rank"]) for row in rows if (row["model"], row["quantity"]) == ("lda", one["name"])]
        assert [sum(rank == bin for rank in ranks) for bin in range(20)] == one["bins"]
    picture = tree.parse(tmp_path / "calibration/ranks.svg").getroot()
    bars = [node for node in picture.iter("{http://www.w3.org/2000/svg}rect") if node.get("class") == "bar"]
    assert len(bars) == 20 * (len(quantities) + len(hdp["quantities"]))


@pytest.mark.thorough
def test_the_franchise_learns_both_processes(themata):
    # Its discounts move slowly: a draw in forty sweeps.
    done = themata("selftest", "--data-sets", "240", "--draws", "19", "--burn-in", "200", "--thin", "40", "--model", "franchise", "--split-merge", "1",
                   "--format", "json")
    assert done.returncode == 0, done.stderr
    names = [one["name"] for one in json.loads(done.stdout)[0]["quantities"]]
    assert names[:8] == ["alpha", "beta", "gamma", "document discount", "discount", "topics", "tables", "sum t^2"]


@pytest.mark.thorough
@pytest.mark.parametrize("words, hyperparameters", [(["lida"], 3), (["sstm", "--vocabulary", "finite", "--sampler", "collapsed"], 0)],
                         ids=["lida", "sstm"])
def test_masks_learn_all_their_hyperparameters(themata, words, hyperparameters):
    done = themata("selftest", "--data-sets", "120", "--draws", "19", "--burn-in", "100", "--thin", "40", "--format", "json", "--model", *words)
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)[0]
    names = [one["name"] for one in report["quantities"]]
    assert report["vocabulary"] == ("finite" if "finite" in words else "unbounded")
    assert names[:2] == ["alpha", "beta"] and {"gamma", "xi", "zeta", "words a topic", "log joint", "theta", "phi"} <= set(names)
    assert len({"eta", "delta", "sigma"} & set(names)) == hyperparameters and ("topics a document" in names) == (hyperparameters > 0)


@pytest.mark.thorough
@pytest.mark.parametrize("model, thin", [("hpc", 20), ("pcm", 100)])  # lambda moves slowly in so small a corpus
def test_models_with_rates_learn_all_their_hyperparameters(themata, model, thin):
    done = themata("selftest", "--data-sets", "120", "--draws", "19", "--burn-in", 4 * thin, "--thin", thin, "--format", "json", "--model", model)
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)[0]
    assert report["sampler"] == "split"
    assert [one["name"] for one in report["quantities"]] == ["psi", "gamma", "nu", "sigma", "lambda", "eta", "log likelihood", "log joint", "sum m^2",
                                                           "sum n^2", "affinities", "log rates", "log tau^2", "theta", "rate"]


def test_autocorrelated_draws_are_reported(themata):
    done = themata("selftest", "--model", "hpc", "--data-sets", "400", "--draws", "19", "--burn-in", "20", "--thin", "1")
    assert done.returncode == 1 and "its draws are autocorrelated, which alone can make ranks uneven: try a larger --thin" in done.stderr


def test_models_are_those_of_the_list_each_once(themata):
    run = ["selftest", "--data-sets", "100", "--draws", "19", "--burn-in", "0", "--thin", "1", "--format", "json"]
    done = themata(*run, "--model", "dmm,lda,dmm")
    assert [one["model"] for one in json.loads(done.stdout)] == ["dmm", "lda"]
    done = themata(*run, "--model", "all")
    assert [one["model"] for one in json.loads(done.stdout)] == ["lda", "hdp", "franchise", "lida", "ftm", "sstm", "hpc", "pcm", "dmm", "dp-dmm", "dmr"]
    shown = themata("selftest", "--help").stdout
    assert "--model LIST=lda,hdp " in shown and "both" not in shown


def test_threads_change_nothing(themata, tmp_path):
    for threads in "12":
        themata("selftest", *QUICK, "--model", "lda", "--threads", threads, "--output", threads)
    for name in names_in(tmp_path / "1"):
        assert (tmp_path / "1" / name).read_bytes() == (tmp_path / "2" / name).read_bytes()


def test_an_approximation_fails_with_exit_1(themata):
    done = themata("selftest", "--data-sets", "500", *QUICK[2:], "--model", "lda", "--phi", "polya-urn")
    assert done.returncode == 1
    assert "UNEVEN" in done.stdout and "Calibrated" not in done.stdout
    assert "approximation by design" in done.stderr and "larger --thin" not in done.stderr and len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("words, message", [
    (["--data-sets", "20"], "--data-sets is 20; expected a number from 100"),
    (["--draws", "50"], "--draws is 50; expected one less than a multiple of 20, such as 19 or 99"),
    (["--thin", "0"], "--thin: 0 is not a whole number from 1"),
    (["--seed", "-1"], "--seed"),
    (["--model", "lsa"], "--model is 'lsa'; expected all, or some of lda, hdp, franchise, lida, "),
    (["--model", "lda,both"], "--model is 'both'; expected all, or some of "),
    (["--model", "hdp,lda", "--weights", "gem"], "--weights does not apply to --model lda; it belongs to hdp"),  # before hdp runs
    (["--model", "lda", "--weights", "gem"], "--weights does not apply to --model lda; it belongs to hdp"),
    (["--z", "dense", "--sampler", "collapsed"], "--z and --phi belong to --sampler partially-collapsed"),
])
def test_wrong_options_are_one_line_and_leave_nothing(themata, tmp_path, words, message):
    done = themata("selftest", *words, "--output", "calibration")
    assert done.returncode == 2
    assert message in done.stderr and done.stdout == ""
    assert list(tmp_path.iterdir()) == []
