package dev.flamegate.publish.ci;

import dev.flamegate.collect.CollectionFailed;
import dev.flamegate.collect.http.Answer;
import dev.flamegate.collect.http.ApiClient;
import dev.flamegate.collect.http.ApiLimits;
import dev.flamegate.collect.http.Form;
import dev.flamegate.collect.http.ServerAddress;
import dev.flamegate.publish.ci.Forge.AnswerLost;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/**
 * Calls a forge's API the way its operators want: a request is retried after the time that the server names, or that
 * GitHub's documentation names for its secondary limits, and after growing pauses when the server or the connection
 * is broken. Updates (PATCH, PUT) are retried like reads; creations (POST) only when the server said that it did
 * nothing.
 */
final class ForgeClient {
    private static final Duration ONE_REQUEST = Duration.ofSeconds(30);

    /** Time spent in unanswered attempts, after which no other follows: a forge that is silent twice stays so. */
    private static final Duration UNANSWERED = Duration.ofSeconds(45);

    private static final int MOST_BYTES = 16 << 20;
    private static final int ATTEMPTS = 5;
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);

    /** The pause that GitHub asks for when it names no time. */
    private static final Duration SECONDARY_LIMIT = Duration.ofMinutes(1);

    /** Waits between attempts; tests replace it. */
    interface Pause {
        void of(Duration time) throws InterruptedException;
    }

    private final ApiClient client;
    private final Duration patience;
    private final Pause pause;
    private final Clock clock;

    /**
     * A client of a forge.
     *
     * @param name the forge's in messages
     * @param check what people should check when it refuses
     * @param patience maximum time for pauses over all attempts of one request
     */
    ForgeClient(ServerAddress api, String name, String check, Duration patience, Pause pause, Clock clock) {
        client = new ApiClient(api, name, check, new ApiLimits(ONE_REQUEST, 1, MOST_BYTES));
        this.patience = patience;
        this.pause = pause;
        this.clock = clock;
    }

    private interface Attempt {
        Answer answer() throws InterruptedException;
    }

    /**
     * Gets a path.
     *
     * @throws CollectionFailed when no answer came; an answer of any status is returned
     */
    Answer get(String path, Form query) throws InterruptedException {
        return ask(() -> client.get(path, query), true);
    }

    /** Updates something; see {@link #get}. */
    Answer change(String method, String path, String json) throws InterruptedException {
        return ask(() -> client.sendJson(method, path, json), true);
    }

    /**
     * Creates something; returns only on success.
     *
     * @throws AnswerLost when it may have been done
     * @throws CollectionFailed when it was not
     */
    Answer create(String path, String json) throws InterruptedException, AnswerLost {
        Answer answer;
        try {
            answer = ask(() -> client.postJson(path, json), false);
        } catch (CollectionFailed e) {
            pause.of(FIRST_PAUSE);
            throw new AnswerLost(e);
        }
        try {
            return answer.orFail();
        } catch (CollectionFailed e) {
            if (answer.status() >= 500) {
                pause.of(FIRST_PAUSE);
                throw new AnswerLost(e);
            }
            throw e;
        }
    }

    private Answer ask(Attempt attempt, boolean repeatable) throws InterruptedException {
        Duration left = patience;
        Duration unanswered = Duration.ZERO;
        for (int number = 1; ; number++) {
            Optional<Duration> wait;
            long began = System.nanoTime();
            try {
                Answer answer = attempt.answer();
                wait = wait(answer, number, repeatable);
                if (wait.isEmpty() || number == ATTEMPTS || wait.get().compareTo(left) > 0) {
                    return answer;
                }
            } catch (CollectionFailed e) {
                wait = Optional.of(growing(FIRST_PAUSE, number));
                unanswered = unanswered.plusNanos(System.nanoTime() - began);
                if (!repeatable
                        || number == ATTEMPTS
                        || wait.get().compareTo(left) > 0
                        || unanswered.compareTo(UNANSWERED) > 0) {
                    throw e;
                }
            }
            left = left.minus(wait.get());
            pause.of(wait.get());
        }
    }

    /** The pause before another attempt; empty when another attempt would not help. */
    private Optional<Duration> wait(Answer answer, int attempt, boolean repeatable) {
        int status = answer.status();
        if (status >= 500) {
            return repeatable ? Optional.of(growing(FIRST_PAUSE, attempt)) : Optional.empty();
        }
        if (status != 429 && status != 403) {
            return Optional.empty();
        }
        Optional<Duration> named = seconds(answer.header("Retry-After"));
        if (named.isPresent()) {
            return named;
        }
        if (answer.header("X-RateLimit-Remaining").filter("0"::equals).isPresent()) {
            return seconds(answer.header("X-RateLimit-Reset")).map(this::until);
        }
        boolean secondary = answer.text().toLowerCase(Locale.ROOT).contains("secondary rate limit");
        if (secondary) {
            return Optional.of(growing(SECONDARY_LIMIT, attempt));
        }
        return status == 429 ? Optional.of(growing(FIRST_PAUSE, attempt)) : Optional.empty();
    }

    /** The time until a second of the epoch, and one second more, since clocks differ. */
    private Duration until(Duration sinceEpoch) {
        Duration left = Duration.between(clock.instant(), Instant.EPOCH.plus(sinceEpoch));
        return (left.isNegative() ? Duration.ZERO : left).plusSeconds(1);
    }

    private static Duration growing(Duration first, int attempt) {
        return first.multipliedBy(1L << (attempt - 1));
    }

    private static Optional<Duration> seconds(Optional<String> header) {
        return header.map(String::strip)
                .filter(text -> text.matches("\\d{1,12}"))
                .map(text -> Duration.ofSeconds(Long.parseLong(text)));
    }
}
