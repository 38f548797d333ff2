"""themata infer with 400 sweeps per document (its default), and with 100 like the other engines.

The mean is over the second half of the sweeps. The fit keeps only its last draw, so new documents are inferred under
one draw of the topics, as by the other engines. By default a fit keeps 20 draws, and infer averages over them.
"""
import numpy

import exports
from lda import themata as lda
from measure import program

KIND, NEEDS, OUTSIDE = "Gibbs, mean over the second half of the sweeps", lda.NEEDS, lda.OUTSIDE
VARIANTS = {"themata": {"iterations": 400}, "themata, 100 sweeps": {"iterations": 100}}


class Engine(lda.Engine):
    keep = 1

    def read(self, corpus):
        self.new = self.folder / corpus.folder.name
        self.convert(corpus, self.new)

    def infer(self):
        program([self.program, "infer", self.folder / "fit", self.new, "--output", self.folder / "theta.npz",
                 "--format", "npz", "--sweeps", self.job["iterations"], "--threads", self.job["threads"],
                 "--seed", self.job["seed"]])

    def theta(self):
        return numpy.load(self.folder / "theta.npz")["mean"]

    def learned(self):
        """Topics of the training tokens, in the order of theta's columns. The checkpoint has them in another order."""
        state = self.folder / "state.gz"
        program([self.program, "export", self.folder / "fit", "--format", "mallet-state", "--output", state])
        return {"topics": exports.from_state(state, self.corpus)}
