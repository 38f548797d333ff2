"""scikit-learn's LatentDirichletAllocation.transform: variational, up to 100 iterations a document, its default.
Its phi are the means of its own posterior."""
from lda import scikit_learn as lda

KIND, NEEDS, OUTSIDE = lda.KIND, lda.NEEDS, lda.OUTSIDE
VARIANTS = {"scikit-learn": {}}


class Engine(lda.Engine):
    def read(self, corpus):
        self.new = corpus.matrix()

    def infer(self):
        self.shares = self.engine.transform(self.new)

    def theta(self):
        return self.shares

    def learned(self):
        return {"phi": self.engine.components_ / self.engine.components_.sum(axis=1, keepdims=True)}
