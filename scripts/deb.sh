#!/usr/bin/env bash
# Makes Debian packages in build/deb, from the release build: themata (with man pages and completions), themata-mpi and
# libthemata-dev. Checks them with lintian.
source "$(dirname "$0")/common.sh"

command -v help2man >/dev/null || fail "help2man is not installed: scripts/install.sh deb"
scripts/build.sh release
build=$PWD/build/release
version=$("$build/themata" --version | sed -n '1s/.* //p')
share=$build/package
rm -rf "$share"

# What every package has in its folder of documents.
documents() {
  local folder=$1/doc/$2
  mkdir -p "$folder"
  printf '%s (%s-1) unstable; urgency=low\n\n  * What has changed is in changelog.gz.\n\n -- %s  %s\n' \
    themata "$version" "The Themata developers <themata@localhost>" "$(date -R -d "@$(git log -1 --format=%ct 2>/dev/null || date +%s)")" |
    gzip -9n >"$folder/changelog.Debian.gz"
  gzip -9nc CHANGELOG.md >"$folder/changelog.gz"
  {
    printf 'Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\nUpstream-Name: themata\n\n'
    printf 'Files: *\nCopyright: 2026 the Themata developers\nLicense: Apache-2.0\n'
    printf ' The text of the license is in /usr/share/common-licenses/Apache-2.0.\n'
  } >"$folder/copyright"
}

say "Man pages and completions"
program=$share/program/share
scripts/manuals.sh "$build/themata" "$program"
documents "$program" themata
cp -r README.md docs/guide "$program/doc/themata/"
if [ -x "$build/themata-mpi" ]; then
  scripts/manuals.sh "$build/themata-mpi" "$share/mpi/share"
  documents "$share/mpi/share" themata-mpi
fi
documents "$share/development/share" libthemata-dev
find "$share" -type d -exec chmod 755 {} + -o -type f -exec chmod 644 {} +

say "Packages"
rm -rf build/deb
mkdir -p build/deb
cmake --preset release >/dev/null # finds the files that are there now
(umask 022 && cd build/deb && cpack --config "$build/CPackConfig.cmake" -B "$PWD" >cpack.log) || {
  cat build/deb/cpack.log >&2
  fail "the packages cannot be made"
}
rm -rf build/deb/_CPack_Packages
# A package of the project's own closes no bug of Debian's, and the project has no address for mail.
lintian --fail-on error,warning build/deb/*.deb \
  --suppress-tags initial-upload-closes-no-bugs,bogus-mail-host,bogus-mail-host-in-debian-changelog
ls -l build/deb/*.deb
