#!/usr/bin/python3
"""Hierarchical Poisson convolution paper, section 3.2: effective samples a second of its Hamiltonian sampler and of the one that splits
tokens over labels.

The paper reports no such figures. Here: chemical exposure, its 5,000 most frequent stems, one thread; shares of labels in 100 documents and
probabilities of 50 words in 20 labels at every sweep (the spectral estimate of their inefficiency factors), and the laws. The
Hamiltonian sampler makes fewer sweeps, which take longer; both start from the same random split.

usage: bench/papers/hpc_samplers.py   (ten minutes)
"""
import json

import numpy

import labelled
import runs

SCRIPT = "hpc_samplers"
SWEEPS = {"split": runs.size((300, 1000), (20, 60)), "hmc": runs.size((30, 130), (10, 40))}  # of burn-in, in all
LAWS = ["psi", "gamma", "nu", "sigma", "lambda", "eta"]


def corpus():
    folder = runs.OUTPUT / SCRIPT / "corpus"
    return labelled.import_documents(labelled.documents("chem"), runs.emptied(folder), "--stem", "english", "--keep-types", labelled.WORDS).folder


def factors(fit):
    """Inefficiency factors by the kind of quantity, the laws among them."""
    found = json.loads(runs.themata("diagnose", fit.folder, "--topics", 0, "--format", "json"))
    return fit.inefficiencies() | {one["name"]: [one["inefficiency"]] for one in found["quantities"]
                                   if one["name"] in LAWS and one["inefficiency"] is not None}


def main():
    folder, rows, lines = corpus(), [], {}
    for sampler, (burn_in, sweeps) in SWEEPS.items():
        fit = runs.fit(SCRIPT, sampler, folder, "--model", "hpc", "--sampler", sampler, "--threads", 1, "--burn-in", burn_in, "--sweeps", sweeps,
                       "--trace-every", 1, "--monitor-words", 50, "--monitor-documents", 100)
        seconds = fit.processor / sweeps
        lines[sampler] = fit.trace()
        for kind, values in factors(fit).items():
            worst = float(numpy.quantile(values, .9))
            rows.append((kind, sampler, len(values), f"{numpy.median(values):.2f}", f"{worst:.2f}", f"{seconds:.3f}",
                         f"{1 / numpy.median(values) / seconds:.2f}", f"{1 / worst / seconds:.3f}"))
    runs.write_table(SCRIPT, "table", "no figures; the laws of documents mix slowly", [
        "quantity", "sampler", "how many", "median inefficiency", "90% point", "processor seconds a sweep", "effective samples a second", "at the 90% point"],
        sorted(rows))
    runs.figure(SCRIPT, "figure", [(law, "seconds", law, [(sampler, trace["seconds"], trace[law]) for sampler, trace in lines.items()])
                                   for law in LAWS], columns=3)


if __name__ == "__main__":
    main()
