"""themata fit with its default sampler, from one topic per document, which is ahead in the first seconds. The first stage is
fit, the others are resume.

After each stage, topics are read from the checkpoint.
"""
import json
import pathlib
import sys
import time

import numpy

from measure import program

KIND = "collapsed Gibbs, exact"
NEEDS = None
VARIANTS = {"themata": {}}
OUTSIDE = True  # the engine is a separate program: the memory of this Python process does not count


class Engine:
    model = ["--model", "lda", "--start", "documents"]
    keep = 0  # draws that the fit keeps

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
        """Exits if the imported tokens are not in the corpus's order. Topics are read in this order."""
        words = (self.folder / "corpus/vocabulary.txt").read_text().split()
        types = numpy.array([int(word[1:]) for word in words])
        if not numpy.array_equal(types[numpy.load(self.folder / "corpus/tokens.npy")], corpus.tokens):
            sys.exit("the imported tokens differ from the corpus")

    def priors(self):
        return ["--topics", self.job["topics"], "--alpha", self.job["alpha"], "--beta", self.job["beta"]]

    def options(self):
        """Options of the fit, without its length."""
        return [*self.model, *self.priors(), "--keep", self.keep, "--trace-every", 1000000, "--checkpoint-every",
                1000000]

    def train(self, sweeps):
        """Continues to `sweeps` sweeps in total. @returns the program's report of the seconds of sampling so far"""
        return self.run_to(["--sweeps", sweeps])["seconds"]

    def run_to(self, length):
        """Starts or resumes the fit. @returns what its manifest says of the chain"""
        fit = self.folder / "fit"
        start, resumed = time.monotonic(), fit.exists()
        if resumed:
            program([self.program, "resume", fit, *length])
        else:
            program([self.program, "fit", self.folder / "corpus", *self.options(), *length, "--chains", 1, "--threads",
                     self.job["threads"], "--seed", self.job["seed"], "--output", fit])
        chain = json.loads((fit / "manifest.json").read_text())["chains"][0]
        if not resumed:
            self.start_seconds = time.monotonic() - start - chain["seconds"]
        return chain

    def assignments(self):
        """Topics are numbered differently from themata's outputs, but no score depends on the numbers."""
        with numpy.load(self.folder / "fit/checkpoint/chain-1.npz") as state:
            return state["z"].astype(numpy.int32)
