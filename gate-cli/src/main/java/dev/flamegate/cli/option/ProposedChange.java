package dev.flamegate.cli.option;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Detects that a CI system builds a proposed change, whose code has not been approved yet. */
final class ProposedChange {
    private static final String EVENT = "GITHUB_EVENT_NAME";
    private static final String PULL_REQUEST = "pull_request";

    /**
     * Variables that are set only in builds of proposed changes: by GitLab, Jenkins, Bitbucket, Azure, Woodpecker,
     * CircleCI, Buildkite, Gerrit, Prow, ...
     */
    private static final List<String> NAMES = List.of(
            "CI_MERGE_REQUEST_IID",
            "CI_EXTERNAL_PULL_REQUEST_IID",
            "CHANGE_ID",
            "BITBUCKET_PR_ID",
            "SYSTEM_PULLREQUEST_PULLREQUESTID",
            "CI_COMMIT_PULL_REQUEST",
            "CIRCLE_PULL_REQUEST",
            "BUILDKITE_PULL_REQUEST",
            "TRAVIS_PULL_REQUEST",
            "DRONE_PULL_REQUEST",
            "APPVEYOR_PULL_REQUEST_NUMBER",
            "GERRIT_CHANGE_NUMBER",
            "PULL_NUMBER",
            "SEMAPHORE_GIT_PR_NUMBER",
            "BITRISE_PULL_REQUEST",
            "CIRRUS_PR",
            "CM_PULL_REQUEST_NUMBER",
            "ghprbPullId",
            "gitlabMergeRequestIid");

    /** Events of GitHub by which people have a workflow of the default branch build a change. */
    private static final Set<String> EVENTS = Set.of("issue_comment", "discussion_comment");

    private ProposedChange() {}

    /** The variable that marks a proposed change, such as {@code CHANGE_ID}; empty for any other build. */
    public static Optional<String> in(Map<String, String> environment) {
        String event = environment.getOrDefault(EVENT, "");
        if (event.startsWith(PULL_REQUEST) || EVENTS.contains(event)) {
            return Optional.of(EVENT);
        }
        return NAMES.stream()
                .filter(name -> {
                    String value = environment.getOrDefault(name, "");
                    return !value.isBlank() && !value.equals("false");
                })
                .findFirst();
    }
}
