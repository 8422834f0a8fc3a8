package dev.flamegate.work.agent;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Maps the counters of one class to its methods and blocks. */
final class Layout {
    private static final int ENTRY = 1 << 31;
    private static final int OBJECTS = 20;
    private static final int INSTRUCTIONS = (1 << OBJECTS) - 1;
    private static final int MOST_OBJECTS = (1 << 31 - OBJECTS) - 1;

    /** Position of its counters. */
    final int type;

    /** Internal name of the class. */
    final String name;

    /** True for a class of the JDK, whose file its loader does not say. */
    final boolean platform;

    /** True if only entries are counted in it: its blocks have no room. */
    final boolean entriesOnly;

    private final WeakReference<ClassLoader> loader;
    private final List<Method> methods = new ArrayList<>();
    private final BitSet ran = new BitSet();
    private int[] weights = new int[0];

    /** A method's counters: from its first on. */
    static final class Method {
        final String name;
        final String descriptor;
        final int first;
        final int counters;

        Method(String name, String descriptor, int first, int counters) {
            this.name = name;
            this.descriptor = descriptor;
            this.first = first;
            this.counters = counters;
        }
    }

    Layout(int type, String name, @Nullable ClassLoader loader, boolean platform, boolean entriesOnly) {
        this.type = type;
        this.name = name;
        this.loader = new WeakReference<>(loader);
        this.platform = platform;
        this.entriesOnly = entriesOnly;
    }

    /** Adds a method, and returns its first counter. */
    int add(String method, String descriptor, MethodBlocks blocks) {
        int first = weights.length;
        int counters = entriesOnly ? 1 : blocks.counters();
        int[] longer = Arrays.copyOf(weights, first + counters);
        if (!entriesOnly) {
            int at = first + (blocks.entryApart ? 1 : 0);
            for (MethodBlocks.Block block : blocks.blocks) {
                longer[at++] =
                        Math.min(block.instructions, INSTRUCTIONS) | Math.min(block.objects, MOST_OBJECTS) << OBJECTS;
            }
        }
        longer[first] |= ENTRY;
        weights = longer;
        methods.add(new Method(method, descriptor, first, counters));
        return first;
    }

    /** Notes that a counter has counted. */
    void ran(int counter) {
        ran.set(counter);
    }

    /** True if a method has ever run, whatever for. */
    boolean hasRun(Method method) {
        int next = ran.nextSetBit(method.first);
        return next >= 0 && next < method.first + method.counters;
    }

    int length() {
        return weights.length;
    }

    List<Method> methods() {
        return methods;
    }

    /** Instructions of the block that a counter is of. */
    int instructions(int counter) {
        return weights[counter] & INSTRUCTIONS;
    }

    /** Objects and arrays that one run of the block creates. */
    int objects(int counter) {
        return (weights[counter] & ~ENTRY) >>> OBJECTS;
    }

    /** True if a counter counts calls of its method. */
    boolean isEntry(int counter) {
        return weights[counter] < 0;
    }

    /** The loader of the class; {@code null} for the platform's, or one that is gone. */
    @Nullable
    ClassLoader loader() {
        return loader.get();
    }
}
