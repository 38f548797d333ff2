"""MALLET's InferTopics with the inferencer that its trainer wrote; 100 sweeps a document, its default.

Of these the first 10 are left out, and of the others every tenth is in the mean. It has no option for threads and uses one.
"""
import numpy

from lda import mallet as lda
from measure import program

KIND, NEEDS, OUTSIDE = "Gibbs, mean over selected sweeps, one thread", lda.NEEDS, lda.OUTSIDE
VARIANTS = {"mallet": {"iterations": 100}}


class Engine(lda.Engine):
    def __init__(self, job):
        super().__init__(job)
        self.more = ["--inferencer-filename", self.folder / "inferencer"]

    def read(self, corpus):
        self.new = self.folder / f"{corpus.folder.name}.mallet"
        self.convert(corpus.folder / "tokens.txt", self.new, "--use-pipe-from-without-rewrite",
                     self.folder / "corpus.mallet")

    def infer(self):
        program([*self.java, "cc.mallet.topics.tui.InferTopics", "--inferencer", self.folder / "inferencer", "--input",
                 self.new, "--output-doc-topics", self.folder / "theta", "--num-iterations", self.job["iterations"],
                 "--random-seed", self.job["seed"]])

    def theta(self):
        """The third column and those after it; before them are a document's number and its name."""
        return numpy.loadtxt(self.folder / "theta", usecols=range(2, 2 + self.job["topics"]), ndmin=2)

    def learned(self):
        return {"topics": self.assignments()}
