package dev.flamegate.os;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class AtOnceTest {
    private final CountDownLatch never = new CountDownLatch(1);

    @Test
    void each_is_worked_on_while_the_others_are() throws Exception {
        CyclicBarrier all = new CyclicBarrier(3);

        assertThat(AtOnce.of(List.of("c", "a", "b"), one -> {
                    meet(all);
                    return one + one;
                }))
                .containsExactly(entry("c"), entry("a"), entry("b"));
    }

    @Test
    void a_failure_ends_the_work_for_the_others() {
        CountDownLatch begun = new CountDownLatch(1);
        AtomicBoolean interrupted = new AtomicBoolean();

        assertThatThrownBy(() -> AtOnce.of(List.of(1, 2), one -> {
                    if (one == 2) {
                        begun.await();
                        throw new IllegalArgumentException("two");
                    }
                    begun.countDown();
                    try {
                        never.await();
                    } catch (InterruptedException e) {
                        interrupted.set(true);
                    }
                    return one;
                }))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("two");

        assertThat(interrupted).as("had ended before the failure was told").isTrue();
    }

    @Test
    void an_interrupt_of_the_caller_is_one_of_the_work() {
        AtomicBoolean interrupted = new AtomicBoolean();
        Thread caller = Thread.currentThread();

        assertThatThrownBy(() -> AtOnce.of(List.of(1), one -> {
                    caller.interrupt();
                    try {
                        never.await();
                    } catch (InterruptedException e) {
                        interrupted.set(true);
                    }
                    return one;
                }))
                .isInstanceOf(InterruptedException.class);

        assertThat(interrupted).isTrue();
    }

    private static void meet(CyclicBarrier all) throws InterruptedException {
        try {
            all.await();
        } catch (BrokenBarrierException e) {
            throw new AssertionError(e);
        }
    }

    private static Map.Entry<String, String> entry(String one) {
        return Map.entry(one, one + one);
    }
}
