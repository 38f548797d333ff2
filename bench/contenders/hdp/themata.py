"""themata fit --model hdp, its default sampler; stages as for LDA."""
from lda import themata as lda

KIND, NEEDS, OUTSIDE = lda.KIND, lda.NEEDS, lda.OUTSIDE
VARIANTS = {"themata": {}}


class Engine(lda.Engine):
    model = ["--model", "hdp"]

    def priors(self):
        return [*super().priors(), "--gamma", self.job["gamma"]]
