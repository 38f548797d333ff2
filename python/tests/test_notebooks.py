"""The notebooks of docs/notebooks run, and are stored as they print. scripts/notebooks.py stores them again."""

import pathlib
import re

import pytest

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")
pytest.importorskip("ipykernel")

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "docs" / "notebooks"
NEEDS = {"first-topics": ["matplotlib", "pandas"], "how-many-topics": ["matplotlib", "pandas"],
         "from-counts": ["anndata", "matplotlib", "pandas", "sklearn"]}
# Of each notebook, what its outputs have to say.
SAYS = {
    "first-topics": [r"<Corpus: \d+ documents", "^(Settled|Not settled)", r"lowpass|filter", r"\bTrue\b"],
    "how-many-topics": ["<Corpus: 250 documents", "^Settled", "5 topics are in every chain", r"effective sample size", "violin"],
    "from-counts": ["fractions='round'", r"(8[5-9]|9[0-5])% of 1200 intervals", "4 of 4 topics are in all chains", "topics_sd"],
}


def outputs(notebook):
    return [output for cell in notebook.cells for output in cell.get("outputs", [])]


def said(notebook):
    """All that the cells print or show, as plain text."""
    return "\n".join(output.get("text") or output.get("data", {}).get("text/plain", "") for output in outputs(notebook))


def kinds(notebook):
    """What each cell shows: text, a table, a picture."""
    return [sorted(kind for output in cell.get("outputs", []) if output.get("name") != "stderr"
                   for kind in output.get("data", {"text": ""})) for cell in notebook.cells]


def check_what_is_said(name, notebook):
    missing = [pattern for pattern in SAYS[name] if not re.search(pattern, said(notebook), re.M)]
    assert missing == [], said(notebook)


def test_all_notebooks_are_tested():
    assert {path.stem for path in FOLDER.glob("*.ipynb")} == set(NEEDS) == set(SAYS)


@pytest.mark.parametrize("name", NEEDS)
def test_stored_outputs_are_small_and_the_same_everywhere(name):
    path = FOLDER / f"{name}.ipynb"
    assert path.stat().st_size < 500_000
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    assert all(output["output_type"] != "error" and output.get("name") != "stderr" for output in outputs(notebook))
    assert re.findall(r"/(?:tmp|home|root|usr)/\S+|0x[0-9a-f]{6,}", said(notebook)) == []
    check_what_is_said(name, notebook)


@pytest.mark.parametrize("name", NEEDS)
def test_notebooks_run(name, tmp_path):
    for library in NEEDS[name]:
        pytest.importorskip(library)
    stored = nbformat.read(FOLDER / f"{name}.ipynb", as_version=4)
    notebook = nbformat.from_dict(stored)
    nbclient.NotebookClient(notebook, timeout=120, kernel_name="python3", coalesce_streams=True,
                            resources={"metadata": {"path": str(tmp_path)}}).execute()
    assert kinds(notebook) == kinds(stored)
    check_what_is_said(name, notebook)
