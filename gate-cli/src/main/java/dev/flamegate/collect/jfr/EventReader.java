package dev.flamegate.collect.jfr;

import dev.flamegate.profile.CallTree;
import dev.flamegate.profile.CanonicalNames;
import dev.flamegate.profile.Facet;
import dev.flamegate.profile.MachinePools;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;
import org.jspecify.annotations.Nullable;

/**
 * Turns what one chunk's events share, stacks, threads and labels, into numbers of a {@link StackTrie}. The consumer
 * hands out one object per constant of a chunk, so that these are looked at once each.
 */
final class EventReader {
    private final StackTrie trie;
    private final LabelSnapshot labels;
    private final IdentityHashMap<RecordedStackTrace, Stack> stacks = new IdentityHashMap<>();
    private final IdentityHashMap<RecordedMethod, Integer> names = new IdentityHashMap<>();
    private final IdentityHashMap<RecordedThread, String> pools = new IdentityHashMap<>();
    private final Map<FacetKey, Integer> facets = new HashMap<>();

    EventReader(StackTrie trie, LabelSnapshot labels) {
        this.trie = trie;
        this.labels = labels;
    }

    /** The innermost node of an event's stack. */
    Stack stack(RecordedEvent event) {
        RecordedStackTrace trace = event.getStackTrace();
        return trace == null ? Stack.NONE : stacks.computeIfAbsent(trace, this::read);
    }

    private Stack read(RecordedStackTrace trace) {
        List<RecordedFrame> frames = trace.getFrames();
        int node = CallTree.ROOT;
        boolean agent = false;
        for (int i = frames.size() - 1; i >= 0; i--) {
            RecordedMethod method = frames.get(i).getMethod();
            if (method != null) {
                node = trie.child(
                        node,
                        names.computeIfAbsent(method, this::name),
                        Math.max(0, frames.get(i).getLineNumber()));
                agent |= method.getType() != null
                        && MachinePools.isProfiler(method.getType().getName());
            }
        }
        return new Stack(node, agent);
    }

    private int name(RecordedMethod method) {
        String type = method.getType() == null ? "" : method.getType().getName();
        String name = CanonicalNames.frame(type == null ? "" : type, method.getName() == null ? "" : method.getName());
        return trie.name(name.isEmpty() ? "[unknown]" : name);
    }

    /** The facet of an event on a thread. */
    int facet(RecordedEvent event, @Nullable RecordedThread thread, boolean agent, String state) {
        String pool = agent ? MachinePools.PROFILER : thread == null ? "" : pools.computeIfAbsent(thread, this::pool);
        long context = number(event, "contextId");
        long span = number(event, "spanName");
        return facets.computeIfAbsent(
                new FacetKey(pool, context, span, state),
                key -> trie.facet(new Facet(pool, labels.request(context, span), state)));
    }

    private String pool(RecordedThread thread) {
        String name = thread.getJavaName() == null ? thread.getOSName() : thread.getJavaName();
        String known = name == null ? "" : name;
        return MachinePools.of(known).orElseGet(() -> CanonicalNames.pool(known));
    }

    static long number(RecordedEvent event, String field) {
        return event.hasField(field) ? event.getLong(field) : 0;
    }

    /**
     * A stack read.
     *
     * @param node innermost node
     * @param agent whether it is the profiler's own
     */
    record Stack(int node, boolean agent) {
        static final Stack NONE = new Stack(CallTree.ROOT, false);
    }

    private record FacetKey(String pool, long context, long span, String state) {}
}
