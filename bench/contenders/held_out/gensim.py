"""gensim's HdpModel with its defaults, but for the number of passes. The default is one; here it follows from the time.

Its priors are fixed: alpha and gamma 1, eta .01. Each stage starts again with more passes.
"""
from hdp import gensim as hdp

KIND, NEEDS, OUTSIDE = hdp.KIND, hdp.NEEDS, hdp.OUTSIDE
VARIANTS = {"gensim HdpModel": {}}


class Engine(hdp.Engine):
    def priors(self):
        return {}
