"""MALLET's own evaluator, started from our state, against `themata evaluate --method left-to-right`.

THEMATA_MALLET is a class path that holds MALLET 2.0.8 and what it needs; without it, the local repository of Maven is looked
through (`mvn dependency:get -Dartifact=cc.mallet:mallet:2.0.8` fills it).
"""
import os
import pathlib
import shutil
import subprocess
import sys

import numpy as np
import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import fits  # noqa: E402

WORDS = [f"w{i}" for i in range(60)]
TOPICS = 4


def class_path():
    given = os.environ.get("THEMATA_MALLET")
    if given:
        return given
    repository = pathlib.Path.home() / ".m2" / "repository"
    if not list(repository.glob("cc/mallet/mallet/2.0.8/mallet-2.0.8.jar")):
        return None
    return os.pathsep.join(map(str, repository.rglob("*.jar")))


CLASS_PATH = class_path()
pytestmark = pytest.mark.skipif(not (CLASS_PATH and shutil.which("java")), reason="MALLET 2.0.8 or Java is not here")


def mallet(tool, *options):
    done = subprocess.run(["java", "-Xmx512m", "-cp", CLASS_PATH, tool, *map(str, options)], capture_output=True, text=True,
                          timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout


def imported(corpus, path, *options):
    fits.must("export", corpus, "--format", "mallet", "--output", path.with_suffix(".txt"))
    mallet("cc.mallet.classify.tui.Csv2Vectors", "--input", path.with_suffix(".txt"), "--output", path,
           "--keep-sequence", "--preserve-case", "--token-regex", r"\S+", *options)
    return path


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    return tmp_path_factory.mktemp("mallet")


@pytest.fixture(scope="module")
def fit(place):
    """Topics that words and documents prefer, and a tenth of the documents held back."""
    documents = fits.random_documents(120, WORDS, seed=3)
    training = fits.make_corpus(place / "training", documents[:100])
    fits.make_corpus(place / "held", documents[100:])
    fits.must("fit", training, "--model", "lda", "--topics", TOPICS, "--alpha", 0.5, "--beta", 0.1, "--sweeps", 100,
              "--keep", 1, "--seed", 1, "--output", place / "fit")
    return place / "fit"


@pytest.fixture(scope="module")
def evaluator(fit, place):
    fits.must("export", fit, "--format", "mallet-state", "--output", place / "state.gz")
    training = imported(place / "training", place / "training.mallet")
    mallet("cc.mallet.topics.tui.TopicTrainer", "--input", training, "--input-state", place / "state.gz",
           "--num-topics", TOPICS, "--alpha", 0.5 * TOPICS, "--beta", 0.1, "--num-iterations", 0,
           "--optimize-interval", 0, "--evaluator-filename", place / "evaluator")
    return place / "evaluator"


def of_mallet(evaluator, place, particles, seed):
    held = place / "held.mallet"
    if not held.exists():
        imported(place / "held", held, "--use-pipe-from", place / "training.mallet")
    probabilities = place / f"probabilities-{seed}"
    mallet("cc.mallet.topics.tui.EvaluateTopics", "--evaluator", evaluator, "--input", held, "--num-particles", particles,
           "--use-resampling", "true", "--random-seed", seed, "--output-doc-probs", probabilities)
    return np.array(probabilities.read_text().split(), float)


def test_the_evaluators_agree(evaluator, fit, place):
    output = place / "documents.tsv"
    fits.must("evaluate", fit, "--held-out", place / "held", "--method", "left-to-right", "--particles", 200,
              "--output", output)
    header, *rows = [line.split("\t") for line in output.read_text().splitlines()]
    ours = np.array([row[header.index("log_p")] for row in rows], float)
    error = np.array([row[header.index("mc_error")] for row in rows], float)
    runs = np.array([of_mallet(evaluator, place, 200, seed) for seed in (1, 2, 3)])
    theirs, their_error = runs.mean(0), runs.std(0, ddof=1) / np.sqrt(3)
    assert len(ours) == len(theirs) == 20
    total_error = np.hypot(np.sqrt((error ** 2).sum()), np.sqrt((their_error ** 2).sum()))
    # MALLET multiplies means of particles that are not chosen anew, which is biased; with 200 of them, drawn anew before every
    # token, by less than this error.
    assert abs(ours.sum() - theirs.sum()) < 4.5 * total_error
    assert np.allclose(ours, theirs, atol=0.35)
