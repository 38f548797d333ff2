"""What every verb makes of values that CLI libraries let through: empty ones, numbers that wrap around, octal ones."""
import json
import pathlib
import shutil
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import fits  # noqa: E402
import traces  # noqa: E402

TOO_LARGE = str(2**64 - 1)


@pytest.fixture
def fit(themata, corpus):
    done = themata("fit", corpus, "--topics", 2, "--sweeps", 20, "--output", "fit")
    assert done.returncode == 0, done.stderr
    return "fit"


@pytest.mark.parametrize("verb, option", [
    ("fit", "--topics"), ("fit", "--burn-in"), ("fit", "--thin"), ("fit", "--seed"), ("fit", "--monitor-from"),
    ("sweep", "--split-seed"), ("sweep", "--sweeps"), ("sweep", "--threads"),
    ("resume", "--sweeps"), ("resume", "--threads"),
    ("topics", "--chain"), ("topics", "--words"), ("evaluate", "--chain"), ("evaluate", "--words"), ("evaluate", "--particles"),
    ("infer", "--seed"), ("infer", "--burn-in"), ("infer", "--skip"), ("label", "--sweeps"), ("label", "--at-least"), ("compare", "--chain"), ("compare", "--words"), ("human-eval", "--seed"),
    ("diagnose", "--burn-in"), ("diagnose", "--topics"), ("report", "--chain"), ("export", "--words"),
    ("selftest", "--data-sets"), ("selftest", "--seed"), ("import", "--min-count"), ("import", "--keep-types"),
    ("simulate", "--documents"), ("simulate", "--seed"),
])
@pytest.mark.parametrize("value", ["-1", TOO_LARGE, "7.5", "0x10", "1e3", ""])
def test_a_whole_number_is_one(themata, tmp_path, verb, option, value):
    done = themata(verb, f"{option}={value}" if value else option, *([] if value else [value]))
    said = "is empty; leave the option out" if value == "" else f"{value} is not a whole number from "
    assert done.returncode == 2 and f"{option}: " in done.stderr and said in done.stderr, done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_number_that_is_none_is_told_the_range_of_its_option(themata):
    done = themata("fit", "corpus", "--topics", "four", "--output", "fit")
    assert done.returncode == 2 and "--topics: four is not a whole number from 1 to 65535" in done.stderr
    done = themata("fit", "corpus", "--sweeps", "four", "--output", "fit")
    assert "--sweeps: four is not a whole number from 1 to 4294967295" in done.stderr


@pytest.mark.parametrize("words", [["fit", "corpus", "--seed", "--output", "fit"], ["fit", "corpus", "--alpha", "--output", "fit"],
                                   ["import", "texts", "--encoding", "--output", "out"], ["topics", "fit", "--chain", "--output"]])
def test_an_option_is_no_value_of_another(themata, words):
    done = themata(*words)
    needing = words[words.index("--output") - 1]
    said = f"{needing}: needs a value, not the option --output" if words[0] != "topics" else "--chain"
    assert done.returncode == 2 and said in done.stderr, done.stderr


def test_leading_zeros_are_decimal(themata, corpus, tmp_path):
    assert themata("fit", corpus, "--topics", "010", "--sweeps", 2, "--output", "fit").returncode == 0
    assert json.loads((tmp_path / "fit/manifest.json").read_text())["options"]["topics"] == 10


@pytest.mark.parametrize("words", [
    ["diagnose", "fit", "--output", ""], ["evaluate", "fit", "--folds", "2", "--output", ""], ["topics", ""],
    ["human-eval", "fit", "--output", ""], ["import", "", "--output", "out"], ["fit", "corpus", "--output", ""],
    ["fit", "corpus", "--output", "out", "--model", ""], ["fit", "corpus", "--output", "out", "--alpha", ""]])
def test_an_empty_value_is_none(themata, words):
    done = themata(*words)
    assert done.returncode == 2 and "is empty; leave the option out, or give it a value" in done.stderr
    assert done.stdout == ""


def test_more_threads_than_cores_are_no_matter(themata, corpus):
    done = themata("fit", corpus, "--topics", 2, "--sweeps", 5, "--threads", 1024, "--output", "fit")
    assert (done.returncode, done.stderr) == (0, "")


def test_options_of_another_method_are_named(themata, corpus, fit):
    for method, option in [("completion", "--particles"), ("completion", "--redraws"), ("left-to-right", "--sweeps"),
                           ("left-to-right", "--skip")]:
        done = themata("evaluate", fit, "--held-out", corpus, "--method", method, option, 5)
        assert done.returncode == 2 and f"{option} belongs to --method" in done.stderr
        assert f"not to {method}" in done.stderr


