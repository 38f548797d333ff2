"""MALLET's InferTopics, with the inferencer file of its trainer. It does 100 sweeps per document (its default).

The mean is over every tenth sweep after the first 10. There is no option for threads; it uses one.
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
        """Reads the topic proportions. The first two columns are the number and the name of a document."""
        return numpy.loadtxt(self.folder / "theta", usecols=range(2, 2 + self.job["topics"]), ndmin=2)

    def learned(self):
        return {"topics": self.assignments()}
