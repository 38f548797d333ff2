"""Eigen is included by one header only, which fixes the order of its sums on every processor."""
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]
HEADER = ROOT / "src/themata/random/eigen.hpp"
INCLUDE = re.compile(r"^\s*#\s*include\s*[<\"](?:eigen3/)?Eigen/", re.M)


def test_only_the_header_includes_eigen():
    sources = [path for folder in ("src", "apps", "tests", "bench", "python", "examples")
               for suffix in ("cpp", "hpp") for path in (ROOT / folder).rglob(f"*.{suffix}")]
    assert [path for path in sources if INCLUDE.search(path.read_text())] == [HEADER]


def test_every_spelling_is_found():
    assert all(INCLUDE.search(line) for line in ("#include <Eigen/Core>", '# include "eigen3/Eigen/LU"', "int a;\n#include <Eigen/Dense>"))
    assert not INCLUDE.search('#include "themata/random/eigen.hpp"')
