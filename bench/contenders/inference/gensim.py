"""gensim's LdaMulticore.inference: variational, in one process, up to 100 iterations per document (default: 50).

Training has the same limit. phi is the mean of gensim's own posterior.
"""
from lda import gensim as lda

KIND, NEEDS, OUTSIDE = lda.KIND, lda.NEEDS, lda.OUTSIDE
VARIANTS = {"gensim LdaMulticore": {"iterations": 100}}


class Engine(lda.Engine):
    def __init__(self, job):
        super().__init__(job)
        self.more = {"iterations": job["iterations"]}

    def read(self, corpus):
        self.new = self.bags(corpus)

    def infer(self):
        self.weights, _ = self.engine.inference(self.new)

    def theta(self):
        return self.weights / self.weights.sum(axis=1, keepdims=True)

    def learned(self):
        return {"phi": self.engine.get_topics()}
