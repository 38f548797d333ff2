#!/usr/bin/env bash
# Makes build/tarball/themata-VERSION-linux-x86_64.tar.gz from the release build: the program with every library that it
# loads, ICU's data among them, so that it runs on Linux of any distribution; man pages, completions, guides, licenses.
# Debian has most of the libraries as shared ones only, and NLopt's license asks for one that users can replace, so they are
# in lib/. With them is the C library and its loader: that of Debian 12 is newer than many systems'.
# usage: scripts/tarball.sh [test ROOT]   test: unpacks it into the root folder of another system and runs it there (as root)
source "$(dirname "$0")/common.sh"

build=$PWD/build/release
folder=$PWD/build/tarball

# Prints the paths of all libraries that a program loads, with the loader.
libraries_of() { ldd "$1" | grep -o '/[^ ]*'; }

# Debian's package that a file came from. Where /lib is a link, dpkg may know it by either path.
package_of() {
  local path=$1
  { dpkg -S "$path" || dpkg -S "/usr$path" || dpkg -S "$(realpath "$path")"; } 2>/dev/null | sed -n '1s/:.*//p'
}

write_launcher() {
  cat >"$1" <<'END'
#!/bin/sh
# Runs the program with the libraries and the loader beside it, whatever the system has.
lib=$(dirname "$(readlink -f "$0")")/../lib
exec "$lib/ld-linux-x86-64.so.2" --inhibit-cache --library-path "$lib" --argv0 "$0" "$lib/themata" "$@"
END
  chmod 755 "$1"
}

# The copyright of each library that is beside the program or compiled into it, and the texts that these name.
# usage: copy_licenses TO LIBRARY...
copy_licenses() {
  local to=$1 library package
  shift
  mkdir -p "$to"
  {
    for library in "$@"; do package_of "$library"; done
    grep -e '-dev$' scripts/packages/build.txt | grep -v openmpi
  } | sort -u | while read -r package; do
    [ -f "/usr/share/doc/$package/copyright" ] || fail "the copyright of $package is missing"
    cp -L "/usr/share/doc/$package/copyright" "$to/$package"
  done
  grep -oh '/usr/share/common-licenses/[A-Za-z0-9.-]*[A-Za-z0-9]' -r "$to" | sort -u |
    while read -r text; do [ ! -f "$text" ] || cp -L "$text" "$to/"; done
}

make_tarball() {
  local version name root library libraries
  [ "$(uname -m)" = x86_64 ] || fail "the tarball is for x86-64 and made there"
  scripts/build.sh release themata
  version=$("$build/themata" --version | sed -n '1s/.* //p')
  name=themata-$version-linux-x86_64
  root=$folder/$name
  mapfile -t libraries < <(libraries_of "$build/themata")
  say "Collecting the program and ${#libraries[@]} libraries"
  rm -rf "$folder"
  mkdir -p "$root"/{bin,lib,share/doc/themata}
  strip -o "$root/lib/themata" "$build/themata"
  for library in "${libraries[@]}"; do cp -L "$library" "$root/lib/"; done
  write_launcher "$root/bin/themata"
  scripts/manuals.sh "$build/themata" "$root/share"
  cp README.md LICENSE CHANGELOG.md "$root/"
  cp -r docs/guide "$root/share/doc/themata/"
  copy_licenses "$root/share/doc/themata/licenses" "${libraries[@]}"
  chmod -R u=rwX,go=rX "$root"
  tar -C "$folder" --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$(git log -1 --format=%ct 2>/dev/null || date +%s)" \
    -cf - "$name" | gzip -9n >"$folder/$name.tar.gz"
  check_libraries "$root"
  run_in "" "$root"
  ls -l "$folder/$name.tar.gz"
}

# Nothing may be loaded from outside of the folder. The loader names itself by the path that the program asks for.
check_libraries() {
  local outside
  outside=$("$1/lib/ld-linux-x86-64.so.2" --inhibit-cache --library-path "$1/lib" --list "$1/lib/themata" | grep -o '/[^ ]*' |
    grep -v -e "^$1/lib/" -e '^/lib64/ld-linux' || true)
  [ -z "$outside" ] || fail "the program loads what is not in the tarball: $outside"
}

# Imports a few texts, fits them, and prints topics. usage: run_in ROOT PROGRAM_FOLDER   ROOT: empty for this system
run_in() {
  local work run=(env -i "PATH=/usr/bin:/bin")
  [ -z "$1" ] || run=(chroot "$1" /usr/bin/env -i "PATH=/usr/bin:/bin")
  work=$(mktemp -d "$1/tmp/themata-tarball-XXXXXX")
  for text in 'Grüße aus Köln, und viele Äpfel' 'apples and pears, apples and pears' '東京の天気は晴れです' 'pears from Köln'; do
    for _ in 1 2 3; do printf '%s\n' "$text"; done
  done >"$work/texts.txt"
  (
    program=$2/bin/themata
    inside=${work#"$1"}
    "${run[@]}" "$program" --version
    "${run[@]}" "$program" import --format lines --min-documents 1 "$inside/texts.txt" --output "$inside/corpus"
    "${run[@]}" "$program" fit "$inside/corpus" --model lda --topics 2 --sweeps 50 --seed 1 --output "$inside/fit"
    "${run[@]}" "$program" topics "$inside/fit"
  ) >"$work/output.txt" 2>&1 || { cat "$work/output.txt" >&2; fail "the program of the tarball does not run${1:+ in $1}"; }
  say "The program of the tarball runs${1:+ in $1}"
  rm -rf "$work"
}

# usage: test_in ROOT
test_in() {
  local root=${1:?usage: scripts/tarball.sh test ROOT} tarball place
  tarball=$(echo "$folder"/*.tar.gz)
  [ -f "$tarball" ] || fail "there is no tarball: make tarball"
  place=$(mktemp -d "$root/tmp/themata-XXXXXX")
  tar -C "$place" -xzf "$tarball"
  run_in "$root" "${place#"$root"}/$(basename "$tarball" .tar.gz)"
  rm -rf "$place"
}

case ${1:-make} in
  make) make_tarball ;;
  test) test_in "${2:-}" ;;
  *) fail "usage: scripts/tarball.sh [test ROOT]" ;;
esac
