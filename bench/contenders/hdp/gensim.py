"""gensim's HdpModel: online variational Bayes, not a sampler, in one process. Each stage starts again with more passes.

The truncation levels are the library's defaults: 150 topics, and 15 per document. A topic per token is drawn from its
estimates.
"""
import time

import exports
from lda import gensim as lda

KIND, NEEDS, OUTSIDE = lda.KIND, lda.NEEDS, lda.OUTSIDE
VARIANTS = {"gensim HdpModel": {}}
CHUNK = 256  # documents (the library's default)


class Engine(lda.Engine):
    def priors(self):
        return {"alpha": self.job["alpha"], "gamma": self.job["gamma"], "eta": self.job["beta"]}

    def train(self, sweeps):
        job = self.job
        start = time.monotonic()
        self.engine = self.library.models.HdpModel(
            self.input, self.names, chunksize=CHUNK, max_chunks=sweeps * -(-len(self.input) // CHUNK),
            random_state=job["seed"], **self.priors())
        return time.monotonic() - start

    def assignments(self):
        theta = self.engine.inference(self.input)
        return exports.draw_topics(theta / theta.sum(axis=1, keepdims=True), self.engine.lda_beta, self.corpus,
                             self.job["seed"])
