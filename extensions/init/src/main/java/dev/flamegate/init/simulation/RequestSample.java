package dev.flamegate.init.simulation;

import dev.flamegate.init.simulation.Endpoint.Call;
import dev.flamegate.init.simulation.Endpoint.Off;
import dev.flamegate.init.simulation.Endpoint.Seen;
import dev.flamegate.init.simulation.Endpoint.Share;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/**
 * What was seen of one endpoint, with a sample of its requests: each has the same chance to be in it, so that what is
 * asked for often is also sent often.
 */
final class RequestSample {
    static final int MOST_CALLS = 200;

    private static final String NO_BODY = "a log has no bodies, so give it one";
    private static final Set<String> WITH_BODY = Set.of("POST", "PUT", "PATCH");

    private final Random random;
    private final List<Call> calls = new ArrayList<>();
    private final Set<Integer> statuses = new TreeSet<>();
    private long requests;
    private long eligible;

    RequestSample(Random random) {
        this.random = random;
    }

    long requests() {
        return requests;
    }

    /**
     * Takes one request.
     *
     * @param room characters by which the sample may grow
     * @return characters by which it has grown, or shrunk
     */
    int add(String target, int status, long room) {
        requests++;
        statuses.add(status == 304 ? 200 : status);
        return keep(new Call(target, null), room);
    }

    /** Each of the requests so far is kept with the same probability. */
    private int keep(Call call, long room) {
        eligible++;
        int length = call.target().length();
        if (calls.size() < MOST_CALLS) {
            if (!calls.isEmpty() && length > room) {
                return 0;
            }
            calls.add(call);
            return length;
        }
        long place = (long) (random.nextDouble() * eligible);
        if (place >= calls.size()) {
            return 0;
        }
        int grown = length - calls.get((int) place).target().length();
        if (grown > room) {
            return 0;
        }
        calls.set((int) place, call);
        return grown;
    }

    /** Takes what another has seen, in proportion. */
    void merge(RequestSample other) {
        statuses.addAll(other.statuses);
        List<Call> ours = new ArrayList<>(calls);
        List<Call> theirs = new ArrayList<>(other.calls);
        Collections.shuffle(ours, random);
        Collections.shuffle(theirs, random);
        calls.clear();
        while (calls.size() < MOST_CALLS && !(ours.isEmpty() && theirs.isEmpty())) {
            boolean own = random.nextDouble() * (eligible + other.eligible) < eligible;
            List<Call> from = theirs.isEmpty() || (own && !ours.isEmpty()) ? ours : theirs;
            calls.add(from.remove(from.size() - 1));
        }
        requests += other.requests;
        eligible += other.eligible;
    }

    Endpoint endpoint(String method, String template) {
        List<Call> sent = calls;
        Share share = new Seen(requests);
        if (method.equals("DELETE")) {
            share = new Off("what was deleted is gone, so create it first");
        } else if (WITH_BODY.contains(method)) {
            share = new Off(NO_BODY);
        }
        if (sent.isEmpty()) {
            sent = List.of(new Call(template.replaceAll("\\{\\w+}", "1"), null));
        } else if (new HashSet<>(sent).size() == 1) {
            sent = sent.subList(0, 1);
        }
        return new Endpoint(method, template, share, sent, null, Map.of(), new TreeSet<>(statuses));
    }
}
