package dev.flamegate.init.simulation;

import dev.flamegate.format.Names;
import dev.flamegate.format.Numbers;
import dev.flamegate.init.simulation.Endpoint.Call;
import dev.flamegate.init.simulation.Endpoint.Off;
import dev.flamegate.init.simulation.Endpoint.Seen;
import dev.flamegate.init.simulation.Endpoint.Share;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Counts requests by endpoint, in bounded memory, and keeps a sample of each: every request has the same chance to be in
 * it, so that what is asked for often is also sent often. The same requests always give the same sample.
 */
final class ObservedRequests {
    /** Endpoints that are written; the most frequent. */
    static final int MOST_ENDPOINTS = 20;

    /** Calls that are kept of each. */
    static final int MOST_CALLS = 200;

    private static final int MOST_BODIES = 20;
    private static final int MOST_TEMPLATES = 2_000;
    private static final long MOST_CHARACTERS = 32L << 20;
    private static final int MOST_NAMED = 30;
    private static final Pattern ASSET = Pattern.compile(
            "(?i).*\\.(?:css|js|mjs|map|png|jpe?g|gif|svg|ico|webp|avif|bmp|woff2?|ttf|otf|eot|mp[34]|webm|wasm)");

    /** What is known about the body of a request. */
    sealed interface Payload permits Empty, Unknown, Text, Withheld {}

    /** It had none. */
    record Empty() implements Payload {}

    /** Whether it had one is not known. */
    record Unknown() implements Payload {}

    /** This one. */
    record Text(String contentType, String body) implements Payload {}

    /** It cannot be sent again; the reason ends a sentence and quotes nothing. */
    record Withheld(String reason) implements Payload {}

    /** What was seen of one endpoint. */
    private static final class Sample {
        private final List<Call> calls = new ArrayList<>();
        private final Set<Integer> statuses = new TreeSet<>();
        private long requests;
        private long eligible;
        private @Nullable String contentType;
        private String withheld = "";
    }

    private final Map<String, Sample> samples = new HashMap<>();
    private final Map<String, Long> leftOut = new TreeMap<>();
    private final Set<String> secrets = new TreeSet<>();
    private final Random random = new Random(20261122);
    private long requests;
    private long characters;

    /** Takes a request with its answer's status. */
    void add(String method, String raw, int status, Payload payload) {
        requests++;
        if (!RequestTarget.METHODS.contains(method) || method.equals("OPTIONS")) {
            leaveOut("preflight requests and unusual methods");
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
            count(method, target.get(), status, payload);
        }
    }

    /** Counts a request that is not sent again, by the reason why. */
    void leaveOut(String reason) {
        leftOut.merge(reason, 1L, Long::sum);
    }

    /** Counts a request that was not given to {@link #add}. */
    void leaveOutUnseen(String reason) {
        requests++;
        leaveOut(reason);
    }

    private void count(String method, RequestTarget target, int status, Payload payload) {
        String key = method + " " + target.template();
        Sample sample = samples.get(key);
        if (sample == null) {
            if (samples.size() == MOST_TEMPLATES) {
                leaveOut("of endpoints beyond the first " + Numbers.count(MOST_TEMPLATES));
                return;
            }
            sample = new Sample();
            samples.put(key, sample);
        }
        sample.requests++;
        sample.statuses.add(status == 304 ? 200 : status);
        if (payload instanceof Withheld withheld) {
            sample.withheld = withheld.reason();
        } else if (payload instanceof Text text) {
            sample.contentType = sample.contentType == null ? text.contentType() : sample.contentType;
            if (sample.contentType.equals(text.contentType())) {
                keep(sample, new Call(target.target(), text.body()), MOST_BODIES);
            }
        } else if (sample.contentType == null) {
            keep(sample, new Call(target.target(), null), MOST_CALLS);
        }
        if (payload instanceof Unknown && Set.of("POST", "PUT", "PATCH").contains(method)) {
            sample.withheld = "a log has no bodies: give it one";
        }
    }

