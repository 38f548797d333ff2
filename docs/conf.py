# Settings of the site; scripts/docs.sh calls Sphinx from the project's root, which is also the source folder: the pages of
# docs/, bench/ and src/ stay where they are, and their links to each other work on a code host and in the site.
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "python"))

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
autodoc_class_signature = "separated"
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


def setup(app):
    """The signature of fit() has all arguments; its overloads, which are for type checkers, name the result alone."""
    from sphinx.pycode import ModuleAnalyzer

    def without_overloads(app):
        analyzer = ModuleAnalyzer.for_module("pythemata._fit")
        analyzer.analyze()
        analyzer.overloads = {}

    app.connect("builder-inited", without_overloads)
