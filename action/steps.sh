#!/usr/bin/env bash
# The steps of action.yml: steps.sh STEP. All input comes through FG_* variables and those that GitHub sets; nothing is
# pasted into a script. Written for the bash of Linux, macOS and Windows runners.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
report=${FG_REPORT:-build/flamegate}

die() {
  printf '::error title=Flamegate action::%s\n' "$(escaped "$1")"
  exit 2
}

# Text escaped for a workflow command.
escaped() {
  local text=$1
  text=${text//'%'/'%25'}
  text=${text//$'\r'/'%0D'}
  printf '%s' "${text//$'\n'/'%0A'}"
}

random() {
  od -An -N16 -tx1 /dev/urandom | tr -d ' \n'
}

# Sets an output of the step, whatever its value contains.
output() {
  local end
  end="end-$(random)"
  printf '%s<<%s\n%s\n%s\n' "$1" "$end" "$2" "$end" >>"$GITHUB_OUTPUT"
}

flamegate() {
  if [ -n "${FG_COMMAND:-}" ]; then
    "$FG_COMMAND" "$@"
  else
    "$here/flamegate" "$@"
  fi
}

sha256() {
  if command -v sha256sum >/dev/null; then sha256sum; else shasum -a 256; fi
}

# The verdict of a result. Its line is indented by two, those of findings by more, and JSON strings have no raw line breaks.
verdict_of() {
  sed -n 's/^  "verdict" : "\([A-Z]*\)",*$/\1/p' "$1" | head -n 1
}

# Where flamegate's build is, and its key in a cache; neither if a command is given.
step_tool() {
  case ${FG_MODE:-} in
    run | compare | comment) ;;
    *) die "mode must be run, compare or comment, not ${FG_MODE:-empty}" ;;
  esac
  if [ -n "${FG_COMMAND:-}" ]; then
    return
  fi
  output home "$here/gate-cli/target/flamegate"
  output key "$(cd "$here" && find pom.xml rules probe gatling sample-service gate-cli -type f \
    -not -path '*/target/*' -not -path '*/src/test/*' -print0 | LC_ALL=C sort -z | xargs -0 cat | sha256 | cut -c1-32)"
}

step_build() {
  flamegate --version
}

# Where a pull request branched off its target; the target's latest commit may contain other people's work.
pull_request_base() {
  local base
  base=$(git merge-base HEAD "refs/remotes/origin/${GITHUB_BASE_REF:-}") || {
    printf 'baseline: pull-request needs a pull request and a checkout with fetch-depth: 0\n' >&2
    exit 2
  }
  printf 'git:%s' "$base"
}

