"""gensim's LdaMulticore: online variational Bayes, not a sampler. Each stage starts again with more passes.

A sweep is a pass over the corpus. A topic per token is drawn from the estimates p(k | d) p(w | k). The draw and the
last inference of p(k | d) are not timed.
"""
import time

import exports

KIND = "variational, not a sampler"
NEEDS = "gensim"
VARIANTS = {"gensim LdaMulticore": {}}
OUTSIDE = False


class Engine:
    more = {}  # further settings of LdaMulticore

    def __init__(self, job):
        self.job = job

    def start(self):
        import gensim
        import gensim.models

        self.library, self.version = gensim, gensim.__version__

    def load(self, corpus):
        self.corpus, self.input = corpus, self.bags(corpus)
        self.names = {word: f"w{word}" for word in range(corpus.types)}

    @staticmethod
    def bags(corpus):
        return [list(zip(words.tolist(), counts.tolist())) for words, counts in corpus.counts()]

    def train(self, sweeps):
        job = self.job
        start = time.monotonic()
        self.engine = self.library.models.LdaMulticore(
            self.input, num_topics=job["topics"], id2word=self.names, workers=job["threads"], passes=sweeps,
            alpha=[job["alpha"]] * job["topics"], eta=job["beta"], eval_every=None, random_state=job["seed"],
            **self.more)
        return time.monotonic() - start

    def assignments(self):
        theta, _ = self.engine.inference(self.input)
        return exports.draw_topics(theta / theta.sum(axis=1, keepdims=True), self.engine.get_topics(), self.corpus,
                             self.job["seed"])
