#!/usr/bin/env bash
# Builds the site as HTML: guides, notebooks, the Python API, theory, benchmarks (Sphinx), and the reference of the C++ library
# (Doxygen). Needs no compiler; the site needs no network. usage: scripts/docs.sh
source "$(dirname "$0")/common.sh"

folder=$PWD/build/docs
export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_ROOT_USER_ACTION=ignore

# What builds the pages is installed once, and again when docs/requirements.txt changes.
if ! cmp -s docs/requirements.txt "$folder/python/requirements.txt"; then
  say "Installing Sphinx into $folder/python"
  /usr/bin/python3 -m venv --clear "$folder/python"
  "$folder/python/bin/pip" install --quiet -r docs/requirements.txt
  cp docs/requirements.txt "$folder/python/requirements.txt"
fi

say "Building the pages"
rm -rf "$folder/html"
"$folder/python/bin/sphinx-build" -q -E -W --keep-going -j "$(jobs)" -c docs -d "$folder/doctrees" . "$folder/html"
cp docs/_static/to-index.html "$folder/html/index.html"
say "Building the reference of the C++ library"
doxygen docs/Doxyfile
scripts/check_site.py "$folder/html"
say "Done: $folder/html/index.html"
