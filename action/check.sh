#!/usr/bin/env bash
# What action.yml and gitlab.yml run: `rely check` of a project, then `rely compat` for every component that is named. Inputs come as
# variables INPUT_… so that no shell ever interprets them. The exit code is the worst: 70, 2, 1, 3, 4, 0.
set -uo pipefail

rely="${INPUT_RELY:-rely}"
cd "${INPUT_WORKING_DIRECTORY:-.}" || exit 2
arguments=()
while IFS= read -r line; do
  [ -n "${line%$'\r'}" ] && arguments+=("${line%$'\r'}")
done <<< "${INPUT_ARGUMENTS:-}"
[ -n "${INPUT_SARIF:-}" ] && arguments+=(--sarif "$INPUT_SARIF")
[ -n "${INPUT_JUNIT:-}" ] && arguments+=(--junit "$INPUT_JUNIT")

worst=0
rank() { case "$1" in 0) echo 0 ;; 4) echo 1 ;; 3) echo 2 ;; 1) echo 3 ;; 2) echo 4 ;; *) echo 5 ;; esac; }
note() { [ "$(rank "$1")" -gt "$(rank "$worst")" ] && worst=$1; return 0; }

report=$(mktemp)
"$rely" check ${arguments[@]+"${arguments[@]}"} --output "$report"
code=$?
note "$code"
cat "$report"
{ echo '```text'; cat "$report"; echo '```'; } >> "${GITHUB_STEP_SUMMARY:-/dev/null}"
if [ -n "${GITHUB_ACTIONS:-}" ]; then
  # Its exit code is that of the first run.
  "$rely" check ${arguments[@]+"${arguments[@]}"} --quiet --format github || true
fi
rm -f "$report"

# FILE:NAME per line: the version of the base revision against the one in the working copy.
while IFS= read -r component; do
  component="${component%$'\r'}"
  [ -z "$component" ] && continue
  "$rely" compat --baseline "git:${INPUT_BASE:-HEAD}:$component" --candidate "$component"
  note $?
done <<< "${INPUT_COMPONENTS:-}"

echo "exit-code=$worst" >> "${GITHUB_OUTPUT:-/dev/null}"
exit "$worst"
