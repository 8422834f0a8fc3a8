package dev.flamegate.publish.notify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.gate.UntrustedTextTest;
import dev.flamegate.publish.ci.CommentLinks;
import dev.flamegate.publish.ci.Results;
import dev.flamegate.publish.mcp.AnsweredReport;
import dev.flamegate.report.EveryTextTest;
import dev.flamegate.report.ExampleComparisons;
import dev.flamegate.report.GateReport;
import dev.flamegate.report.Leaves;
import dev.flamegate.report.RichExample;
import dev.flamegate.report.json.JsonReport;
import dev.flamegate.report.json.Result;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Texts of a report that are attacks, in messages to people and in answers to coding agents. */
class HostileMessagesTest {
    @Test
    void every_message_is_built_the_same_whatever_its_texts_say() throws Exception {
        Set<String> rich = Leaves.in(RichExample.report());
        Set<String> pairs = new TreeSet<>(Leaves.in(ExampleComparisons.failing()));
        pairs.removeAll(rich);
        List<EveryTextTest.Output<GateReport>> outputs = List.of(
                report -> Map.of("answer.json", AnsweredReport.of(report)), report -> messages(Results.of(report)));

        assertThat(EveryTextTest.check(RichExample.report(), rich, outputs)).isGreaterThan(300);
        assertThat(EveryTextTest.check(ExampleComparisons.failing(), pairs, outputs))
                .isGreaterThan(30);
    }

    @Test
    void no_message_lets_untrusted_text_through() {
        String hostile = UntrustedTextTest.HOSTILE;
        Result result = JsonReport.read(JsonReport.write(UntrustedTextTest.hostile(), 1, hostile));
        for (MessageFormat format : MessageFormat.values()) {
            StateChange change =
                    new StateChange(Optional.empty(), Optional.of(NotifiedState.BAD), Optional.of(hostile));
            String message = format.write(new Notification(result, hostile, CommentLinks.NONE, List.of(), change));
            assertThat(message).doesNotContain("\u202e", "\r", "\u001b");
            UntrustedTextTest.check("message.json", message);
        }
    }

    private static Map<String, byte[]> messages(Result result) {
        Map<String, byte[]> all = new LinkedHashMap<>();
        String name = result.head().service();
        Known known =
                new Known(NotifiedState.GOOD, name, Instant.EPOCH, List.of(name, name + "1"), Optional.of(name + "1"));
        StateChange change = new StateChange(
                Optional.of(known), NotifiedState.of(result.head().verdict()), Optional.of(name));
        CommentLinks links = new CommentLinks(
                Optional.of(URI.create("https://ci.example/report")),
                Optional.of(URI.create("https://ci.example/flame")),
                Optional.of(new CommentLinks.Fork(name, Optional.empty())));
        Notification message = new Notification(result, name, links, List.of(), change);
        Map.of(
                        MessageFormat.SLACK,
                        "message.slack",
                        MessageFormat.TEAMS,
                        "message.card",
                        MessageFormat.JSON,
                        "message.json")
                .forEach((format, file) -> all.put(file, format.write(message).getBytes(StandardCharsets.UTF_8)));
        return all;
    }
}
