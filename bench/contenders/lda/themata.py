"""themata fit, its default sampler: stages are fit and then resume, each with a state exported."""
import json
import pathlib
import time

import exports
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

    def convert(self, corpus, folder):
        program([self.program, "import", corpus.folder / "tokens.txt", "--format", "lines", "--pretokenized",
                 "--min-length", 1, "--output", folder])

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
        state = self.folder / "state.gz"
        program([self.program, "export", self.folder / "fit", "--format", "mallet-state", "--output", state])
        return exports.from_state(state, self.corpus)
