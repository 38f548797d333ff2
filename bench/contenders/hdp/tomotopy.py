"""tomotopy's HDPModel. Each stage is a call of train."""
from lda import tomotopy as lda

KIND, NEEDS, OUTSIDE = "Gibbs over tables", lda.NEEDS, lda.OUTSIDE
VARIANTS = {
    "tomotopy, 1 worker": {"scheme": "NONE", "kind": KIND},
    "tomotopy, copy-merge": {"scheme": "COPY_MERGE", "kind": f"{KIND} on copies of the counts"},
}


class Engine(lda.Engine):
    def model(self):
        return self.library.HDPModel(tw=self.library.TermWeight.ONE, initial_k=self.job["topics"],
                                     alpha=self.job["alpha"], eta=self.job["beta"], gamma=self.job["gamma"],
                                     seed=self.job["seed"])
