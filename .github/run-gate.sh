#!/usr/bin/env bash
# Runs the gate for action.yml: annotates the config, writes the job's summary and the report.
# What judges is built from the Action's own checkout, outside the workspace: nothing that a pull
# request brings along, and no name of a registry, chooses it.
set -uo pipefail

folder="$RUNNER_TEMP/gate-report"
rm -rf "$folder"
mkdir -p "$folder"

# Builds the command, unless the cache has it.
build() {
  [ ! -s "$GATE_BUILD/command.js" ] || return 0
  local source="$RUNNER_TEMP/gate-source"
  rm -rf "$source" "$GATE_BUILD"
  mkdir -p "$source" || return 3
  tar -C "$GATE_ACTION" --exclude=./.git --exclude=./node_modules --exclude=./dist \
    --exclude=./test-results -cf - . |
    tar -C "$source" -xf - || return 3
  (cd "$source" && npm ci --ignore-scripts --no-audit --no-fund && npm run build:package) >&2 || return 3
  mv "$source/dist/package" "$GATE_BUILD" || return 3
  rm -rf "$source"
}

options=(--config "$GATE_CONFIG" --annotate)
[ -z "$GATE_BASELINE" ] || options+=(--baseline "$GATE_BASELINE")
[ -z "$GATE_REFERENCE" ] || options+=(--reference "$GATE_REFERENCE")
[ -z "$GATE_COLUMNS" ] || options+=(--columns "$GATE_COLUMNS")
[ -z "$GATE_METRICS" ] || options+=(--metrics "$GATE_METRICS")
options+=(--out "$folder/gate.md" --out "$folder/gate.json" --out "$folder/junit.xml")

if build 2>"$folder/errors.txt"; then
  node "$GATE_BUILD/command.js" gate "${options[@]}" -- "$GATE_FILE" 2>"$folder/errors.txt"
  code=$?
else
  code=3
fi
cat "$folder/errors.txt" >&2

# node itself may have failed, with any code: without a report nothing was judged, and nothing passes
case $code in
  0) verdict=PASS ;;
  1) verdict=FAIL ;;
  2) verdict=INCONCLUSIVE ;;
  *) verdict='NOT JUDGED' ;;
esac
if [ "$verdict" = 'NOT JUDGED' ] || [ ! -s "$folder/gate.json" ]; then
  verdict='NOT JUDGED'
  code=3
  {
    echo '### Gate: could not be judged'
    echo
    echo '```text'
    sed 's/```/` ` `/g' "$folder/errors.txt"
    echo '```'
  } >>"$GITHUB_STEP_SUMMARY"
else
  cat "$folder/gate.md" >>"$GITHUB_STEP_SUMMARY"
fi
[ -s "$folder/errors.txt" ] || rm "$folder/errors.txt"

{
  echo "verdict=$verdict"
  echo "exit-code=$code"
  echo "folder=$folder"
} >>"$GITHUB_OUTPUT"

if [ "$verdict" = INCONCLUSIVE ] && [ "$GATE_FAIL_ON_INCONCLUSIVE" = false ]; then
  exit 0
fi
exit "$code"
