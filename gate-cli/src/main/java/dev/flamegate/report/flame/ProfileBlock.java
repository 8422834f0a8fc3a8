package dev.flamegate.report.flame;

import dev.flamegate.judge.attribution.FrameCost;
import dev.flamegate.model.Interval;
import dev.flamegate.profile.Facet;
import dev.flamegate.profile.VarintWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * The data of one event as the page takes it: columns of numbers in seven bits a byte, lowest first, deflated, base64.
 *
 * <p>In turn: names; facets (pool, request, state); of each node except the root how many levels it is above a child
 * of the one before, its name, and its line plus one, or 0 for the line this name had last; of each sample its
 * node less the one before's, its facet, and both weights over the greatest common divisor of their arm, which comes
 * before the samples; last what the trials show about each method. Runs of equal numbers compress well.
 */
final class ProfileBlock {
    /** The compression level, from 0 to 9: the highest takes over ten times as long, for 3 % less. */
    private static final int COMPRESSION = 5;

    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    /** Number of significant digits as in the JSON report. */
    private static final MathContext PRECISION = new MathContext(9, RoundingMode.HALF_UP);

    /** The error probability of each bound of the intervals shown, equal to a culprit's. */
    private static final double LEVEL = 0.025;

    private final VarintWriter out = new VarintWriter();

    private ProfileBlock() {}

    static String encode(FlameEvent event, UnionTree tree) {
        ProfileBlock block = new ProfileBlock();
        Map<String, Integer> names = new LinkedHashMap<>();
        int[] nameOf = names(tree, names);
        block.out.number(names.size());
        names.keySet().forEach(block.out::text);
        block.facets(tree.facets());
        block.nodes(tree, nameOf);
        block.samples(tree.samples());
        block.out.text(changes(event.methods(), names));
        return deflated(block.out.bytes());
    }

    /** The index of every node's name among the names as shown, which are added in order of appearance. */
    private static int[] names(UnionTree tree, Map<String, Integer> names) {
        Map<String, String> shown = new HashMap<>();
        int[] nameOf = new int[tree.size()];
        for (int node = 1; node < tree.size(); node++) {
            String name = shown.computeIfAbsent(tree.name(node), FlameLinks::shown);
            nameOf[node] = names.computeIfAbsent(name, key -> names.size());
        }
        return nameOf;
    }

    private void facets(List<Facet> facets) {
        out.number(facets.size());
        for (Facet facet : facets) {
            out.text(FlameLinks.shown(facet.pool()));
            out.text(FlameLinks.shown(facet.request()));
            out.text(FlameLinks.shown(facet.state()));
        }
    }

    private void nodes(UnionTree tree, int[] nameOf) {
        out.number(tree.size() - 1L);
        for (int node = 1; node < tree.size(); node++) {
            out.number(tree.depth(node - 1) + 1L - tree.depth(node));
        }
        for (int node = 1; node < tree.size(); node++) {
            out.number(nameOf[node]);
        }
        Map<Integer, Integer> lastLine = new HashMap<>();
        for (int node = 1; node < tree.size(); node++) {
            Integer last = lastLine.put(nameOf[node], tree.line(node));
            out.number(tree.line(node) == (last == null ? 0 : last) ? 0 : tree.line(node) + 1L);
        }
    }

    private void samples(List<UnionTree.Sample> samples) {
        long baseline = divisor(samples, UnionTree.Sample::baseline);
        long candidate = divisor(samples, UnionTree.Sample::candidate);
        out.number(baseline);
        out.number(candidate);
        out.number(samples.size());
        int before = 0;
        for (UnionTree.Sample sample : samples) {
            out.number(sample.node() - before);
            before = sample.node();
        }
        samples.forEach(sample -> out.number(sample.facet()));
        samples.forEach(sample -> out.number(sample.baseline() / baseline));
        samples.forEach(sample -> out.number(sample.candidate() / candidate));
    }

    private static long divisor(List<UnionTree.Sample> samples, ToLongFunction<UnionTree.Sample> weight) {
        long divisor = 0;
        for (UnionTree.Sample sample : samples) {
            long rest = weight.applyAsLong(sample);
            while (rest != 0) {
                long next = divisor % rest;
                divisor = rest;
                rest = next;
            }
        }
        return Math.max(1, divisor);
    }

    private static String deflated(byte[] bytes) {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        Deflater deflater = new Deflater(COMPRESSION);
        try (DeflaterOutputStream zip = new DeflaterOutputStream(packed, deflater)) {
            zip.write(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // these streams are in memory and cannot fail
        } finally {
            deflater.end();
        }
        return Base64.getEncoder().encodeToString(packed.toByteArray());
    }

    /**
     * The results of the trials about single methods, as JSON: an array of the name's index, the change of its total,
     * and the change of its self cost. Methods that are not in the tree are left out.
     */
    private static String changes(Map<String, FrameCost> methods, Map<String, Integer> names) {
        ArrayNode all = JsonNodeFactory.instance.arrayNode();
        new TreeMap<>(methods).forEach((name, cost) -> {
            Integer index = names.get(FlameLinks.shown(name));
            if (index != null) {
                ArrayNode node = all.addArray().add(index);
                change(node.addArray(), cost.inclusive());
                change(node.addArray(), cost.self());
            }
        });
        return MAPPER.writeValueAsString(all);
    }

    /** Writes baseline, candidate, bounds (null for unbounded), whether significant, confidence. */
    private static void change(ArrayNode values, FrameCost.Cost cost) {
        Interval interval = cost.change().interval(LEVEL);
        for (double value : new double[] {cost.baseline(), cost.candidate(), interval.low(), interval.high()}) {
            if (Double.isFinite(value)) {
                values.add(BigDecimal.valueOf(value).round(PRECISION).doubleValue());
            } else {
                values.addNull();
            }
        }
        values.add(cost.significant() ? 1 : 0).add(interval.confidence());
    }
}