# Runs the gate. Nothing that the service or the load prints may act as a workflow command.
step_measure() {
  local arguments=("$FG_MODE" "--report=$report") stop log code=0 line verdict=""
  if [ -n "${FG_PLAN:-}" ]; then arguments+=("--plan=$FG_PLAN"); fi
  if [ -n "${FG_HISTORY_PATH:-}" ]; then arguments+=("--history=$FG_HISTORY_PATH"); fi
  while IFS= read -r line; do
    if [ -n "$line" ]; then arguments+=("--rules=$line"); fi
  done <<<"${FG_RULES:-}"
  if [ "$FG_MODE" = compare ]; then
    if [ "${FG_BASELINE:-}" = pull-request ]; then FG_BASELINE=$(pull_request_base); fi
    if [ -n "${FG_BASELINE:-}" ]; then arguments+=("--baseline=$FG_BASELINE"); fi
    if [ -n "${FG_CANDIDATE:-}" ]; then arguments+=("--candidate=$FG_CANDIDATE"); fi
    if [ -n "${FG_BUDGET:-}" ]; then arguments+=("--budget=$FG_BUDGET"); fi
  fi
  if [ "${FG_FAIL_ON_INCONCLUSIVE:-false}" = true ]; then arguments+=(--fail-on-inconclusive); fi
  while IFS= read -r line; do
    if [ -n "$line" ]; then arguments+=("$line"); fi
  done <<<"${FG_ARGUMENTS:-}"

  rm -f "$report/result.json" "$report/summary.md" "$report/flamegate.sarif" "$report/flame.html"
  log="${RUNNER_TEMP:-/tmp}/flamegate-errors.txt"
  stop="stop-$(random)"
  printf '::stop-commands::%s\n' "$stop"
  { flamegate "${arguments[@]}" 2>&1 1>&3 | tee "$log" >&2; } 3>&1 || code=${PIPESTATUS[0]}
  printf '\n::%s::\n' "$stop"

  output exit-code "$code"
  if [ ! -f "$report/result.json" ]; then
    printf '::error title=Flamegate could not measure (exit code %s)::%s\n' "$code" "$(escaped "$(tail -n 20 "$log")")"
    return 0
  fi
  verdict=$(verdict_of "$report/result.json")
  output verdict "$verdict"
  output report "$report"
  if [ -f "$report/flame.html" ]; then
    # A separate artifact that is just this file, under its name: its link opens it in the browser.
    cp "$report/flame.html" "${RUNNER_TEMP:-/tmp}/${FG_ARTIFACT:-flamegate-report}-flame.html"
    output flame "${RUNNER_TEMP:-/tmp}/${FG_ARTIFACT:-flamegate-report}-flame.html"
  fi
  if [ -f "$report/flamegate.sarif" ]; then output sarif "$report/flamegate.sarif"; fi
}

# GitHub drops a summary of more than 1024 KiB entirely; flamegate writes less than 64.
step_summary() {
  if [ -f "$report/summary.md" ] && [ "$(wc -c <"$report/summary.md")" -lt 1000000 ]; then
    cat "$report/summary.md" >>"$GITHUB_STEP_SUMMARY"
  else
    printf '**⊘ Flamegate could not measure**; the log of the step says why.\n' >>"$GITHUB_STEP_SUMMARY"
  fi
}

step_annotate() {
  flamegate annotate "--report=$report"
}

# If the comment cannot be written, flamegate warns and nothing fails.
step_comment() {
  local url
  url=$(flamegate comment "--report=$report" "--key=${FG_KEY:-}" \
    "--report-url=${FG_REPORT_URL:-}" "--flame-url=${FG_FLAME_URL:-}")
  output comment "$url"
}

# Copies stored runs from (pull) or to (push) a branch that contains nothing else. It is no error if there are none yet;
# what others have stored in the meantime is kept.
stored_runs() {
  git check-ref-format --branch "$FG_HISTORY_BRANCH" >/dev/null 2>&1 || die "$FG_HISTORY_BRANCH: not a valid branch name"
  flamegate history "$1" "--history=$FG_HISTORY_PATH" "--history-remote=git:origin#$FG_HISTORY_BRANCH" ||
    printf '::warning title=Flamegate::history %s failed for branch %s; the log of the step says why.\n' \
      "$1" "$(escaped "$FG_HISTORY_BRANCH")"
}

step_pull_history() {
  stored_runs pull
}

step_push_history() {
  if [ -d "$FG_HISTORY_PATH" ]; then stored_runs push; fi
}

# A regression fails the job only if asked to; a failure to measure always does, because it is not a regression.
step_conclude() {
  local code=${FG_EXIT_CODE:-3}
  case $code in
    0) exit 0 ;;
    1 | 4)
      if [ "${FG_FAIL:-true}" = true ]; then exit "$code"; fi
      exit 0
      ;;
    *[!0-9]* | '') exit 3 ;;
    *) exit "$code" ;;
  esac
}

case ${1:-} in
  tool | build | measure | summary | annotate | comment | pull_history | push_history | conclude) "step_$1" ;;
  *) die "unknown step ${1:-}" ;;
esac
