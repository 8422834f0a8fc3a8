package dev.flamegate.init.simulation;

import dev.flamegate.init.simulation.Endpoint.Call;
import dev.flamegate.init.simulation.Endpoint.Off;
import dev.flamegate.init.simulation.Endpoint.Seen;
import dev.flamegate.init.simulation.Endpoint.Share;
import dev.flamegate.init.simulation.Payload.Text;
import dev.flamegate.init.simulation.Payload.Unknown;
import dev.flamegate.init.simulation.Payload.Withheld;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What was seen of one endpoint, with a sample of its requests: each has the same chance to be in it, so that what is
 * asked for often is also sent often.
 */
final class Sample {
    /** Maximum number of calls in a sample. */
    static final int MOST_CALLS = 200;

    private static final int MOST_BODIES = 20;

    private final Random random;
    private final List<Call> calls = new ArrayList<>();
    private final Set<Integer> statuses = new TreeSet<>();
    private long requests;
    private long eligible;
    private @Nullable String contentType;
    private String withheld = "";

    Sample(Random random) {
        this.random = random;
    }

    /** Requests that were seen. */
    long requests() {
        return requests;
    }

    /**
     * Takes one request.
     *
     * @param room characters by which the sample may grow
     * @return characters by which it has grown, or shrunk
     */
    int add(String method, String target, int status, Payload payload, long room) {
        requests++;
        statuses.add(status == 304 ? 200 : status);
        if (payload instanceof Withheld reason) {
            withheld = reason.reason();
            return 0;
        }
        if (payload instanceof Unknown && Set.of("POST", "PUT", "PATCH").contains(method)) {
            withheld = "a log has no bodies, so give it one";
        }
        if (payload instanceof Text text) {
            contentType = contentType == null ? text.contentType() : contentType;
            return contentType.equals(text.contentType()) ? keep(new Call(target, text.body()), MOST_BODIES, room) : 0;
        }
        return contentType == null ? keep(new Call(target, null), MOST_CALLS, room) : 0;
    }

    /** Each of the requests so far is kept with the same probability. */
    private int keep(Call call, int most, long room) {
        eligible++;
        int length = length(call);
        if (calls.size() < most) {
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
        int grown = length - length(calls.get((int) place));
        if (grown > room) {
            return 0;
        }
        calls.set((int) place, call);
        return grown;
    }

    private static int length(Call call) {
        String body = call.body();
        return call.target().length() + (body == null ? 0 : body.length());
    }

    /** Takes what another has seen, in proportion. */
    void merge(Sample other) {
        contentType = contentType == null ? other.contentType : contentType;
        withheld = withheld.isEmpty() ? other.withheld : withheld;
        statuses.addAll(other.statuses);
        List<Call> ours = new ArrayList<>(calls);
        List<Call> theirs = new ArrayList<>(other.calls);
        if (contentType != null && other.contentType != null && !contentType.equals(other.contentType)) {
            theirs.clear();
        }
        Collections.shuffle(ours, random);
        Collections.shuffle(theirs, random);
        calls.clear();
        int most = contentType == null ? MOST_CALLS : MOST_BODIES;
        while (calls.size() < most && !(ours.isEmpty() && theirs.isEmpty())) {
            boolean own = random.nextDouble() * (eligible + other.eligible) < eligible;
            List<Call> from = theirs.isEmpty() || (own && !ours.isEmpty()) ? ours : theirs;
            calls.add(from.remove(from.size() - 1));
        }
        requests += other.requests;
        eligible += other.eligible;
    }

    /** The endpoint of these requests. */
    Endpoint endpoint(String method, String template) {
        List<Call> sent = contentType == null
                ? calls
                : calls.stream().filter(call -> call.body() != null).toList();
        Share share = new Seen(requests);
        if (method.equals("DELETE")) {
            share = new Off("what was deleted is gone, so create it first");
        } else if (!withheld.isEmpty() && sent.stream().allMatch(call -> call.body() == null)) {
            share = new Off(withheld);
        }
        if (sent.isEmpty()) {
            sent = List.of(new Call(template.replaceAll("\\{\\w+}", "1"), null));
        } else if (new HashSet<>(sent).size() == 1) {
            sent = sent.subList(0, 1);
        }
        return new Endpoint(method, template, share, sent, contentType(sent), Map.of(), new TreeSet<>(statuses));
    }

    private @Nullable String contentType(List<Call> sent) {
        return sent.get(0).body() == null ? null : contentType;
    }
}
