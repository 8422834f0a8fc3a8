package dev.flamegate.store;

import dev.flamegate.model.Faults;
import dev.flamegate.model.Warning;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The faults of a trial in version 1 of a stored run. They are among the trial's warnings, by their ids. Newer records
 * also have separate lists: of failures with the names of their requests and errors in the target's log.
 */
final class FaultsV1 {
    private static final String FAILURES = "failures";
    private static final String LOGGED = "logged";

    /** A failure of requests in a record that does not name them. */
    private static final Pattern FAILURE = Pattern.compile("([1-9][0-9]{0,17}) × (.*)", Pattern.DOTALL);

    private FaultsV1() {}

    /** Adds the lists to a trial, if they say more than its warnings. */
    static void write(Faults faults, ObjectNode trial) {
        if (faults.failures().stream().anyMatch(failure -> !failure.request().isEmpty())) {
            ArrayNode failures = trial.putArray(FAILURES);
            faults.failures()
                    .forEach(failure -> failures.addObject()
                            .put("request", failure.request())
                            .put("message", failure.message())
                            .put("count", failure.count()));
        }
        if (!faults.logged().isEmpty()) {
            ArrayNode logged = trial.putArray(LOGGED);
            faults.logged().forEach(error -> {
                ArrayNode lines = JsonNodeFactory.instance.arrayNode();
                error.lines().forEach(lines::add);
                logged.addObject().put("count", error.count()).set("lines", lines);
            });
        }
    }

    /**
     * Reads the faults of any version 1 record.
     *
     * @param notices of the trial: its warnings and faults
     */
    static Faults read(Fields trial, List<Warning> notices) {
        return new Faults(
                notices.stream()
                        .filter(notice -> notice.id().equals(Warning.CLOCK))
                        .map(Warning::message)
                        .findFirst()
                        .orElse(null),
                trial.has(FAILURES)
                        ? trial.list(FAILURES, FaultsV1::readFailure)
                        : notices.stream()
                                .flatMap(notice -> unnamed(notice).stream())
                                .toList(),
                trial.has(LOGGED) ? trial.list(LOGGED, FaultsV1::readLogged) : List.of());
    }

    static List<Warning> warnings(Fields trial, List<Warning> notices) {
        boolean listed = trial.has(FAILURES);
        return notices.stream()
                .filter(notice -> !notice.id().equals(Warning.CLOCK))
                .filter(notice -> listed
                        ? !notice.id().equals(Warning.FAILED_REQUESTS)
                        : unnamed(notice).isEmpty())
                .toList();
    }

    private static Optional<Faults.Failure> unnamed(Warning notice) {
        Matcher failure = FAILURE.matcher(notice.id().equals(Warning.FAILED_REQUESTS) ? notice.message() : "");
        return failure.matches()
                ? Optional.of(new Faults.Failure("", failure.group(2), Long.parseLong(failure.group(1))))
                : Optional.empty();
    }

    private static Faults.Failure readFailure(Fields failure) {
        return new Faults.Failure(failure.text("request"), failure.text("message"), failure.integer("count"));
    }

    private static Faults.Logged readLogged(Fields error) {
        return new Faults.Logged(error.integer("count"), error.texts("lines"));
    }
}
