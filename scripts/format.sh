#!/usr/bin/env bash
# Checks the formatting of all C++ sources, or fixes it with -i. usage: scripts/format.sh [-i]
source "$(dirname "$0")/common.sh"

mode=(--dry-run -Werror)
[ "${1:-}" = -i ] && mode=(-i)
find src apps python tests bench -name '*.[ch]pp' -print0 | xargs -0 clang-format --style=file "${mode[@]}"
if [ "${1:-}" = -i ]; then find src apps python tests bench -name '*.[ch]pp' -print0 | xargs -0 scripts/wrap_comments.py; fi
