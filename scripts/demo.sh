#!/usr/bin/env bash
# Fits topics to Debian's package descriptions and writes a report. Files that are up to date are not made again.
# usage: scripts/demo.sh   (after scripts/build.sh release; DEMO_SWEEPS=N for a longer or shorter run)
source "$(dirname "$0")/demo_steps.sh"

demo=build/demo
text=$demo/descriptions.jsonl
corpus=$demo/package-descriptions
fit=$demo/fit
report=$demo/report.html

begin_demo "$demo"
if is_stale "$text" scripts/package_descriptions.py; then make_text "$text"; fi
if is_stale "$corpus/manifest.json" "$text" "$program"; then
  say "Importing the text"
  rm -rf "$corpus"
  step "$program" import --format jsonl "$text" --id id --text title,text --labels labels \
    --max-document-share 0.1 --min-documents 3 --output "$corpus"  # drops words such as "package" and "library"
fi
if ! fit_is_complete "$fit" || is_stale "$fit/manifest.json" "$corpus/manifest.json" "$program"; then
  length=()
  [ -z "${DEMO_SWEEPS:-}" ] || length=(--sweeps "$DEMO_SWEEPS")
  fit_or_resume "$fit" "$corpus" "Fitting LDA with 50 topics, until the chain has settled" --topics 50 "${length[@]}"
fi
say "Topics, largest first"
step "$program" topics "$fit"
if is_stale "$report" "$fit/manifest.json" "$program"; then
  say "Writing the report"
  step "$program" report "$fit" --output "$report"
fi
say "Done. Open $PWD/$report in a browser. docs/guide/how-many-topics.md shows what other numbers of topics give."
