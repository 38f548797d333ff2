"""gensim's LdaMulticore.inference, in one process: variational, up to 100 iterations a document (its default is 50),
in training as well. Its phi are the means of its own posterior."""
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
