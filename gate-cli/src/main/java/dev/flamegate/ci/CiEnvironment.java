package dev.flamegate.ci;

import dev.flamegate.collect.http.ServerAddress;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * Finds the pull or merge request that a build belongs to: from options, from what GitHub Actions and GitLab CI set, or
 * from the address that Jenkins' branch sources set ({@code CHANGE_URL}). Tokens come from the environment only.
 */
public final class CiEnvironment {
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private final Map<String, String> environment;
    private final Duration patience;
    private final ForgeClient.Pause pause;

    /** What a build was told by its environment. */
    public CiEnvironment(Map<String, String> environment) {
        this(environment, PATIENCE, time -> Thread.sleep(time.toMillis()));
    }

    /** Likewise, with other pauses between the attempts of a request. */
    CiEnvironment(Map<String, String> environment, Duration patience, ForgeClient.Pause pause) {
        this.environment = Map.copyOf(environment);
        this.patience = patience;
        this.pause = pause;
    }

    /**
     * What is given by hand; each empty where it is not.
     *
     * @param request number or address of the pull or merge request
     * @param repository {@code owner/name} of GitHub, or number or path of GitLab's project
     * @param api base address of the API, of an enterprise's own server
     */
    public record Given(String request, String repository, String api) {
        /** Nothing. */
        public static final Given NOTHING = new Given("", "", "");
    }

    /**
     * The pull or merge request.
     *
     * @return empty when the build belongs to none
     * @throws CommentFailed when something about it is missing or wrong
     * @throws dev.flamegate.collect.CollectionFailed when the forge has to be asked and does not answer
     */
    public Optional<ReviewThread> thread(Given given) throws InterruptedException {
        String address = given.request().contains("://") ? given.request() : "";
        if (address.isEmpty() && given.request().isEmpty() && !isSet("GITHUB_ACTIONS") && !isSet("GITLAB_CI")) {
            address = value("CHANGE_URL");
        }
        Optional<RequestAddress> request =
                address.isEmpty() ? Optional.empty() : Optional.of(RequestAddress.of(address));
        boolean gitLab = request.map(RequestAddress::gitLab)
                .orElseGet(() -> given.api().isEmpty()
                        ? isSet("CI_API_V4_URL") && !isSet("GITHUB_ACTIONS")
                        : given.api().contains("/api/v4"));
        return gitLab ? new GitLabPlace(this).thread(given, request) : new GitHubPlace(this).thread(given, request);
    }

    /** A variable; empty when it is not set. */
    String value(String name) {
        return environment.getOrDefault(name, "").strip();
    }

    boolean isSet(String name) {
        return !value(name).isEmpty();
    }

    /**
     * A token; what it is, is in no message.
     *
     * @throws CommentFailed when no HTTP header can carry it
     */
    Optional<String> token(String name) {
        String token = value(name);
        if (!token.matches("[\\x21-\\x7e]*")) {
            throw new CommentFailed(name + " holds what no token has: spaces, line breaks or letters beyond ASCII");
        }
        return token.isEmpty() ? Optional.empty() : Optional.of(token);
    }

    ForgeClient client(ServerAddress api, String name, String check) {
        return new ForgeClient(api, name, check, patience, pause, Clock.systemUTC());
    }

    /**
     * A number of a pull or merge request.
     *
     * @throws CommentFailed when it is none
     */
    static long number(String text) {
        if (!text.matches("[1-9]\\d{0,17}")) {
            throw new CommentFailed(
                    text.replaceAll("\\p{Cntrl}", " ") + ": no number of a pull or merge request (--pull-request)");
        }
        return Long.parseLong(text);
    }
}
