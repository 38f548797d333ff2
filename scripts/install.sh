#!/usr/bin/env bash
# Installs what is missing from Debian's packages for the named sets (scripts/packages/SET.txt), and nothing else.
# usage: scripts/install.sh SET...
source "$(dirname "$0")/common.sh"

[ $# -gt 0 ] || fail "usage: scripts/install.sh SET... (of: $(cd scripts/packages && echo *.txt | sed 's/\.txt//g'))"
for set in "$@"; do
  [ -f "scripts/packages/$set.txt" ] || fail "no package set is called '$set'"
done
mapfile -t wanted < <(for set in "$@"; do cat "scripts/packages/$set.txt"; done | sort -u)

if ! command -v apt-get >/dev/null; then
  say "This is not a Debian system: nothing is installed. What is needed, by Debian's names: ${wanted[*]}"
  exit 0
fi

is_installed() { [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]; }

# Fetches the package lists only where one of the packages has no candidate yet.
refresh_lists() {
  local package
  for package in "$@"; do
    if ! apt-cache show "$package" >/dev/null 2>&1; then
      say "Fetching Debian's package lists"
      as_root apt-get update -qq || fail "the package lists cannot be fetched: is there a network?"
      return
    fi
  done
}

install_packages() { as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@"; }

missing=()
for package in "${wanted[@]}"; do
  is_installed "$package" || missing+=("$package")
done
if [ ${#missing[@]} -eq 0 ]; then
  say "Everything for $* is installed (${#wanted[@]} packages)"
  exit 0
fi

refresh_lists "${missing[@]}"
say "Installing from Debian: ${missing[*]}"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
# Lists that have gone stale name files that the archive no longer has: fetch them anew once.
install_packages "${missing[@]}" >"$log" 2>&1 ||
  { as_root apt-get update -qq && install_packages "${missing[@]}"; } >"$log" 2>&1 ||
  { tail -n 20 "$log" >&2; fail "not installed: ${missing[*]}"; }
