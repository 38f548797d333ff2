#!/usr/bin/python3
"""What every model and sampler leaves on small corpora, as checksums: proof that a change of the code's structure changed no bit.

usage: tests/golden/outputs.py PROGRAM [--write]

Prints what differs from tests/golden/outputs.json, or with --write records it anew: only where a change was meant, and
CHANGELOG says so. For each fit: the state hash of each chain, and a checksum of every array and table in the fit folder and of
what the commands that read fits print. Times, paths and versions are left out.
"""
import hashlib
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import zipfile

import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
RECORD = HERE / "outputs.json"

CORPORA = {
    "plain": "lda --documents 50 --types 60 --topics 4 --length 25 --seed 3",
    "labels": "labeled-lda --documents 40 --types 50 --topics 5 --length 20 --seed 4",
    "tree": "hpc --documents 40 --types 30 --topics 6 --length 20 --seed 5",
    "effects": "dmr --documents 50 --types 60 --topics 4 --length 20 --levels 3 --alpha 0.3 --seed 6",
    "new-effects": "dmr --documents 12 --types 60 --topics 4 --length 20 --levels 3 --alpha 0.3 --seed 9",
    "new": "lda --documents 12 --types 60 --topics 4 --length 20 --seed 9",
}
LEARN = "--learn alpha,beta,gamma"
DOCUMENTS = "--start documents --start-sweeps 0"
# The start of version 0.1's first folders.
PLAIN_START = "--start documents --start-sweeps 0 --gamma-prior 1,1"
PARTIAL = "--sampler partially-collapsed"
FITS = {
    "lda-usual": "plain --model lda --topics 5",
    "lda": f"plain --model lda --topics 5 --blocks 2 {DOCUMENTS} --learn none",
    "lda-learned": "plain --model lda --topics 5 --learn asymmetric-alpha,beta --start tokens --start-sweeps 0",
    "lda-chains": f"plain --model lda --topics 4 --learn alpha,beta --chains 2 --monitor-words 3 --monitor-documents 4 {DOCUMENTS}",
    "lda-many": f"plain --model lda --topics 400 {DOCUMENTS} --learn none",
    "lda-collapsed": f"plain --model lda --topics 5 --sampler collapsed {DOCUMENTS} --learn none",
    "lda-sparse-collapsed": f"plain --model lda --topics 5 --sampler sparse-collapsed {DOCUMENTS} --learn none",
    "lda-ad-lda": f"plain --model lda --topics 5 --sampler ad-lda {DOCUMENTS} --learn none",
    "lda-light-collapsed": f"plain --model lda --topics 5 --sampler light-collapsed {DOCUMENTS} --learn none",
    "lda-light-ad-lda": f"plain --model lda --topics 5 --sampler ad-lda --z light --partitions 3 --mh-steps 3 {DOCUMENTS} --learn none",
    "lda-dense": f"plain --model lda --topics 5 --z dense {DOCUMENTS} --learn none",
    "lda-sparse": f"plain --model lda --topics 5 --z sparse {DOCUMENTS} --learn none",
    "lda-doubly-sparse": f"plain --model lda --topics 5 --z doubly-sparse {DOCUMENTS} --learn none",
    "lda-light": f"plain --model lda --topics 5 --z light {DOCUMENTS} --learn none",
    "lda-auto": f"plain --model lda --topics 5 --z auto {DOCUMENTS} --learn none",
    "lda-polya-urn": f"plain --model lda --topics 5 --phi polya-urn --z doubly-sparse {DOCUMENTS} --learn none",
    "lda-spike-slab": f"plain --model lda --topics 5 --phi spike-slab --learn alpha,pi {DOCUMENTS}",
    "lda-seeds": f"plain --model lda --topics 5 --seeds SEEDS --beta-weights WEIGHTS --alpha-weights ALPHAS --start-sweeps 0 --learn none",
    "labeled-lda": "labels --model labeled-lda --background-topics 1 --learn alpha",
    "hdp": f"plain --model hdp {DOCUMENTS} --table-topics 0 --learn none --topics 5",
    "hdp-learned": f"plain --model hdp {PLAIN_START} --table-topics 0 --topics 3 {LEARN} --monitor-words 3 --monitor-documents 4",
    "hdp-tokens": f"plain --model hdp {PLAIN_START} --table-topics 0 --topics 3 {LEARN}".replace("documents", "tokens"),
    "hdp-gem": f"plain --model hdp {PLAIN_START} --topics 3 {LEARN} --weights gem --max-topics 30",
    "hdp-direct": f"plain --model hdp {PLAIN_START} --topics 3 {LEARN} --sampler direct-assignment",
    "hdp-sub-cluster": f"plain --model hdp {PLAIN_START} --topics 3 {LEARN} --sampler sub-cluster",
    "hdp-dense": f"plain --model hdp {PLAIN_START} --topics 3 {LEARN} --z dense",
    "hdp-sparse": f"plain --model hdp {PLAIN_START} --topics 3 {LEARN} --z sparse",
    "hdp-doubly-sparse": f"plain --model hdp {PLAIN_START} --topics 3 {LEARN} --z doubly-sparse",
    "hdp-light": f"plain --model hdp {PLAIN_START} --topics 3 {LEARN} --z light",
    "hdp-spike-slab": f"plain --model hdp {PLAIN_START} --topics 3 --learn alpha,gamma,pi --phi spike-slab",
    "hdp-collapsed": f"plain --model hdp {PLAIN_START} --topics 3 {LEARN} --sampler collapsed",
    "hdp-sparse-collapsed": f"plain --model hdp {PLAIN_START} --topics 3 {LEARN} --sampler sparse-collapsed",
    "hdp-tables": f"plain --model hdp {PLAIN_START} --topics 3 {LEARN} --table-topics 2",
    "hdp-split-merge": f"plain --model hdp {PLAIN_START} --table-topics 0 --topics 3 {LEARN} --split-merge 5 --split-merge-scans 2",
    "hdp-split-merge-parallel": f"plain --model hdp {PLAIN_START} --table-topics 0 --topics 3 {LEARN} --split-merge 5 --split-merge-allocation parallel "
                                "--split-merge-tables by-size",
    "hdp-default": "plain --model hdp --chains 2",
    "hdp-many": "plain --model hdp --topics 400 --gamma 20 --blocks 3 --learn alpha,beta",
    "franchise": "plain --model franchise --learn alpha,beta,gamma,discount,document-discount "
                 "--monitor-words 3 --monitor-documents 4",
    "franchise-fixed": "plain --model franchise --discount 0.2 --document-discount 0.1 --restarts 3",
    "franchise-split-merge": f"plain --model franchise {LEARN} --split-merge 5",
    "lida": "plain --model lida --topics 3 --monitor-words 3 --monitor-documents 4",
    "lida-all": "plain --model lida --topics 3 --learn alpha,beta,eta,delta,sigma,gamma,xi,zeta",
    "lida-finite": "plain --model lida --topics 3 --vocabulary finite --gamma 20 --learn alpha,beta,eta,delta,gamma,xi",
    "lida-collapsed": "plain --model lida --topics 3 --sampler collapsed",
    "ftm": "plain --model ftm --topics 3 --monitor-words 3 --monitor-documents 4",
    "sstm": "plain --model sstm --topics 5",
    "hpc": "tree --model hpc --monitor-words 3 --monitor-documents 4",
    "hpc-hmc": "tree --model hpc --sampler hmc",
    "pcm": "plain --model pcm --topics 4",
    "dmm": "plain --model dmm --topics 6 --monitor-words 3 --monitor-documents 4",
    "dmm-fixed": "plain --model dmm --topics 6 --learn none --beta-weights WEIGHTS",
    "dp-dmm": "plain --model dp-dmm --monitor-words 3 --monitor-documents 4",
    "dmr": "effects --model dmr --covariates x1,group --topics 5 --monitor-words 3 --monitor-documents 4",
    "dmr-collapsed": "effects --model dmr --covariates x1 --topics 5 --sampler collapsed --learn none --beta-weights WEIGHTS",
    "dmr-many": "effects --model dmr --covariates x1 --topics 400 --start-sweeps 0",
    "pcm-hmc": "plain --model pcm --topics 4 --sampler hmc",
}
NEW_OF = {"effects": "new-effects"}  # new documents with the same metadata
READERS = {
    "topics": "topics FIT --format tsv --by frex --words 5",
    "evaluate": "evaluate FIT --format tsv",
    "infer": "infer FIT NEW --sweeps 20 --output OUT.tsv",
    "held-out": "evaluate FIT --held-out NEW --sweeps 20 --format json",
    "label": "label FIT NEW --sweeps 20 --folds 0 --output OUT.tsv",
    "doc-topics": "export FIT --format doc-topics --output OUT.txt",
    "topic-words": "export FIT --format topic-words --output OUT.tsv",
    "mallet-state": "export FIT --format mallet-state --output OUT.txt",
    "topic-keys": "export FIT --format topic-keys --output OUT.txt",
    "label-words": "export FIT --format label-words --output OUT.tsv",
    "coefficients": "export FIT --format coefficients --output OUT.tsv",
    "label-variances": "export FIT --format label-variances --output OUT.tsv",
    "left-to-right": "evaluate FIT --held-out NEW --method left-to-right --particles 5 --format json",
    "diagnose": "diagnose FIT --format tsv",
    "tree": "topics FIT",
}


