#!/usr/bin/env python3
"""Runs the notebooks of docs/notebooks and stores them with what they print; puts their pictures into docs/gallery.

Call it with a Python that has the package and python/requirements-test.txt. Nothing that changes from run to run is stored:
no times, no counts of runs, no paths. usage: scripts/notebooks.py [NOTEBOOK...]
"""
import base64
import pathlib
import sys
import tempfile

import nbformat
from nbclient import NotebookClient

ROOT = pathlib.Path(__file__).resolve().parents[1]
NOTEBOOKS = ROOT / "docs" / "notebooks"
GALLERY = ROOT / "docs" / "gallery"


def run(path):
    """The notebook with its outputs, run in an empty folder."""
    notebook = nbformat.read(path, as_version=4)
    with tempfile.TemporaryDirectory() as folder:
        NotebookClient(notebook, timeout=120, kernel_name="python3", resources={"metadata": {"path": folder}},
                       record_timing=False, coalesce_streams=True).execute()
    notebook.metadata = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
                         "language_info": {"name": "python"}}
    return notebook


def pictures(notebook):
    """The pictures of a notebook, as PNG."""
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            if "image/png" in output.get("data", {}):
                yield base64.b64decode(output["data"]["image/png"])


def main():
    for path in [pathlib.Path(name).resolve() for name in sys.argv[1:]] or sorted(NOTEBOOKS.glob("*.ipynb")):
        notebook = run(path)
        nbformat.write(notebook, path)
        GALLERY.mkdir(exist_ok=True)
        for number, picture in enumerate(pictures(notebook), 1):
            (GALLERY / f"{path.stem}-{number}.png").write_bytes(picture)
        print(f"{path.relative_to(ROOT)}: {path.stat().st_size // 1000} kB")


if __name__ == "__main__":
    main()
