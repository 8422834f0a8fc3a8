package dev.flamegate.publish.notify;

import dev.flamegate.format.Escapes;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A message for an incoming webhook of Slack: blocks of mrkdwn, and one line for notifications. Slack allows 3,000
 * characters a text and 50 blocks; there are at most 12.
 */
final class SlackMessage {
    private static final int MOST = 3000;
    private static final int HALF = 1400;
    private static final int RULE = 500;

    private final MessageWords words;
    private final ArrayNode blocks;

    private SlackMessage(Notification message, ArrayNode blocks) {
        this.words = new MessageWords(message, Escapes::slack);
        this.blocks = blocks;
    }

    static ObjectNode of(Notification message) {
        ObjectNode body = JsonMapper.shared().createObjectNode();
        SlackMessage slack = new SlackMessage(message, JsonMapper.shared().createArrayNode());
        slack.write(message);
        body.put("text", slack.words.line(MOST));
        body.set("blocks", slack.blocks);
        return body;
    }

    private void write(Notification message) {
        words.notes(HALF).forEach(this::section);
        section("*" + words.verdict() + "* " + words.head(HALF) + "\n" + words.sentence(HALF));
        section(words.since(MOST));
        List<String> broken = words.broken(RULE);
        if (!broken.isEmpty()) {
            section(String.join("\n", broken));
        }
        words.cause(MOST).ifPresent(this::section);
        String links = Stream.of(
                        message.flame().map(address -> link(address, "flame diff")),
                        message.report().map(address -> link(address, "full report")))
                .flatMap(Optional::stream)
                .collect(Collectors.joining(" · "));
        if (!links.isEmpty()) {
            section(links);
        }
        ObjectNode context = blocks.addObject().put("type", "context");
        text(context.putArray("elements").addObject(), words.foot(HALF));
    }

    private void section(String text) {
        text(blocks.addObject().put("type", "section").putObject("text"), text);
    }

    /** Verbatim: no address or name in it becomes a link by itself. */
    private static void text(ObjectNode node, String text) {
        node.put("type", "mrkdwn").put("text", text).put("verbatim", true);
    }

    /** An address has neither of the marks that end it. */
    private static String link(String address, String text) {
        return "<" + address.replace("&", "&amp;") + "|" + text + ">";
    }
}
