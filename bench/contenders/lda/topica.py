"""topica's LDA with its default sampler (SparseLDA). A fit cannot be resumed, so each stage starts again.

With more than one thread, its workers sample parts of the documents against copies of the counts, which are merged
after every sweep, so it is not exact. save_state writes the last assignments in MALLET's format.
"""
import pathlib
import time

import exports

KIND = "collapsed Gibbs (SparseLDA), on copies of the counts with several threads"
NEEDS = "topica"
VARIANTS = {"topica": {}}
OUTSIDE = False


class Engine:
    def __init__(self, job):
        self.job = job

    def start(self):
        import importlib.metadata

        import topica

        self.library, self.version = topica, importlib.metadata.version("topica")

    def load(self, corpus):
        self.corpus = corpus
        self.input = self.library.Corpus.from_documents(corpus.words())

    def train(self, sweeps):
        job = self.job
        self.engine = self.library.LDA(job["topics"], alpha_sum=job["topics"] * job["alpha"], beta=job["beta"],
                                       optimize_interval=0, burn_in=0, seed=job["seed"], num_threads=job["threads"])
        start = time.monotonic()
        # fit always takes at least one snapshot, one sweep after the iterations, so there is one iteration less. It
        # also always traces the likelihood; the large interval keeps this to a single time.
        self.engine.fit(self.input, iters=sweeps - 1, num_samples=1, sample_interval=1, keep_theta_draws=False,
                        check_every=10 * sweeps)
        return time.monotonic() - start

    def assignments(self):
        state = pathlib.Path(self.job["folder"]) / "state.gz"
        self.engine.save_state(str(state))
        return exports.from_state(state, self.corpus)
