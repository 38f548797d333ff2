"""tomotopy's utils.Corpus with SimpleTokenizer, which gets the word expression as an option. In memory, one thread."""
from texts import WORD

KIND = "word order kept, in memory"
NEEDS = "tomotopy"
VARIANTS = {"tomotopy": {}}
OUTSIDE = False


class Engine:
    def __init__(self, job):
        self.job = job

    def start(self):
        import tomotopy
        import tomotopy.utils

        self.library, self.version = tomotopy.utils, tomotopy.__version__

    def convert(self, path):
        self.output = self.library.Corpus(tokenizer=self.library.SimpleTokenizer(pattern=WORD))
        with open(path, encoding="utf-8") as lines:
            self.output.process(lines)

    def counts(self):
        types = 1 + max(max(document.words) for document in self.output)
        return len(self.output), types, sum(len(document) for document in self.output)
