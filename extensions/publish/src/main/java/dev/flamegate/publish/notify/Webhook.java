package dev.flamegate.publish.notify;

import dev.flamegate.collect.CollectionFailed;
import dev.flamegate.collect.http.Answer;
import dev.flamegate.collect.http.ApiClient;
import dev.flamegate.collect.http.ApiLimits;
import dev.flamegate.collect.http.ServerAddress;
import dev.flamegate.os.SentSecrets;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Posts one message to the address in a variable of the environment. That address is enough to write to the channel, so
 * it appears in no message, is sent over TLS only, and no redirect is followed. Attempts are repeated as
 * {@link ApiClient} does, and all of them end within half a minute; one that was not answered is not repeated, as it
 * may have been posted.
 */
final class Webhook {
    /** The prefixes of variables whose value may be a webhook's address. */
    private static final List<String> PREFIXES = List.of("FLAMEGATE_", "SLACK_", "TEAMS_");

    /** The host of test doubles on the same machine. */
    private static final String LOOPBACK = "127.0.0.1";

    private static final String CHECK =
            "Is the address the one that the service gave you, and can this machine reach it?";
    private static final ApiLimits LIMITS = new ApiLimits(Duration.ofSeconds(30), 4, 64 << 10);

    private final String variable;
    private final ApiClient client;

    private Webhook(String variable, ServerAddress address, ApiLimits limits) {
        this.variable = variable;
        client = new ApiClient(address, "The webhook in " + variable, CHECK, limits);
    }

    /**
     * The webhook that a variable holds.
     *
     * @throws IllegalArgumentException when the variable is not meant for that, is not set, or holds no such address;
     *     the message shows nothing of its value
     */
    public static Webhook in(String variable, Map<String, String> environment) {
        return in(variable, environment, LIMITS);
    }

    static Webhook in(String variable, Map<String, String> environment, ApiLimits limits) {
        if (!variable.matches("[A-Za-z_][A-Za-z0-9_]*")) {
            throw new IllegalArgumentException(
                    "name a variable of the environment, not an address, which everybody could see in the command line");
        }
        if (!SentSecrets.isMeant(variable, PREFIXES, "", environment)) {
            throw new IllegalArgumentException(variable + " begins with none of " + String.join(", ", PREFIXES)
                    + ". Rename it, or allow it by " + SentSecrets.ALLOWED + "=" + variable + " in the environment.");
        }
        String value = environment.getOrDefault(variable, "").strip();
        if (value.isEmpty()) {
            throw new IllegalArgumentException(variable + " is not set: put the webhook's address in it");
        }
        return new Webhook(variable, address(variable, value), limits);
    }

    /**
     * Posts a message.
     *
     * @throws CollectionFailed when it was not taken, or no answer came
     */
    public void send(String json) throws InterruptedException {
        Answer answer = client.postJson("", json);
        if (!answer.isOk()) {
            String said = answer.said();
            throw new CollectionFailed("The webhook in " + variable + " answers with status " + answer.status()
                    + (said.isEmpty() ? "" : ": " + said) + ". " + advice(answer.status()));
        }
    }

    private static String advice(int status) {
        if (status >= 300 && status < 400) {
            return "It sends on to another address, which does not get the message: put the final one in the variable.";
        } else if (status == 429) {
            return "It takes no more messages at present.";
        } else if (status >= 500) {
            return "It is broken at present.";
        }
        return "Is it still active, and of the kind that --as names?";
    }

    /** Reads an address; a message about a wrong one does not repeat it, as that would show it. */
    private static ServerAddress address(String variable, String value) {
        try {
            URI uri = new URI(value);
            if ("https".equalsIgnoreCase(uri.getScheme()) || LOOPBACK.equals(uri.getHost())) {
                return ServerAddress.secret(uri);
            }
        } catch (URISyntaxException | IllegalArgumentException e) {
            throw new IllegalArgumentException(variable + " holds no address that a message can be sent to");
        }
        throw new IllegalArgumentException(variable + " holds no webhook's address, which begins with https://");
    }
}
