"""gensim's HdpModel: online variational Bayes, not a sampler, one process. Each stage begins anew, with more passes.

Its truncations stay at its defaults, 150 topics and 15 a document. Topics are drawn a token from its estimates.
"""
import time

import exports
from lda import gensim as lda

KIND, NEEDS, OUTSIDE = lda.KIND, lda.NEEDS, lda.OUTSIDE
VARIANTS = {"gensim HdpModel": {}}
CHUNK = 256  # documents; the library's default


class Engine(lda.Engine):
    def train(self, sweeps):
        job = self.job
        begun = time.monotonic()
        self.engine = self.library.models.HdpModel(
            self.input, self.names, chunksize=CHUNK, max_chunks=sweeps * -(-len(self.input) // CHUNK),
            alpha=job["alpha"], gamma=job["gamma"], eta=job["beta"], random_state=job["seed"])
        return time.monotonic() - begun

    def assignments(self):
        theta = self.engine.inference(self.input)
        return exports.drawn(theta / theta.sum(axis=1, keepdims=True), self.engine.lda_beta, self.corpus,
                             self.job["seed"])
