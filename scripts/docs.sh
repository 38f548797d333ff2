#!/usr/bin/env bash
# Builds the library reference and the pages of docs/ as HTML. usage: scripts/docs.sh
source "$(dirname "$0")/common.sh"

say "Building the reference"
mkdir -p build/docs
doxygen docs/Doxyfile
say "Done: $PWD/build/docs/html/index.html"
