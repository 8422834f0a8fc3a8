package dev.flamegate.work.agent;

import java.io.BufferedWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Everything counted, as compressed lines of fields with tabs between them. First come the classes, {@code C CLASS}, each
 * followed by its methods that have run at all, {@code R NAME}. A bucket, {@code B POSITION REQUESTS}, is
 * followed by its exceptions, {@code X CLASS COUNT CLASS NAME} with the counted method that constructed them or nothing
 * for none, its calls as they were, {@code E CLASS NAME CLASS NAME COUNT} with the nearest counted caller first or nothing
 * for none, and its classes, {@code C CLASS}. A class is followed by its methods,
 * {@code M NAME DESCRIPTOR LINE CALLS INSTRUCTIONS}; a method by the objects and arrays that it creates, {@code O COUNT},
 * its loops, {@code L LINE TURNS}, and the calls in it, {@code I CLASS NAME DESCRIPTOR LINE COUNT}. Loops and calls come from the class file as its loader has it, and
 * are left out where that is not the class that was loaded.
 */
final class WorkTable {
    private static final String[] NONE = {"", ""};

    private final CountingTransformer classes;
    private final Map<Layout, @Nullable Map<String, MethodBlocks>> read = new IdentityHashMap<>();
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final Writer out;

    private WorkTable(CountingTransformer classes) throws IOException {
        this.classes = classes;
        out = new BufferedWriter(new OutputStreamWriter(new GZIPOutputStream(bytes), StandardCharsets.UTF_8));
    }

    static byte[] of(CountingTransformer classes, List<Bucket> buckets) throws IOException {
        WorkTable table = new WorkTable(classes);
        for (int type = 0; type < classes.classes(); type++) {
            table.ran(classes.layout(type));
        }
        for (int i = 0; i < buckets.size(); i++) {
            table.add(i, buckets.get(i));
        }
        table.out.close();
        return table.bytes.toByteArray();
    }

    private void ran(Layout layout) throws IOException {
        boolean any = false;
        for (Layout.Method method : layout.methods()) {
            if (layout.hasRun(method)) {
                if (!any) {
                    line("C", layout.name);
                    any = true;
                }
                line("R", method.name);
            }
        }
    }

    private void add(int position, Bucket bucket) throws IOException {
        line("B", position, bucket.requests());
        for (Map.Entry<String, Map<Integer, Long>> thrown : bucket.thrown().entrySet()) {
            for (Map.Entry<Integer, Long> times : thrown.getValue().entrySet()) {
                String[] by = named(times.getKey());
                line("X", thrown.getKey(), times.getValue(), by[0], by[1]);
            }
        }
        long[] calls = bucket.calls().table();
        for (int i = 0; i < calls.length; i += 2) {
            if (calls[i] != 0) {
                String[] from = named((int) (calls[i] >>> 32));
                String[] method = classes.method((int) calls[i]);
                line("E", from[0], from[1], method[0], method[1], calls[i + 1]);
            }
        }
        for (Layout layout : bucket.layouts()) {
            line("C", layout.name);
            long[] counts = bucket.blocks(layout);
            Map<String, MethodBlocks> code = read(layout);
            for (Layout.Method method : layout.methods()) {
                add(layout, method, counts, code == null ? null : code.get(method.name + method.descriptor));
            }
        }
    }

    /** Class and name of a method, by its number. */
    private String[] named(int method) {
        return method == 0 ? NONE : classes.method(method);
    }

    private void add(Layout layout, Layout.Method method, long[] counts, @Nullable MethodBlocks code)
            throws IOException {
        long instructions = 0;
        long objects = 0;
        for (int i = method.first; i < method.first + method.counters; i++) {
            instructions += counts[i] * layout.instructions(i);
            objects += counts[i] * layout.objects(i);
        }
        long calls = counts[method.first];
        if (calls == 0 && instructions == 0) {
            return;
        }
        MethodBlocks known = layout.entriesOnly || code == null || code.counters() != method.counters ? null : code;
        int line = known == null ? 0 : known.blocks.get(0).line;
        line("M", method.name, method.descriptor, line, calls, instructions);
        if (objects > 0) {
            line("O", objects);
        }
        if (known == null) {
            return;
        }
        int at = method.first + (known.entryApart ? 1 : 0);
        for (MethodBlocks.Block block : known.blocks) {
            long count = counts[at++];
            long turns = block.tests ? counts[at] : count;
            if (block.loop && turns > 0) {
                line("L", block.line, turns);
            }
            add(block, count);
        }
    }

    private void add(MethodBlocks.Block block, long count) throws IOException {
        if (count == 0) {
            return;
        }
        for (AbstractInsnNode node : block.calls) {
            MethodInsnNode call = (MethodInsnNode) node;
            line("I", call.owner, call.name, call.desc, block.line, count);
        }
    }

    private @Nullable Map<String, MethodBlocks> read(Layout layout) {
        if (!read.containsKey(layout)) {
            read.put(layout, blocks(layout));
        }
        return read.get(layout);
    }

    private static @Nullable Map<String, MethodBlocks> blocks(Layout layout) {
        ClassLoader loader = layout.platform ? ClassLoader.getSystemClassLoader() : layout.loader();
        if (loader == null) {
            return null;
        }
        try (InputStream in = loader.getResourceAsStream(layout.name + ".class")) {
            if (in == null) {
                return null; // made while the target runs
            }
            ClassNode node = new ClassNode();
            new ClassReader(in).accept(node, ClassReader.SKIP_FRAMES);
            Map<String, MethodBlocks> blocks = new HashMap<>();
            for (MethodNode method : node.methods) {
                if (MethodBlocks.isCountable(method)) {
                    blocks.put(method.name + method.desc, MethodBlocks.of(method));
                }
            }
            return blocks;
        } catch (Throwable e) {
            return null; // a loader of the application may do anything
        }
    }

    private void line(Object... fields) throws IOException {
        for (int i = 0; i < fields.length; i++) {
            out.write(i == 0 ? "" : "\t");
            out.write(String.valueOf(fields[i]).replace('\t', ' ').replace('\n', ' '));
        }
        out.write('\n');
    }
}
