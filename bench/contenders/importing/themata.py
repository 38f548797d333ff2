"""themata import writes a corpus folder to disk. It gets the word expression as an option.

It matches the expression against the NFKC form of the text.
"""
import pathlib

import numpy

from measure import program
from texts import WORD

KIND = "word order kept, on disk"
NEEDS = None
VARIANTS = {"themata": {}}
OUTSIDE = True  # the engine is a separate program: the memory of this Python process does not count


class Engine:
    def __init__(self, job):
        self.job, self.program = job, job["themata"]

    def start(self):
        self.version = program([self.program, "--version"]).strip().split()[-1]

    def convert(self, path):
        self.output = pathlib.Path(self.job["folder"]) / path.stem
        program([self.program, "import", path, "--format", "lines", "--token-regex", WORD, "--stop-words", "none",
                 "--threads", self.job["threads"], "--output", self.output])

    def counts(self):
        tokens = numpy.load(self.output / "tokens.npy")
        words = (self.output / "vocabulary.txt").read_text().splitlines()
        return len(numpy.load(self.output / "offsets.npy")) - 1, len(words), len(tokens)
