# Shared by the demos; sources common.sh. Functions get the files of the demo as arguments.
# shellcheck shell=bash
source "$(dirname "$0")/common.sh"

program=build/release/themata

# Checks the requirements of the demo in folder $1, and creates the folder.
begin_demo() {
  [ -x "$program" ] || fail "$program is missing: run 'make release' first"
  command -v apt-get >/dev/null ||
    fail "the demo needs Debian's package descriptions, and this system is not Debian; README.md shows how to use your own files"
  mkdir -p "$1"
}

# Prints a command as one would type it, then runs it.
step() {
  local word
  printf '$'
  for word in "$@"; do
    if [ "$(printf '%q' "$word")" = "$word" ]; then printf ' %s' "$word"; else printf " '%s'" "$word"; fi
  done
  printf '\n'
  "$@"
}

# Whether file $1 is missing or older than one of the other files.
is_stale() {
  local file=$1 source
  shift
  [ -e "$file" ] || return 0
  for source in "$@"; do
    [ "$source" -nt "$file" ] && return 0
  done
  return 1
}

has_descriptions() {
  local names name
  # shellcheck disable=SC2016  # apt expands the dollar
  names=$(apt-get indextargets -o Acquire::Languages=en --format '$(FILENAME)' 'Created-By: Translations')
  for name in $names; do
    [ -e "$name" ] && return 0
  done
  return 1
}

# Writes the descriptions to file $1.
make_text() {
  if ! has_descriptions; then
    say "Downloading the English package descriptions (about 7 MB)"
    as_root apt-get -qq -o Acquire::Languages=en update ||
      fail "cannot download the package descriptions, which the demo needs; check the network and apt"
  fi
  say "Extracting the text of Debian's package descriptions"
  step /usr/bin/python3 scripts/package_descriptions.py "$1"
}

fit_is_complete() { [ -e "$1/manifest.json" ] && /usr/bin/python3 -c '
import json, sys
sys.exit(json.load(open(sys.argv[1]))["status"] != "complete")' "$1/manifest.json"; }

# Resumes fit $1 of corpus $2 if it was interrupted. Otherwise prints message $3 and starts the fit with the other options.
fit_or_resume() {
  local fit=$1 corpus=$2 message=$3
  shift 3
  if [ -e "$fit/manifest.json" ] && ! is_stale "$fit/manifest.json" "$corpus/manifest.json" "$program"; then
    say "Resuming the interrupted fit"
    step "$program" resume "$fit"
  else
    say "$message"
    rm -rf "$fit"
    step "$program" fit "$corpus" "$@" --seed 1 --threads "$(nproc)" --output "$fit"
  fi
}
