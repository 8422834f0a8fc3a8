package dev.flamegate.report.flame;

import dev.flamegate.profile.Facet;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.InflaterInputStream;

/** Reads a block of data as the page does, written from its description and not from the writer. */
final class BlockDecoder {
    /** Weights of both arms by stack and facet; stacks as frames {@code name:line} joined by line feeds. */
    record Decoded(Map<String, List<Long>> samples, List<Integer> parents, String methods) {}

    private final InputStream in;

    private BlockDecoder(InputStream in) {
        this.in = in;
    }

    static Decoded decode(String block) throws IOException {
        byte[] packed = Base64.getDecoder().decode(block);
        byte[] bytes = new InflaterInputStream(new ByteArrayInputStream(packed)).readAllBytes();
        InputStream in = new ByteArrayInputStream(bytes);
        Decoded decoded = new BlockDecoder(in).decode();
        if (in.read() >= 0) {
            throw new IOException("more follows");
        }
        return decoded;
    }

    private Decoded decode() throws IOException {
        List<String> names = new ArrayList<>();
        for (long left = number(); left > 0; left--) {
            names.add(text());
        }
        List<Facet> facets = new ArrayList<>();
        for (long left = number(); left > 0; left--) {
            facets.add(new Facet(text(), text(), text()));
        }
        int size = (int) number() + 1;
        List<Integer> parents = parents(size);
        int[] nameOf = new int[size];
        for (int node = 1; node < size; node++) {
            nameOf[node] = (int) number();
        }
        List<String> stacks = new ArrayList<>(List.of(""));
        Map<Integer, Long> lines = new TreeMap<>();
        for (int node = 1; node < size; node++) {
            long written = number();
            if (written > 0) {
                lines.put(nameOf[node], written - 1);
            }
            stacks.add(stacks.get(parents.get(node)) + "\n" + names.get(nameOf[node]) + ":"
                    + lines.getOrDefault(nameOf[node], 0L));
        }
        return new Decoded(samples(facets, stacks), parents, text());
    }

    private List<Integer> parents(int size) throws IOException {
        List<Integer> parents = new ArrayList<>(List.of(-1));
        int[] depths = new int[size];
        for (int node = 1; node < size; node++) {
            depths[node] = depths[node - 1] + 1 - (int) number();
            int parent = node - 1;
            while (depths[parent] != depths[node] - 1) {
                parent = parents.get(parent);
            }
            parents.add(parent);
        }
        return parents;
    }

    private Map<String, List<Long>> samples(List<Facet> facets, List<String> stacks) throws IOException {
        long baseline = number();
        long candidate = number();
        int size = (int) number();
        long[][] columns = new long[4][size];
        for (long[] column : columns) {
            for (int i = 0; i < size; i++) {
                column[i] = number();
            }
        }
        Map<String, List<Long>> samples = new TreeMap<>();
        int node = 0;
        for (int i = 0; i < size; i++) {
            node += (int) columns[0][i];
            String key = facets.get((int) columns[1][i]) + stacks.get(node);
            samples.put(key, List.of(columns[2][i] * baseline, columns[3][i] * candidate));
        }
        return samples;
    }

    private String text() throws IOException {
        return new String(in.readNBytes((int) number()), StandardCharsets.UTF_8);
    }

    private long number() throws IOException {
        long value = 0;
        for (int shift = 0; ; shift += 7) {
            int read = in.read();
            if (read < 0) {
                throw new IOException("it ends too early");
            }
            value |= (long) (read & 0x7f) << shift;
            if (read < 0x80) {
                return value;
            }
        }
    }
}
