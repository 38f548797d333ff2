"""ArviZ reads traces as they are, with burn-in apart. Its Python is the one that THEMATA_ARVIZ_PYTHON names, or this one:

    python3 -m venv arviz && arviz/bin/pip install 'arviz<1' && export THEMATA_ARVIZ_PYTHON=$PWD/arviz/bin/python
"""
import json
import os
import pathlib
import subprocess
import sys

import numpy as np
import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import traces  # noqa: E402

PYTHON = os.environ.get("THEMATA_ARVIZ_PYTHON", sys.executable)
SCRIPT = r"""
import json, sys, warnings
warnings.simplefilter("ignore")
import arviz
data = arviz.from_cmdstan(sys.argv[1:], save_warmup=True)
summary = {}
for name in ("alpha", "gamma", "topics"):
    values = data.posterior[name].values
    summary[name] = {"mean": float(values.mean()), "rhat": float(arviz.rhat(values)),
                     "ess_bulk": float(arviz.ess(values, method="bulk")), "shape": values.shape}
lp = data.sample_stats["lp"].values
summary["lp__"] = {"mean": float(lp.mean()), "rhat": float(arviz.rhat(lp)),
                   "ess_bulk": float(arviz.ess(lp, method="bulk")), "shape": lp.shape}
print(json.dumps({"summary": summary, "sizes": data.posterior["size"].shape,
                  "warmup": data.warmup_posterior["alpha"].shape}))
"""


def has_arviz():
    return subprocess.run([PYTHON, "-c", "import arviz; arviz.from_cmdstan"], capture_output=True,
                          check=False).returncode == 0


@pytest.mark.skipif(not has_arviz(), reason="ArviZ is missing (see the head of this file)")
def test_arviz_says_the_same(tmp_path):
    fit = traces.fit(tmp_path)
    files = [str(fit / f"trace-{chain}.csv") for chain in (1, 2, 3, 4)]
    done = subprocess.run([PYTHON, "-c", SCRIPT, *files], capture_output=True, text=True, check=True)
    found = json.loads(done.stdout)
    assert found["warmup"] == [4, 100] and found["sizes"] == [4, 400, 5]
    ours = traces.quantities(fit)
    for name, theirs in found["summary"].items():
        assert theirs["shape"] == [4, 400]
        assert ours[name]["mean"] == pytest.approx(theirs["mean"], rel=1e-9)
        assert ours[name]["rhat"] == pytest.approx(theirs["rhat"], rel=traces.LIMIT)
        # ArviZ ends its sums of autocorrelations by a rule of its own.
        assert ours[name]["ess_bulk"] == pytest.approx(theirs["ess_bulk"], rel=0.01)
    assert np.isfinite(found["summary"]["lp__"]["rhat"])
