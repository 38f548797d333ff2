# Shared by the demos; sources common.sh and wants $demo and $fit to be set before its functions run.
# shellcheck shell=bash
source "$(dirname "$0")/common.sh"

program=build/release/themata

begin_demo() {
  [ -x "$program" ] || fail "$program is missing: run 'make release' first"
  command -v apt-get >/dev/null ||
    fail "the demo reads Debian's package descriptions, and this is not Debian; README.md has a tour on your own files"
  mkdir -p "$demo"
}

# Shows a command as one would type it, then runs it.
step() {
  local word
  printf '$'
  for word in "$@"; do
    if [ "$(printf '%q' "$word")" = "$word" ]; then printf ' %s' "$word"; else printf " '%s'" "$word"; fi
  done
  printf '\n'
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

# Makes $1, a file of text, from the descriptions.
make_text() {
  if ! has_descriptions; then
    say "Fetching the English package descriptions (about 7 MB)"
    as_root apt-get -qq -o Acquire::Languages=en update ||
      fail "the descriptions cannot be fetched; they are what the demo reads. Is there a network, and does apt work?"
  fi
  say "Making a corpus of text from Debian's package descriptions"
  step /usr/bin/python3 scripts/package_descriptions.py "$1"
}

fit_is_complete() { [ -e "$fit/manifest.json" ] && /usr/bin/python3 -c '
import json, sys
sys.exit(json.load(open(sys.argv[1]))["status"] != "complete")' "$fit/manifest.json"; }

# Goes on with the fit of corpus $1 where one was interrupted; else begins it with what follows $2, which is said.
fit_or_go_on() {
  local corpus=$1 said=$2
  shift 2
  if [ -e "$fit/manifest.json" ] && ! is_stale "$fit/manifest.json" "$corpus/manifest.json" "$program"; then
    say "Going on with the fit that was interrupted"
    step "$program" resume "$fit"
  else
    say "$said"
    rm -rf "$fit"
    step "$program" fit "$corpus" "$@" --seed 1 --threads "$(nproc)" --output "$fit"
  fi
}
