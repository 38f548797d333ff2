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

# usage: man_page FOLDER PROGRAM [COMMAND]
man_page() {
  local folder=$1 program=$2 name=$2${3:+-$3} wrapper
  wrapper=$(mktemp)
  # help2man takes a program without words; the line of the exit codes becomes a section.
  cat >"$wrapper" <<END
#!/bin/sh
if [ "\$1" = --version ]; then printf '%s %s\n' '$name' '$version'; else '$build/$program' ${3:-} --help; fi
END
  chmod +x "$wrapper"
  mkdir -p "$folder/man/man1"
  help2man --no-info --no-discard-stderr --name="$("$wrapper" --help | head -n 1 | sed 's/\.$//')" "$wrapper" |
    sed "1,/^\.SH SYNOPSIS/s/$(basename "$wrapper" | tr '[:lower:]' '[:upper:]')/$(echo "$name" | tr '[:lower:]' '[:upper:]')/g; s/$(basename "$wrapper")/$name/g; s/^Exit codes: /.SH \"EXIT STATUS\"\n/" |
    gzip -9n >"$folder/man/man1/$name.1.gz"
  rm -f "$wrapper"
}

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
man_page "$program" themata
mapfile -t commands < <("$build/themata" --help | sed -n '/^Subcommands:/,/^$/s/^  \([a-z-]*\) .*/\1/p')
[ ${#commands[@]} -gt 10 ] || fail "the subcommands of themata cannot be read from its help"
for command in "${commands[@]}"; do man_page "$program" themata "$command"; done
mkdir -p "$program"/{bash-completion/completions,zsh/vendor-completions,fish/vendor_completions.d}
"$build/themata" completion bash >"$program/bash-completion/completions/themata"
"$build/themata" completion zsh >"$program/zsh/vendor-completions/_themata"
"$build/themata" completion fish >"$program/fish/vendor_completions.d/themata.fish"
documents "$program" themata
cp -r README.md docs/guide "$program/doc/themata/"
if [ -x "$build/themata-mpi" ]; then
  man_page "$share/mpi/share" themata-mpi
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
