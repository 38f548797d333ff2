"""scikit-learn's LatentDirichletAllocation.transform: variational, up to 100 iterations per document (its default).

phi is the mean of its own posterior.
"""
from lda import scikit_learn as lda

KIND, NEEDS, OUTSIDE = lda.KIND, lda.NEEDS, lda.OUTSIDE
VARIANTS = {"scikit-learn": {}}


class Engine(lda.Engine):
    def read(self, corpus):
        self.new = corpus.matrix()

    def infer(self):
        self.proportions = self.engine.transform(self.new)

    def theta(self):
        return self.proportions

    def learned(self):
        return {"phi": self.engine.components_ / self.engine.components_.sum(axis=1, keepdims=True)}
