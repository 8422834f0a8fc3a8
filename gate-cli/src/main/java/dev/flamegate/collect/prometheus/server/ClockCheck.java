package dev.flamegate.collect.prometheus.server;

import dev.flamegate.collect.http.Answer;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * Compares a server's clock with this machine's: by the query {@code time()}, exact to a millisecond, held against the
 * header {@code Date}, which is whole seconds but also true of servers that evaluate a little in the past.
 */
final class ClockCheck {
    private static final int TIMES = 3;
    private static final Duration TICK = Duration.ofMillis(1);
    private static final Duration HALF_SECOND = Duration.ofMillis(500);

    private final PrometheusServer server;

    ClockCheck(PrometheusServer server) {
        this.server = server;
    }

    /** The surest of a few comparisons. */
    ClockDifference compare() throws InterruptedException {
        ClockDifference best = once();
        for (int i = 1; i < TIMES; i++) {
            ClockDifference next = once();
            if (next.doubt().compareTo(best.doubt()) < 0) {
                best = next;
            }
        }
        return best;
    }

    private ClockDifference once() throws InterruptedException {
        Answer answer = server.now();
        ApiReply reply = ApiReply.of(answer);
        JsonNode data = reply.data();
        if (data == null) {
            throw PrometheusServer.refused(reply, "time()");
        }
        Instant told = PrometheusServer.read(reply, "time()", () -> {
            JsonNode pair = SampleReader.pair(data.path("result"));
            return SampleReader.instant(pair.get(1));
        });
        ClockDifference byQuery = between(answer, told, TICK);
        Optional<ClockDifference> byHeader = answer.header("Date")
                .flatMap(ClockCheck::date)
                .map(date -> between(answer, date.plus(HALF_SECOND), HALF_SECOND));
        return byHeader.filter(header -> !agree(byQuery, header)).orElse(byQuery);
    }

    /** Somewhen between sending and receiving the server's clock showed this time, give or take. */
    private static ClockDifference between(Answer answer, Instant told, Duration coarseness) {
        Duration half = Duration.between(answer.sent(), answer.received()).dividedBy(2);
        Duration ahead = Duration.between(answer.sent().plus(half), told);
        return new ClockDifference(ahead, half.abs().plus(coarseness));
    }

    private static boolean agree(ClockDifference one, ClockDifference other) {
        return one.ahead().minus(other.ahead()).abs().compareTo(one.doubt().plus(other.doubt())) <= 0;
    }

    private static Optional<Instant> date(String text) {
        try {
            return Optional.of(ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant());
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }
}
