package dev.flamegate.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CheckoutChecksTest {
    @ParameterizedTest
    @CsvSource({
        "git version 2.34.1, true",
        "git version 2.37.99 (Apple Git-1), true",
        "git version 1.9, true",
        "git version 2.38.0, false",
        "git version 2.39.5, false",
        "git version 2.51.windows.1, false",
        "git version 3.0, false",
        "something else, false"
    })
    void a_git_that_opens_committed_repositories_is_old(String version, boolean old) {
        assertThat(CheckoutChecks.isOld(version)).isEqualTo(old);
    }
}
