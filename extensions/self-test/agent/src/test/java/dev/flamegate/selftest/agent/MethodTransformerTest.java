package dev.flamegate.selftest.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flamegate.selftest.boot.Injection;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import shop.Till;

/** Changes a class and runs it, as it was and with more to do. */
class MethodTransformerTest {
    private static final com.sun.management.ThreadMXBean THREADS =
            (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

    @TempDir
    Path folder;

    @Test
    void what_a_method_computes_and_throws_stays_the_same() throws Exception {
        IntUnaryOperator till = changed("total", "cpu", 1);

        assertThat(till.applyAsInt(10)).isEqualTo(new Till().applyAsInt(10));
        assertThatThrownBy(() -> till.applyAsInt(-1)).isInstanceOf(IllegalArgumentException.class);
        assertThat(till.applyAsInt(3)).isEqualTo(new Till().applyAsInt(3));
        assertThat(folder.resolve("sign")).exists();
    }

    @Test
    void as_many_bytes_are_allocated_once_more() throws Exception {
        IntUnaryOperator till = changed("total", "allocation", 3);

        long before = allocated(new Till());
        long after = allocated(till);

        assertThat((double) after / before).isBetween(3.5, 4.5);
    }

    @Test
    void a_lock_is_free_again_after_an_exception() throws Exception {
        IntUnaryOperator till = changed("total", "lock", 1);

        assertThatThrownBy(() -> till.applyAsInt(-1)).isInstanceOf(IllegalArgumentException.class);
        Thread other = new Thread(() -> till.applyAsInt(3));
        other.start();
        other.join();

        assertThat(Injection.isLocked()).isFalse();
    }

    @Test
    void one_run_of_a_hundred_sleeps_when_it_begins() throws Exception {
        Injection.set("sleep", 1, folder.resolve("sign"));
        for (int run = 1; run < 100; run++) {
            Injection.exit(Injection.enter());
        }

        Thread.currentThread().interrupt(); // which only a sleep notices
        long entered = Injection.enter();
        boolean kept = Thread.interrupted();
        Injection.exit(entered);

        assertThat(entered).isNegative();
        assertThat(kept).isTrue();
        assertThat(Injection.enter()).isZero();
        Injection.exit(0);
    }

    @Test
    void calls_are_of_methods_that_the_class_gets() throws Exception {
        IntUnaryOperator till = changed("total", "calls", 100);

        assertThat(till.applyAsInt(10)).isEqualTo(new Till().applyAsInt(10));
        assertThat(till.getClass().getDeclaredMethods()).extracting("name").contains("flamegate$lookup");
        assertThat(Injection.calls()).isZero(); // outside of the method
    }

    @Test
    void lambdas_of_a_method_are_known_by_its_name() throws Exception {
        changed("lambda$applyAsInt", "cpu", 1).applyAsInt(10);

        assertThat(folder.resolve("sign")).exists();
    }

    @Test
    void a_class_without_the_method_stays_as_it_is() throws Exception {
        changed("other", "cpu", 1).applyAsInt(10);

        assertThat(folder.resolve("sign")).doesNotExist();
    }

    private static long allocated(IntUnaryOperator till) {
        long thread = Thread.currentThread().getId();
        till.applyAsInt(20_000);
        long began = THREADS.getThreadAllocatedBytes(thread);
        till.applyAsInt(20_000);
        return THREADS.getThreadAllocatedBytes(thread) - began;
    }

    private IntUnaryOperator changed(String method, String kind, double amount) throws Exception {
        Injection.set(kind, amount, folder.resolve("sign"));
        MethodTransformer transformer = new MethodTransformer(Till.class.getName(), method, kind.equals("calls"));
        byte[] code;
        try (InputStream in = Till.class.getResourceAsStream("Till.class")) {
            code = Objects.requireNonNull(in).readAllBytes();
        }
        byte[] changed = transformer.transform(null, "shop/Till", null, null, code);
        byte[] used = changed == null ? code : changed;
        Class<?> type = new ClassLoader(Till.class.getClassLoader()) {
            Class<?> define() {
                return defineClass("shop.Till", used, 0, used.length);
            }
        }.define();
        Files.deleteIfExists(folder.resolve("sign"));
        return (IntUnaryOperator) type.getConstructor().newInstance();
    }
}
