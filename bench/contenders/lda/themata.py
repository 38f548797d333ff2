"""themata fit, its default sampler: stages are fit and then resume, after each of which the topics are read from the checkpoint."""
import json
import pathlib
import sys
import time

import numpy

from measure import program

KIND = "collapsed Gibbs, exact"
NEEDS = None
VARIANTS = {"themata": {}}
OUTSIDE = True  # the engine is a program, the memory of this process is not its own


class Engine:
    model = ["--model", "lda"]
    keep = 0  # draws

    def __init__(self, job):
        self.job, self.program, self.folder = job, job["themata"], pathlib.Path(job["folder"])
        self.start_seconds = None

    def start(self):
        self.version = program([self.program, "--version"]).strip().split()[-1]

    def load(self, corpus):
        self.corpus = corpus
        self.convert(corpus, self.folder / "corpus")
        self.check_order(corpus)

    def convert(self, corpus, folder):
        program([self.program, "import", corpus.folder / "tokens.txt", "--format", "lines", "--pretokenized",
                 "--min-length", 1, "--output", folder])

    def check_order(self, corpus):
        """That the tokens lie in the corpus's order, in which their topics are to be read."""
        words = (self.folder / "corpus/vocabulary.txt").read_text().split()
        types = numpy.array([int(word[1:]) for word in words])
        if not numpy.array_equal(types[numpy.load(self.folder / "corpus/tokens.npy")], corpus.tokens):
            sys.exit("the imported tokens are not the corpus's")

    def priors(self):
        return ["--topics", self.job["topics"], "--alpha", self.job["alpha"], "--beta", self.job["beta"]]

    def train(self, sweeps):
        """Goes on to so many sweeps in all. @returns the seconds of sampling so far, as the program has them"""
        rest = ["--sweeps", sweeps]
        fit = self.folder / "fit"
        begun, resumed = time.monotonic(), fit.exists()
        if resumed:
            program([self.program, "resume", fit, *rest])
        else:
            program([self.program, "fit", self.folder / "corpus", *self.model, *self.priors(), *rest, "--keep",
                     self.keep, "--threads", self.job["threads"], "--seed", self.job["seed"], "--trace-every", 1000000,
                     "--checkpoint-every", 1000000, "--output", fit])
        seconds = json.loads((fit / "manifest.json").read_text())["chains"][0]["seconds"]
        if not resumed:
            self.start_seconds = time.monotonic() - begun - seconds
        return seconds

    def assignments(self):
        """Under other numbers than themata's outputs have the topics, which no score asks for."""
        with numpy.load(self.folder / "fit/checkpoint/chain-1.npz") as state:
            return state["z"].astype(numpy.int32)
