package dev.flamegate.probe;

import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.BitSet;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Puts counters into the methods of classes, and says what came of it. The application's threads come here too, with
 * classes that they load.
 */
final class CallPatches implements ClassFileTransformer {
    private static final int MOST_NAMED = 10;

    private final Map<String, Map<String, int[]>> wanted;
    private final Set<ClassLoader> loaders;
    private final BitSet counted = new BitSet();
    private final BitSet lost = new BitSet();
    private final Map<String, String> failures = new TreeMap<>();
    private int changed;

    /**
     * Changes these methods.
     *
     * @param wanted counters by class and method
     * @param loaders that see the counters
     */
    CallPatches(Map<String, Map<String, int[]>> wanted, Set<ClassLoader> loaders) {
        this.wanted = wanted;
        this.loaders = loaders;
    }

    @Override
    public byte @Nullable [] transform(
            ClassLoader loader, String name, Class<?> type, ProtectionDomain domain, byte[] file) {
        Map<String, int[]> methods = name == null ? null : wanted.get(name);
        if (methods == null || loader == null || !loaders.contains(loader)) {
            return null;
        }
        try {
            BitSet here = new BitSet();
            byte[] patched = EntryPatch.apply(file, methods, here);
            counted(here);
            return patched;
        } catch (Throwable e) {
            fail(name, e);
            return null;
        }
    }

    private synchronized void counted(BitSet here) {
        counted.or(here);
        changed += here.isEmpty() ? 0 : 1;
    }

    /** Notes that a class is unchanged: what its methods count is not known. */
    synchronized void fail(String type, Throwable why) {
        failures.put(type.replace('/', '.'), String.valueOf(why));
        for (int[] counters :
                wanted.getOrDefault(type, Collections.<String, int[]>emptyMap()).values()) {
            for (int counter : counters) {
                lost.set(counter);
            }
        }
    }

    synchronized boolean isLost(int counter) {
        return lost.get(counter);
    }

    synchronized void report(Map<String, String> answer) {
        StringBuilder text = new StringBuilder();
        int named = 0;
        for (Map.Entry<String, String> failure : failures.entrySet()) {
            if (named++ < MOST_NAMED) {
                text.append(named == 1 ? "" : "; ")
                        .append(failure.getKey())
                        .append(": ")
                        .append(failure.getValue());
            }
        }
        answer.put("classes", Integer.toString(changed));
        answer.put("methods", Integer.toString(counted.cardinality()));
        answer.put("failed", text.toString());
    }
}
