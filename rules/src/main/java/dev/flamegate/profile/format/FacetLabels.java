package dev.flamegate.profile.format;

import dev.flamegate.profile.Facet;
import dev.flamegate.profile.names.CanonicalNames;
import dev.flamegate.profile.names.MachinePools;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Labels of samples, by the names that applications and tools give them, as facets. Of several names for the same
 * label, the first that is present counts.
 */
public final class FacetLabels {
    /** The label's name in {@link PprofWriter}. */
    static final String POOL = "thread";

    static final String REQUEST = "endpoint";
    static final String STATE = "state";

    /** Names of the label that says the request. */
    private static final List<String> REQUESTS =
            List.of(REQUEST, "route", "http.route", "http_route", "uri", "path", "handler");

    private static final List<String> THREADS = List.of(POOL, "thread_name", "thread.name", "thread name");
    private static final List<String> STATES = List.of(STATE, "thread_state", "thread.state");
    private static final List<String> SPANS = List.of("span_name", "span.name");

    /** The form of a thread in async-profiler's output outside of JFR. */
    private static final Pattern NUMBERED = Pattern.compile("\\[(.+) tid=\\d+]");

    /**
     * The name that the thread of {@code main} gets when that has returned, which profilers give to all of its samples.
     */
    private static final String AFTER_MAIN = "DestroyJavaVM";

    private FacetLabels() {}

    /** The request that labels say; empty when none does. */
    public static String request(Map<String, String> labels) {
        return first(labels, REQUESTS);
    }

    /**
     * The facet of a sample.
     *
     * @param ownPool pool that its frames identify; empty when they do not
     */
    static Facet facet(Map<String, String> labels, String ownPool) {
        if (labels.isEmpty()) {
            return ownPool.isEmpty() ? Facet.NONE : new Facet(ownPool, "", "");
        }
        String request = request(labels);
        return new Facet(
                pool(first(labels, THREADS), ownPool),
                request.isEmpty() ? first(labels, SPANS) : request,
                state(first(labels, STATES)));
    }

    private static String pool(String label, String ownPool) {
        Matcher named = NUMBERED.matcher(label);
        String thread = named.matches() ? named.group(1) : label;
        if (thread.isEmpty() || ownPool.equals(MachinePools.PROFILER)) {
            return ownPool;
        } else if (thread.equals(AFTER_MAIN)) {
            return "main";
        }
        return MachinePools.NAMES.contains(thread)
                ? thread
                : MachinePools.of(thread).orElseGet(() -> CanonicalNames.pool(thread));
    }

    private static String state(String state) {
        return switch (state) {
            case "running", "STATE_DEFAULT" -> "running";
            case "runnable", "STATE_RUNNABLE" -> "runnable";
            case "sleeping", "STATE_SLEEPING" -> "sleeping";
            default -> "";
        };
    }

    private static String first(Map<String, String> labels, List<String> names) {
        for (String name : names) {
            String value = labels.get(name);
            if (value != null) {
                return value;
            }
        }
        return "";
    }
}
