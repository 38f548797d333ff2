"""scikit-learn's LatentDirichletAllocation: batch variational Bayes, not a sampler. Each stage starts again.

A sweep is an iteration over the corpus. A topic per token is drawn from the estimates p(k | d) p(w | k). The draw and
the last inference of p(k | d) are not timed.
"""
import time

import exports

KIND = "variational, not a sampler"
NEEDS = "scikit-learn"
VARIANTS = {"scikit-learn": {}}
OUTSIDE = False


class Engine:
    def __init__(self, job):
        self.job = job

    def start(self):
        import sklearn
        from sklearn.decomposition import LatentDirichletAllocation

        self.library, self.version = LatentDirichletAllocation, sklearn.__version__

    def load(self, corpus):
        self.corpus, self.input = corpus, corpus.matrix()

    def train(self, sweeps):
        job = self.job
        start = time.monotonic()
        self.engine = self.library(n_components=job["topics"], doc_topic_prior=job["alpha"],
                                   topic_word_prior=job["beta"], learning_method="batch", max_iter=sweeps,
                                   n_jobs=job["threads"], random_state=job["seed"]).fit(self.input)
        return time.monotonic() - start

    def assignments(self):
        theta = self.engine.transform(self.input)
        phi = self.engine.components_ / self.engine.components_.sum(axis=1, keepdims=True)
        return exports.draw_topics(theta, phi, self.corpus, self.job["seed"])
