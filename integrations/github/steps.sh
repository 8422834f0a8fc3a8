#!/usr/bin/env bash
# The steps of action.yml: steps.sh STEP. All input comes through FG_* variables and those that GitHub sets; nothing is
# pasted into a script. Written for the bash of Linux, macOS and Windows runners.
set -euo pipefail

here=$(CDPATH= cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)
report=${FG_REPORT:-build/flamegate}
# Releases that were downloaded, and in the file chosen, the version to use.
releases=$here/.release

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

# The command that is given, else the release that step_build found, else a build of this clone.
flamegate() {
  if [ -n "${FG_COMMAND:-}" ]; then
    "$FG_COMMAND" "$@"
  elif [ -s "$releases/chosen" ]; then
    "$releases/flamegate-$(cat "$releases/chosen")/bin/flamegate" "$@"
  else
    "$here/flamegate" "$@"
  fi
}

# Runs a command whose output can contain anything: all of it goes to stdout, between two lines that make the runner
# take none of it for a command.
muted() {
  local stop code=0
  stop="stop-$(random)"
  printf '::stop-commands::%s\n' "$stop"
  "$@" 2>&1 || code=$?
  printf '\n::%s::\n' "$stop"
  return "$code"
}

# A new folder that no other user can write to.
private_folder() {
  mktemp -d "${RUNNER_TEMP:-${TMPDIR:-/tmp}}/flamegate-XXXXXX"
}

sha256() {
  if command -v sha256sum >/dev/null; then sha256sum; else shasum -a 256; fi
}

# The verdict of a result. Its line is indented by two, those of findings by more, and JSON strings have no raw line breaks.
verdict_of() {
  sed -n 's/^  "verdict" : "\([A-Z]*\)",*$/\1/p' "$1" | head -n 1
}

# Sets $version: of the release that is asked for, else of this clone, if a release was made of it. Empty for a build of the clone.
choose_version() {
  version=${FG_VERSION:-}
  if [ -z "$version" ]; then
    version=$(sed -n 's/^  <version>\(.*\)<\/version>$/\1/p' "$here/pom.xml" 2>/dev/null | head -n 1 || true)
    case $version in *-SNAPSHOT) version="" ;; esac
  elif [ "$version" = source ]; then
    version=""
  fi
  version=${version#v}
  case $version in *[!0-9A-Za-z.-]*) die "version must be that of a release, such as 1.2.3, or source, not $version" ;; esac
}

# Downloads the release $version unless the cache had it, and checks it. One that cannot be had is an error only if it was asked for.
download() {
  local archive="flamegate-$version.tar.gz" temp from sum
  if [ ! -f "$releases/flamegate-$version/bin/flamegate" ]; then
    temp=$(private_folder)
    from="${GITHUB_SERVER_URL:-https://github.com}/${FG_REPOSITORY:-flamegate/flamegate}/releases/download/v$version"
    if ! curl -sSfL --retry 3 --proto '=https' -o "$temp/SHA256SUMS" "$from/SHA256SUMS" 2>"$temp/errors.txt" ||
      ! curl -sSfL --retry 3 --proto '=https' -o "$temp/$archive" "$from/$archive" 2>"$temp/errors.txt"; then
      if [ -n "${FG_VERSION:-}" ]; then die "release $version cannot be downloaded: $(tail -n 1 "$temp/errors.txt")"; fi
      printf '::notice title=Flamegate action::%s\n' "There is no release $version to download, so flamegate is built from its source."
      return 0
    fi
    sum=$(sha256 <"$temp/$archive" | cut -c1-64)
    if ! grep -qxF -e "$sum  $archive" -e "$sum *$archive" "$temp/SHA256SUMS"; then
      die "release $version was damaged on its way: its checksum is not in SHA256SUMS"
    fi
    if [ -n "${FG_CHECKSUM:-}" ] && [ "$sum" != "$FG_CHECKSUM" ]; then
      die "release $version is not the one of the checksum: it has $sum"
    fi
    (cd "$temp" && tar -xzf "$archive") # tar takes the drive of a Windows path for a host
    mkdir -p "$releases"
    mv "$temp/flamegate-$version" "$releases/"
  fi
  printf '%s' "$version" >"$releases/chosen"
}

