"""MALLET's ParallelTopicModel, run by its command-line classes. Each stage starts again in a new virtual machine.

With more than one thread, its workers sample parts of the documents against copies of the counts, so it is not exact.
Time comes from its log, which has the time of every sweep truncated to milliseconds (to seconds from 5 s on). Half a
unit per sweep is added to correct for the truncation.
"""
import pathlib
import re
import time

import exports
from measure import program

KIND = "collapsed Gibbs (SparseLDA), on copies of the counts with several threads"
NEEDS = "mallet"
VARIANTS = {"mallet": {}}
OUTSIDE = True
LOGGING = ("handlers=java.util.logging.ConsoleHandler\n"
           ".level=FINE\n"
           "java.util.logging.ConsoleHandler.level=FINE\n")


def sampling_seconds(log):
    """Total seconds of the sweeps in a log at level FINE.

    Where the priors are learned after a sweep, [O 31] follows its time. It is the time of both, in milliseconds.
    """
    seconds = []
    for number, unit, both in re.findall(r"\b(\d+)(ms|s) *$|\[O (\d+)\] *$", log, re.M):
        if both:
            seconds.pop()
        seconds.append((int(both or number) + .5) * (1 if unit == "s" else .001))
    return sum(seconds)


class Engine:
    more = []  # further options of TopicTrainer

    def __init__(self, job):
        self.job, self.folder = job, pathlib.Path(job["folder"])
        self.java = ["java", f"-Djava.util.logging.config.file={self.folder / 'logging.properties'}",
                     "-cp", str(pathlib.Path(job["jars"]) / "*")]
        self.start_seconds = None

    def start(self):
        (self.folder / "logging.properties").write_text(LOGGING)
        names = [path.stem for path in pathlib.Path(self.job["jars"]).glob("mallet-*.jar")]
        self.version = names[0].removeprefix("mallet-")

    def load(self, corpus):
        self.corpus = corpus
        self.convert(corpus.folder / "tokens.txt", self.folder / "corpus.mallet", "--preserve-case", "--token-regex",
                     r"\S+")

    def convert(self, lines, output, *options):
        program([*self.java, "cc.mallet.classify.tui.Csv2Vectors", "--input", lines, "--output", output,
                 "--keep-sequence", "--line-regex", "^(.*)$", "--data", 1, "--name", 0, "--label", 0, *options])

    def model(self):
        topics, alpha, beta = (self.job[name] for name in ("topics", "alpha", "beta"))
        return ["--num-topics", topics, "--alpha", topics * alpha, "--beta", beta, "--optimize-interval", 0]

    def train(self, sweeps):
        job = self.job
        start = time.monotonic()
        log = program([*self.java, "cc.mallet.topics.tui.TopicTrainer", "--input", self.folder / "corpus.mallet",
                       *self.model(), "--num-iterations", sweeps, "--num-threads", job["threads"], "--random-seed",
                       job["seed"], "--show-topics-interval", 0, "--output-state", self.folder / "state.gz",
                       *self.more])
        seconds = sampling_seconds(log)
        if self.start_seconds is None:
            self.start_seconds = time.monotonic() - start - seconds
        return seconds

    def assignments(self):
        return exports.from_state(self.folder / "state.gz", self.corpus)
