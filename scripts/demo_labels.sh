#!/usr/bin/env bash
# Finds the words of each of Debian's package tags, and predicts the tags of packages without tags. See
# docs/guide/labeled-archive.md.
# Files that are up to date are not made again.
# usage: scripts/demo_labels.sh   (after scripts/build.sh release; DEMO_SWEEPS=N for a longer or shorter run)
source "$(dirname "$0")/demo_steps.sh"

demo=build/demo-labels
text=$demo/packages.csv
corpus=$demo/packages
fit=$demo/fit
words=$demo/words-of-tags.txt
tags=$demo/tags-of-packages.tsv
report=$demo/report.html

begin_demo "$demo"
if is_stale "$text" scripts/package_descriptions.py; then make_text "$text"; fi
if is_stale "$corpus/manifest.json" "$text" "$program"; then
  say "Importing the table: its tags, such as 'game/strategy; role/program', become a label tree"
  rm -rf "$corpus"
  step "$program" import --format csv "$text" --id id --text title,text --labels tags --label-separator '; ' --label-paths / \
    --max-document-share 0.1 --min-documents 10 --keep-types 6000 --output "$corpus"
fi
if ! fit_is_complete "$fit" || is_stale "$fit/manifest.json" "$corpus/manifest.json" "$program"; then
  fit_or_resume "$fit" "$corpus" "Fitting hierarchical Poisson convolution to the packages with tags" \
    --model hpc --unlabeled set-aside --sweeps "${DEMO_SWEEPS:-200}"
fi
say "Writing the words of all tags to $words; these are the first"
printf '$ %s\n' "$program topics $fit > $words"
"$program" topics "$fit" >"$words.partial"
mv "$words.partial" "$words"
head -n 42 "$words"
if is_stale "$tags" "$fit/manifest.json" "$program"; then
  say "Predicting tags of the packages without tags"
  step "$program" label "$fit" "$fit/set-aside" --sweeps 2 --folds 0 --output "$tags"
fi
if is_stale "$report" "$fit/manifest.json" "$program"; then
  say "Writing the report"
  step "$program" report "$fit" --output "$report"
fi
say "Done. Open $PWD/$report in a browser."
