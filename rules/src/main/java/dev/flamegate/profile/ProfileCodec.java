package dev.flamegate.profile;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * Call trees as bytes, for stored runs: {@code FGCT}, a version byte, then gzip of columns of variable-length
 * numbers. Nothing is lost. Equal samples give equal bytes, whatever the order they were added in.
 */
public final class ProfileCodec {
    private static final byte[] MAGIC = {'F', 'G', 'C', 'T'};

    /** Version 2 has the originals of names; without them it is version 1. */
    private static final byte VERSION = 2;

    /** The position of the byte in gzip's header that names the system; JDKs write different values. */
    private static final int GZIP_SYSTEM = MAGIC.length + 1 + 9;

    private static final byte GZIP_SYSTEM_UNKNOWN = (byte) 0xff;

    private ProfileCodec() {}

    public static byte[] encode(CallTree tree) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(MAGIC);
        bytes.write(VERSION);
        try (GZIPOutputStream zip = new GZIPOutputStream(bytes)) {
            zip.write(Columns.write(tree));
        } catch (IOException e) {
            throw new UncheckedIOException(e); // these streams are in memory and cannot fail
        }
        byte[] encoded = bytes.toByteArray();
        encoded[GZIP_SYSTEM] = GZIP_SYSTEM_UNKNOWN;
        return encoded;
    }

    /**
     * Reads the output of {@link #encode}, of this version or an earlier one.
     *
     * @throws IllegalArgumentException when the bytes are something else, damaged, of a later version, or larger inside
     *     than any profile
     */
    public static CallTree decode(byte[] encoded) {
        if (encoded.length < MAGIC.length + 1 || !Arrays.equals(Arrays.copyOf(encoded, MAGIC.length), MAGIC)) {
            throw new IllegalArgumentException("not a stored profile: it does not begin with FGCT");
        }
        int version = encoded[MAGIC.length];
        if (version < 1 || version > VERSION) {
            throw new IllegalArgumentException("a stored profile of version " + version
                    + ": this Flamegate reads versions 1 to " + VERSION + ", a later one wrote it");
        }
        int start = MAGIC.length + 1;
        try (GZIPInputStream zip =
                new GZIPInputStream(new ByteArrayInputStream(encoded, start, encoded.length - start))) {
            return Columns.read(zip, version > 1);
        } catch (IOException e) {
            throw new IllegalArgumentException("a damaged stored profile: " + e.getMessage(), e);
        }
    }

    /** The body of a stored profile: names, facets, nodes, samples and originals of names, each in a fixed order. */
    private static final class Columns {
        private static final Comparator<Facet> FACET_ORDER =
                Comparator.comparing(Facet::pool).thenComparing(Facet::request).thenComparing(Facet::state);

        /** A few bytes can say millions of them. */
        private static final int MOST_NODES = 4_000_000;

        private Columns() {}

        static byte[] write(CallTree tree) {
            VarintWriter out = new VarintWriter();
            int[] order = tree.depthFirst(Comparator.comparing(tree::name));
            int[] place = new int[tree.size()];
            for (int i = 0; i < order.length; i++) {
                place[order[i]] = i;
            }
            Map<String, Integer> names = writeNames(tree, out);
            Map<Facet, Integer> facets = writeFacets(tree, out);
            out.number(order.length - 1);
            for (int i = 1; i < order.length; i++) {
                out.number(i - place[tree.parent(order[i])] - 1);
                out.number(names.getOrDefault(tree.name(order[i]), 0));
                out.number(tree.line(order[i]));
            }
            writeSamples(tree, place, facets, out);
            writeOriginals(tree, names, out);
            return out.bytes();
        }

        /** The canonical names whose originals differ, each with the original that is kept. */
        private static void writeOriginals(CallTree tree, Map<String, Integer> names, VarintWriter out) {
            Map<String, String> originals = new TreeMap<>();
            for (int node = 1; node < tree.size(); node++) {
                if (!tree.original(node).equals(tree.name(node))) {
                    originals.put(tree.name(node), tree.original(node));
                }
            }
            out.number(originals.size());
            originals.forEach((name, original) -> {
                out.number(names.getOrDefault(name, 0));
                int shared = shared(name, original);
                out.number(shared);
                out.text(original.substring(shared));
            });
        }

        private static Map<String, Integer> writeNames(CallTree tree, VarintWriter out) {
            TreeSet<String> sorted = new TreeSet<>();
            for (int node = 1; node < tree.size(); node++) {
                sorted.add(tree.name(node));
            }
            Map<String, Integer> index = new HashMap<>();
            out.number(sorted.size());
            String before = "";
            for (String name : sorted) {
                int shared = shared(before, name);
                out.number(shared);
                out.text(name.substring(shared));
                index.put(name, index.size());
                before = name;
            }
            return index;
        }

        private static int shared(String a, String b) {
            int i = 0;
            while (i < a.length() && i < b.length() && a.charAt(i) == b.charAt(i)) {
                i++;
            }
            // A pair of surrogates is one character and is not split.
            return i > 0 && Character.isHighSurrogate(a.charAt(i - 1)) ? i - 1 : i;
        }

        private static Map<Facet, Integer> writeFacets(CallTree tree, VarintWriter out) {
            TreeSet<Facet> sorted = new TreeSet<>(FACET_ORDER);
            for (int i = 0; i < tree.sampleCount(); i++) {
                sorted.add(tree.sampleFacet(i));
            }
            Map<Facet, Integer> index = new HashMap<>();
            out.number(sorted.size());
            for (Facet facet : sorted) {
                out.text(facet.pool());
                out.text(facet.request());
                out.text(facet.state());
                index.put(facet, index.size());
            }
            return index;
        }

        private static void writeSamples(CallTree tree, int[] place, Map<Facet, Integer> facets, VarintWriter out) {
            record Sample(int node, int facet, long weight) {}
            List<Sample> samples = new ArrayList<>(tree.sampleCount());
            for (int i = 0; i < tree.sampleCount(); i++) {
                samples.add(new Sample(
                        place[tree.sampleNode(i)], facets.getOrDefault(tree.sampleFacet(i), 0), tree.sampleWeight(i)));
            }
            samples.sort(Comparator.comparingInt(Sample::node).thenComparingInt(Sample::facet));
            out.number(samples.size());
            int before = 0;
            for (Sample sample : samples) {
                out.number(sample.node - before);
                out.number(sample.facet);
                out.number(sample.weight);
                before = sample.node;
            }
        }

        /**
         * Reads a body.
         *
         * @param originals whether it has originals of names
         */
        static CallTree read(InputStream bytes, boolean originals) throws IOException {
            VarintReader in = new VarintReader(bytes);
            List<String> names = readNames(in);
            List<Facet> facets = new ArrayList<>();
            for (int left = in.count(); left > 0; left--) {
                facets.add(new Facet(in.text(), in.text(), in.text()));
            }
            CallTree.Builder builder = new CallTree.Builder();
            int nodes = in.count() + 1;
            if (nodes > MOST_NODES) {
                throw new IOException(nodes + " nodes, more than any profile has");
            }
            for (int node = 1; node < nodes; node++) {
                int parent = node - in.index(node) - 1;
                int made = builder.child(parent, names.get(in.index(names.size())), in.count());
                if (made != node) {
                    throw new IOException("node " + node + " is defined twice");
                }
            }
            int node = 0;
            for (int left = in.count(); left > 0; left--) {
                node += in.index(nodes - node);
                builder.addAt(node, facets.get(in.index(facets.size())), in.number());
            }
            for (int left = originals ? in.count() : 0; left > 0; left--) {
                String name = names.get(in.index(names.size()));
                builder.trie().name(name, text(name, in));
            }
            in.end();
            return builder.build();
        }

        /** A text that begins like another. */
        private static String text(String before, VarintReader in) throws IOException {
            String text = before.substring(0, in.index(before.length() + 1)) + in.text();
            in.spend(text.length());
            return text;
        }

        private static List<String> readNames(VarintReader in) throws IOException {
            List<String> names = new ArrayList<>();
            String before = "";
            for (int left = in.count(); left > 0; left--) {
                String name = text(before, in);
                if (name.isEmpty()) {
                    throw new IOException("a frame without a name");
                }
                names.add(name);
                before = name;
            }
            return names;
        }
    }
}
