"""What only some files include: Eigen, whose sums need one order on every processor, and templates that cost a compiler
seconds in each source that uses them.
"""
import pathlib
import re

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
# By pattern of what is included, the folders that it is about and the files that may.
ONLY = [
    (r"(?:eigen3/)?Eigen/", ("src", "apps", "tests", "bench", "python", "examples"), ["src/themata/random/eigen.hpp"]),
    (r"fmt/(?!core\.h)", ("src", "apps", "tests", "bench", "python"), []),
    (r"boost/math/", ("src", "apps", "python"), ["src/themata/random/quantiles.cpp"]),
]
# By pattern of what is called, likewise.
CALLED = [
    (r"\.dump\(|json::parse\(", ("src", "apps"), ["src/themata/io/json.cpp", "src/themata/store/manifest.cpp"]),
    (r"\bLLT<|\.llt\(\)", ("src", "apps"), ["src/themata/random/cholesky.hpp"]),
]


def including(pattern):
    return re.compile(rf"^\s*#\s*include\s*[<\"]{pattern}", re.M)


def files_with(pattern, folders):
    sources = [path for folder in folders for suffix in ("cpp", "hpp") for path in (ROOT / folder).rglob(f"*.{suffix}")]
    return sorted(str(path.relative_to(ROOT)) for path in sources if pattern.search(path.read_text()))


@pytest.mark.parametrize("pattern, folders, allowed", ONLY, ids=["Eigen", "fmt", "Boost.Math"])
def test_only_these_include_it(pattern, folders, allowed):
    assert files_with(including(pattern), folders) == allowed


@pytest.mark.parametrize("pattern, folders, allowed", CALLED, ids=["JSON", "Cholesky"])
def test_only_these_call_it(pattern, folders, allowed):
    assert files_with(re.compile(pattern), folders) == allowed


def test_every_spelling_is_found():
    eigen, fmt = including(ONLY[0][0]), including(ONLY[1][0])
    assert all(eigen.search(line) for line in ("#include <Eigen/Core>", '# include "eigen3/Eigen/LU"', "int a;\n#include <Eigen/Dense>"))
    assert not eigen.search('#include "themata/random/eigen.hpp"')
    assert fmt.search("#include <fmt/format.h>") and fmt.search("#include <fmt/ranges.h>") and not fmt.search("#include <fmt/core.h>")
