package dev.flamegate.profile.names;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NativeNamesTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "libjvm.so.ObjectMonitor::enter | ObjectMonitor::enter",
                "libjvm.so.os::PlatformEvent::park | os::PlatformEvent::park",
                "libc.so.6.__futex_abstimed_wait_common | __futex_abstimed_wait_common",
                "libasyncProfiler-linux-x64.so.WallClock::signalHandler | WallClock::signalHandler",
                "libjvm.dylib.Parker::park | Parker::park",
                "jvm.dll.Parker::park | Parker::park",
                "ObjectMonitor::enter(JavaThread*) | ObjectMonitor::enter(JavaThread*)",
                "java.lang.Thread.run | java.lang.Thread.run",
                "[gc] | [gc]",
            })
    void a_function_is_known_without_its_library(String name, String function) {
        assertThat(NativeNames.function(name)).isEqualTo(function);
    }
}
