"""gensim's simple_preprocess, Dictionary and doc2bow, as in its tutorials. In memory, one thread.

simple_preprocess has no option for the word expression. Its words are runs of two or more letters (of any alphabet) or
underscores that do not start with an underscore. By default it drops words of 16 or more characters; the option
max_len keeps them.
"""
KIND = "counts, in memory"
NEEDS = "gensim"
VARIANTS = {"gensim": {}}
OUTSIDE = False


class Engine:
    def __init__(self, job):
        self.job = job

    def start(self):
        import gensim
        import gensim.corpora
        import gensim.utils

        self.library, self.version = gensim, gensim.__version__

    def convert(self, path):
        with open(path, encoding="utf-8") as lines:
            words = [self.library.utils.simple_preprocess(line, min_len=2, max_len=1_000_000) for line in lines]
        self.dictionary = self.library.corpora.Dictionary(words)
        self.output = [self.dictionary.doc2bow(document) for document in words]

    def counts(self):
        return len(self.output), len(self.dictionary), self.dictionary.num_pos
