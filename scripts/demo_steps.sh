# Shared by the demos; sources common.sh. Functions are told of the demo by their arguments.
# shellcheck shell=bash
source "$(dirname "$0")/common.sh"

program=build/release/themata

# Checks that there is what the demo in folder $1 needs.
begin_demo() {
  [ -x "$program" ] || fail "$program is missing: run 'make release' first"
  command -v apt-get >/dev/null ||
    fail "the demo reads Debian's package descriptions, and this is not Debian; README.md has a tour on your own files"
  mkdir -p "$1"
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

fit_is_complete() { [ -e "$1/manifest.json" ] && /usr/bin/python3 -c '
import json, sys
sys.exit(json.load(open(sys.argv[1]))["status"] != "complete")' "$1/manifest.json"; }

# Goes on with fit $1 of corpus $2 where it was interrupted; else begins it with the options that follow $3, which is said.
fit_or_go_on() {
  local fit=$1 corpus=$2 said=$3
  shift 3
  if [ -e "$fit/manifest.json" ] && ! is_stale "$fit/manifest.json" "$corpus/manifest.json" "$program"; then
    say "Going on with the fit that was interrupted"
    step "$program" resume "$fit"
  else
    say "$said"
    rm -rf "$fit"
    step "$program" fit "$corpus" "$@" --seed 1 --threads "$(nproc)" --output "$fit"
  fi
}
