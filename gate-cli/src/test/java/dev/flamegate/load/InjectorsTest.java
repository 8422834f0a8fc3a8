package dev.flamegate.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flamegate.model.LoadQuality;
import dev.flamegate.model.Warning;
import dev.flamegate.model.Window;
import dev.flamegate.plan.LoadSpec.Share;
import dev.flamegate.testing.Await;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class InjectorsTest {
    private static final URI SERVICE = URI.create("http://127.0.0.1:1");
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final Window WINDOW =
            new Window(Instant.parse("2026-11-23T10:00:00Z"), Instant.parse("2026-11-23T10:00:10Z"));

    private final List<String> said = Collections.synchronizedList(new ArrayList<>());
    private final Map<Integer, FakeLoad> loads = new LinkedHashMap<>();
    private int broken;

    @Test
    void one_injector_is_the_generator_itself() {
        LoadGenerator alone = (url, work) -> new FakeLoad(Share.ALL);
        assertThat(Injectors.of(1, share -> alone)).isSameAs(alone);
    }

    @Test
    void each_has_its_share_and_a_folder_of_its_own_and_hears_what_the_gate_says() throws Exception {
        Load load = start(3);
        load.go();
        load.measuring();
        load.stop(LIMIT);
        load.close();

        assertThat(said.subList(0, 9))
                .containsExactly(
                        "1 of 3 in work/injector-1",
                        "2 of 3 in work/injector-2",
                        "3 of 3 in work/injector-3",
                        "1 go",
                        "2 go",
                        "3 go",
                        "1 measuring",
                        "2 measuring",
                        "3 measuring");
        assertThat(said.subList(9, 12)).containsExactlyInAnyOrder("1 stop", "2 stop", "3 stop");
        assertThat(said.subList(12, 15)).containsExactly("1 close", "2 close", "3 close");
    }

    @Test
    void when_one_cannot_be_started_those_before_it_are_ended_and_the_message_names_it() {
        broken = 2;
        assertThatThrownBy(() -> start(3))
                .isInstanceOf(LoadFailed.class)
                .hasMessageContaining("injector 2 of 3: there is no such class");
        assertThat(said).containsExactly("1 of 3 in work/injector-1", "1 close");
    }

    @Test
    void one_that_is_lost_ends_the_load() {
        Load load = start(4);
        load.check();
        loads.get(3).lost = true;
        assertThatThrownBy(load::check)
                .isInstanceOf(LoadFailed.class)
                .hasMessageContaining("injector 3 of 4: it is gone");
        assertThatThrownBy(() -> load.stop(LIMIT)).hasMessageContaining("injector 3 of 4: it is gone");
    }

    @Test
    void one_that_is_lost_while_it_is_measured_leaves_the_others_and_its_number() throws Exception {
        Load load = start(4);
        load.measuring();
        loads.get(3).lost = true;
        load.check();
        load.drain();
        load.pause();
        load.stop(LIMIT);

        LoadResult result = load.result(WINDOW);

        assertThat(said).doesNotContain("3 drain", "3 pause", "3 stop").contains("4 drain", "4 pause", "4 stop");
        assertThat(result.quality().achievedRate()).isEqualTo(60);
        assertThat(result.warnings()).singleElement().satisfies(warning -> {
            assertThat(warning.id()).isEqualTo(Warning.INJECTOR);
            assertThat(warning.message()).isEqualTo("injector 3 of 4: it is gone");
        });
    }

    @Test
    void the_loss_of_the_last_one_ends_the_load() {
        Load load = start(2);
        load.measuring();
        loads.values().forEach(one -> one.lost = true);

        assertThatThrownBy(load::check).isInstanceOf(LoadFailed.class).hasMessageContaining("injector 2 of 2");
    }

    @Test
    void they_are_waited_for_at_the_same_time() throws Exception {
        Load load = start(3);
        CyclicBarrier all = new CyclicBarrier(3);
        loads.values().forEach(one -> one.meeting = all);

        load.awaitReady(LIMIT);

        assertThat(all.getNumberWaiting()).isZero();
        assertThat(said).contains("1 ready", "2 ready", "3 ready");
    }

    @Test
    void an_interrupt_reaches_those_that_are_waited_for() throws Exception {
        Load load = start(2);
        CyclicBarrier never = new CyclicBarrier(3);
        loads.values().forEach(one -> one.meeting = never);
        Thread gate = new Thread(() -> {
            try {
                load.awaitReady(LIMIT);
            } catch (InterruptedException e) {
                said.add("interrupted");
            }
        });
        gate.start();
        Await.until("both injectors", () -> never.getNumberWaiting() == 2);

        gate.interrupt();
        gate.join();

        assertThat(said).contains("interrupted");
    }

    @Test
    void what_they_do_and_use_adds_up() {
        Load load = start(3);
        assertThat(load.progress()).isEqualTo(new LoadProgress(60, 6, 6));
        assertThat(load.cpuSeconds()).hasValue(4.5);
        assertThat(load.rampUp()).isEqualTo(Duration.ofSeconds(3));
        assertThat(load.result(WINDOW).quality().achievedRate()).isEqualTo(60);

        loads.get(2).unseen = true;
        assertThat(load.progress().active()).isEqualTo(-1);
        assertThat(load.cpuSeconds()).isEmpty();
        assertThat(load.isCounted()).isFalse();
    }

    @Test
    void one_that_sends_too_little_is_named_although_the_sum_hardly_shows_it() {
        Load load = start(64);
        loads.get(63).achieved = 12;

        LoadResult result = load.result(WINDOW);

        assertThat(result.quality().achievedRate() / result.quality().intendedRate())
                .isGreaterThan(0.99);
        assertThat(result.warnings()).singleElement().satisfies(warning -> {
            assertThat(warning.id()).isEqualTo(Warning.INJECTOR);
            assertThat(warning.message()).startsWith("injector 63 of 64 started 60");
        });
    }

    private Load start(int injectors) {
        return Injectors.of(injectors, share -> (url, work) -> {
                    if (share.number() == broken) {
                        throw new LoadFailed("there is no such class", "", "write one", List.of());
                    }
                    said.add(share.number() + " of " + share.of() + " in "
                            + work.toString().replace('\\', '/'));
                    FakeLoad load = new FakeLoad(share);
                    loads.put(share.number(), load);
                    return load;
                })
                .start(SERVICE, Path.of("work"));
    }

    private final class FakeLoad implements Load {
        private final Share share;
        private volatile boolean lost;
        private boolean unseen;
        private double achieved = 20;
        private volatile CyclicBarrier meeting;

        FakeLoad(Share share) {
            this.share = share;
        }

        private void note(String what) {
            said.add(share.number() + " " + what);
        }

        @Override
        public void awaitReady(Duration limit) throws InterruptedException {
            try {
                if (meeting != null) {
                    meeting.await(limit.toSeconds(), TimeUnit.SECONDS);
                }
            } catch (java.util.concurrent.BrokenBarrierException | java.util.concurrent.TimeoutException e) {
                throw new AssertionError("the others were not waited for", e);
            }
            note("ready");
        }

        @Override
        public void targetReady() {
            note("target");
        }

        @Override
        public void go() {
            note("go");
        }

        @Override
        public void measuring() {
            note("measuring");
        }

        @Override
        public void drain() {
            note("drain");
        }

        @Override
        public void pause() {
            note("pause");
        }

        @Override
        public boolean isControlled() {
            return true;
        }

        @Override
        public boolean isCounted() {
            return !unseen;
        }

        @Override
        public Duration rampUp() {
            return Duration.ofSeconds(share.number());
        }

        @Override
        public OptionalDouble cpuSeconds() {
            return unseen ? OptionalDouble.empty() : OptionalDouble.of(1.5);
        }

        @Override
        public LoadProgress progress() {
            return unseen ? LoadProgress.UNSEEN : new LoadProgress(20, 2, 2);
        }

        @Override
        public void check() {
            if (lost) {
                throw new LoadFailed("it is gone", "", "look for it", List.of());
            }
        }

        @Override
        public void stop(Duration limit) {
            check();
            note("stop");
        }

        @Override
        public LoadResult result(Window window) {
            return new LoadResult(
                    window,
                    window.start(),
                    true,
                    List.of(),
                    new LoadQuality(20, achieved, Double.NaN, 0.001),
                    List.of(),
                    List.of(),
                    List.of());
        }

        @Override
        public void close() {
            note("close");
        }
    }
}
