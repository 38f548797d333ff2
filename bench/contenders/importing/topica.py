"""topica's Corpus.from_text_file, which gets the word expression as an option. In memory, one thread."""
from texts import WORD

KIND = "word order kept, in memory"
NEEDS = "topica"
VARIANTS = {"topica": {}}
OUTSIDE = False


class Engine:
    def __init__(self, job):
        self.job = job

    def start(self):
        import importlib.metadata

        import topica

        self.library, self.version = topica, importlib.metadata.version("topica")

    def convert(self, path):
        self.output = self.library.Corpus.from_text_file(str(path), token_regex=WORD)

    def counts(self):
        return self.output.num_docs, self.output.num_words, self.output.total_tokens
