"""What the program says of itself, and how it answers words that it does not know."""
import pathlib
import re
import subprocess

import pytest

VERBS = {
    "import": ["--format", "--output"],
    "fit": ["--model", "--topics", "--sweeps", "--seed", "--threads", "--output"],
    "resume": [],
    "topics": ["--by", "--exclusivity-weight", "--format"],
    "evaluate": ["--coherence", "--reference", "--window", "--words", "--format", "--threads", "--held-out", "--folds",
                 "--split", "--particles", "--output"],
    "sweep": ["--model", "--topics", "--alpha", "--seed", "--held-out", "--split-seed", "--threads", "--format"],
    "human-eval": ["--output", "--by", "--preferences", "--score", "--table", "--answer-by", "--reference", "--seed"],
    "infer": ["--format", "--output", "--seed"],
    "label": ["--method", "--calibrate", "--threshold", "--at-least", "--format", "--output", "--seed"],
    "info": [],
    "diagnose": ["--burn-in", "--format", "--output"],
    "compare": ["--chain", "--distance", "--limit", "--format"],
    "export": ["--format", "--output"],
    "report": ["--output"],
    "serve": ["--port", "--documents", "--names"],
    "selftest": ["--model", "--data-sets", "--output"],
    "simulate": ["--documents", "--types", "--seed", "--output"],
}


def test_help_names_every_verb_and_the_exit_codes(themata):
    done = themata("--help")
    assert done.returncode == 0
    assert done.stderr == ""
    for verb in VERBS:
        assert re.search(rf"^\s+{verb}\s+\S", done.stdout, re.M), f"{verb} has no line of its own"
    assert "130" in done.stdout


def test_a_former_name_works_but_is_not_in_the_help(themata):
    assert not re.search(r"^\s+raters\b", themata("--help").stdout, re.M)
    assert themata("raters", "--help").stdout.replace("raters", "human-eval") == themata("human-eval", "--help").stdout.replace("raters", "human-eval")
    shown = themata("fit", "--model", "hpc", "--help").stdout
    assert "--unlabeled" in shown and "--unlabelled" not in shown and "Excludes" not in shown
    assert "--prior-shape" not in themata("fit", "--model", "lda", "--help").stdout


def test_version_is_that_of_the_build(themata):
    done = themata("--version")
    assert done.returncode == 0
    said = r"themata \d+\.\d+\.\d+\ncommit: \S.*\ncompiler: (GCC|Clang) \d.*\ninstruction sets: \w+(, \w+)*\nMPI: no .*\n"
    assert re.fullmatch(said, done.stdout)


@pytest.mark.parametrize("verb", VERBS)
def test_a_verb_explains_itself(themata, verb):
    done = themata(verb, "--help")
    assert done.returncode == 0
    for option in VERBS[verb]:
        assert option in done.stdout


@pytest.mark.parametrize("words", [[], ["frobnicate"], ["--frobnicate"], ["fit"], ["fit", "corpus", "--frobnicate"],
                                   ["fit", "corpus", "--sweeps", "many", "--output", "fit"],
                                   ["export", "fit", "--format", "frobnicate", "--output", "out"]])
def test_wrong_usage_is_exit_2_and_a_word_on_stderr(themata, tmp_path, words):
    done = themata(*words)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.strip()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("words, message", [
    (["imprt"], "Unknown command 'imprt'. Did you mean 'import'?"), (["Fit"], "Unknown command 'Fit'. Did you mean 'fit'?"),
    (["eval", "fit"], "Unknown command 'eval'. Did you mean 'evaluate'?"), (["rater"], "Unknown command 'rater'."),
    (["--sed", "fit", "corpus"], "Unknown option --sed."),
    (["frobnicate"], "Unknown command 'frobnicate'."), ([], "No command was given."), (["--frob"], "Unknown option --frob."),
    (["fit", "corpus", "--topic", "3"], "Unknown option --topic. Did you mean --topics?"),
    (["fit", "--topic=3", "corpus"], "Unknown option --topic. Did you mean --topics?"),
    (["fit", "--sed", "3"], "Unknown option --sed. Did you mean --seed?"), (["fit", "corpus", "-k"], "Unknown option -k."),
    (["fit", "corpus", "--frobnicate"], "Unknown option --frobnicate."), (["fit", "one", "two"], "Unexpected argument 'two'."),
    (["---"], "Unknown command '---'."), (["fit", "corpus", "---"], "Unexpected argument '---'."),
    (["fit", "corpus", "--=x"], "Unexpected argument '--=x'."), (["-=5"], "Unknown command '-=5'."),
    (["topics", "fit", "--formatt", "tsv"], "Unknown option --formatt. Did you mean --format?"),
    (["fit", "corpus", "--seed"], "--seed needs a value."), (["fit", "corpus", "--seed", "1", "--seed", "2"], "--seed is given more than once.")])
def test_an_unknown_word_is_named_with_the_nearest(themata, words, message):
    done = themata(*words)
    command = f" {words[0]}" if words and words[0] in VERBS else ""
    what = "options" if command else "commands"
    assert done.returncode == 2 and done.stdout == ""
    assert done.stderr.splitlines() == [f"themata: {message}", f"The {what} are listed by: themata{command} --help"]


