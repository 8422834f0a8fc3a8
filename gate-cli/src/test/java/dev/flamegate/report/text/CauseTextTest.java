package dev.flamegate.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.model.Interval;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.WorkCount;
import dev.flamegate.model.WorkDifference;
import dev.flamegate.model.finding.CallRate;
import dev.flamegate.model.finding.Culprit;
import dev.flamegate.model.finding.Library;
import dev.flamegate.model.finding.LoopTurns;
import dev.flamegate.model.finding.MoreCalls;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CauseTextTest {
    private static final String HANDLER = "io.netty.channel.ChannelHandler.read";
    private static final String CONTEXT = "io.netty.channel.Context.invoke";

    @Test
    void frameworks_between_an_applications_frames_are_left_out() {
        assertThat(text("shop.Text.pad", "shop.Cart.price", HANDLER, CONTEXT, "shop.Orders.place", "shop.Api.post"))
                .isEqualTo("called from Cart.price:1 ← … ← Orders.place:4 ← Api.post:5");
    }

    @Test
    void the_nearest_three_and_the_highest_of_the_application_are_shown() {
        assertThat(text("shop.Text.pad", "shop.A.a", "shop.B.b", "shop.C.c", "shop.D.d", "shop.E.e", "shop.F.f"))
                .isEqualTo("called from A.a:1 ← B.b:2 ← C.c:3 ← … ← F.f:6");
    }

    @Test
    void a_culprit_in_a_library_shows_that_librarys_callers_too() {
        assertThat(text(
                        "io.netty.buffer.ByteBuf.get",
                        "io.netty.codec.Zlib.deflate",
                        "java.util.List.forEach",
                        "io.netty.codec.Encoder.encode",
                        HANDLER,
                        CONTEXT,
                        "io.vertx.core.Vertx.write",
                        "shop.Page.show"))
                .isEqualTo(
                        "called from Zlib.deflate:1 ← … ← Encoder.encode:3 ← ChannelHandler.read:4 ← … ← Page.show:7");
    }

    @Test
    void without_the_application_the_nearest_callers_are_shown() {
        assertThat(text("com.fasterxml.Writer.write", "io.vertx.A.a", "io.vertx.B.b", "io.vertx.C.c", "io.vertx.D.d"))
                .isEqualTo("called from A.a:1 ← B.b:2 ← C.c:3 ← …");
    }

    @Test
    void a_caller_that_only_a_part_comes_through_says_so() {
        Culprit culprit = culprit("shop.Text.pad")
                .calledFrom(List.of(
                        new Culprit.Caller("shop.Cart.price", "shop/Cart.java", 0, 0.57),
                        new Culprit.Caller("shop.Router.handle", "shop/Router.java", 12, 1)));

        assertThat(CauseText.plain().callers(culprit))
                .contains("called from Cart.price (57 % of it) ← Router.handle:12");
    }

    @Test
    void a_new_way_to_the_culprit_is_shown_through_any_library() {
        Culprit culprit = culprit("io.vertx.Connection.read")
                .calledFrom(List.of(
                        new Culprit.Caller("io.vertx.Handler.read", null, 1, 1),
                        new Culprit.Caller("io.netty.Context.fire", null, 2, 1),
                        new Culprit.Caller("io.netty.Forwarder.read", null, 3, 1.13),
                        new Culprit.Caller("io.netty.Decoder.decode", null, 4, 1.13),
                        new Culprit.Caller("io.netty.Codec.call", null, 5, 1.15),
                        new Culprit.Caller("io.netty.Loop.run", null, 6, 1)));

        assertThat(CauseText.plain().callers(culprit))
                .contains("called from Handler.read:1 ← … ← Forwarder.read:3 ← Decoder.decode:4 ← …");
    }

    @Test
    void without_callers_there_is_nothing_to_say() {
        assertThat(CauseText.plain().callers(culprit("[gc]"))).isEmpty();
    }

    @Test
    void the_collectors_growth_stands_behind_the_allocation_that_explains_it() {
        Culprit culprit = culprit("shop.Json.write")
                .collectedBy(new Culprit.Collector("[gc]", 0.6, 0.001, 0.004, new Interval(0.002, 0.004, 0.95)));

        assertThat(CauseText.plain().culprit(culprit))
                .startsWith("shop.Json.write explains 100 % of the growth of allocation: ")
                .endsWith("; with it grew [gc], which explains 60 % of the growth of CPU: +3 ms of CPU per request"
                        + " (95 % interval +2 ms to +4 ms)");
    }

    @Test
    void a_culprit_in_a_library_says_which_and_what_was_there_before() {
        assertThat(CauseText.plain()
                        .culprit(culprit("io.netty.Buffer.read")
                                .partOf(new Library("netty-buffer", "4.1.124.Final", "4.1.125.Final"))))
                .startsWith("io.netty.Buffer.read in netty-buffer 4.1.125.Final (baseline: 4.1.124.Final) explains");
        assertThat(CauseText.plain()
                        .culprit(culprit("io.netty.Buffer.read").partOf(new Library("netty-buffer", "4.1", "4.1"))))
                .startsWith("io.netty.Buffer.read in netty-buffer 4.1 explains");
        assertThat(CauseText.plain()
                        .culprit(culprit("io.netty.Buffer.read").partOf(new Library("netty-buffer", null, null))))
                .startsWith("io.netty.Buffer.read in netty-buffer explains");
    }

    @Test
    void a_culprit_is_called_more_often_or_each_call_is_slower() {
        Culprit culprit = culprit("shop.Price.round");

        assertThat(called(culprit, new CallRate(4, 12.4, 3.1, new Interval(3, 3.2, 0.99), true)))
                .contains("called 3.1 times as often: 4 → 12.4 calls per request");
        assertThat(called(culprit, new CallRate(0, 2.5, null, null, true)))
                .contains("called 2.5 times per request, and never in the baseline");
        assertThat(called(culprit, new CallRate(4, 4.1, 1.02, new Interval(0.99, 1.05, 0.99), false)))
                .contains(", called as often, each call 47.1 % slower");
        assertThat(called(culprit, new CallRate(4, 5, 1.25, new Interval(0.9, 1.7, 0.99), false)))
                .doesNotContain("called");
        assertThat(CauseText.plain().culprit(culprit)).doesNotContain("called");
    }

    @Test
    void a_method_whose_own_work_is_not_counted_is_only_called_more_often() {
        Culprit culprit = new Culprit("java.util.regex.Pattern.compile", null, 0, null, null, null, uncounted());

        assertThat(called(culprit, new CallRate(0, 6, null, null, true)))
                .isEqualTo("java.util.regex.Pattern.compile is called 6 times per request, and never in the baseline");
    }

    @Test
    void the_loop_that_is_the_reason_is_a_part_of_the_sentence() {
        Culprit culprit = culprit("shop.Price.round").called(new CallRate(4, 40, 10.0, new Interval(10, 10, 1), true));

        assertThat(turned(culprit, 41, new WorkDifference.Both(4, 40)))
                .contains(
                        "40 calls per request; the loop in Price.total (line 41) turns 40 times per GET /price/{}, was 4");
        assertThat(turned(culprit, 0, new WorkDifference.Both(0, 40)))
                .contains("; the loop in Price.total turns 40 times per GET /price/{}, and never in the baseline");
    }

    private static String turned(Culprit culprit, int line, WorkDifference.Both turns) {
        return CauseText.plain()
                .culprit(culprit.turnedBy(new LoopTurns("shop.Price.total", line, "GET /price/{}", turns)));
    }

    private static Culprit.Evidence uncounted() {
        return new Culprit.Evidence(
                WorkCount.INSTRUCTIONS,
                Culprit.Kind.SELF,
                0,
                0,
                new Interval(0, 0, 1),
                List.of("java.util.regex.Pattern.compile"),
                null,
                null);
    }

    @Test
    void methods_called_more_often_are_listed_with_the_methods_that_call_them() {
        MoreCalls more = new MoreCalls(
                "shop.Price.round",
                List.of("shop.Cart.a", "shop.Cart.b", "shop.Cart.c", "shop.Cart.d"),
                new CallRate(4, 12.4, 3.1, new Interval(3.1, 3.1, 1), true));
        CallsText text = new CallsText(name -> "`" + name + "`");

        assertThat(text.of(more))
                .isEqualTo("`shop.Price.round` is called 3.1 times as often: 4 → 12.4 calls per request, from `Cart.a`"
                        + " ← `Cart.b` ← `Cart.c` ← …");
        assertThat(text.of(List.of(more, more, more), 2)).hasSize(3).last().isEqualTo("and 1 method more");
        assertThat(text.brief(List.of(), 2)).isEmpty();
    }

    private static String called(Culprit culprit, CallRate calls) {
        return CauseText.plain().culprit(culprit.called(calls));
    }

    /** The callers in words, each with its place as its line. */
    private static String text(String frame, String... callers) {
        int[] line = {0};
        return CauseText.plain()
                .callers(culprit(frame)
                        .calledFrom(Stream.of(callers)
                                .map(caller -> new Culprit.Caller(caller, null, ++line[0], 1))
                                .toList()))
                .orElseThrow();
    }

    private static Culprit culprit(String frame) {
        return new Culprit(
                frame,
                null,
                0,
                1.0,
                0.5,
                null,
                new Culprit.Evidence(
                        ProfileEvent.CPU,
                        Culprit.Kind.SELF,
                        0.002,
                        0.003,
                        new Interval(0.0005, 0.0015, 0.95),
                        List.of(frame),
                        null,
                        null));
    }
}
