"""tomotopy's LDAModel with its three parallel schemes. Each stage is a call of train."""
import time

import numpy

import exports

KIND = "collapsed Gibbs"
NEEDS = "tomotopy"
VARIANTS = {
    "tomotopy, 1 worker": {"scheme": "NONE", "kind": f"{KIND}, exact"},
    "tomotopy, partition": {"scheme": "PARTITION", "kind": f"{KIND} on partitions, stale totals"},
    "tomotopy, copy-merge": {"scheme": "COPY_MERGE", "kind": f"{KIND} on copies of the counts"},
}
OUTSIDE = False


class Engine:
    def __init__(self, job):
        self.job, self.done, self.seconds = job, 0, 0.

    def start(self):
        import tomotopy

        self.library, self.version = tomotopy, f"{tomotopy.__version__} ({tomotopy.isa})"

    def model(self):
        return self.library.LDAModel(tw=self.library.TermWeight.ONE, k=self.job["topics"], alpha=self.job["alpha"],
                                     eta=self.job["beta"], seed=self.job["seed"])

    def load(self, corpus):
        self.corpus, self.engine = corpus, self.model()
        for words in corpus.words():
            self.engine.add_doc(words)
        self.settle_priors()
        self.engine.train(0)  # prepares the corpus and draws the initial topics

    def settle_priors(self):
        self.engine.optim_interval = 0  # alpha is not learned
        self.engine.burn_in = 0

    def train(self, sweeps):
        scheme = self.job["scheme"]
        start = time.monotonic()
        self.engine.train(sweeps - self.done, workers=1 if scheme == "NONE" else self.job["threads"],
                          parallel=getattr(self.library.ParallelScheme, scheme))
        self.seconds, self.done = self.seconds + time.monotonic() - start, sweeps
        return self.seconds

    def assignments(self):
        types = numpy.array([int(word[1:]) for word in self.engine.used_vocabs])
        return exports.from_documents(((types[document.words], document.topics) for document in self.engine.docs),
                                      self.corpus)
