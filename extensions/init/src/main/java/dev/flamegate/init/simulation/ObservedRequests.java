package dev.flamegate.init.simulation;

import dev.flamegate.format.Names;
import dev.flamegate.format.Numbers;
import dev.flamegate.init.simulation.Endpoint.Off;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Counts requests by endpoint, in bounded memory, and keeps a sample of each. The same requests always give the same.
 */
final class ObservedRequests {
    /** Endpoints that are written; the most frequent. */
    static final int MOST_ENDPOINTS = 20;

    private static final int MOST_TEMPLATES = 2_000;
    private static final long MOST_CHARACTERS = 32L << 20;
    private static final int MOST_NAMED = 10;
    private static final Pattern ASSET = Pattern.compile(
            "(?i).*\\.(?:css|js|mjs|map|png|jpe?g|gif|svg|ico|webp|avif|bmp|woff2?|ttf|otf|eot|mp[34]|webm|wasm)");

    private final Map<String, RequestSample> samples = new TreeMap<>();
    private final PathNames names = new PathNames();
    private final Map<String, Long> leftOut = new TreeMap<>();
    private final Set<String> secrets = new TreeSet<>();
    private final Random random = new Random(20261122);
    private long requests;
    private long characters;
    private boolean full;

    /** Takes a request with its answer's status. */
    void add(String method, String raw, int status) {
        requests++;
        if (!RequestTarget.METHODS.contains(method) || method.equals("OPTIONS")) {
            leaveOut("preflight requests, unusual methods and what is no request");
            return;
        }
        Optional<RequestTarget> target = RequestTarget.of(raw);
        if (target.isEmpty()) {
            leaveOut("their path is malformed, longer than " + RequestTarget.LONGEST + " characters, or has a secret");
        } else if (ASSET.matcher(target.get().template()).matches()) {
            leaveOut("static files");
        } else if (status < 200 || status >= 400) {
            leaveOut("not answered with 2xx or 3xx");
        } else {
            secrets.addAll(target.get().withheld());
            count(method, target.get(), status);
        }
    }

    /** Counts a request that is not sent again, by the reason why. */
    private void leaveOut(String reason) {
        leftOut.merge(reason, 1L, Long::sum);
    }

    private void count(String method, RequestTarget target, int status) {
        String key = method + " " + names.folded(target.template());
        if (!samples.containsKey(key) && samples.size() == MOST_TEMPLATES && !full) {
            fold();
            full = samples.size() > MOST_TEMPLATES / 2;
            key = method + " " + names.folded(target.template());
        }
        if (!samples.containsKey(key) && samples.size() == MOST_TEMPLATES) {
            leaveOut("of endpoints beyond the first " + Numbers.count(MOST_TEMPLATES));
            return;
        }
        RequestSample sample = samples.computeIfAbsent(key, none -> new RequestSample(random));
        characters += sample.add(target.target(), status, MOST_CHARACTERS - characters);
    }

    /** Paths that differ by names become one. */
    private void fold() {
        Map<String, Long> paths = new TreeMap<>();
        samples.forEach((key, sample) -> paths.merge(path(key), sample.requests(), Long::sum));
        names.learn(paths);
        Map<String, RequestSample> folded = new TreeMap<>();
        samples.forEach((key, sample) -> {
            String template = names.folded(path(key));
            RequestSample same = folded.putIfAbsent(method(key) + " " + template, sample);
            if (same != null) {
                same.merge(sample);
            }
        });
        samples.clear();
        samples.putAll(folded);
    }

    private static String method(String key) {
        return key.substring(0, key.indexOf(' '));
    }

    private static String path(String key) {
        return key.substring(key.indexOf(' ') + 1);
    }

    /**
     * The observed traffic.
     *
     * @param kind of the file: {@code an access log}
     * @param notes what else to say, first
     * @throws UnusableTraffic if there is no request that can be sent again
     */
    Traffic traffic(String kind, List<String> notes) throws UnusableTraffic {
        fold();
        List<Map.Entry<String, RequestSample>> ordered = samples.entrySet().stream()
                .sorted(Comparator.comparing((Map.Entry<String, RequestSample> entry) ->
                                -entry.getValue().requests())
                        .thenComparing(Map.Entry::getKey))
                .toList();
        List<Endpoint> endpoints = ordered.stream()
                .limit(MOST_ENDPOINTS)
                .map(entry -> entry.getValue().endpoint(method(entry.getKey()), path(entry.getKey())))
                .toList();
        List<String> all = new ArrayList<>(notes);
        all.addAll(notes());
        if (ordered.size() > MOST_ENDPOINTS) {
            all.add(rest(ordered.subList(MOST_ENDPOINTS, ordered.size())));
        }
        String source = kind + " with " + Names.plural(requests, "request");
        if (endpoints.stream().allMatch(endpoint -> endpoint.share() instanceof Off)) {
            throw new UnusableTraffic(source + ", none of which can be sent again. " + String.join(". ", all));
        }
        return Traffic.of(source, endpoints, all);
    }

    private List<String> notes() {
        List<String> notes = new ArrayList<>();
        if (!names.places().isEmpty()) {
            notes.add("Taken for names, as there are more than " + PathNames.MOST_PARTS + " in one place: "
                    + names.places().stream().limit(MOST_NAMED).collect(Collectors.joining(", ")));
        }
        leftOut.forEach((reason, count) ->
                notes.add("Left out, " + reason + ": " + Names.plural(count, "request") + share(count)));
        if (!secrets.isEmpty()) {
            notes.add("Left out, secrets by their name or look: the parameters "
                    + secrets.stream().limit(MOST_NAMED).collect(Collectors.joining(", "))
                    + "; where the service needs them, pass them in an environment variable");
        }
        return notes;
    }

    private String share(long count) {
        return " (" + Numbers.percent((double) count / Math.max(1, requests)) + ")";
    }

    private static String rest(List<Map.Entry<String, RequestSample>> rest) {
        String named = rest.stream()
                .limit(MOST_NAMED)
                .map(entry ->
                        entry.getKey() + " (" + Numbers.count(entry.getValue().requests()) + ")")
                .collect(Collectors.joining(", "));
        long count =
                rest.stream().mapToLong(entry -> entry.getValue().requests()).sum();
        return "Left out, less frequent: " + Names.plural(count, "request") + " to "
                + Names.plural(rest.size(), "endpoint") + ": " + named + (rest.size() > MOST_NAMED ? " and more" : "");
    }
}
