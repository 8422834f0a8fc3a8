package dev.flamegate.profile.jfr;

import static dev.flamegate.profile.jfr.JfrChunk.CLASS;
import static dev.flamegate.profile.jfr.JfrChunk.METHOD;
import static dev.flamegate.profile.jfr.JfrChunk.STACK;
import static dev.flamegate.profile.jfr.JfrChunk.SYMBOL;
import static dev.flamegate.profile.jfr.JfrChunk.THREAD;

import dev.flamegate.profile.CallTree;
import dev.flamegate.profile.Facet;
import dev.flamegate.profile.LongIndex;
import dev.flamegate.profile.StackTrie;
import dev.flamegate.profile.names.CanonicalNames;
import dev.flamegate.profile.names.MachinePools;
import dev.flamegate.profile.names.Origin;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Turns the stacks, threads and labels of one chunk's samples into numbers of a {@link StackTrie}, each when it is
 * first asked for. Names are made canonical, and threads become pools.
 */
public final class ChunkStacks {
    private static final String FRAME = "jdk.types.StackFrame";

    private static final String UNKNOWN = "[unknown]";
    private static final int DEEPEST = 1 << 20;

    /** Flags kept with the number of a stack or method. */
    private static final int PROFILER = 1;

    private static final int IN_HANDLER = 2;
    private static final int FLAGS = 2; // bits

    private final StackTrie trie;
    private final JfrChunk chunk;
    private final Labels labels;
    private final LongIndex stackIndex = new LongIndex();
    private int[] nodes = new int[64];
    private final LongIndex methodIndex = new LongIndex();
    private int[] methods = new int[64];
    private final LongIndex classIndex = new LongIndex();
    private final List<String> classes = new ArrayList<>();
    private final LongIndex threadIndex = new LongIndex();
    private final List<String> pools = new ArrayList<>();
    private final Layout stackLayout;
    private final Layout frameLayout;
    private final Layout methodLayout;
    private final Layout classLayout;
    private final Layout symbolLayout;
    private final Layout threadLayout;
    private final long[] numbers = new long[2];
    private final @Nullable String[] texts = new @Nullable String[2];
    private long[] frames = new long[256]; // method and line of each
    private boolean truncated;

    /**
     * Begins with one chunk.
     *
     * @throws IOException when the chunk does not say how stacks are written
     */
    public ChunkStacks(JfrChunk chunk, StackTrie trie, Labels labels) throws IOException {
        this.chunk = chunk;
        this.trie = trie;
        this.labels = labels;
        stackLayout = chunk.layout(STACK, List.of("truncated"));
        chunk.checkFields(STACK, List.of("truncated", "frames"));
        frameLayout = chunk.layout(FRAME, List.of("method", "lineNumber"));
        methodLayout = chunk.layout(METHOD, List.of("type", "name"));
        classLayout = chunk.layout(CLASS, List.of("name"));
        symbolLayout = chunk.layout(SYMBOL, List.of("string"));
        threadLayout = chunk.layout(THREAD, List.of("javaName", "osName"));
    }

    /** The innermost node of a stack; the root for none. */
    public int node(long stack) throws IOException {
        return stack(stack) >>> FLAGS;
    }

    /** True if a stack is the profiler's own work, whatever its thread. */
    public boolean isProfiler(long stack) throws IOException {
        return (stack(stack) & PROFILER) != 0;
    }

    /**
     * True if a stack ends at the entry of a signal handler of the profiler. Two of its signals were waiting for the
     * thread, and the second was delivered on top of the first: the sample does not tell what the thread did before.
     */
    public boolean isInHandler(long stack) throws IOException {
        return (stack(stack) & IN_HANDLER) != 0;
    }

    /** The stack's node, with flags below. */
    private int stack(long stack) throws IOException {
        int made = stackIndex.size();
        int number = stackIndex.add(stack);
        if (number == made) {
            if (number == nodes.length) {
                nodes = Arrays.copyOf(nodes, number * 2);
            }
            nodes[number] = readStack(stack);
        }
        return nodes[number];
    }

