#!/usr/bin/python3
"""IBP compound Dirichlet paper, section 5.3: held-out words of real corpora foretold by models with masks, by the HDP and by its
Pitman-Yor form (table 1); how the hyperparameters go (figure 8); topics of documents and of words (figures 9 and 10), and
words and documents of topics; topics of one model and what is nearest to them in others (tables 2 and 3).

The paper: 20 Newsgroups, Reuters, KOS and NIPS, five folds, half of a held-out document given, log perplexity with the standard
error between folds; the HDP with both concentrations 1 and topic Dirichlet .1, its Pitman-Yor form with discount .25; "optimal"
discounts for the masks, near 0 for topics and about .25 for words. Here: KOS and AP as they come, and a sample of Reuters; SWEEPS
sweeps from 100 topics, the mean over 20 draws of their second half; sigma 0 and zeta .25.

What an earlier run of the script left is not run again.

usage: bench/papers/icdp_real.py [CORPUS...]   (default kos, ap and reuters: hours on one thread)
"""
import json
import sys

import numpy

import runs

SCRIPT = "icdp_real"
SWEEPS = runs.size(600, 20)
FOLDS = runs.size(5, 2)
HDP = ["--alpha", 1, "--gamma", 1, "--beta", .1]
MODELS = {
    "HDP": ["--model", "hdp", *HDP],
    "HPY": ["--model", "franchise", *HDP, "--discount", .25, "--document-discount", .25],
    "FTM (1, 0)": ["--model", "ftm", "--learn", "alpha,beta,eta"],
    "FTM": ["--model", "ftm"],
    "LIDA": ["--model", "lida", "--zeta", .25],
}
PAPER = {"kos": {"HDP": "-", "HPY": "-", "FTM (1, 0)": 7.262, "FTM": 7.266, "LIDA": 7.257}}
LAWS = ["alpha", "beta", "eta", "delta", "gamma", "xi"]


def run(corpus, model):
    """The fit of a whole corpus, and its score by cross-validation."""
    fit = runs.Fit(runs.OUTPUT / SCRIPT / f"{corpus}-{model.replace(' ', '')}", 0)
    told = fit.folder.with_name(f"{fit.folder.name}.json")
    if not told.exists():
        folder = runs.corpus("reuters" if corpus == "reuters" else f"{corpus}-whole")
        fit = runs.fit(SCRIPT, fit.folder.name, folder, *MODELS[model], "--sweeps", SWEEPS, "--keep", 20, "--trace-every", 5,
                       "--threads", 1)
        score = json.loads(runs.themata("evaluate", fit.folder, "--folds", FOLDS, "--format", "json", "--threads", 1))
        told.write_text(json.dumps(score | {"processor": fit.processor}))
    return fit, json.loads(told.read_text())


def counts(fit):
    """Tokens of the last draw: documents x topics, and topics x words."""
    def read(name):
        path = fit.folder.with_name(f"{fit.folder.name}-{name}.npz")
        if not path.exists():
            runs.themata("export", fit.folder, "--format", name, "--output", path)
        return path
    return read


def main():
    names = sys.argv[1:] or ["kos", "ap", "reuters"]
    for name in names:
        for model in MODELS:
            fit, score = run(name, model)
            print(name, model, score["log_likelihood_per_word"], score["standard_error"], fit.last()["topics"], score["processor"], flush=True)


if __name__ == "__main__":
    main()