def digest(data):
    return hashlib.sha256(data).hexdigest()[:16]


def checksum_of_arrays(path):
    """Of every array of a .npz but the time it took."""
    parts = []
    with zipfile.ZipFile(path) as archive:
        for name in archive.namelist():
            if name != "seconds.npy":
                parts.append(name.encode() + archive.read(name))
    return digest(b"".join(parts))


def checksum_of_trace(path):
    """Of a trace without its column of seconds, which is the last, and without its comments."""
    rows = [line.rsplit(",", 1)[0] for line in path.read_text().splitlines() if not line.startswith("#")]
    return digest("\n".join(rows).encode())


def checksum(path):
    if path.suffix == ".npz":
        return checksum_of_arrays(path)
    if path.name.startswith("trace-"):
        return checksum_of_trace(path)
    return digest(path.read_bytes())


def files_of(fit):
    """Checksums of what a fit folder holds, less what tells of the machine."""
    skipped = {"manifest.json", ".lock"}
    return {str(path.relative_to(fit)): checksum(path)
            for path in sorted(fit.rglob("*")) if path.is_file() and path.name not in skipped}


class Recorder:
    def __init__(self, program, folder):
        self.program, self.folder = program, pathlib.Path(folder)

    def run(self, words):
        return subprocess.run([self.program, *words], cwd=self.folder, capture_output=True, stdin=subprocess.DEVNULL)

    def must(self, words):
        done = self.run(words)
        assert done.returncode == 0, f"{' '.join(words)}: {done.stderr.decode()}"
        return done

    def make_inputs(self):
        for name, words in CORPORA.items():
            self.must(["simulate", *words.split(), "--output", name])
        vocabulary = (self.folder / "plain/vocabulary.txt").read_text().splitlines()
        (self.folder / "SEEDS").write_text("".join(f"name{k}\t{vocabulary[k]} {vocabulary[k + 9]}\n" for k in range(3)))
        (self.folder / "WEIGHTS").write_text("".join(f"{word}\t{1 + i % 3}\n" for i, word in enumerate(vocabulary[:20])))
        (self.folder / "ALPHAS").write_text("1\n2\n1\n0.5\n1\n")

    def read(self, fit, new, words):
        """What a reader prints and writes; its message where it refuses such a fit."""
        out = words[-1] if words[-1].startswith("OUT") else None
        named = {"FIT": fit, "NEW": new}
        done = self.run([named.get(word, word) for word in words])
        if done.returncode != 0:
            return f"exit {done.returncode}"
        return digest((self.folder / out).read_bytes() if out else done.stdout)

    def fit(self, name, corpus_and_options):
        corpus, *options = corpus_and_options.split()
        run = "--sweeps 24 --keep 3 --trace-every 2 --seed 7 --threads 2".split()
        run += [] if "--chains" in options else ["--chains", "1"]
        self.must(["fit", corpus, *options, *run, "--output", name])
        manifest = json.loads((self.folder / name / "manifest.json").read_text())
        return {"state_hash": [chain["state_hash"] for chain in manifest["chains"]],
                "files": files_of(self.folder / name),
                "read": {reader: self.read(name, NEW_OF.get(corpus, "new"), words.split()) for reader, words in READERS.items()}}

    def record(self):
        self.make_inputs()
        result = {"corpora": {name: files_of(self.folder / name) for name in CORPORA}}
        return result | {name: self.fit(name, words) for name, words in FITS.items()}


def leaves(tree, place=""):
    """Every checksum under the place where it stands."""
    if not isinstance(tree, dict):
        return {place: tree}
    found = {}
    for key, value in tree.items():
        found |= leaves(value, f"{place}: {key}" if place else key)
    return found


def differences(found, expected):
    found, expected = leaves(found), leaves(expected)
    return sorted(place for place in found.keys() | expected.keys() if found.get(place) != expected.get(place))


def record(program):
    with tempfile.TemporaryDirectory() as folder:
        return Recorder(os.path.abspath(program), folder).record()


def main():
    found = record(sys.argv[1])
    if "--write" in sys.argv:
        RECORD.write_text(json.dumps(found, indent=1, sort_keys=True) + "\n")
        return
    differing = differences(found, json.loads(RECORD.read_text()))
    if differing:
        sys.exit("\n".join(differing))


if __name__ == "__main__":
    main()
