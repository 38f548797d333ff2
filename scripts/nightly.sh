#!/usr/bin/env bash
# Runs the tests that take too long for every change: the campaign of faults, a fit of hours with stops, the proofs at ten
# times their length, the calibration of every sampler, all checks of the sanitizers, the fuzzers, another processor
# (scripts/aarch64.sh), other compilers (scripts/compilers.sh) and the tarball on Debian 13. Ranks and their plots are
# written to build/nightly. After a failure, the other checks
# still run; the last message lists all failures.
# usage: scripts/nightly.sh [SCALE]   SCALE: length of the proofs, as a multiple of the usual length (default: 10)
source "$(dirname "$0")/common.sh"

scale=${1:-10}
[[ $scale =~ ^[1-9][0-9]*$ ]] || fail "usage: scripts/nightly.sh [SCALE], a whole number from 1"
data_sets=$((500 * scale))
folder=build/nightly
rm -rf "$folder"
mkdir -p "$folder"
failed=()

# usage: calibrate NAME OPTION... - calibrates one sampler; the ranks are written to the folder NAME.
calibrate() {
  local name=$1
  shift
  say "Calibrating $name"
  build/release/themata selftest --data-sets "$data_sets" --output "$folder/$name" "$@" || failed+=("selftest $name")
}

scripts/build.sh release
say "Running the campaign of faults"
/usr/bin/python3 -B tests/campaign/campaign.py build/release/themata --output "$folder/campaign" || failed+=("campaign")
calibrate block-collapsed
calibrate collapsed --sampler collapsed
calibrate sparse-collapsed --sampler sparse-collapsed
for scan in dense sparse doubly-sparse light auto; do
  calibrate "$scan" --z "$scan"
done
calibrate spike-slab --phi spike-slab
calibrate gem --model hdp --weights gem
calibrate direct-assignment --model hdp --sampler direct-assignment
calibrate sub-cluster --model hdp --sampler sub-cluster
calibrate franchise --model franchise
calibrate franchise-split-merge --model franchise --split-merge 2 --split-merge-scans 1
for masks in lida ftm sstm; do
  calibrate "$masks" --model "$masks"
done
calibrate lida-finite --model lida --vocabulary finite
calibrate lida-collapsed --model lida --sampler collapsed
# On a small corpus, sigma and lambda mix slowly too, so these chains are longer.
for rates in hpc pcm; do
  for sampler in split hmc; do
    calibrate "$rates-$sampler" --model "$rates" --sampler "$sampler" --draws 19 --burn-in 1000 --thin 200
  done
done
for model in dmm dp-dmm dmr; do
  calibrate "$model" --model "$model"
done
calibrate table-topics --model hdp --table-topics 1
calibrate split-merge --model hdp --split-merge 2
calibrate split-merge-similar --model hdp --split-merge 2 --split-merge-tables similar
calibrate split-merge-scans --model hdp --split-merge 2 --split-merge-scans 2 --split-merge-tables by-size

# 24 processor hours at the usual scale of 10: a fit without and one with stops and kills.
say "A long fit with stops and resumes"
build/release/themata simulate zipf --documents 100000 --types 100000 --tokens 15000000 --topics 500 --output "$folder/soak-corpus"
tests/campaign/soak.py build/release/themata "$folder/soak-corpus" --hours "$((12 * scale / 10 > 0 ? 12 * scale / 10 : 1))" \
  --output "$folder/soak" -- --model hdp || failed+=("soak")

scripts/build.sh dev
export THEMATA_PYTHON=/usr/bin/python3 THEMATA_SHARED=${THEMATA_SHARED:-$PWD/../shared} THEMATA_PROOF_SCALE=$scale
say "Running the proofs at $scale times the usual length"
(cd build/dev && ctest --output-on-failure -j "$(jobs)" --timeout 36000 -L '^(exact|geweke|sbc|mutants)$') ||
  failed+=("proofs")

say "Running the sanitizers with the checks that make test-all leaves out"
scripts/test.py analyzer "unit (asan-whole)" "faults (asan-whole)" || failed+=("sanitizers")

say "Fuzzing every reader"
scripts/fuzz.sh 600s || failed+=("fuzzing")

scripts/aarch64.sh || failed+=("AArch64")
scripts/compilers.sh || failed+=("compilers")
scripts/tarball.sh || failed+=("tarball")
if [ -d build/debian-13 ]; then
  scripts/tarball.sh test build/debian-13 || failed+=("tarball on Debian 13")
else
  say "No build/debian-13 (scripts/compilers.sh): the tarball is not tested there"
fi

[ ${#failed[@]} -eq 0 ] || fail "failed: $(printf '%s; ' "${failed[@]}")"
say "All checks passed; ranks and their plots are in $folder"
