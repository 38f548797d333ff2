"""The commands that are disturbed: a fit with every model and sampler, and what else writes files.

A command runs in a folder of its own and writes one thing there, its output. What it reads lies in a folder that all
cases share. Corpora are tiny, so that a command takes some ten milliseconds.
"""
import dataclasses
import json
import re
import shutil

TINY = "--documents 30 --types 60 --length 20 --seed 1".split()
CORPORA = {"lda": ["--topics", "3"], "labeled-lda": ["--topics", "4"], "hpc": ["--topics", "4"],
           "dmr": ["--topics", "3", "--levels", "2"]}
OPTIONS = {"lda": ["--topics", "3"], "sstm": ["--topics", "3"], "pcm": ["--topics", "3"], "dmm": ["--topics", "3"],
           "dmr": ["--topics", "3", "--covariates", "x1,group"]}
# Sweeps before the first draw; twice as many are done, and three draws are kept. Few leave few system calls to try.
USUAL, FEW = 12, 3
# What the choice of a sampler does not cover.
VARIANTS = {
    **{f"lda {scan}": ["lda", "--z", scan] for scan in ("dense", "sparse", "doubly-sparse", "light", "auto")},
    "lda polya-urn": ["lda", "--phi", "polya-urn"],
    "lda spike-slab": ["lda", "--phi", "spike-slab"],
    "lda monitored": ["lda", "--monitor-words", "5", "--monitor-documents", "4", "--monitor-from", "3"],
    "lda settled": ["lda", "--until", "settled"],
    "hdp settled": ["hdp", "--until", "settled"],
    "hdp gem": ["hdp", "--weights", "gem"],
    "hdp table-topics": ["hdp", "--table-topics", "1"],
    "hdp split-merge": ["hdp", "--split-merge", "2"],
    "hdp split-merge scans": ["hdp", "--split-merge", "2", "--split-merge-scans", "2", "--split-merge-tables", "by-size"],
    "franchise split-merge": ["franchise", "--split-merge", "2", "--split-merge-scans", "1"],
    "lida finite": ["lida", "--vocabulary", "finite"],
    "hpc correlated": ["hpc", "--affinity", "correlated"],
}
EXPORTS = [["mallet-state"], ["topic-keys"], ["doc-topics"], ["doc-topics", "--as", "npy"], ["theta-draws"], ["draws"],
           ["topic-words"], ["topic-words", "--as", "mtx"], ["ldac"], ["svmlight"]]  # theta-draws needs topics that stay the same


@dataclasses.dataclass(frozen=True)
class Command:
    """kind: of the output, a fit, a grid, a file or a folder. given: what its folder holds before it starts."""
    name: str
    words: tuple
    kind: str
    output: str
    given: str = ""

    def prepare(self, folder):
        if self.given:
            shutil.copytree(self.given, folder / self.output)

    def output_in(self, folder):
        return folder / self.output

    def is_finished(self, folder):
        """Of a fit: whether it has nothing left to do."""
        if self.kind != "fit":
            return False
        file = folder / self.output / "manifest.json"
        manifest = json.loads(file.read_text()) if file.exists() else {}
        sweeps = self.words[self.words.index("--sweeps") + 1]
        return manifest.get("status") == "complete" and str(manifest["options"]["sweeps"]) == sweeps

    def next_words(self, folder):
        """What a person runs after this command failed or was killed."""
        if self.kind == "fit" and self.words[0] == "fit" and (folder / self.output).exists():
            return ("resume", self.output)
        return self.words


def models_of(themata):
    """All models and their samplers, as the program's own help lists them. @returns {name: words of --model}"""
    text = themata("fit", "--help").out
    listed = text[text.index("\nModels ("):]
    models = {}
    for model in re.findall(r"^  ([a-z][a-z-]*) {2,}", listed, re.M):
        samplers = re.search(r"--sampler [^\[]*\[([a-z|-]+)\]", themata("fit", "--model", model, "--help").out)
        for sampler in samplers[1].split("|") if samplers else []:
            models[f"{model} {sampler}"] = [model, "--sampler", sampler]
    assert len(models) > len(CORPORA), "the help of fit lists no models"
    return models | VARIANTS