def options_in(path):
    return json.loads((path / "manifest.json").read_text())["options"]


def test_a_prior_is_of_one_hyperparameter(themata, corpus, tmp_path):
    words = ["--model", "hdp", "--topics", 2, "--learn", "alpha,gamma", "--sweeps", 4]
    assert themata("fit", corpus, *words, "--gamma-prior", "2,0.5", "--output", "one").returncode == 0
    options = options_in(tmp_path / "one")
    assert (options["alpha-prior"], options["gamma-prior"]) == ([1, 1], [2, 0.5])
    assert "seeds" not in options and "eta" not in options and options["learn"] == "alpha,gamma"
    assert themata("fit", corpus, *words, "--prior-shape", "2", "--prior-rate", "0.5", "--output", "all").returncode == 0
    assert {name: value for name, value in options_in(tmp_path / "all").items() if name.endswith("-prior")} == {
        "alpha-prior": [2, 0.5], "beta-prior": [2, 0.5], "gamma-prior": [2, 0.5], "pi-prior": [1, 1]}, "pi has a Beta prior"


@pytest.mark.parametrize("value", ["2", "2,0", "-1,2", "2,x", "2,1,1", "nan,1", "1,inf", ","])
def test_a_prior_is_a_shape_and_a_rate(themata, corpus, tmp_path, value):
    done = themata("fit", corpus, "--model", "hdp", f"--gamma-prior={value}", "--output", "fit")
    assert done.returncode == 2 and done.stdout == "" and not (tmp_path / "fit").exists()
    assert "expected a shape and a rate above 0, with a comma between them" in done.stderr, done.stderr


def test_priors_of_earlier_versions_are_those_of_all(themata, corpus, tmp_path):
    """Their manifests have one prior for every learned hyperparameter, and the options of every model."""
    words = ["--topics", 2, "--learn", "alpha,beta", "--start-sweeps", 3, "--seed", 3]
    assert themata("fit", corpus, *words, "--prior-shape", 3, "--sweeps", 12, "--output", "whole").returncode == 0
    assert themata("fit", corpus, *words, "--prior-shape", 3, "--sweeps", 6, "--output", "part").returncode == 0
    path = tmp_path / "part/manifest.json"
    manifest = json.loads(path.read_text())
    for name in ("alpha-prior", "beta-prior"):
        del manifest["options"][name]
    manifest["options"] |= {"prior-shape": 3.0, "prior-rate": 1.0, "gamma": 1.0, "eta": 10.0, "restarts": 1}
    fits.write_manifest(path.parent, manifest)
    done = themata("resume", "part", "--sweeps", 12)
    assert done.returncode == 0, done.stderr
    hashes = [json.loads((tmp_path / f"{name}/manifest.json").read_text())["chains"][0]["state_hash"]
              for name in ("whole", "part")]
    assert hashes[0] == hashes[1]
    assert options_in(tmp_path / "part")["alpha-prior"] == [3, 1]


def test_an_option_of_another_model_is_an_error_even_at_its_default(themata, corpus, tmp_path):
    done = themata("fit", corpus, "--model", "lda", "--gamma", 1, "--output", "fit")
    assert done.returncode == 2 and not (tmp_path / "fit").exists()
    assert "--gamma does not apply to --model lda; it belongs to hdp, franchise, lida or sstm" in done.stderr


