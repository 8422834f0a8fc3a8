package dev.flamegate.profile.format;

import dev.flamegate.Cases;
import dev.flamegate.profile.CallTree;
import dev.flamegate.profile.Facet;
import dev.flamegate.profile.Frame;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** Random call trees, and what is in one. */
final class Trees {
    private static final List<Frame> FRAMES = List.of(
            new Frame("a.A.a", 7),
            new Frame("a.A.b", 0),
            new Frame("b.B.c", 7_000_000),
            new Frame("ü.Ö.d", 1),
            new Frame("libc.so.6.x", 0));
    private static final long LARGEST = 1L << 50;

    private Trees() {}

    static CallTree random(Random random) {
        CallTree.Builder builder = new CallTree.Builder();
        for (int left = random.nextInt(30); left > 0; left--) {
            Facet facet = new Facet(
                    Cases.one(random, List.of("worker-#", "", "[gc]")),
                    Cases.one(random, List.of("", "GET /a", "ü | {x}")),
                    Cases.one(random, List.of("", "running", "sleeping")));
            long weight = random.nextInt(20) == 0 ? LARGEST : (LARGEST - 1) & random.nextLong() >>> random.nextInt(64);
            builder.add(Cases.list(random, 6, inner -> Cases.one(inner, FRAMES)), facet, weight);
        }
        return builder.build();
    }

    /** Weight by stack, lines included, and facet; what weighs nothing is left out. */
    static Map<String, Long> content(CallTree tree) {
        Map<String, Long> content = new TreeMap<>();
        for (int i = 0; i < tree.sampleCount(); i++) {
            if (tree.sampleWeight(i) > 0) {
                content.merge(
                        tree.stack(tree.sampleNode(i)) + " " + tree.sampleFacet(i), tree.sampleWeight(i), Long::sum);
            }
        }
        return content;
    }
}
