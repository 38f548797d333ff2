"""themata fit --model hdp with its default sampler, at the fixed concentrations that all programs get. Stages are the same as
for LDA."""
from lda import themata as lda

KIND, NEEDS, OUTSIDE = lda.KIND, lda.NEEDS, lda.OUTSIDE
VARIANTS = {"themata": {}}


class Engine(lda.Engine):
    model = ["--model", "hdp", "--start", "documents", "--learn", "none", "--start-sweeps", "0", "--table-topics", "0"]

    def priors(self):
        return [*super().priors(), "--gamma", self.job["gamma"]]
