#!/usr/bin/env bash
# Writes tests/golden/version-1 anew with build/release/themata: only where a change of a chain's bits was meant.
set -euo pipefail
cd "$(dirname "$0")"
program=../../build/release/themata
rm -rf version-1
mkdir version-1
cd version-1

cat >documents.txt <<'END'
rivers a river runs to the sea and the sea takes the river water water fish
boats a boat on the water needs a sail wind fish and a net boat sail wind
nothing and the of to
bread bread needs flour water yeast and an oven oven bake bake flour
cakes a cake needs flour sugar butter and the oven bake sugar butter cake
soup fish soup needs water salt butter and a pot pot soup salt fish
END
"../$program" import --format mallet documents.txt --output corpus >/dev/null 2>&1

fit() {
  local name=$1
  shift
  "../$program" fit corpus --sweeps 20 --chains 1 --keep 5 --trace-every 5 --threads 1 --output "$name" "$@" >/dev/null
}
fit lda --model lda --topics 3 --blocks 2
fit hdp --model hdp --topics 4 --blocks 3
fit lda-dense --model lda --topics 20 --z dense
fit hdp-sparse --model hdp --topics 2 --z sparse
fit lda-learned --model lda --topics 3 --learn asymmetric-alpha,beta --start tokens
fit hdp-learned --model hdp --topics 3 --learn alpha,beta,gamma --start tokens
# Where the corpus stood on the machine that wrote them is nobody's business.
sed -i 's|"path": ".*"|"path": "../corpus"|' ./*/manifest.json
rm -f ./*/.lock
