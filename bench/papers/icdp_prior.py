#!/usr/bin/python3
"""IBP compound Dirichlet paper, figures 2 to 4: draws from the priors.

Figure 2: number of rows with each feature in three-parameter buffets, sorted. Figure 3: matrices of buffets by delta
and sigma. Figure 4: rows of weights from a Dirichlet and from the IBP compound Dirichlet.

The paper: eta 10 and delta 1 in figure 2. Figure 3 keeps eta fixed; the expected number of entries is eta times the
number of rows. Figure 4 has alpha 10, .1 and .01. The paper prints neither the other values nor the numbers of rows.
Here: 10,000 rows in figure 2, 60 in the others.

usage: bench/papers/icdp_prior.py   (seconds)
"""
import numpy
import scipy.sparse

import runs
from plans import Command, note, words

SCRIPT = "icdp_prior"
MANY, FEW = runs.size(10000, 200), 60
SIGMAS = [0, .25, .5]
DELTAS = [1, 5, 20]
ALPHAS = [10, .1, .01]


BUFFET = {"model": "ibp", "eta": 10}
WEIGHTS = {"model": "icdp", "documents": FEW, "eta": 10, "delta": 1, "sigma": 0}
LARGE = {sigma: {**BUFFET, "documents": MANY, "delta": 1, "sigma": sigma} for sigma in SIGMAS}
SMALL = {(sigma, delta): {**BUFFET, "documents": FEW, "delta": delta, "sigma": sigma} for sigma in SIGMAS for delta in DELTAS}


def plan():
    """The figures and the table are made together; figure 4 has no table."""
    weights = [Command("simulate", {**WEIGHTS, "alpha": alpha}) for alpha in ALPHAS]
    return {"columns": [*(Command("simulate", options) for options in (*LARGE.values(), *SMALL.values())), *weights]}


def matrix(options):
    path = runs.OUTPUT / SCRIPT / "matrix.npz"
    path.parent.mkdir(parents=True, exist_ok=True)
    runs.themata(*words(note(Command("simulate", options))), "--output", path)
    return scipy.sparse.load_npz(path)


def dishes(n, eta, delta, sigma):
    """The expected number of columns of n rows: the sum over rows of new columns (eq. 10)."""
    rate, sum_ = eta, 0
    for j in range(n):
        sum_ += rate
        rate *= (j + delta + sigma) / (j + 1 + delta)
    return sum_


def dots(matrix_):
    """One dot per entry, with its size by weight."""
    entries = matrix_.tocoo()
    return ("", entries.col, entries.row, 3 * numpy.sqrt(entries.data / entries.data.max()))


def upside_down(rows, columns=None):
    return {"ylim": (rows, -1), **({"xlim": (-1, columns)} if columns else {})}


def main():
    rows, lines = [], []
    for sigma in SIGMAS:
        ones = matrix(LARGE[sigma])
        tried = numpy.sort(numpy.asarray(ones.sum(0)).ravel())[::-1]
        lines.append((f"sigma {sigma}", numpy.arange(1, len(tried) + 1), tried))
        rows.append((sigma, 1, MANY, len(tried), f"{dishes(MANY, 10, 1, sigma):.0f}", f"{ones.nnz / MANY:.2f}", f"{(tried == 1).mean():.2f}"))
    runs.figure(SCRIPT, "figure_2", [("features of 10,000 rows", "rank", "rows with the feature", lines, {"xscale": "log", "yscale": "log"})], columns=1)
    panels, widest = [], dishes(FEW, 10, DELTAS[-1], SIGMAS[-1])
    for sigma in SIGMAS:
        for delta in DELTAS:
            ones = matrix(SMALL[sigma, delta])
            panels.append((f"delta {delta}, sigma {sigma}: {ones.shape[1]} columns", "", "", [dots(ones)], upside_down(FEW, widest)))
            tried = numpy.asarray(ones.sum(0)).ravel()
            rows.append((sigma, delta, FEW, len(tried), f"{dishes(FEW, 10, delta, sigma):.0f}", f"{ones.nnz / FEW:.2f}", f"{(tried == 1).mean():.2f}"))
    runs.figure(SCRIPT, "figure_3", panels, columns=3)
    panels, generator = [], numpy.random.default_rng(1)
    for alpha in ALPHAS:
        weights = matrix({**WEIGHTS, "alpha": alpha})
        columns = weights.shape[1]
        dense = generator.dirichlet([alpha] * columns, FEW)
        panels += [(f"Dirichlet, {alpha}", "column", "row", [dots(scipy.sparse.coo_matrix(dense * (dense > 1e-3)))], upside_down(FEW, columns)),
                   (f"IBP compound Dirichlet, {alpha}", "column", "row", [dots(weights)], upside_down(FEW, columns))]
    runs.figure(SCRIPT, "figure_4", panels)
    runs.write_table(SCRIPT, "columns", "power laws for sigma above 0; fewer rows share a column with larger delta; eta entries per row",
                     ["sigma", "delta", "rows", "columns", "expected", "entries per row", "proportion of columns with one row"], rows)


if __name__ == "__main__":
    runs.main(SCRIPT, plan, main)
