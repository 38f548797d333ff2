"""themata infer, 400 sweeps a document, its default, and 100 as the others; half of them are left out.

The fit keeps its last draw alone, so that new documents are inferred under one draw of the topics, as by the others.
A fit with the default of 20 draws would have the mean over them.
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
        """The topics by the numbers that theta has them under, which are not those of the checkpoint."""
        state = self.folder / "state.gz"
        program([self.program, "export", self.folder / "fit", "--format", "mallet-state", "--output", state])
        return {"topics": exports.from_state(state, self.corpus)}
