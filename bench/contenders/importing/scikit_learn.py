"""scikit-learn's CountVectorizer, which gets the word expression as an option. A sparse matrix in memory, one thread.

It converts a document to lower case before it looks for words.
"""
from texts import WORD

KIND = "counts, in memory"
NEEDS = "scikit-learn"
VARIANTS = {"scikit-learn": {}}
OUTSIDE = False


class Engine:
    def __init__(self, job):
        self.job = job

    def start(self):
        import sklearn
        from sklearn.feature_extraction.text import CountVectorizer

        self.library, self.version = CountVectorizer, sklearn.__version__

    def convert(self, path):
        with open(path, encoding="utf-8") as lines:
            self.output = self.library(token_pattern=WORD).fit_transform(lines)

    def counts(self):
        return *self.output.shape, self.output.sum()
