package dev.flamegate.publish.serve;

import dev.flamegate.format.Names;
import dev.flamegate.model.Run;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A query for a verdict.
 *
 * @param service exact name
 * @param kind of measurement; empty for any
 * @param matches by parameter, for those that are left: {@code commit}, {@code branch}, {@code tag}, {@code target}
 * @param within how long ago it was given at most; empty for any time
 */
record VerdictQuery(String service, Optional<Kind> kind, Map<String, String> matches, Optional<Duration> within) {
    /** Signals a query without meaning; the message is for its author. */
    static final class Wrong extends Exception {
        private static final long serialVersionUID = 1L;

        Wrong(String message) {
            super(message);
        }
    }

    private static final List<String> KEYS = List.of("kind", "commit", "branch", "tag", "target", "within");
    private static final Pattern COMMIT = Pattern.compile("[0-9a-f]{7,64}");
    private static final Pattern WITHIN = Pattern.compile("([1-9]\\d{0,4})([mhd])");
    private static final int LONGEST_SHOWN = 60;

    VerdictQuery {
        matches = Map.copyOf(matches);
    }

    /**
     * Reads a query.
     *
     * @param service as it stands in the path, still encoded
     * @param query what follows the question mark, still encoded; {@code null} for none
     */
    static VerdictQuery of(String service, @Nullable String query) throws Wrong {
        Map<String, String> given = new HashMap<>();
        for (String pair : query == null || query.isEmpty() ? List.<String>of() : Arrays.asList(query.split("&", -1))) {
            int equals = pair.indexOf('=');
            String key = decoded(equals < 0 ? pair : pair.substring(0, equals), true);
            String value = equals < 0 ? "" : decoded(pair.substring(equals + 1), true);
            if (!KEYS.contains(key)) {
                throw new Wrong(shown(key) + " is no parameter; there are " + String.join(", ", KEYS));
            } else if (value.isBlank()) {
                throw new Wrong(key + " has no value");
            } else if (given.put(key, value) != null) {
                throw new Wrong(key + " is given twice");
            }
        }
        Optional<Kind> kind = kind(given.remove("kind"));
        Optional<Duration> within = within(given.remove("within"));
        String commit = given.get("commit");
        if (commit != null) {
            given.put("commit", commit.toLowerCase(Locale.ROOT));
            if (!COMMIT.matcher(commit.toLowerCase(Locale.ROOT)).matches()) {
                throw new Wrong("commit " + shown(commit) + ": expected a hash of 7 to 64 hexadecimal digits");
            }
        }
        return new VerdictQuery(decoded(service, false), kind, given, within);
    }

    private static Optional<Kind> kind(@Nullable String text) throws Wrong {
        if (text == null) {
            return Optional.empty();
        }
        for (Kind kind : Kind.values()) {
            if (kind.word().equals(text)) {
                return Optional.of(kind);
            }
        }
        throw new Wrong("kind " + shown(text) + ": there are run and compare");
    }

    private static Optional<Duration> within(@Nullable String text) throws Wrong {
        if (text == null) {
            return Optional.empty();
        }
        Matcher form = WITHIN.matcher(text);
        if (!form.matches()) {
            throw new Wrong("within " + shown(text) + ": expected a number and m, h or d, as in 30m or 6h");
        }
        long number = Long.parseLong(form.group(1));
        return Optional.of(
                switch (form.group(2)) {
                    case "m" -> Duration.ofMinutes(number);
                    case "h" -> Duration.ofHours(number);
                    default -> Duration.ofDays(number);
                });
    }

    /** Decodes a part of a URL; in a path, unlike in a query, a plus sign means itself. */
    private static String decoded(String text, boolean isQuery) throws Wrong {
        try {
            return URLDecoder.decode(isQuery ? text : text.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw new Wrong("the address is not encoded as addresses are: " + shown(text));
        }
    }

    private static String shown(String text) {
        return "\"" + Names.cut(Names.visible(text), LONGEST_SHOWN) + "\"";
    }

    /** True if a stored verdict matches the query. */
    boolean has(JudgedRecord judged, Instant now) {
        Run head = judged.head();
        return service.equals(head.service())
                && kind.filter(one -> one != judged.kind()).isEmpty()
                && within.filter(time -> judged.judged().isBefore(now.minus(time)))
                        .isEmpty()
                && matches.entrySet().stream().allMatch(one -> matches(head, one.getKey(), one.getValue()));
    }

    private static boolean matches(Run head, String key, String value) {
        return switch (key) {
            case "commit" ->
                head.commit()
                        .filter(commit -> commit.toLowerCase(Locale.ROOT).startsWith(value))
                        .isPresent();
            case "branch" -> head.branch().filter(value::equals).isPresent();
            case "target" -> head.target().filter(value::equals).isPresent();
            default -> isTagged(head, value);
        };
    }

    private static boolean isTagged(Run head, String tag) {
        int equals = tag.indexOf('=');
        String value = head.labels().tags().get(equals < 0 ? tag : tag.substring(0, equals));
        return value != null && (equals < 0 || value.equals(tag.substring(equals + 1)));
    }

    /** The query as the beginning of a sentence. */
    String text() {
        String more = matches.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(one -> " " + one.getKey() + " " + shown(one.getValue()))
                .collect(Collectors.joining(","));
        return "service " + shown(service)
                + kind.map(one -> ", " + (one == Kind.RUN ? "runs" : "comparisons"))
                        .orElse("")
                + (more.isEmpty() ? "" : "," + more)
                + (within.isPresent() ? ", as recent as asked" : "");
    }
}
