#!/usr/bin/python3
"""How often 90% intervals of an effect of metadata contain the true effect, for Dirichlet-multinomial regression and for
a regression of LDA's posterior mean topic proportions ("two stages").

usage: bench/dmr_coverage.py PROGRAM [--corpora N] [--lengths 10,50]

Corpora are drawn by `themata simulate dmr`, from the model itself, so that nothing is wrong but the method. The effect of
topic k is the slope of the least squares line through its expected proportions alpha_dk / A_d against the covariate x_d, over
the corpus's documents. Both methods estimate it: the regression by that slope for each draw of lambda, two stages by the
slope of the posterior mean of theta, with the usual standard error. Fitted topics are assigned to true ones by their words.
Prints for each length and method the share of intervals that contain the true slope, its standard error over corpora, the mean
width of intervals, and the slope of estimated on true slopes (1: right on average, below: too small). Small sizes are shown
as they are: it is the same machine that fits and the same corpora for both.
"""
import argparse
import pathlib
import subprocess
import tempfile

import numpy as np
from scipy.optimize import linear_sum_assignment

TOPICS, DOCUMENTS, TYPES, NORMAL_95 = 5, 300, 200, 1.6449


def must(*words):
    subprocess.run([str(word) for word in words], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def slopes(proportions, x):
    """Of each column on x, with its standard error."""
    centered = x - x.mean()
    slope = centered @ proportions / (centered @ centered)
    rest = proportions - proportions.mean(0) - np.outer(centered, slope)
    error = np.sqrt((rest ** 2).sum(0) / (len(x) - 2) / (centered @ centered))
    return slope, error


def expected_proportions(design, coefficients):
    alpha = np.exp(design @ coefficients.T)
    return alpha / alpha.sum(1, keepdims=True)


def assigned(fit, truth):
    """For each true topic, the fitted topic with the most similar words (as numbered in the fit's arrays)."""
    phi = np.load(fit / "topic-word-1-mean.npy")
    overlap = np.minimum(truth[:, None], phi[None]).sum(2)
    return linear_sum_assignment(-overlap)[1]


def by_size(draw):
    """Topics of a draw in the order of the fit's arrays, which is that of the last kept draw."""
    return np.argsort(-np.bincount(draw["z"], minlength=TOPICS), kind="stable")


def one_corpus(program, folder, seed, length, sweeps):
    corpus = folder / "corpus"
    must(program, "simulate", "dmr", "--documents", DOCUMENTS, "--types", TYPES, "--topics", TOPICS, "--length", length,
         "--alpha", 0.2, "--beta", 0.05, "--effect-sd", 0.7, "--seed", seed, "--output", corpus)
    run = ["--topics", TOPICS, "--sweeps", sweeps, "--keep", 400, "--seed", seed, "--chains", 1, "--until", "sweeps"]
    must(program, "fit", corpus, "--model", "dmr", "--covariates", "x1", *run, "--output", folder / "dmr")
    must(program, "fit", corpus, "--model", "lda", *run, "--output", folder / "lda")
    design = np.load(folder / "dmr/given/covariates.npy")
    x, phi = design[:, 1], np.load(corpus / "truth/topic-word.npy")
    true, _ = slopes(expected_proportions(design, np.load(corpus / "truth/coefficients.npy")), x)
    draws = [np.load(path) for path in sorted((folder / "dmr/draws").glob("*.npz"))]
    order = by_size(draws[-1])[assigned(folder / "dmr", phi)]
    of_draws = np.array([slopes(expected_proportions(design, draw["lambda"][order]), x)[0] for draw in draws])
    low, high = np.quantile(of_draws, [0.05, 0.95], axis=0)
    theta = np.load(folder / "lda/document-topic-1-mean.npy")[:, assigned(folder / "lda", phi)]
    two, error = slopes(theta, x)
    return {"dmr": (true, of_draws.mean(0), low, high),
            "two stages": (true, two, two - NORMAL_95 * error, two + NORMAL_95 * error)}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--corpora", type=int, default=20)
    parser.add_argument("--lengths", default="10,50")
    parser.add_argument("--sweeps", type=int, default=1000)
    options = parser.parse_args()
    print("length\tmethod\tintervals\tcovered\tstandard_error\twidth\tslope_on_truth")
    for length in map(int, options.lengths.split(",")):
        found = {"dmr": [], "two stages": []}
        for seed in range(1000 * length, 1000 * length + options.corpora):  # else lengths would share thetas
            with tempfile.TemporaryDirectory() as folder:
                one = one_corpus(options.program.resolve(), pathlib.Path(folder), seed, length, options.sweeps)
            for method, values in one.items():
                found[method].append(np.array(values))
        for method, values in found.items():
            true, mean, low, high = np.concatenate(values, axis=1)
            of_corpora = ((low <= true) & (true <= high)).reshape(-1, TOPICS).mean(1)  # a corpus's slopes sum to 0
            error = of_corpora.std(ddof=1) / np.sqrt(len(of_corpora))
            print(f"{length}\t{method}\t{len(true)}\t{of_corpora.mean():.3f}\t{error:.3f}\t"
                  f"{(high - low).mean():.3f}\t{(true @ mean) / (true @ true):.3f}", flush=True)


if __name__ == "__main__":
    main()
