"""The scripts of bench/papers run in quick mode on a small corpus and write a table and a figure."""
import os
import pathlib
import subprocess
import sys

import pytest

pytest.importorskip("matplotlib", reason="matplotlib is missing: scripts/install.sh papers")
pytest.importorskip("scipy")

NEEDS = {"hpc_prediction": "sklearn"}
ROOT = pathlib.Path(__file__).resolve().parents[2]
SCRIPTS = sorted(path.stem for path in (ROOT / "bench/papers").glob("*_*.py"))


@pytest.mark.parametrize("script", SCRIPTS)
def test_a_script_leaves_its_table_and_its_figure(script, program, tmp_path):
    if script in NEEDS:
        pytest.importorskip(NEEDS[script], reason="scikit-learn is missing: scripts/install.sh papers")
    environment = os.environ | {"THEMATA_PROGRAM": program, "THEMATA_PAPERS": str(tmp_path), "THEMATA_QUICK": "1",
                                "MPLCONFIGDIR": str(tmp_path / "matplotlib")}
    done = subprocess.run([sys.executable, "-B", ROOT / f"bench/papers/{script}.py"], capture_output=True, text=True,
                          env=environment, timeout=300)
    assert done.returncode == 0, done.stderr
    for table in (tmp_path / script).glob("*.tsv"):
        note, header, *rows = table.read_text().splitlines()
        assert note.startswith("# the paper: ") and rows
        assert all(row.count("\t") == header.count("\t") for row in rows)
    tables = {path.stem for path in (tmp_path / script).glob("*.tsv")}
    assert tables and tables == {path.name.removesuffix(".options.json") for path in (tmp_path / script).glob("*.options.json")}
    assert any((tmp_path / script).glob("*.svg"))
