#!/usr/bin/env bash
# Fits topics to Debian's own package descriptions and writes a report. What is up to date is not made again.
# usage: scripts/demo.sh   (after scripts/build.sh release; DEMO_SWEEPS=N for a longer or shorter run)
source "$(dirname "$0")/common.sh"

program=build/release/themata
demo=build/demo
text=$demo/descriptions.jsonl
corpus=$demo/package-descriptions
fit=$demo/fit
report=$demo/report.html
sweeps=${DEMO_SWEEPS:-300}

[ -x "$program" ] || fail "$program is missing: run 'make release' first"
command -v apt-get >/dev/null ||
  fail "the demo reads Debian's package descriptions, and this is not Debian; README.md has a tour on your own files"
mkdir -p "$demo"

# Shows a command, then runs it.
step() {
  printf '$ %s\n' "$*"
  "$@"
}

# Whether a file is missing or older than one of the others.
is_stale() {
  local made=$1 from
  shift
  [ -e "$made" ] || return 0
  for from in "$@"; do
    [ "$from" -nt "$made" ] && return 0
  done
  return 1
}

has_descriptions() {
  local names name
  # shellcheck disable=SC2016  # the dollar is apt's
  names=$(apt-get indextargets -o Acquire::Languages=en --format '$(FILENAME)' 'Created-By: Translations')
  for name in $names; do
    [ -e "$name" ] && return 0
  done
  return 1
}

make_text() {
  if ! has_descriptions; then
    say "Fetching the English package descriptions (about 7 MB)"
    as_root apt-get -qq -o Acquire::Languages=en update ||
      fail "the descriptions cannot be fetched; they are what the demo reads. Is there a network, and does apt work?"
  fi
  say "Making a corpus of text from Debian's package descriptions"
  step /usr/bin/python3 scripts/package_descriptions.py "$text"
}

fit_is_complete() { [ -e "$fit/manifest.json" ] && /usr/bin/python3 -c '
import json, sys
sys.exit(json.load(open(sys.argv[1]))["status"] != "complete")' "$fit/manifest.json"; }

fit_topics() {
  if [ -e "$fit/manifest.json" ] && ! is_stale "$fit/manifest.json" "$corpus/manifest.json" "$program"; then
    say "Going on with the fit that was interrupted"
    step "$program" resume "$fit"
  else
    say "Fitting a hierarchical Dirichlet process: it finds the number of topics too"
    rm -rf "$fit"
    step "$program" fit "$corpus" --model hdp --sweeps "$sweeps" --seed 1 --threads "$(nproc)" --output "$fit"
  fi
}

if is_stale "$text" scripts/package_descriptions.py; then make_text; fi
if is_stale "$corpus/manifest.json" "$text" "$program"; then
  say "Importing the text"
  rm -rf "$corpus"
  step "$program" import --format jsonl "$text" --id id --text title,text --labels labels \
    --max-document-share 0.1 --min-documents 3 --output "$corpus"  # "package" and "library" say nothing here
fi
if ! fit_is_complete || is_stale "$fit/manifest.json" "$corpus/manifest.json" "$program"; then fit_topics; fi
say "The topics, largest first"
step "$program" topics "$fit"
if is_stale "$report" "$fit/manifest.json" "$program"; then
  say "Writing the report"
  step "$program" report "$fit" --output "$report"
fi
say "Done. Open $PWD/$report in a browser."
