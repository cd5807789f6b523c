#!/usr/bin/env bash
# What action.yml runs: `rely compat` with the inputs of the action, which come as variables INPUT_… so that no shell ever
# interprets them. Markdown goes to the summary of the job, the exit code of rely to the outputs and to the caller.
set -uo pipefail

arguments=()
# A line of an input is one value.
each() { # OPTION VALUES
  local line
  while IFS= read -r line; do
    line="${line%$'\r'}"
    [ -n "$line" ] && arguments+=("$1" "$line")
  done <<< "$2"
}
each --baseline "${INPUT_BASELINE:-}"
each --candidate "${INPUT_CANDIDATE:-}"
each --system "${INPUT_SYSTEM:-}"
each --target "${INPUT_TARGET:-}"
each --property "${INPUT_PROPERTY:-}"
each --forbid "${INPUT_FORBID:-}"
each --interface "${INPUT_INTERFACE:-}"
while IFS= read -r line; do
  [ -n "${line%$'\r'}" ] && arguments+=("${line%$'\r'}")
done <<< "${INPUT_ARGUMENTS:-}"
[ "${INPUT_ALLOW_LOSSES:-false}" = true ] && arguments+=(--allow-losses)

cd "${INPUT_WORKING_DIRECTORY:-.}" || exit 2
report=$(mktemp)
"${INPUT_RELY:-rely}" compat "${arguments[@]}" --format markdown > "$report"
code=$?
cat "$report"
cat "$report" >> "${GITHUB_STEP_SUMMARY:-/dev/null}"
echo "exit-code=$code" >> "${GITHUB_OUTPUT:-/dev/null}"
if [ -n "${INPUT_SARIF:-}" ]; then
  # Its exit code is that of the first run.
  "${INPUT_RELY:-rely}" compat "${arguments[@]}" --format sarif --output "$INPUT_SARIF" || true
fi
rm -f "$report"
exit "$code"