@pytest.mark.parametrize("words, message", [
    (["--partitions", 2], "--partitions does not apply: it needs --sampler ad-lda; --sampler is block-collapsed"),
    (["--pi", 0.5], "--pi does not apply: it needs --phi spike-slab"),
    (["--seed-weight", 1], "--seed-weight does not apply: it needs --seeds"),
    (["--max-topics", 30], "--max-topics does not apply to --model lda; it belongs to hdp, franchise, lida, ftm or dp-dmm"),
    (["--model", "labeled-lda", "--topics", 3], "--topics does not apply to --model labeled-lda, whose topics follow from the labels"),
    (["--sampler", "collapsed", "--blocks", 4], "--blocks does not apply: it needs --sampler block-collapsed or partially-collapsed"),
    (["--model", "dmr", "--sampler", "collapsed", "--blocks", 4], "--blocks does not apply: it needs --sampler block-collapsed; "),
    (["--learn", "beta", "--alpha-prior", "1,1"], "--alpha-prior does not apply: it needs --learn alpha or asymmetric-alpha; --learn is beta"),
    (["--alpha", 0.1, "--alpha-prior", "2,1"], "--alpha-prior does not apply: it needs --learn alpha or asymmetric-alpha; --learn is beta"),
    (["--model", "hdp", "--alpha", 1, "--gamma-prior", "2,1", "--alpha-prior", "2,1"], "--alpha-prior does not apply: it needs --learn alpha; "),
    (["--learn", "none", "--prior-shape", 2], "--prior-shape does not apply: nothing that has such a prior is learned; --learn is none"),
    (["--model", "lida", "--most-discount", 0.4], "--most-discount does not apply: it needs --learn sigma or zeta"),
    (["--model", "hdp", "--split-merge-tables", "uniform"], "--split-merge-tables does not apply: it needs --split-merge"),
    (["--monitor-topics", 3], "--monitor-topics does not apply: it needs --monitor-words or --monitor-documents"),
    (["--partitions", 2, "--pi", 0.5], "--partitions does not apply: it needs --sampler ad-lda; --sampler is block-collapsed. --pi does not apply")])
def test_an_option_without_effect_is_refused_even_at_its_default(themata, corpus, tmp_path, words, message):
    for verb in ["fit", "sweep"]:
        if verb == "sweep" and {"--alpha", "--partitions", "--seed-weight", "--monitor-topics", "--topics"} & set(words):
            continue  # which a grid does not have, or has as an axis
        done = themata(verb, corpus, *words, "--output", "fit")
        assert done.returncode == 2 and message in done.stderr, done.stderr
        assert not (tmp_path / "fit").exists()


def test_an_option_is_taken_where_what_it_needs_is_given(themata, corpus, tmp_path):
    (tmp_path / "words").write_text("roses\nsail\n")
    for words in (["--sampler", "ad-lda", "--partitions", 2], ["--seeds", "words", "--seed-weight", 1],
                  ["--phi", "spike-slab", "--pi", 0.5], ["--monitor-words", 1, "--monitor-topics", 1],
                  ["--learn", "asymmetric-alpha", "--alpha-prior", "1,1"], ["--learn", "beta", "--prior-shape", 2]):
        assert themata("fit", corpus, "--topics", 2, *words, "--dry-run").returncode == 0, words
    done = themata("sweep", corpus, "--model", "lda,franchise", "--beta-prior", "1,1", "--sweeps", 4, "--keep", 1, "--output", "grid")
    assert done.returncode == 0, "lda learns beta, the franchise does not: " + done.stderr


def test_lda_learns_after_its_start(themata, corpus, tmp_path):
    """By default one alpha per topic and beta; what is given is held, and the start holds everything."""
    words = ["--topics", 3, "--sweeps", 12, "--start-sweeps", 5, "--trace-every", 1]
    for given, moves in [([], ["alpha", "beta"]), (["--alpha", 0.1], ["beta"]), (["--beta", 0.2], ["alpha"]),
                         (["--alpha", 0.1, "--beta", 0.2], []), (["--learn", "none"], [])]:
        assert themata("fit", corpus, *words, *given, "--output", "fit").returncode == 0
        trace = traces.read(tmp_path / "fit/trace-1.csv")
        for name in "alpha", "beta":
            assert len(set(trace[name][:5])) == 1
            assert (len(set(trace[name][5:])) > 1) == (name in moves), (given, name)
        shutil.rmtree(tmp_path / "fit")
    assert themata("fit", corpus, "--topics", 3, "--sweeps", 40, "--output", "usual").returncode == 0
    usual = options_in(tmp_path / "usual")
    assert (usual["learn"], usual["start"], usual["start-sweeps"]) == ("asymmetric-alpha,beta", "tokens", 10)


@pytest.mark.parametrize("words", [["--topics", 4], ["--model", "hdp", "--sweeps", 12], ["--model", "ftm", "--alpha", ".5", "--sweeps", 3]])
def test_a_dry_run_prints_the_options_that_the_fit_has(themata, corpus, tmp_path, words):
    words = [*words, *([] if "--sweeps" in words else ["--sweeps", 20])]
    shown = themata("fit", corpus, *words, "--dry-run")
    assert shown.returncode == 0 and sorted(path.name for path in tmp_path.iterdir()) == ["corpus", "texts"]
    assert themata("fit", corpus, *words, "--output", "fit").returncode == 0
    assert json.loads(shown.stdout) == json.loads((tmp_path / "fit/manifest.json").read_text())["options"]


