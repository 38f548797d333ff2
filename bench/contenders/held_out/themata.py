"""themata fit with a limit of time and its defaults. The first stage is fit, the others are resume.

LDA learns a weight of each topic in the documents, and beta. The HDP learns its three concentrations.
"""
from lda import themata as lda

KIND, NEEDS, OUTSIDE = lda.KIND, lda.NEEDS, lda.OUTSIDE
VARIANTS = {
    "themata hdp": {"options": ["--model", "hdp"]},
    "themata lda, K = 100": {"options": ["--model", "lda", "--topics", 100]},
    "themata lda, K = 1000": {"options": ["--model", "lda", "--topics", 1000]},
}


class Engine(lda.Engine):
    def options(self):
        return self.job["options"]

    def train_for(self, seconds):
        """Continues up to a total of so many seconds. @returns the sweeps and the seconds so far"""
        chain = self.run_to(["--time-limit", seconds])
        return chain["sweep"], chain["seconds"]
