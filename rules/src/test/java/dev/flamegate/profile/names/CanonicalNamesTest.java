package dev.flamegate.profile.names;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.Cases;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvFileSource;
import org.junit.jupiter.params.provider.CsvSource;

class CanonicalNamesTest {
    /** Pieces that names of generated code are made of, for names that nobody thought of. */
    private static final List<String> PIECES = List.of(
            "a.Foo",
            "Bar",
            "$$Lambda",
            "$14",
            "/0x0000000800066840",
            ".0x7f",
            "+0x1",
            "/1234567",
            ".run",
            "lambda$x$3",
            "$Proxy",
            "jdk.proxy2.",
            "42",
            "$$SpringCGLIB$$0",
            "$ByteBuddy$",
            "aB3",
            "_$$_jvst1_2",
            "$_closure",
            "$lambda$0",
            "$1",
            ".invoke",
            "$anonfun$",
            "$adapted",
            "libfoo-",
            "1a2b3c4d5e",
            ".so",
            ".llvm.",
            "::h0123456789abcdef",
            "_",
            "reflect.GeneratedMethodAccessor",
            "(",
            " ",
            "/",
            ".",
            "$",
            "é",
            "CGLIB$",
            "spel.Ex",
            "__Accessor_abcdef");

    @ParameterizedTest
    @CsvFileSource(resources = "/dev/flamegate/profile/names/frames.csv", delimiter = '|', commentCharacter = '#')
    void what_is_numbered_anew_each_time_is_taken_out(String name, String canonical) {
        assertThat(CanonicalNames.frame(name)).isEqualTo(canonical);
        assertThat(CanonicalNames.frame(canonical)).as("canonical already").isEqualTo(canonical);
        int method = name.lastIndexOf('.');
        if (method > 0 && name.indexOf('(') < 0 && !name.contains("::") && !name.contains(".so")) {
            assertThat(CanonicalNames.frame(name.substring(0, method), name.substring(method + 1)))
                    .as("type and method apart")
                    .isEqualTo(canonical);
        }
    }

    @ParameterizedTest
    @CsvFileSource(resources = "/dev/flamegate/profile/names/methods.csv", delimiter = '|', commentCharacter = '#')
    void what_somebody_wrote_keeps_its_name(String name) {
        assertThat(CanonicalNames.frame(name)).isEqualTo(name);
    }

    @Test
    void a_canonical_name_stays_as_it_is_whatever_it_was_made_of() {
        Cases.check(1, 20_000, random -> {
            String name = String.join("", Cases.list(random, 8, inner -> Cases.one(inner, PIECES)));
            String canonical = CanonicalNames.frame(name);
            assertThat(CanonicalNames.frame(canonical)).as(name).isEqualTo(canonical);
        });
    }

    @Test
    void two_methods_that_somebody_wrote_keep_two_names() {
        Map<String, String> seen = new HashMap<>();
        Cases.check(2, 20_000, random -> {
            String name = method(random);
            String other = seen.putIfAbsent(CanonicalNames.frame(name), name);
            assertThat(other == null ? name : other).isEqualTo(name);
        });
    }

    /** Names as people write them: nested, anonymous and numbered classes, hexadecimal words, numbers at the end. */
    private static String method(Random random) {
        List<String> words = List.of(
                "Cafe",
                "Feedface",
                "Proxy",
                "Proxy2",
                "Lambda",
                "Foo1",
                "Accessor3",
                "B2",
                "Closure1",
                "So",
                "Deadbeef01");
        StringBuilder name = new StringBuilder("com.acme.").append(Cases.one(random, words));
        for (int nested = random.nextInt(3); nested > 0; nested--) {
            name.append('$').append(Cases.one(random, words));
        }
        if (random.nextBoolean()) {
            name.append('$').append(1 + random.nextInt(12));
        }
        return name.append('.')
                .append(Cases.one(random, List.of("run", "invoke", "get1", "get2", "apply", "call", "lambda", "x0")))
                .toString();
    }

    @Test
    void a_name_that_is_too_long_to_be_one_is_left_alone_and_takes_no_time() {
        String name = "$$anonfun$".repeat(100_000) + "$1.apply";
        assertThat(CanonicalNames.frame(name)).isEqualTo(name);
    }

    @Test
    void the_original_is_the_recordings_name_with_dots() {
        assertThat(CanonicalNames.original("a/Foo$$Lambda/0x00007f1c2c0a0000", "run"))
                .isEqualTo("a.Foo$$Lambda.0x00007f1c2c0a0000.run");
        assertThat(CanonicalNames.original("", "void f(int, a/b)")).isEqualTo("void f(int, a/b)");
        assertThat(CanonicalNames.original("sun/misc/Foo.bar")).isEqualTo("sun.misc.Foo.bar");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "http-nio-8080-exec-12 | http-nio-#-exec-#",
                "ForkJoinPool-1-worker-3 | ForkJoinPool-#-worker-#",
                "reactor-http-epoll-4 | reactor-http-epoll-#",
                "qtp1234567890-23 | qtp#-#",
                "qtp99-42-acceptor-0@5f0e9815-ServerConnector@3d4eac69{HTTP/1.1} | qtp#-#-acceptor-#@#-ServerConnector@#{HTTP/#.#}",
                "app-3f2504e0-4f89-11d3-9a0c-0305e82c3301-StreamThread-2 | app-#-StreamThread-#",
                "conn-1f2e3d4c5b6a | conn-#",
                "decade | decade",
                "main | main",
            })
    void pools_are_threads_without_their_numbers_and_ids(String thread, String pool) {
        assertThat(CanonicalNames.pool(thread)).isEqualTo(pool);
        assertThat(CanonicalNames.pool(pool)).as("canonical already").isEqualTo(pool);
    }

    @Test
    void threads_of_the_machine_have_buckets() {
        assertThat(MachinePools.of("C2 CompilerThre")).hasValue("[jit]");
        assertThat(MachinePools.of("GC Thread#1")).hasValue("[gc]");
        assertThat(MachinePools.of("ZWorkerYoung#0")).hasValue("[gc]");
        assertThat(MachinePools.of("VM Periodic Task Thread")).hasValue("[vm]");
        assertThat(MachinePools.of("Async-profiler Timer")).hasValue("[profiler]");
        assertThat(MachinePools.of("RuntimeWorker#0")).as("of ZGC in JDK 17").hasValue("[gc]");
        assertThat(MachinePools.of("java")).as("the launcher, which waits").hasValue("[vm]");
        assertThat(MachinePools.of("DestroyJavaVM")).hasValue("[vm]");
        assertThat(MachinePools.of("worker-1")).isEmpty();
        assertThat(MachinePools.of("java-1")).isEmpty();
    }

    @Test
    void the_agent_is_known_by_its_frames_but_for_the_labels_around_the_applications_work() {
        assertThat(MachinePools.isProfiler("io.pyroscope.javaagent.impl.QueuedExporter.exportLoop"))
                .isTrue();
        assertThat(MachinePools.isProfiler("io.pyroscope.vendor.okio.AsyncTimeout.read"))
                .isTrue();
        assertThat(MachinePools.isProfiler("io.pyroscope.labels.v2.Pyroscope$LabelsWrapper.run"))
                .isFalse();
        assertThat(MachinePools.isProfiler("shop.io.pyroscope.Reader.read")).isFalse();
    }
}
