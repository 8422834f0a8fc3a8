package dev.flamegate.os;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;

/** Whatever moment a registry is closed at, everything that was started in it has ended when close returns. */
class CloseableRegistryTest {
    private final CloseableRegistry registry = new CloseableRegistry();
    private final List<String> steps = Collections.synchronizedList(new ArrayList<>());

    @Test
    void what_was_started_is_ended_the_latest_first() {
        start("server");
        start("target");

        registry.close();

        assertThat(steps).containsExactly("start server", "start target", "end target", "end server");
    }

    @Test
    void nothing_starts_after_the_close() {
        registry.close();

        assertThatThrownBy(() -> start("target")).isInstanceOf(CloseableRegistry.Closed.class);
        assertThat(steps).isEmpty();
        assertThat(registry.isClosed()).isTrue();
    }

    @Test
    void what_was_being_started_at_the_close_is_ended_before_the_close_returns() throws Exception {
        CountDownLatch inside = new CountDownLatch(1);
        FutureTask<String> starting = new FutureTask<>(() -> registry.start(
                () -> {
                    inside.countDown();
                    awaitClosed();
                    steps.add("start target");
                    return "target";
                },
                thing -> steps.add("end target")));
        new Thread(starting).start();
        inside.await();

        registry.close();

        assertThat(steps).containsExactly("start target", "end target");
        assertThatThrownBy(starting::get).hasCauseInstanceOf(CloseableRegistry.Closed.class);
    }

    @Test
    void a_start_that_fails_during_the_close_fails_as_usual() throws Exception {
        CountDownLatch inside = new CountDownLatch(1);
        FutureTask<String> starting = new FutureTask<>(() -> registry.start(
                () -> {
                    inside.countDown();
                    awaitClosed();
                    throw new IOException("no such program");
                },
                thing -> steps.add("end")));
        new Thread(starting).start();
        inside.await();

        registry.close();

        assertThatThrownBy(starting::get).hasRootCauseInstanceOf(IOException.class);
        assertThat(steps).isEmpty();
    }

    @Test
    void a_start_that_closes_the_registry_itself_is_ended() {
        assertThatThrownBy(() -> registry.start(
                        () -> {
                            registry.close();
                            return "target";
                        },
                        thing -> steps.add("end target")))
                .isInstanceOf(CloseableRegistry.Closed.class);
        assertThat(steps).containsExactly("end target");
    }

    @Test
    void closing_twice_ends_everything_once() {
        start("target");

        registry.close();
        registry.close();

        assertThat(steps).containsExactly("start target", "end target");
    }

    @Test
    void a_second_close_returns_when_the_first_has_ended_everything() throws Exception {
        CountDownLatch ending = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        registry.start(() -> "target", thing -> {
            ending.countDown();
            await(go);
            steps.add("ended");
        });
        Thread first = new Thread(registry::close);
        Thread second = new Thread(() -> {
            registry.close();
            steps.add("second close returned");
        });
        first.start();
        ending.await();
        second.start();
        while (second.getState() != Thread.State.BLOCKED && second.getState() != Thread.State.TERMINATED) {
            Thread.onSpinWait();
        }

        go.countDown();
        first.join();
        second.join();

        assertThat(steps).containsExactly("ended", "second close returned");
    }

    @Test
    void an_interrupt_does_not_shorten_the_close() {
        start("target");
        Thread.currentThread().interrupt();

        registry.close();

        assertThat(Thread.interrupted()).isTrue();
        assertThat(steps).containsExactly("start target", "end target");
    }

    @Test
    void what_cannot_be_ended_does_not_keep_the_others_from_ending() {
        start("server");
        registry.start(() -> "target", thing -> {
            throw new IllegalStateException("stuck");
        });

        assertThatThrownBy(registry::close).hasMessage("stuck");
        assertThat(steps).containsExactly("start server", "end server");
    }

    @Test
    void what_has_ended_before_is_released() {
        Object target = start("target");

        registry.release(target);
        registry.close();

        assertThat(steps).containsExactly("start target");
    }

    private Object start(String name) {
        return registry.start(
                () -> {
                    steps.add("start " + name);
                    return new Object();
                },
                thing -> steps.add("end " + name));
    }

    private void awaitClosed() {
        while (!registry.isClosed()) {
            Thread.onSpinWait();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
