"""gensim's LdaMulticore: online variational Bayes, not a sampler. Each stage begins anew, with more passes.

A sweep is a pass over the corpus. Topics are drawn a token from its estimates p(k | d) p(w | k), outside the clock,
and so is the last inference of p(k | d).
"""
import time

import exports

KIND = "variational, not a sampler"
NEEDS = "gensim"
VARIANTS = {"gensim LdaMulticore": {}}
OUTSIDE = False


class Engine:
    more = {}  # settings of LdaMulticore

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
        begun = time.monotonic()
        self.engine = self.library.models.LdaMulticore(
            self.input, num_topics=job["topics"], id2word=self.names, workers=job["threads"], passes=sweeps,
            alpha=[job["alpha"]] * job["topics"], eta=job["beta"], eval_every=None, random_state=job["seed"],
            **self.more)
        return time.monotonic() - begun

    def assignments(self):
        theta, _ = self.engine.inference(self.input)
        return exports.drawn(theta / theta.sum(axis=1, keepdims=True), self.engine.get_topics(), self.corpus,
                             self.job["seed"])
