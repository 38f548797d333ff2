#!/usr/bin/env bash
# Builds library and program as the preset 'release' does, warnings being errors, with each of GCC 12 to 14 and Clang 16 to 19.
# Compilers that this system lacks are looked for in build/debian-13, a root folder of Debian 13 that is made first where
# mmdebstrap is installed and the script runs as root. A compiler that is nowhere is named and skipped.
# After a failure, the other compilers still run. usage: scripts/compilers.sh [COMPILER...]   such as g++-14 clang++-19
source "$(dirname "$0")/common.sh"

root=$PWD/build/debian-13
builds=$PWD/build/compilers

# Fits over several machines are left out: MPI brings a hundred packages, and one source file needs it.
make_root() {
  local mirror include
  if ! command -v mmdebstrap >/dev/null || [ "$(id -u)" -ne 0 ]; then
    say "Debian 13's compilers need mmdebstrap and root"
    return
  fi
  say "Making a root folder of Debian 13: $root"
  # shellcheck disable=SC2016 # apt fills these in
  mirror=$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' 'Origin: Debian' | head -n 1)
  include=$(sort -u scripts/packages/build.txt | grep -v openmpi | paste -sd,),g++-13,g++-14,clang
  ! findmnt --list --noheadings --output TARGET | grep -qF "$root.partial" || fail "something is mounted in $root.partial"
  rm -rf --one-file-system "$root.partial"
  mmdebstrap --quiet --variant=minbase --include="$include" trixie "$root.partial" "$mirror" ||
    fail "the root folder of Debian 13 cannot be made"
  mkdir "$root.partial/source"
  mv "$root.partial" "$root"
}

# Builds with a compiler of this system, or of the other one, whose own scripts/compilers.sh calls it.
# Debian 13's GCC 13 comes with a libstdc++ to link with that lacks a symbol which the system's libtbb needs: not even a
# program of three lines links. The libstdc++ that programs load there is GCC 14's, and has it.
build_here() {
  local link=()
  [ "$1" != g++-13 ] || link=("-DCMAKE_EXE_LINKER_FLAGS=-Wl,--allow-shlib-undefined")
  mkdir -p "$builds"
  cmake --preset release-strict -B "$builds/$1" -DCMAKE_CXX_COMPILER="$1" "${link[@]}" \
    >"$builds/$1.log" 2>&1 || {
    cat "$builds/$1.log" >&2
    return 1
  }
  cmake --build "$builds/$1" -j "$(jobs)"
}

# Runs in a namespace of mounts that ends with it, so nothing else ever sees them.
enter_root() {
  mount --bind "$PWD" "$root/source"
  mount -o remount,bind,ro "$root/source"
  mount --bind "$root.builds" "$root/source/build"
  exec chroot "$root" /usr/bin/env -i HOME=/root PATH=/usr/bin:/bin CCACHE_DIR=/source/build/ccache "JOBS=$(jobs)" \
    /source/scripts/compilers.sh build "$1"
}

build_in_root() {
  mkdir -p "$root.builds"
  unshare --mount --propagation private scripts/compilers.sh enter "$1"
}

case ${1:-} in
  build | enter)
    if [ "$1" = build ]; then build_here "$2"; else enter_root "$2"; fi
    exit
    ;;
esac

compilers=("$@")
[ $# -gt 0 ] || compilers=(g++-12 g++-13 g++-14 clang++-16 clang++-17 clang++-18 clang++-19)
is_here() { command -v "$1" >/dev/null; }
missing=()
for compiler in "${compilers[@]}"; do is_here "$compiler" || missing+=("$compiler"); done
[ ${#missing[@]} -eq 0 ] || [ -d "$root" ] || make_root

failed=() built=() skipped=()
for compiler in "${compilers[@]}"; do
  if is_here "$compiler"; then
    say "Building with $compiler"
    build_here "$compiler" || failed+=("$compiler")
  elif [ -x "$root/usr/bin/$compiler" ]; then
    say "Building with Debian 13's $compiler"
    build_in_root "$compiler" || failed+=("$compiler")
  else
    skipped+=("$compiler")
    continue
  fi
  built+=("$compiler")
done

[ ${#skipped[@]} -eq 0 ] || say "Skipped, because they are not here: ${skipped[*]}"
[ ${#failed[@]} -eq 0 ] || fail "warnings or errors with ${failed[*]}"
[ ${#built[@]} -gt 0 ] || fail "none of the compilers is here"
say "No warning with ${built[*]}"