    private int readStack(long stack) throws IOException {
        int offset = chunk.pools().offset(STACK, stack);
        int depth = offset < 0 ? 0 : readFrames(chunk.pools().at(offset));
        int node = CallTree.ROOT;
        int flags = 0;
        for (int i = depth - 1; i >= 0; i--) {
            int method = method(frames[2 * i]);
            node = trie.child(node, method >>> FLAGS, (int) Math.max(0, frames[2 * i + 1]));
            flags |= i == 0 ? method & (PROFILER | IN_HANDLER) : method & PROFILER;
        }
        return node << FLAGS | flags;
    }

    /** Reads a stack's frames, the innermost first; answers their number. */
    private int readFrames(JfrBytes in) throws IOException {
        stackLayout.read(in, numbers, texts);
        truncated |= numbers[0] != 0;
        int depth = in.count();
        if (depth > DEEPEST) {
            throw new IOException("a stack of " + depth + " frames, more than any real stack has");
        }
        if (frames.length < 2 * depth) {
            frames = new long[2 * depth];
        }
        for (int i = 0; i < depth; i++) {
            frameLayout.readWhole(in, numbers, texts);
            frames[2 * i] = numbers[0];
            frames[2 * i + 1] = (int) numbers[1];
        }
        return depth;
    }

    /** The method's name, with flags below. */
    private int method(long method) throws IOException {
        int made = methodIndex.size();
        int number = methodIndex.add(method);
        if (number == made) {
            if (number == methods.length) {
                methods = Arrays.copyOf(methods, number * 2);
            }
            methods[number] = readMethod(method);
        }
        return methods[number];
    }

    private int readMethod(long method) throws IOException {
        if (!chunk.pools().read(METHOD, method, methodLayout, numbers, texts)) {
            return trie.name(UNKNOWN) << FLAGS;
        }
        long nameId = numbers[1];
        String type = className(numbers[0]);
        String name = symbol(nameId);
        String canonical = CanonicalNames.frame(type, name);
        int number =
                canonical.isEmpty() ? trie.name(UNKNOWN) : trie.name(canonical, CanonicalNames.original(type, name));
        return number << FLAGS
                | (MachinePools.isProfiler(canonical) ? PROFILER : 0)
                | (Origin.isSignalHandler(canonical) ? IN_HANDLER : 0);
    }

    private String className(long type) throws IOException {
        int number = classIndex.add(type);
        if (number == classes.size()) {
            classes.add(chunk.pools().read(CLASS, type, classLayout, numbers, texts) ? symbol(numbers[0]) : "");
        }
        return classes.get(number);
    }

    private String symbol(long symbol) throws IOException {
        texts[0] = null;
        chunk.pools().read(SYMBOL, symbol, symbolLayout, numbers, texts);
        return texts[0] == null ? "" : texts[0];
    }

    /**
     * The facet of a sample.
     *
     * @param profiler whether it is the profiler's own work
     */
    public int facet(long thread, long context, long spanName, boolean profiler, JfrChunk.ThreadState state)
            throws IOException {
        String pool = profiler ? MachinePools.PROFILER : pool(thread);
        return trie.facet(new Facet(pool, labels.request(context, spanName), state.facet()));
    }

    private String pool(long thread) throws IOException {
        int number = threadIndex.add(thread);
        if (number == pools.size()) {
            pools.add(readPool(thread));
        }
        return pools.get(number);
    }

    private String readPool(long thread) throws IOException {
        Arrays.fill(texts, null);
        chunk.pools().read(THREAD, thread, threadLayout, numbers, texts);
        String javaName = texts[0];
        String osName = texts[1];
        String name = javaName == null ? osName == null ? "" : osName : javaName;
        return MachinePools.of(name).orElseGet(() -> CanonicalNames.pool(name));
    }

    /** True if the recorder cut any stack that was asked for at its limit of depth. */
    boolean isTruncated() {
        return truncated;
    }

    /** Labels that the application put on its samples, by the numbers that samples carry. */
    @FunctionalInterface
    public interface Labels {
        Labels NONE = (context, spanName) -> "";

        /** The request of a sample by its context and the name of its span; empty when neither says one. */
        String request(long context, long spanName);
    }
}
