"""A fit of several chains, and what `themata diagnose` says of its traces: to be compared with other readers of them."""
import json

import numpy as np

import fits

LIMIT = 1e-8


def fit(folder, burn_in=100):
    """Four chains of 400 traced sweeps. Returns the fit folder."""
    documents = fits.random_documents(60, [f"w{v}" for v in range(40)], seed=5)
    corpus = fits.make_corpus(folder / "corpus", documents)
    fits.must("fit", corpus, "--model", "hdp", "--topics", 5, "--sweeps", 500, "--burn-in", burn_in, "--chains", 4,
              "--trace-every", 1, "--keep", 4, "--learn", "alpha,gamma", "--threads", 1, "--output", folder / "fit")
    return folder / "fit"


def quantities(path, *words):
    """name -> its row, of the quantities that moved."""
    found = json.loads(fits.must("diagnose", path, "--topics", 0, "--format", "json", *words))
    return {row["name"]: row for row in found["quantities"] if row["rhat"] is not None}


def read(path):
    """name -> its values, of a trace."""
    rows = [line.split(",") for line in path.read_text().splitlines() if line[0] != "#"]
    return dict(zip(rows[0], np.array(rows[1:], dtype=float).T))
