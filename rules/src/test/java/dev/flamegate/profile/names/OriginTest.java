package dev.flamegate.profile.names;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OriginTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "dev.flamegate.sample.MatrixCalculator.multiply | JAVA",
                "shop.Price$$Lambda.apply | JAVA",
                "shop.Price.<init> | JAVA",
                "Main.run | JAVA",
                "shop.Album.sort.software | JAVA",
                "libc.so.6.__GI_write | NATIVE",
                "ld-musl-x86_64.so.1.memset | NATIVE",
                "libjvm.so.OptoRuntime::new_array_C | NATIVE",
                "I2C/C2I adapters | NATIVE",
                "jbyte_disjoint_arraycopy | NATIVE",
                "G1ParTask::work | NATIVE",
                "[jit] | MACHINE",
                "[gc] | MACHINE",
                "[not sampled] | MACHINE",
                "[profiler] | PROFILER",
                "libasyncProfiler-linux-x64.so.WallClock::signalHandler | PROFILER",
                "WallClock::signalHandler | PROFILER",
                "io.pyroscope.javaagent.ProfilerDelegate.dump | PROFILER",
                "dev.flamegate.probe.Dialogue.answer | PROFILER"
            })
    void a_name_tells_whose_code_it_is(String name, Origin origin) {
        assertThat(Origin.of(name)).isEqualTo(origin);
    }
}
