"""tomotopy's LDAModel.infer on documents from make_doc. It does 100 sweeps per document (its default).

The model is trained by the default parallel scheme, on partitions.

infer returns the topic proportions of the last sweep: one draw, not a mean. A second call returns the same draw,
because it starts from the same random numbers. The agreement check needs a mean, to compare posteriors. There, it is
the mean over calls with 100, 110, 120, ... sweeps.
"""
import numpy

from lda import tomotopy as lda

KIND, NEEDS, OUTSIDE = "Gibbs, last sweep only", lda.NEEDS, lda.OUTSIDE
VARIANTS = {"tomotopy": {"scheme": "PARTITION", "iterations": 100}}


class Engine(lda.Engine):
    def read(self, corpus):
        self.new = [self.engine.make_doc(words) for words in corpus.words()]

    def infer(self):
        self.proportions = self.infer_with(self.job["iterations"])

    def infer_with(self, sweeps):
        return self.engine.infer(self.new, iterations=sweeps, workers=self.job["threads"])[0]

    def theta(self):
        others = (self.job["iterations"] + 10 * draw for draw in range(1, self.job.get("draws", 1)))
        return numpy.mean([self.proportions, *(self.infer_with(sweeps) for sweeps in others)], axis=0)

    def learned(self):
        return {"topics": self.assignments()}
