#!/usr/bin/python3
"""Hierarchical Poisson convolution paper, section 3.2: effective samples per second of two samplers.

The samplers are the paper's Hamiltonian sampler (hmc), and ours, which splits tokens over labels (split). The paper
reports no such figures.

Here: chemical exposure, its 5,000 most frequent stems, one thread. The quantities are the proportions of labels in 100
documents, the probabilities of 50 words in 20 labels, and the hyperparameters, at every sweep. Inefficiency factors are
spectral estimates. The Hamiltonian sampler makes fewer sweeps, which take longer. Both start from the same random
split.

usage: bench/papers/hpc_samplers.py   (ten minutes)
"""
import json

import numpy

import labeled
import runs
from plans import Command
from settings import HPC, run

SCRIPT = "hpc_samplers"
SWEEPS = {"split": runs.size((300, 1000), (20, 60)), "hmc": runs.size((30, 130), (10, 40))}  # burn-in sweeps, total sweeps
HYPERPARAMETERS = ["psi", "gamma", "nu", "sigma", "lambda", "eta"]


FITS = {sampler: {**HPC, "sampler": sampler, **run(sweeps, trace_every=1, monitor_words=50, monitor_documents=100),
                  "burn-in": burn_in} for sampler, (burn_in, sweeps) in SWEEPS.items()}
IMPORT = labeled.command_of("chem", {**labeled.STEMS, "keep-types": labeled.WORDS, "keep-types-by": "frequency"})
DIAGNOSE = {"topics": 0}


def plan():
    return {"table": [IMPORT, *(Command("fit", options) for options in FITS.values()), Command("diagnose", DIAGNOSE)]}


def corpus():
    folder = runs.OUTPUT / SCRIPT / "corpus"
    return labeled.import_documents(labeled.documents("chem"), runs.clear(folder), IMPORT).folder


def factors(fit):
    """Inefficiency factors by kind of quantity, including the hyperparameters."""
    found = json.loads(runs.measured("diagnose", fit.folder, DIAGNOSE, "--format", "json"))
    return fit.inefficiencies() | {row["name"]: [row["inefficiency"]] for row in found["quantities"]
                                   if row["name"] in HYPERPARAMETERS and row["inefficiency"] is not None}


def main():
    folder, rows, lines = corpus(), [], {}
    for sampler, options in FITS.items():
        fit = runs.fit(SCRIPT, sampler, folder, options, threads=1)
        seconds = fit.cpu_seconds / options["sweeps"]
        lines[sampler] = fit.trace()
        for kind, values in factors(fit).items():
            worst = float(numpy.quantile(values, .9))
            rows.append((kind, sampler, len(values), f"{numpy.median(values):.2f}", f"{worst:.2f}", f"{seconds:.3f}",
                         f"{1 / numpy.median(values) / seconds:.2f}", f"{1 / worst / seconds:.3f}"))
    runs.write_table(SCRIPT, "table", "no figures; the hyperparameters of documents mix slowly", [
        "quantity", "sampler", "number of quantities", "median inefficiency", "90% point", "CPU seconds per sweep",
        "effective samples per second", "at the 90% point"],
        sorted(rows))
    runs.figure(SCRIPT, "figure", [(name, "seconds", name, [(sampler, trace["seconds"], trace[name]) for sampler, trace in lines.items()])
                                   for name in HYPERPARAMETERS], columns=3)


if __name__ == "__main__":
    runs.main(SCRIPT, plan, main)
