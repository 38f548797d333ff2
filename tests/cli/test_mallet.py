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
import by_sum  # noqa: E402
import fits  # noqa: E402

WORDS = [f"w{i}" for i in range(60)]
TOPICS = 4
DOCUMENTS = fits.random_documents(120, WORDS, seed=3)
SHORT = [(words + DOCUMENTS[d])[:7] for d, words in enumerate(DOCUMENTS[100:])]


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
    """A fit of the first hundred documents."""
    training = fits.make_corpus(place / "training", DOCUMENTS[:100])
    fits.make_corpus(place / "long", DOCUMENTS[100:])
    fits.make_corpus(place / "short", SHORT)
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


def of_mallet(evaluator, place, name, seed):
    held = place / f"{name}.mallet"
    if not held.exists():
        imported(place / name, held, "--use-pipe-from", place / "training.mallet")
    probabilities = place / f"probabilities-{seed}"
    mallet("cc.mallet.topics.tui.EvaluateTopics", "--evaluator", evaluator, "--input", held, "--num-particles", 400,
           "--use-resampling", "true", "--random-seed", seed, "--output-doc-probs", probabilities)
    return np.array(probabilities.read_text().split(), float)


def of_both(evaluator, fit, place, name):
    """log p of every document by each program, and the error of the sum."""
    output = place / "documents.tsv"
    fits.must("evaluate", fit, "--held-out", place / name, "--method", "left-to-right", "--particles", 400,
              "--output", output)
    header, *rows = [line.split("\t") for line in output.read_text().splitlines()]
    ours = np.array([row[header.index("log_p")] for row in rows], float)
    error = np.array([row[header.index("mc_error")] for row in rows], float)
    runs = np.array([of_mallet(evaluator, place, name, seed) for seed in (1, 2, 3)])
    assert len(ours) == runs.shape[1] == 20
    return ours, np.sqrt((error ** 2).sum()), runs.mean(0), np.sqrt((runs.var(0, ddof=1) / 3).sum())


def test_the_evaluators_agree(evaluator, fit, place):
    """On documents of seven words, where all assignments can be added up too."""
    ours, our_error, theirs, their_error = of_both(evaluator, fit, place, "short")
    vocabulary = (place / "training" / "vocabulary.txt").read_text().splitlines()
    draw = np.load(next((fit / "draws").iterdir()))
    tokens = np.load(place / "training" / "tokens.npy")
    n = np.array([np.bincount(tokens[draw["z"] == k], minlength=len(vocabulary)) for k in range(TOPICS)])
    phi = (n + draw["beta"]) / (n + draw["beta"]).sum(1, keepdims=True)
    exact = np.array([by_sum.log_likelihood([vocabulary.index(word) for word in words], phi, draw["alpha"])
                      for words in SHORT])
    assert our_error < 0.15 and their_error < 0.15
    assert abs(ours.sum() - exact.sum()) < 4.5 * our_error
    assert abs(theirs.sum() - exact.sum()) < 4.5 * their_error
    assert abs(ours.sum() - theirs.sum()) < 4.5 * np.hypot(our_error, their_error)


def test_longer_documents_show_what_particles_not_chosen_anew_do(evaluator, fit, place):
    """MALLET multiplies the means of particles that go on whatever they predicted: a little too much for whole documents.
    Ours is unbiased. The two differ by more than their errors, and by less than two thousandths."""
    ours, our_error, theirs, their_error = of_both(evaluator, fit, place, "long")
    assert 0 < theirs.sum() - ours.sum() < -0.002 * ours.sum()