@pytest.mark.parametrize("words, code, message", [
    (["corpus", "--topics", 0], 2, "topics"), (["corpus", "--seeds", "nowhere"], 3, "nowhere"), (["nowhere"], 3, "nowhere")])
def test_a_dry_run_refuses_what_a_fit_refuses(themata, corpus, words, code, message):
    dry, real = themata("fit", *words, "--dry-run"), themata("fit", *words, "--output", "fit")
    assert dry.returncode == code and message in dry.stderr and dry.stderr == real.stderr


@pytest.mark.parametrize("verb", [["fit", "corpus"], ["simulate", "lda"]])
def test_only_a_dry_run_needs_no_output(themata, corpus, verb):
    done = themata(*verb)
    assert done.returncode == 2 and "--output is required" in done.stderr


def test_a_dry_run_of_a_simulation_prints_the_options_of_the_corpus(themata, tmp_path):
    words = "simulate hdp --documents 20 --types 30 --lengths log-normal".split()
    shown = themata(*words, "--dry-run")
    assert shown.returncode == 0 and list(tmp_path.iterdir()) == []
    assert themata(*words, "--output", "corpus").returncode == 0
    assert json.loads(shown.stdout) == json.loads((tmp_path / "corpus/manifest.json").read_text())["simulate"]["options"]
    refused = themata("simulate", "lda", "--types", 3, "--dry-run")
    assert refused.returncode == 2 and "documents" in refused.stderr


@pytest.mark.parametrize("words, message", [
    (["topics", "fit", "--exclusivity-weight", ".3"], "--exclusivity-weight does not apply: it needs --by frex"),
    (["evaluate", "fit", "--exclusivity-weight", ".3", "--by", "lift"], "--exclusivity-weight does not apply: it needs --by frex"),
    (["human-eval", "fit", "--exclusivity-weight", ".3", "--output", "made"], "--exclusivity-weight does not apply: it needs --by frex"),
    (["import", "t.csv", "--text", "t", "--label-separator", ";", "--output", "made"], "--label-separator needs labels; expected --labels with"),
    (["import", "t.csv", "--text", "t", "--tree", "tree.tsv", "--output", "made"], "--tree needs labels; expected --labels with"),
    (["import", "t.csv", "--text", "t", "--keep-types-by", "tfidf", "--output", "made"], "--keep-types-by does not apply: it needs --keep-types"),
    (["import", "t.csv", "--text", "t", "--output", "-"], "--output is -; expected the name of a folder"),
    (["fit", "corpus", "--topics", 2, "--sweeps", 2, "--output", "-"], "--output is -; expected the name of a folder"),
    (["fit", "corpus", "--topics", 2, "--seeds", "seeds.txt", "--start", "documents", "--output", "made"],
     "--start does not apply: with --seeds, tokens begin in random topics"),
    (["fit", "labelled", "--model", "labeled-lda", "--start", "tokens", "--output", "made"],
     "--start does not apply: tokens begin in topics that the labels of their documents allow"),
    (["compare", "chains", "--chain", 1], "name another fit, or leave --chain out")])
def test_an_option_that_would_decide_nothing_is_refused(themata, fit, tmp_path, words, message):
    (tmp_path / "t.csv").write_text("t,l\nrain on roses,a\nsun on sails,b\n")
    (tmp_path / "tree.tsv").write_text("a\tx\n")
    (tmp_path / "seeds.txt").write_text("0: roses\n")
    fits.must("import", tmp_path / "t.csv", "--text", "t", "--labels", "l", "--output", tmp_path / "labelled")
    fits.must("fit", tmp_path / "corpus", "--topics", 2, "--sweeps", 4, "--chains", 2, "--output", tmp_path / "chains")
    done = themata(*words)
    assert done.returncode == 2 and message in done.stderr, done.stderr
    assert not (tmp_path / "made").exists() and not (tmp_path / "-").exists()


def test_quantiles_have_the_names_of_topics(themata, fit, tmp_path):
    (tmp_path / "names.tsv").write_text("0\tGardens\n1\tShips\n")
    header, *rows = themata("topics", fit, "--quantiles", "--names", "names.tsv", "--format", "tsv").stdout.splitlines()
    assert header.split("\t") == ["quantile", "topic", "name", "tokens", "share", "words"]
    assert {row.split("\t")[1:3][0] + row.split("\t")[2] for row in rows} == {"0Gardens", "1Ships"}
