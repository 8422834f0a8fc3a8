package dev.flamegate.report;

import dev.flamegate.profile.CallTree;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Weight per method of one call tree. A method counts once per sample however often it recurs in the stack. Samples
 * of the machine's own threads stand under the name of their pool, such as {@code [gc]}: their frames are native
 * code nobody here can change.
 */
final class MethodWeights {
    /**
     * Weight of one method.
     *
     * @param self of samples that end in it
     * @param total of samples with it anywhere in the stack
     * @param line of its heaviest node; 0 when unknown
     */
    record Weight(long self, long total, int line) {
        static final Weight NONE = new Weight(0, 0, 0);
    }

    private final CallTree tree;
    private final int[] methodOfNode;
    private final Map<String, Integer> index = new LinkedHashMap<>();
    private final long[] applicationSelf;
    private final Map<String, Long> machine = new HashMap<>();

    private MethodWeights(CallTree tree) {
        this.tree = tree;
        methodOfNode = new int[tree.size()];
        for (int node = 1; node < tree.size(); node++) {
            methodOfNode[node] = index.computeIfAbsent(tree.name(node), name -> index.size());
        }
        applicationSelf = new long[tree.size()];
        for (int sample = 0; sample < tree.sampleCount(); sample++) {
            if (tree.sampleFacet(sample).isMachine()) {
                machine.merge(tree.sampleFacet(sample).pool(), tree.sampleWeight(sample), Long::sum);
            } else {
                applicationSelf[tree.sampleNode(sample)] += tree.sampleWeight(sample);
            }
        }
    }

    /** By method name, in no particular order. */
    static Map<String, Weight> of(CallTree tree) {
        return new MethodWeights(tree).weigh();
    }

    private Map<String, Weight> weigh() {
        long[] self = new long[index.size()];
        long[] total = new long[index.size()];
        long[] heaviest = new long[index.size()];
        int[] line = new int[index.size()];
        int[] seenFor = new int[index.size()];
        Arrays.fill(seenFor, -1);
        for (int node = 1; node < tree.size(); node++) {
            int own = methodOfNode[node];
            if (tree.total(node) > heaviest[own] && tree.line(node) > 0) {
                heaviest[own] = tree.total(node);
                line[own] = tree.line(node);
            }
            if (applicationSelf[node] == 0) {
                continue;
            }
            self[own] += applicationSelf[node];
            for (int at = node; at != CallTree.ROOT; at = tree.parent(at)) {
                int method = methodOfNode[at];
                if (seenFor[method] != node) {
                    seenFor[method] = node;
                    total[method] += applicationSelf[node];
                }
            }
        }
        Map<String, Weight> weights = new HashMap<>();
        index.forEach((name, i) -> {
            if (total[i] > 0) {
                weights.put(name, new Weight(self[i], total[i], line[i]));
            }
        });
        machine.forEach((pool, weight) -> weights.put(pool, new Weight(weight, weight, 0)));
        return weights;
    }
}
