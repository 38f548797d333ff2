"""topica's LDA.transform; 100 sweeps a document, its default, of which the first 10 are left out and ten, five apart,
are in the mean. It has no option for threads and uses one."""
from lda import topica as lda

KIND, NEEDS, OUTSIDE = "Gibbs, mean over selected sweeps, one thread", lda.NEEDS, lda.OUTSIDE
VARIANTS = {"topica": {"iterations": 100}}


class Engine(lda.Engine):
    def read(self, corpus):
        self.new = self.library.Corpus.from_documents(corpus.words())

    def infer(self):
        self.shares = self.engine.transform(self.new, iters=self.job["iterations"], seed=self.job["seed"])

    def theta(self):
        return self.shares

    def learned(self):
        return {"topics": self.assignments()}
