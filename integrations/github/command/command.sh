#!/usr/bin/env bash
# Does what a comment on a pull request asks for, if its author can write to the repository: /flamegate sets the label that asks
# for a measurement, and repeats the workflow that looks for it. Anyone can comment: of the comment only this word is used, and
# nothing of the change is fetched or run here.
set -euo pipefail

: "${GITHUB_EVENT_PATH:?}" "${GITHUB_REPOSITORY:?}" "${GITHUB_API_URL:?}" "${GITHUB_TOKEN:?}" "${FG_LABEL:?}" "${FG_WORKFLOW:?}"

# A value of the event.
event() {
  jq -r "$1 // empty" "$GITHUB_EVENT_PATH"
}

# api METHOD PATH [JSON]: the answer of GitHub; the token is in no command line.
api() {
  printf 'header = "Authorization: Bearer %s"\n' "$GITHUB_TOKEN" |
    curl -sSf --config - --max-time 60 --retry 2 -X "$1" -H "Accept: application/vnd.github+json" \
      -H "X-GitHub-Api-Version: 2022-11-28" ${3:+-H "Content-Type: application/json" --data-binary "$3"} \
      "$GITHUB_API_URL/repos/$GITHUB_REPOSITORY$2"
}

# Answers the comment by a sign, and in the log by a sentence.
answer() {
  printf '::notice title=Flamegate::%s\n' "$2"
  api POST "/issues/comments/$comment/reactions" "$(jq -cn --arg sign "$1" '{content: $sign}')" >/dev/null || true
}

line=$(event '.comment.body | split("\n")[0] | rtrimstr("\r")')
number=$(event .issue.number)
comment=$(event .comment.id)
author=$(event .comment.user.login)
if [ -z "$(event .issue.pull_request.url)" ] || [[ ! $line =~ ^/flamegate([[:space:]]|$) ]]; then
  exit 0
fi
[[ $number =~ ^[0-9]{1,18}$ && $comment =~ ^[0-9]{1,18}$ && $author =~ ^[A-Za-z0-9_-]{1,100}(\[bot\])?$ ]] || exit 2

# The word "collaborator" in the event says less: some of them can only read.
permission=$(api GET "/collaborators/$author/permission" | jq -r .permission) || permission=none
case $permission in
  admin | maintain | write) ;;
  *)
    answer -1 "$author cannot write to this repository, so the comment changes nothing."
    exit 0
    ;;
esac
if [[ ! $line =~ ^/flamegate[[:space:]]*$ ]]; then
  answer confused "/flamegate takes no words after it."
  exit 0
fi

labels=$(jq -cn --arg name "$FG_LABEL" '{labels: [$name]}')
api POST "/issues/$number/labels" "$labels" >/dev/null
head=$(api GET "/pulls/$number" | jq -r .head.sha)
[[ $head =~ ^[0-9a-f]{40,64}$ ]] || exit 2
run=$(api GET "/actions/workflows/$FG_WORKFLOW/runs?event=pull_request&head_sha=$head&per_page=1" |
  jq -r '.workflow_runs[0] | select(. != null) | "\(.id) \(.status)"')
case $run in
  "") answer confused "$FG_WORKFLOW has not run for $head: the next push to the pull request is measured." ;;
  *" completed")
    api POST "/actions/runs/${run%% *}/rerun" '{}' >/dev/null
    answer rocket "$author asked for a measurement of $head."
    ;;
  *) answer eyes "$FG_WORKFLOW is running for $head: if it does not measure, comment again when it has ended." ;;
esac
