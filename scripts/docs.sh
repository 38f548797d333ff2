#!/usr/bin/env bash
# The reference of the library and the pages of docs/, as HTML. usage: scripts/docs.sh
source "$(dirname "$0")/common.sh"

say "Making the reference"
mkdir -p build/docs
doxygen docs/Doxyfile
say "Done: $PWD/build/docs/html/index.html"
