package dev.flamegate.collect.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flamegate.collect.CollectionFailed;
import dev.flamegate.collect.LiveHeap;
import dev.flamegate.collect.LiveHeap.Amount;
import dev.flamegate.collect.Token;
import dev.flamegate.collect.targets.KeepingTarget;
import dev.flamegate.collect.targets.TargetProcess;
import dev.flamegate.model.LiveChange;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LiveHeapTest {
    private static final String NOTE = KeepingTarget.class.getName() + "$Note";

    @Test
    void objects_that_a_program_keeps_are_counted_to_the_last_one() throws Exception {
        try (ProbeServer probes = ProbeServer.open(InetAddress.getLoopbackAddress(), Token.random());
                TargetProcess target = TargetProcess.start(
                        KeepingTarget.class,
                        List.of(probes.javaAgentOption(
                                TargetProcess.AGENTS
                                        .resolve("flamegate-probe.jar")
                                        .toString(),
                                "127.0.0.1")),
                        probes.environment())) {
            Probe probe = probes.await(OptionalLong.of(target.pid()), Duration.ofSeconds(120));
            target.awaitLog("waiting");
            target.say("3");
            target.awaitLog("kept 3");
            LiveHeap before = probe.liveHeap().orElseThrow();
            target.say("250");
            target.awaitLog("kept 253");

            LiveHeap after = probe.liveHeap().orElseThrow();

            assertThat(after.since(before).filter(change -> change.type().equals(NOTE)))
                    .containsExactly(new LiveChange(NOTE, 250, 250 * 16));
            assertThat(after.bytes() - before.bytes()).isBetween(250 * 1016L, 250 * 1016L + (256 << 10));
        }
    }

    @Test
    void names_are_those_of_source_code_and_the_same_in_every_start() {
        LiveHeap heap = LiveHeap.read("[B 5 90,[[I 1 24,[Ljava.lang.String; 2 48,shop.Cart 7 112,"
                + "shop.Cart$$Lambda/0x00007f2e8c001000 1 16,shop.Cart$$Lambda/0x00007f2e8c001218 2 32");

        assertThat(heap.classes())
                .containsOnlyKeys("byte[]", "int[][]", "java.lang.String[]", "shop.Cart", "shop.Cart$$Lambda")
                .containsEntry("shop.Cart$$Lambda", new Amount(3, 48));
    }

    @Test
    void a_class_that_is_gone_is_a_change_and_one_that_stays_as_it_is_none() {
        LiveHeap before = LiveHeap.read("a.Gone 2 32,a.Same 4 64,a.More 1 16");
        LiveHeap after = LiveHeap.read("a.Same 4 64,a.More 3 48");

        assertThat(after.since(before))
                .containsExactlyInAnyOrder(new LiveChange("a.Gone", -2, -32), new LiveChange("a.More", 2, 32));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "shop.Cart", "shop.Cart 1", "shop.Cart one 16", "shop.Cart 1 99999999999999999999"})
    void a_target_that_lists_nonsense_is_told_so(String list) {
        assertThatThrownBy(() -> LiveHeap.read(list))
                .isInstanceOf(CollectionFailed.class)
                .hasMessageContaining("live objects cannot be read");
    }
}
