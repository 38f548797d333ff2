"""MALLET's Csv2Vectors writes an instance list to disk, in one thread. It gets the word expression as an option.

MALLET's TopicTrainer, with no iterations, counts the result. It runs outside of the processes whose memory is measured.
"""
from lda import mallet as lda
from measure import program
from texts import WORD

KIND, NEEDS, OUTSIDE = "word order kept, on disk", lda.NEEDS, lda.OUTSIDE
VARIANTS = {"mallet": {}}


class Engine(lda.Engine):
    def convert(self, path):
        super().convert(path, self.folder / f"{path.stem}.mallet", "--token-regex", WORD)

    def counts(self):
        log = program([*self.java, "cc.mallet.topics.tui.TopicTrainer", "--input", self.folder / "text.mallet",
                       "--num-topics", 1, "--num-iterations", 0, "--word-topic-counts-file", self.folder / "types",
                       "--output-doc-topics", self.folder / "documents"], start_new_session=True)
        tokens = log.split("total tokens: ")[1].split()[0]
        return self.lines("documents"), self.lines("types"), int(tokens)

    def lines(self, name):
        """The number of lines that are not comments."""
        with open(self.folder / name) as file:
            return sum(not line.startswith("#") for line in file)
