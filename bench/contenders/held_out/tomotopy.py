"""tomotopy's HDPModel with its defaults: two topics at the start; both concentrations are learned, but eta is not.

Each stage is a call of train with the default parallel scheme. For an HDP this is copy-merge.
"""
from hdp import tomotopy as hdp

KIND, NEEDS, OUTSIDE = hdp.KIND, hdp.NEEDS, hdp.OUTSIDE
VARIANTS = {"tomotopy HDPModel": {**hdp.VARIANTS["tomotopy, copy-merge"], "scheme": "DEFAULT"}}


class Engine(hdp.Engine):
    def model(self):
        return self.library.HDPModel(seed=self.job["seed"])

    def settle_priors(self):
        """Leaves the default: they are learned every ten sweeps."""
