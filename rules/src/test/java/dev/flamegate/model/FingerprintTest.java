package dev.flamegate.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FingerprintTest {
    @Test
    void a_difference_says_both_values() {
        Fingerprint here = new Fingerprint(Map.of("jdk", "17", "limits.cpus", "1.0"));

        assertThat(here.differences(new Fingerprint(Map.of("jdk", "21"))))
                .containsExactly("jdk: 17 here, 21 there", "limits.cpus: 1.0 here, nothing there");
        assertThat(here.isComparable(here)).isTrue();
    }

    @ParameterizedTest
    @CsvSource({Fingerprint.MEMORY, Fingerprint.SIMULATION, Fingerprint.PROFILER, Fingerprint.PROBE})
    void what_older_records_do_not_have_is_unknown_and_no_difference(String part) {
        Fingerprint older = new Fingerprint(Map.of("jdk", "17"));
        Fingerprint one = new Fingerprint(Map.of("jdk", "17", part, "a"));
        Fingerprint other = new Fingerprint(Map.of("jdk", "17", part, "b"));

        assertThat(one.isComparable(older)).isTrue();
        assertThat(older.isComparable(one)).isTrue();
        assertThat(one.differences(other)).containsExactly(part + ": a here, b there");
    }

    @ParameterizedTest
    @CsvSource({
        "Linux 6.18.44-fc-v669, Linux 6.18.45-fc-v670, true",
        "Linux 6.8.0-41-generic, Linux 6.8.0-45-generic, true",
        "Linux 6.8.0-41-generic, Linux 6.8.0-41-lowlatency, false",
        "Linux 6.18.44, Linux 6.19.1, false",
        "Mac OS X 14.5, Mac OS X 14.5.1, true",
        "Linux 6.1, Windows 6.1, false",
    })
    void a_patch_of_the_kernel_is_a_doubt_and_no_difference(String one, String other, boolean patch) {
        Fingerprint here = new Fingerprint(Map.of(Fingerprint.OS, one));
        Fingerprint there = new Fingerprint(Map.of(Fingerprint.OS, other));

        assertThat(here.isComparable(there)).isEqualTo(patch);
        assertThat(here.doubts(there).isEmpty()).isEqualTo(!patch);
        assertThat(here.doubts(here)).isEmpty();
    }

    @Test
    void hosts_differ_when_their_speed_does_by_more_than_its_noise() {
        HostSpeed quiet = new HostSpeed(4, 0.01);

        assertThat(quiet.isOther(new HostSpeed(4.3, 0.01))).isFalse();
        assertThat(quiet.isOther(new HostSpeed(4.7, 0.01))).isTrue();
        assertThat(new HostSpeed(4.7, 0.01).isOther(quiet)).isTrue();
        assertThat(quiet.isOther(new HostSpeed(4.7, 0.3))).isFalse();
        assertThat(HostSpeed.of(quiet.text())).contains(quiet);
        assertThat(HostSpeed.of("fast")).isEmpty();
    }
}
