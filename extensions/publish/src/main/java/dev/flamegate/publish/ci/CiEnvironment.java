package dev.flamegate.publish.ci;

import dev.flamegate.collect.http.ServerAddress;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * The pull or merge request that a build belongs to, from options and from its environment. Tokens come from the
 * environment only.
 */
public final class CiEnvironment {
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private final Map<String, String> environment;
    private final Duration patience;
    private final ForgeClient.Pause pause;

    public CiEnvironment(Map<String, String> environment) {
        this(environment, PATIENCE, time -> Thread.sleep(time.toMillis()));
    }

    /** An environment with other pauses between the attempts of a request. */
    CiEnvironment(Map<String, String> environment, Duration patience, ForgeClient.Pause pause) {
        this.environment = Map.copyOf(environment);
        this.patience = patience;
        this.pause = pause;
    }

    /**
     * Values given by hand; each empty where it is not given.
     *
     * @param request number or address of the pull or merge request
     * @param repository {@code owner/name} of GitHub, or number or path of GitLab's project
     * @param api base address of the API, of an enterprise's own server
     */
    public record Given(String request, String repository, String api) {
        public static final Given NOTHING = new Given("", "", "");
    }

    /** The value of a variable; empty when it is not set. */
    String value(String name) {
        return environment.getOrDefault(name, "").strip();
    }

    boolean isSet(String name) {
        return !value(name).isEmpty();
    }

    /**
     * The value of a token, which appears in no message.
     *
     * @throws CommentFailed when no HTTP header can carry it
     */
    Optional<String> token(String name) {
        String token = value(name);
        if (!token.matches("[\\x21-\\x7e]*")) {
            throw new CommentFailed(name + " is not a token: it contains spaces, line breaks or letters beyond ASCII");
        }
        return token.isEmpty() ? Optional.empty() : Optional.of(token);
    }

    ForgeClient client(ServerAddress api, String name, String check) {
        return new ForgeClient(api, name, check, patience, pause, Clock.systemUTC());
    }

    /**
     * The address of an API.
     *
     * @throws CommentFailed when it is invalid
     */
    static ServerAddress api(String base) {
        try {
            return ServerAddress.of(URI.create(base));
        } catch (IllegalArgumentException e) {
            throw new CommentFailed(e.getMessage() + " (--api)", e);
        }
    }
}
