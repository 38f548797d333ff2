"""MALLET's ParallelTopicModel with learned priors: a weight of each topic in the documents, and beta.

They are learned every 10 sweeps, after the first 50. Each stage starts again in a new virtual machine, so a stage of
fewer sweeps has learned nothing.
"""
import gzip
import itertools
import sys

from lda import mallet as lda

KIND, NEEDS, OUTSIDE = lda.KIND, lda.NEEDS, lda.OUTSIDE
VARIANTS = {"mallet, K = 1000": {"number": 1000}}


class Engine(lda.Engine):
    def model(self):
        return ["--num-topics", self.job["number"], "--optimize-interval", 10, "--optimize-burn-in", 50]

    def assignments(self):
        """Exits if a learned prior is not a number, as may happen with few tokens. Then the topics mean nothing."""
        with gzip.open(self.folder / "state.gz", "rt") as file:
            if any("NaN" in line for line in itertools.islice(file, 3)):
                sys.exit("mallet: a learned prior is NaN")
        return super().assignments()
