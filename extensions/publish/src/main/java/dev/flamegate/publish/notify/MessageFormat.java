package dev.flamegate.publish.notify;

import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.json.JsonMapper;

enum MessageFormat {
    /** Incoming webhooks of Slack. */
    SLACK {
        @Override
        Object body(Notification message) {
            return SlackMessage.of(message);
        }
    },
    /** Webhooks of Teams workflows. */
    TEAMS {
        @Override
        Object body(Notification message) {
            return TeamsMessage.of(message);
        }
    },
    /** Programs; {@code docs/schema/notification.schema.json}. */
    JSON {
        @Override
        Object body(Notification message) {
            return PlainMessage.of(message);
        }
    };

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
            .build();

    abstract Object body(Notification message);

    /** The message as indented JSON; the same message is the same text. */
    public String write(Notification message) {
        return MAPPER.writerWithDefaultPrettyPrinter()
                        .writeValueAsString(body(message))
                        .replace("\r\n", "\n")
                + "\n";
    }
}