@pytest.mark.parametrize("words, message", [
    (["fit", "corpus", "--alpha", "auto"], "--alpha takes a number, not 'auto'; to learn it: --learn alpha."),
    (["fit", "corpus", "--model", "lida", "--sigma", "auto"], "--sigma takes a number, not 'auto'; to learn it: --learn sigma."),
    (["fit", "corpus", "--seed-weight", "much"], "--seed-weight takes a number, not 'much'."),
    (["fit", "corpus", "--topics", "auto"], "--topics: auto is not a whole number from 1 to 65535"),
    (["fit", "corpus", "--alpha-prior", "1", "--output", "fit"], "--alpha-prior is '1'; expected a shape and a rate above 0, with a comma between them"),
    (["resume", "fit", "--time-limit", "soon"], "--time-limit: soon is not a number from 0"),
    (["sweep", "corpus", "--held-out", "few", "--output", "grid"], "--held-out: few is not a number from 0 to 1")])
def test_a_number_that_is_none_is_named_with_what_is_taken(themata, tmp_path, words, message):
    done = themata(*words)
    assert done.returncode == 2 and done.stderr.splitlines()[0] == f"themata: {message}"
    assert list(tmp_path.iterdir()) == []


def test_output_that_cannot_be_written_is_exit_4(program):
    with open("/dev/full", "w") as full:
        done = subprocess.run([program, "--help"], stdout=full, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 4
    assert "standard output" in done.stderr


def test_the_exit_status_comes_through_where_nothing_can_be_said(program):
    with open("/dev/full", "w") as full:
        done = subprocess.run([program, "info", "none"], stdout=full, stderr=full)
    assert done.returncode == 3


# Where it is not the page of the verb's name; `evaluate` has two.
GUIDES = {"resume": ["fit"], "info": ["topics", "fit"], "infer": ["new-documents"], "label": ["labeled-archive"], "evaluate": ["evaluate", "held-out"],
          "diagnose": ["converged"], "compare": ["comparing-runs"], "consensus": ["consensus"], "sweep": ["how-many-topics", "fit"], "serve": ["report"]}


def models(themata, verb="fit"):
    """Those that the help of a subcommand lists, one line each."""
    listed = themata(verb, "--help").stdout.split("Models ")[1]
    return re.findall(r"^  ([a-z-]+) +\S", listed, re.M)


def options_of(text):
    return set(re.findall(r"^ +(?:-h,)?(--[a-z][a-z-]*)", text, re.M))


def test_the_help_of_a_model_has_its_options_and_no_others(themata):
    common = options_of(themata("fit", "--help").stdout)
    assert {"--sweeps", "--model"} <= common and not {"--alpha", "--topics", "--sampler"} & common
    assert {"lda", "hdp", "lida", "hpc", "dp-dmm"} <= set(models(themata)) and len(models(themata)) == 12
    own = {model: options_of(themata("fit", "--model", model, "--help").stdout) - common for model in models(themata)}
    assert {"--topics", "--alpha", "--seeds", "--z"} <= own["lda"] and not {"--gamma", "--eta"} & own["lda"]
    assert {"--gamma", "--gamma-prior", "--weights"} <= own["hdp"] and "--seeds" not in own["hdp"]
    assert own["hpc"] == {"--affinity", "--sampler", "--unlabeled"}
    assert "--background-topics" in own["labeled-lda"] and "--topics" not in own["labeled-lda"]
    meanings = {model: re.search(r"--gamma X=\S+ +(.*)", themata("fit", "--help", "--model", model).stdout)[1]
                for model in ("hdp", "lida")}
    assert meanings["hdp"] != meanings["lida"], "one name, two hyperparameters"


def test_help_fits_a_screen(themata):
    """Without a model the options of every fit and the models, with one its own options and the most used others."""
    general = themata("fit", "--help").stdout
    assert len(general.splitlines()) <= 50 and "\n\n\n" not in general
    for model in models(themata):
        shown = themata("fit", "--model", model, "--help").stdout
        assert len(shown.splitlines()) <= 60, model
        assert {"--sweeps", "--seed", "--chains", "--threads"} <= options_of(shown) and "--monitor-words" not in options_of(shown)
        assert shown.rstrip().endswith("themata fit --help")


def test_every_option_stands_in_its_guide(themata):
    folder = pathlib.Path(__file__).resolve().parents[2] / "docs/guide"
    for verb in VERBS:
        text = "\n".join((folder / f"{name}.md").read_text() for name in GUIDES.get(verb, [verb]))
        shown = themata(verb, "--help").stdout
        if verb == "fit":
            shown += "".join(themata("fit", "--model", model, "--help").stdout for model in models(themata))
        if verb == "simulate":
            shown += "".join(themata("simulate", model, "--help").stdout for model in models(themata, "simulate"))
        options = set(re.findall(r"--[a-z][a-z-]*", shown)) - {"--help"}
        missing = sorted(option for option in options if not re.search(rf"{option}(?![a-z-])", text))
        assert missing == [], f"the guide of {verb} does not speak of {missing}"


def test_help_with_an_unknown_model_is_the_general_help(themata):
    done = themata("fit", "--model", "lsa", "--help")
    assert done.returncode == 0
    assert "Models (--help with --model NAME" in done.stdout
