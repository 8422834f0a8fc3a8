package dev.flamegate.publish.notify;

import dev.flamegate.format.Escapes;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A message for a webhook of a Teams workflow: an Adaptive Card, version 1.4. Teams allows 28 KB; the parts cannot add
 * up to more than 20.
 */
final class TeamsMessage {
    private static final int HEAD = 2000;
    private static final int RULE = 1000;

    private final MessageWords words;
    private final ArrayNode body;

    private TeamsMessage(Notification message, ArrayNode body) {
        this.words = new MessageWords(message, Escapes::card);
        this.body = body;
    }

    static ObjectNode of(Notification message) {
        ObjectNode request = JsonMapper.shared().createObjectNode().put("type", "message");
        ObjectNode attachment = request.putArray("attachments").addObject();
        attachment.put("contentType", "application/vnd.microsoft.card.adaptive").putNull("contentUrl");
        ObjectNode card = attachment.putObject("content");
        card.put("$schema", "http://adaptivecards.io/schemas/adaptive-card.json");
        card.put("type", "AdaptiveCard").put("version", "1.4");
        new TeamsMessage(message, card.putArray("body")).write(message);
        ArrayNode actions = JsonMapper.shared().createArrayNode();
        message.flame().ifPresent(address -> open(actions, "Flame diff", address));
        message.report().ifPresent(address -> open(actions, "Full report", address));
        if (!actions.isEmpty()) {
            card.set("actions", actions);
        }
        card.putObject("msteams").put("width", "Full");
        return request;
    }

    private void write(Notification message) {
        words.notes(RULE).forEach(this::text);
        text(words.verdict() + " " + words.head(HEAD)).put("weight", "Bolder").put("color", colour(message.change()));
        text("Reason: " + words.sentence(HEAD));
        text(words.since(HEAD));
        words.broken(RULE).forEach(this::text);
        words.cause(HEAD).ifPresent(this::text);
        text(words.foot(RULE)).put("size", "Small").put("isSubtle", true);
    }

    private ObjectNode text(String text) {
        return body.addObject().put("type", "TextBlock").put("text", text).put("wrap", true);
    }

    private static void open(ArrayNode actions, String title, String address) {
        actions.addObject().put("type", "Action.OpenUrl").put("title", title).put("url", address);
    }

    private static String colour(StateChange change) {
        return change.now()
                .map(state -> state == NotifiedState.BAD ? "Attention" : "Good")
                .orElse("Warning");
    }
}
