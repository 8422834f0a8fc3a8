package dev.flamegate.cli.option;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProposedChangeTest {
    @ParameterizedTest
    @CsvSource({
        "GITHUB_EVENT_NAME, pull_request",
        "GITHUB_EVENT_NAME, pull_request_target",
        "CI_MERGE_REQUEST_IID, 7",
        "CHANGE_ID, 7",
        "BITBUCKET_PR_ID, 7",
        "TRAVIS_PULL_REQUEST, 7",
        "GITHUB_EVENT_NAME, issue_comment",
        "GERRIT_CHANGE_NUMBER, 7",
        "PULL_NUMBER, 7",
        "SEMAPHORE_GIT_PR_NUMBER, 7",
        "BITRISE_PULL_REQUEST, 7"
    })
    void a_build_of_a_pull_or_merge_request_is_one(String name, String value) {
        assertThat(ProposedChange.in(Map.of(name, value))).contains(name);
    }

    @ParameterizedTest
    @CsvSource({
        "GITHUB_EVENT_NAME, push",
        "GITHUB_EVENT_NAME, schedule",
        "CI_MERGE_REQUEST_IID, ''",
        "TRAVIS_PULL_REQUEST, false",
        "BUILDKITE_PULL_REQUEST, false",
        "HOME, /root"
    })
    void any_other_build_is_none(String name, String value) {
        assertThat(ProposedChange.in(Map.of(name, value))).isEmpty();
    }

    @Test
    void nor_is_a_machine_of_a_person() {
        assertThat(ProposedChange.in(Map.of())).isEmpty();
    }
}