# Where flamegate is, and its key in a cache; neither if a command is given.
step_tool() {
  case ${FG_MODE:-} in
    run | compare | comment) ;;
    *) die "mode must be run, compare or comment, not ${FG_MODE:-empty}" ;;
  esac
  if [ -n "${FG_COMMAND:-}" ]; then
    return
  fi
  choose_version
  if [ -n "$version" ]; then
    output home "$releases/flamegate-$version"
    output key "release-$version-${FG_CHECKSUM:-unpinned}"
    return
  fi
  output home "$here/release/distribution/target/flamegate"
  output key "$(cd "$here" && find pom.xml rules probe gatling sample-service gate-cli extensions release -type f \
    -not -path '*/target/*' -not -path '*/src/test/*' -print0 | LC_ALL=C sort -z | xargs -0 cat | sha256 | cut -c1-32)"
}

step_build() {
  rm -f "$releases/chosen"
  if [ -z "${FG_COMMAND:-}" ]; then
    choose_version
    if [ -n "$version" ]; then download; fi
  fi
  muted flamegate --version
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

# The gate, with a copy of its error output in $log.
measure() {
  { flamegate "$@" 2>&1 1>&3 | tee "$log" >&3; } 3>&1 || return "${PIPESTATUS[0]}"
}

# Runs the gate. Nothing that the service or the load prints may act as a workflow command.
step_measure() {
  local arguments=("$FG_MODE" "--report=$report") temp log code=0 line verdict=""
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
  temp=$(private_folder)
  log="$temp/errors.txt"
  muted measure "${arguments[@]}" || code=$?

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
    cp "$report/flame.html" "$temp/${FG_ARTIFACT:-flamegate-report}-flame.html"
    output flame "$temp/${FG_ARTIFACT:-flamegate-report}-flame.html"
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
  local temp
  temp=$(private_folder)
  muted annotate "$temp/commands"
  cat "$temp/commands"
}

# Only what it prints to stdout is meant for the runner; an error may quote anything.
annotate() {
  flamegate comment --as=github "--report=$report" >"$1"
}

# If the comment cannot be written, flamegate warns and nothing fails.
step_comment() {
  local temp
  temp=$(private_folder)
  muted comment "$temp/address"
  output comment "$(cat "$temp/address")"
}

comment() {
  flamegate comment "--report=$report" "--key=${FG_KEY:-}" \
    "--report-url=${FG_REPORT_URL:-}" "--flame-url=${FG_FLAME_URL:-}" >"$1"
}

# Copies stored runs from (pull) or to (push) a branch that contains nothing else. It is no error if there are none yet;
# what others have stored in the meantime is kept.
stored_runs() {
  git check-ref-format --branch "$FG_HISTORY_BRANCH" >/dev/null 2>&1 || die "$FG_HISTORY_BRANCH: not a valid branch name"
  muted flamegate history "$1" "--history=$FG_HISTORY_PATH" "--history-remote=git:origin#$FG_HISTORY_BRANCH" ||
    printf '::warning title=Flamegate::history %s failed for branch %s; the log of the step says why.\n' \
      "$1" "$(escaped "$FG_HISTORY_BRANCH")"
}

step_pull_history() {
  stored_runs pull
}

step_push_history() {
  if [ -d "$FG_HISTORY_PATH" ]; then stored_runs push; fi
}

# A regression fails the job only if asked to; a failure to measure always does, because it is not a regression. Only an
# exit code with its verdict is either: 1 is also how a JVM ends that could not start.
step_conclude() {
  local code=${FG_EXIT_CODE:-3}
  case $code:${FG_VERDICT:-} in
    0:PASS | 0:WARN | 0:INCONCLUSIVE) exit 0 ;;
    1:FAIL | 4:INCONCLUSIVE)
      if [ "${FG_FAIL:-true}" = true ]; then exit "$code"; fi
      exit 0
      ;;
    0:* | 1:* | 4:*)
      printf '::error title=Flamegate could not measure::It ended with exit code %s, but without the verdict for it.\n' \
        "$(escaped "$code")"
      exit 3
      ;;
    :* | *[!0-9]*:*) exit 3 ;;
    *) exit "$code" ;;
  esac
}

case ${1:-} in
  tool | build | measure | summary | annotate | comment | pull_history | push_history | conclude) "step_$1" ;;
  *) die "unknown step ${1:-}" ;;
esac
