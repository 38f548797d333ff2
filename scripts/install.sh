#!/usr/bin/env bash
# Installs the missing Debian packages of the named sets (scripts/packages/SET.txt).
# usage: scripts/install.sh SET...
source "$(dirname "$0")/common.sh"

[ $# -gt 0 ] || fail "usage: scripts/install.sh SET... (sets: $(cd scripts/packages && echo *.txt | sed 's/\.txt//g'))"
for set in "$@"; do
  [ -f "scripts/packages/$set.txt" ] || fail "unknown package set '$set'"
done
mapfile -t wanted < <(for set in "$@"; do cat "scripts/packages/$set.txt"; done | sort -u)

if ! command -v apt-get >/dev/null; then
  say "This is not a Debian system, so nothing is installed. Required, by Debian's names: ${wanted[*]}"
  exit 0
fi

# npm comes with Node from elsewhere than Debian, too.
is_installed() {
  [ "$1" = npm ] && command -v npm >/dev/null && return
  [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

# Downloads the package lists only if apt does not know one of the packages yet.
refresh_lists() {
  local package
  for package in "$@"; do
    if ! apt-cache show "$package" >/dev/null 2>&1; then
      say "Downloading Debian's package lists"
      as_root apt-get update -qq || fail "cannot download the package lists; check the network"
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
  say "All packages for $* are installed (${#wanted[@]} packages)"
  exit 0
fi

refresh_lists "${missing[@]}"
say "Installing Debian packages: ${missing[*]}"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
# Outdated lists name files that the archive no longer has. In this case, download the lists and try once more.
install_packages "${missing[@]}" >"$log" 2>&1 ||
  { as_root apt-get update -qq && install_packages "${missing[@]}"; } >"$log" 2>&1 ||
  { tail -n 20 "$log" >&2; fail "installation failed: ${missing[*]}"; }
