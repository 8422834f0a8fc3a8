package dev.flamegate.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InjectedCostTest {
    private final ThreadMXBean thread = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @Test
    void allocation_is_what_was_asked_for() throws InterruptedException {
        InjectedCost cost = InjectedCost.of(Map.of("INJECT", "allocation:10"));
        cost.onRequest();
        long before = thread.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < 100; i++) {
            cost.onRequest();
        }
        long perRequest = (thread.getCurrentThreadAllocatedBytes() - before) / 100;
        assertThat(perRequest).isBetween(36_000L, 37_500L);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "cpu:5", "spread:5", "lock:1", "tail:1"})
    void nothing_else_allocates(String inject) throws InterruptedException {
        InjectedCost cost = InjectedCost.of(Map.of("INJECT", inject));
        cost.onRequest();
        long before = thread.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < 100; i++) {
            cost.onRequest();
        }
        assertThat((thread.getCurrentThreadAllocatedBytes() - before) / 100).isLessThan(3_600);
    }

    @ParameterizedTest
    @ValueSource(strings = {"cpu:20", "spread:20"})
    void cpu_is_spent(String inject) throws InterruptedException {
        assertThat(cpu(InjectedCost.of(Map.of("INJECT", inject)))).isGreaterThan(10 * cpu(InjectedCost.of(Map.of())));
    }

    @Test
    void proxies_are_classes_of_their_own() throws InterruptedException {
        InjectedCost cost = InjectedCost.of(Map.of("INJECT", "proxies:3"));
        cost.onRequest();
        long before = ManagementFactory.getClassLoadingMXBean().getTotalLoadedClassCount();
        for (int i = 0; i < 10; i++) {
            cost.onRequest();
        }
        assertThat(ManagementFactory.getClassLoadingMXBean().getTotalLoadedClassCount() - before)
                .isGreaterThanOrEqualTo(30);
    }

    @Test
    void what_is_looked_up_and_not_there_adds_nothing() {
        assertThat(new Churn().deoptimise(3)).isEqualTo(3 * 250 * (3 + 1 + 4 + 1 + 5 + 9 + 2 + 6));
    }

    private long cpu(InjectedCost cost) throws InterruptedException {
        long before = thread.getCurrentThreadCpuTime();
        for (int i = 0; i < 100; i++) {
            cost.onRequest();
        }
        return thread.getCurrentThreadCpuTime() - before;
    }

    @ParameterizedTest
    @ValueSource(strings = {"cpu", "cpu:", "cpu:-1", "cpu:1001", "none:1", "memory:5", "cpu:5:5", "cpu:5%"})
    void what_is_no_injection_is_refused(String inject) {
        assertThatThrownBy(() -> InjectedCost.of(Map.of("INJECT", inject)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith(inject + ": INJECT is");
    }
}