    /** Each of the requests so far is kept with the same probability. */
    private void keep(Sample sample, Call call, int most) {
        sample.eligible++;
        int length = length(call);
        if (sample.calls.size() < most) {
            if (sample.calls.isEmpty() || characters + length <= MOST_CHARACTERS) {
                sample.calls.add(call);
                characters += length;
            }
            return;
        }
        long place = (long) (random.nextDouble() * sample.eligible);
        if (place < sample.calls.size()) {
            int grown = length - length(sample.calls.get((int) place));
            if (characters + grown <= MOST_CHARACTERS) {
                sample.calls.set((int) place, call);
                characters += grown;
            }
        }
    }

    private static int length(Call call) {
        String body = call.body();
        return call.target().length() + (body == null ? 0 : body.length());
    }

    /**
     * What was seen.
     *
     * @param kind of the file: {@code an access log}
     * @param notes what else to say, first
     * @throws UnusableTraffic if there is no request that can be sent again
     */
    Traffic traffic(String kind, List<String> notes) throws UnusableTraffic {
        List<Map.Entry<String, Sample>> ordered = samples.entrySet().stream()
                .sorted(Comparator.comparing((Map.Entry<String, Sample> entry) -> -entry.getValue().requests)
                        .thenComparing(Map.Entry::getKey))
                .toList();
        List<Endpoint> endpoints = new ArrayList<>();
        ordered.stream().limit(MOST_ENDPOINTS).forEach(entry -> endpoints.add(endpoint(entry.getKey(), entry.getValue())));
        List<String> all = new ArrayList<>(notes);
        leftOut.forEach((reason, count) ->
                all.add("Left out, " + reason + ": " + Names.plural(count, "request") + share(count)));
        if (!secrets.isEmpty()) {
            all.add("Left out, secrets by their name or look: the parameters "
                    + secrets.stream().limit(MOST_NAMED).collect(Collectors.joining(", "))
                    + "; where the service needs them, pass them in an environment variable");
        }
        if (ordered.size() > MOST_ENDPOINTS) {
            all.add(rest(ordered.subList(MOST_ENDPOINTS, ordered.size())));
        }
        if (endpoints.stream().allMatch(endpoint -> endpoint.share() instanceof Off)) {
            throw new UnusableTraffic(kind + " with " + Names.plural(requests, "request")
                    + ", none of which can be sent again. " + String.join(". ", all));
        }
        return new Traffic(kind + " with " + Names.plural(requests, "request"), endpoints, all);
    }

    private String share(long count) {
        return " (" + Numbers.percent((double) count / Math.max(1, requests)) + ")";
    }

    private static Endpoint endpoint(String key, Sample sample) {
        int space = key.indexOf(' ');
        String method = key.substring(0, space);
        String template = key.substring(space + 1);
        List<Call> calls = sample.contentType == null
                ? sample.calls
                : sample.calls.stream().filter(call -> call.body() != null).toList();
        Share share = new Seen(sample.requests);
        if (method.equals("DELETE")) {
            share = new Off("what was deleted is gone: create it first");
        } else if (!sample.withheld.isEmpty()
                && (calls.isEmpty() || calls.stream().allMatch(call -> call.body() == null))) {
            share = new Off(sample.withheld);
        }
        if (calls.isEmpty()) {
            calls = List.of(new Call(template.replaceAll("\\{\\w+}", "1"), null));
        }
        return new Endpoint(
                method, template, share, calls, sample.contentType, Map.of(), new TreeSet<>(sample.statuses));
    }

    private static String rest(List<Map.Entry<String, Sample>> rest) {
        String named = rest.stream()
                .limit(MOST_NAMED)
                .map(entry -> entry.getKey() + " (" + Numbers.count(entry.getValue().requests) + ")")
                .collect(Collectors.joining(", "));
        long count = rest.stream().mapToLong(entry -> entry.getValue().requests).sum();
        return "Left out, less frequent: " + Names.plural(count, "request") + " to "
                + Names.plural(rest.size(), "endpoint") + ": " + named + (rest.size() > MOST_NAMED ? " and more" : "");
    }
}
