#!/usr/bin/env bash
# Cross-builds for AArch64 and runs the test suites unit, invariance and golden by qemu-user, which is 10 to 30 times slower
# than the machine. The golden outputs are those that x86-64 gives: the same state hashes, files and printed tables.
# The libraries are Debian's for arm64, unpacked in build/aarch64-sysroot and never installed.
# usage: scripts/aarch64.sh
source "$(dirname "$0")/common.sh"

sysroot=$PWD/build/aarch64-sysroot
build=$PWD/build/aarch64
for program in aarch64-linux-gnu-g++ mmdebstrap qemu-aarch64; do
  command -v "$program" >/dev/null || fail "$program is missing: scripts/install.sh aarch64"
done

# The libraries that a build and its tests link. Fits over several machines are left out, so MPI is too.
libraries() { sort -u scripts/packages/{build,test}.txt | grep -e '-dev$' | grep -v openmpi | paste -sd,; }

# From the archives that this machine's apt is set to, and of its release.
make_sysroot() {
  local suite links link
  say "Unpacking Debian's libraries for arm64"
  suite=$(. /etc/os-release && echo "$VERSION_CODENAME")
  rm -rf "$sysroot"
  mkdir -p build
  # shellcheck disable=SC2016 # apt fills these in
  apt-get indextargets --format 'deb $(SITE) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' 'Origin: Debian' | sort -u |
    mmdebstrap --quiet --architectures=arm64 --variant=extract --include="$(libraries)" "$suite" "$sysroot" - ||
    fail "the libraries for arm64 cannot be unpacked"
  # What points to /lib means the folder's, not this machine's.
  mapfile -t links < <(find "$sysroot/usr" "$sysroot/etc" -type l -lname '/*')
  for link in "${links[@]}"; do ln -sfnr "$sysroot$(readlink "$link")" "$link"; done
  libraries >"$sysroot/libraries.txt"
}

[ "$(cat "$sysroot/libraries.txt" 2>/dev/null)" = "$(libraries)" ] || make_sysroot
scripts/build.sh aarch64 themata test_unit test_invariance test_golden

export THEMATA_PYTHON=/usr/bin/python3 THEMATA_SHARED=${THEMATA_SHARED:-$PWD/../shared}
say "Testing 'aarch64'"
# Which random streams a sweep opens is the same on every processor, and takes ten minutes a model here.
(cd "$build" && ctest --output-on-failure -j "$(jobs)" -L '^(unit|invariance|golden)$' -E StreamsOfASweep --no-tests=error)

say "Comparing every model's and sampler's outputs with those of x86-64"
printf '#!/bin/sh\nexec qemu-aarch64 -L %q %q "$@"\n' "$sysroot" "$build/themata" >"$build/themata-by-qemu"
chmod +x "$build/themata-by-qemu"
# Debian's NLopt for arm64 multiplies and adds in one rounding, and Hamiltonian moves start from the mode that it finds.
differing=$(/usr/bin/python3 tests/golden/outputs.py "$build/themata-by-qemu" 2>&1 | grep -v -e '^hpc-hmc: ' -e '^pcm-hmc: ' || true)
[ -z "$differing" ] || fail "outputs differ from those of x86-64:
$differing"
