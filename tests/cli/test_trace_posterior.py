"""R's posterior reads traces as they are, and says of them what `themata diagnose` says."""
import csv
import pathlib
import subprocess
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import traces  # noqa: E402

SCRIPT = r"""
suppressPackageStartupMessages(library(posterior))
files <- commandArgs(trailingOnly = TRUE)
chains <- lapply(files, function(file) as_draws_matrix(read.csv(file, comment.char = "#", check.names = FALSE)[101:500, ]))
draws <- do.call(bind_draws, c(chains, along = "chain"))
found <- summarise_draws(draws, "mean", "sd", "mcse_mean", "rhat", "ess_bulk", "ess_tail")
numbers <- sapply(as.data.frame(found)[-1], function(column) sprintf("%.17g", column))
write.csv(cbind(variable = found$variable, numbers), row.names = FALSE, quote = FALSE)
"""


def has_posterior():
    try:
        return subprocess.run(["Rscript", "-e", "stopifnot(requireNamespace('posterior'))"], capture_output=True,
                              check=False).returncode == 0
    except FileNotFoundError:
        return False


@pytest.mark.skipif(not has_posterior(), reason="Rscript or its package posterior is missing (r-cran-posterior)")
def test_posterior_says_the_same(tmp_path):
    fit = traces.fit(tmp_path)
    script = tmp_path / "read.R"
    script.write_text(SCRIPT)
    done = subprocess.run(["Rscript", script, *(fit / f"trace-{chain}.csv" for chain in (1, 2, 3, 4))],
                          capture_output=True, text=True, check=True)
    theirs = {row["variable"]: row for row in csv.DictReader(done.stdout.splitlines())}
    ours = traces.quantities(fit)
    assert {"lp__", "topics", "alpha", "gamma", "size.1"} <= set(ours)
    for name, row in ours.items():
        for mine, other in [("mean", "mean"), ("sd", "sd"), ("mcse", "mcse_mean"), ("rhat", "rhat"),
                            ("ess_bulk", "ess_bulk"), ("ess_tail", "ess_tail")]:
            value = float("nan") if row[mine] is None else row[mine]
            expected = float(theirs[name][other].replace("NA", "nan"))
            assert value == pytest.approx(expected, rel=traces.LIMIT, nan_ok=True), (name, mine)
