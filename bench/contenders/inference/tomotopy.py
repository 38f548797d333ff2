"""tomotopy's LDAModel.infer of documents from make_doc; 100 sweeps a document, its default. The model is trained in its
default way, on partitions.

It gives the shares of the last sweep, one draw and not a mean. A second call would give the same ones again, for it
begins with the same random numbers. So where a mean is asked for, to check that its draws are of the same posterior,
it is the mean over calls of 100, 110, 120, ... sweeps.
"""
import numpy

from lda import tomotopy as lda

KIND, NEEDS, OUTSIDE = "Gibbs, last sweep only", lda.NEEDS, lda.OUTSIDE
VARIANTS = {"tomotopy": {"scheme": "PARTITION", "iterations": 100}}


class Engine(lda.Engine):
    def read(self, corpus):
        self.new = [self.engine.make_doc(words) for words in corpus.words()]

    def infer(self):
        self.shares = self.after(self.job["iterations"])

    def after(self, sweeps):
        return self.engine.infer(self.new, iterations=sweeps, workers=self.job["threads"])[0]

    def theta(self):
        later = (self.job["iterations"] + 10 * further for further in range(1, self.job.get("draws", 1)))
        return numpy.mean([self.shares, *(self.after(sweeps) for sweeps in later)], axis=0)

    def learned(self):
        return {"topics": self.assignments()}
