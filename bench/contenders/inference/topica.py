"""topica's LDA.transform. It does 100 sweeps per document (its default).

The mean is over ten sweeps, every fifth one after the first 10. There is no option for threads; it uses one.
"""
from lda import topica as lda

KIND, NEEDS, OUTSIDE = "Gibbs, mean over selected sweeps, one thread", lda.NEEDS, lda.OUTSIDE
VARIANTS = {"topica": {"iterations": 100}}


class Engine(lda.Engine):
    def read(self, corpus):
        self.new = self.library.Corpus.from_documents(corpus.words())

    def infer(self):
        self.proportions = self.engine.transform(self.new, iters=self.job["iterations"], seed=self.job["seed"])

    def theta(self):
        return self.proportions

    def learned(self):
        return {"topics": self.assignments()}
