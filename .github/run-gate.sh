#!/usr/bin/env bash
# Runs the gate for action.yml: annotates the config, writes the job's summary and the report.
set -uo pipefail

folder="$RUNNER_TEMP/gate-report"
rm -rf "$folder"
mkdir -p "$folder"

version="$GATE_VERSION"
[ -n "$version" ] || version=$(node -p 'require(process.argv[1]).version' "$GATE_ACTION/package.json")

options=(--config "$GATE_CONFIG" --annotate)
[ -z "$GATE_BASELINE" ] || options+=(--baseline "$GATE_BASELINE")
[ -z "$GATE_REFERENCE" ] || options+=(--reference "$GATE_REFERENCE")
[ -z "$GATE_COLUMNS" ] || options+=(--columns "$GATE_COLUMNS")
[ -z "$GATE_METRICS" ] || options+=(--metrics "$GATE_METRICS")
options+=(--out "$folder/gate.md" --out "$folder/gate.json" --out "$folder/junit.xml")

npx --yes "trajectory-playground@$version" gate "${options[@]}" -- "$GATE_FILE" 2>"$folder/errors.txt"
code=$?
cat "$folder/errors.txt" >&2

# npx itself may have failed, with any code: without a report nothing was judged, and nothing passes
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

if [ "$verdict" = INCONCLUSIVE ] && [ "$GATE_FAIL_ON_INCONCLUSIVE" != true ]; then
  exit 0
fi
exit "$code"