class Commands:
    """Makes the corpora and fits that commands need, once each, in a folder. half: of the sweeps of each fit."""

    def __init__(self, themata, folder, half=USUAL):
        self.themata, self.folder, self.half = themata, folder, half
        self.schedule = f"--burn-in {half} --thin {half // 3} --keep 3 --trace-every 2 --seed 5".split()
        folder.mkdir()
        for model, options in CORPORA.items():
            self.make("simulate", model, *TINY, *options, "--output", folder / model)
        lines = ("\t".join((f"d{d}", " ".join(f"word{(d * 7 + i * i) % 40}" for i in range(20)))) for d in range(30))
        (folder / "texts.tsv").write_text("id\ttext\n" + "\n".join(lines) + "\n")
        self.models = {}

    def find_models(self):
        """@returns the samplers that the help lists and the program refuses: some do not restrict topics to labels"""
        self.models = models_of(self.themata)
        refused = [name for name in self.models if self.themata(*self.fit(name, "--dry-run")).code == 2]
        assert all(name.startswith("labeled-lda ") for name in refused), refused
        self.models = {name: words for name, words in self.models.items() if name not in refused}
        return refused

    def make(self, *words):
        done = self.themata(*words)
        assert done.code == 0, done.err

    def fit(self, name, *options, sweeps=0, output="fit"):
        model, *others = self.models[name]
        corpus = self.folder / (model if model in CORPORA else "lda")
        return ("fit", str(corpus), "--model", model, *OPTIONS.get(model, []), *others, *self.schedule, "--sweeps",
                str(sweeps or 2 * self.half),
                *(("--scratch", ".") if "--scratch" in options else ()), *(o for o in options if o != "--scratch"),
                "--output", str(output))

    def made_fit(self, name, sweeps, chains=1):
        path = self.folder / f"{name.replace(' ', '-')}-{sweeps}-{chains}"
        if not path.exists():
            self.make(*self.fit(name, "--chains", str(chains), "--checkpoint-every", "0", sweeps=sweeps, output=path))
        return path

    def new_fit(self, name, *options):
        return Command(f"fit {name}", self.fit(name, *options), "fit", "fit")

    def resume(self, name, chains=1, *options):
        """Of a complete fit of half the sweeps, up to all of them."""
        half = self.made_fit(name, self.half, chains)
        return Command(f"resume {name}", ("resume", "fit", "--sweeps", str(2 * self.half), *options), "fit", "fit",
                       str(half))

    def imported(self, *options):
        return Command("import", ("import", str(self.folder / "texts.tsv"), "--keep-text", *options, "--output", "corpus"),
                       "folder", "corpus")

    def export(self, name, layout):
        source = self.folder / "lda" if layout[0] in ("ldac", "svmlight") else self.made_fit(name, 2 * self.half)
        kind = "folder" if layout[0] == "draws" else "file"
        return Command(f"export {' '.join(layout)} {name}", ("export", str(source), "--format", *layout, "--output", "out"), kind, "out")

    def infer(self, name, form):
        return Command(f"infer {form} {name}", ("infer", str(self.made_fit(name, 2 * self.half)), str(self.folder / "lda"), "--format", form,
                                                "--sweeps", "20", "--output", "out"), "file", "out")

    def report(self, name):
        return Command(f"report {name}", ("report", str(self.made_fit(name, 2 * self.half)), "--output", "report.html"), "file", "report.html")

    def sweep(self, model):
        grid = ("--topics", "2,3") if model == "lda" else ("--gamma", "0.5,1")
        return Command(f"sweep {model}", ("sweep", str(self.folder / "lda"), "--model", model, *grid, *self.schedule, "--sweeps", str(2 * self.half),
                                          "--threads", "1", "--chains", "1", "--output", "grid"), "grid", "grid")

    def others(self, name):
        """What a fit of the model can be asked for, beside the commands that fit."""
        return [self.imported(), *(self.export(name, layout) for layout in EXPORTS if layout[0] != "theta-draws" or name.startswith("lda")),
                *(self.infer(name, form) for form in ("tsv", "jsonl", "npz")), self.report(name), self.sweep(name.split()[0])]
