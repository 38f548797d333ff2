# Settings of the site; scripts/docs.sh calls Sphinx from the project's root, which is also the source folder: the pages of
# docs/, bench/ and src/ stay where they are, and their links to each other work on a code host and in the site.
import pathlib
import sys
import typing

import numpy.typing
from sphinx.pycode import ModuleAnalyzer
from sphinx.util.inspect import signature as python_signature
from sphinx.util.inspect import stringify_signature

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "python"))
sys.dont_write_bytecode = True


# These types are shown by their names, which are clearer than all that NumPy means by them.
class ArrayLike:
    __module__ = "numpy.typing"


class NDArray(typing.Generic[typing.TypeVar("Element")]):
    __module__ = "numpy.typing"


numpy.typing.ArrayLike, numpy.typing.NDArray = ArrayLike, NDArray

project = "Themata"
author = "The authors of Themata"
root_doc = "docs/index"
include_patterns = ["docs/**", "bench/*.md", "bench/papers/*.md", "bench/contenders/README.md", "src/README.md", "CHANGELOG.md",
                    "CONTRIBUTING.md"]
exclude_patterns = ["build", "**/.ipynb_checkpoints", "docs/requirements.txt"]

extensions = ["myst_nb", "sphinx.ext.autodoc", "numpydoc"]
# Blocks without a language are mostly shell commands beside what they print.
highlight_language = "text"

# The Markdown pages. Anchors of headings are those of code hosts.
myst_heading_anchors = 4
suppress_warnings = ["myst.header"]  # some pages skip a level of headings

# Notebooks are stored with their outputs, which python/tests/test_notebooks.py makes again.
nb_execution_mode = "off"

# The Python package, read from its sources. The compiled module and the large libraries are not needed for that.
autodoc_mock_imports = ["pythemata._core", "scipy", "sklearn"]
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
python_maximum_signature_line_length = 80
python_use_unqualified_type_names = True
add_module_names = False
numpydoc_show_class_members = False

html_theme = "furo"
html_title = "Themata"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sourcelink = False
html_show_copyright = False
html_theme_options = {"navigation_with_keys": True}


def without_overloads(app):
    """The signature of fit() has all arguments; its overloads, which are for type checkers, name the result alone."""
    analyzer = ModuleAnalyzer.for_file(ROOT / "python" / "pythemata" / "_fit.py", "pythemata._fit")
    analyzer.analyze()
    analyzer.overloads = {}
    ModuleAnalyzer.cache["module", "pythemata._fit"] = analyzer


def constructor(app, what, name, thing, options, signature, returns):
    """Only estimators are made by calling their class; the mocked base hides their own signature."""
    if what not in ("class", "exception") or not signature:
        return None
    if thing.__module__ != "pythemata.sklearn":
        return "", None
    return stringify_signature(python_signature(thing.__init__, bound_method=True)), None


def setup(app):
    app.connect("builder-inited", without_overloads)
    app.connect("autodoc-process-signature", constructor)
