package dev.flamegate.os;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlatformTest {
    @ParameterizedTest
    @CsvSource({
        "Linux, LINUX",
        "Mac OS X, MACOS",
        "Darwin, MACOS",
        "Windows 11, WINDOWS",
        "Windows Server 2022, WINDOWS",
        "SunOS, OTHER",
        "'', OTHER"
    })
    void it_is_known_by_the_name_that_java_has_for_it(String name, Platform platform) {
        assertThat(Platform.of(name)).isEqualTo(platform);
    }
}
