package dev.flamegate.profile.jfr;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Writes small chunks for tests, as async-profiler or the JDK would, or as nobody would. Types are declared by name with
 * fields such as {@code startTime:long:TICKS}, {@code stackTrace:jdk.types.StackTrace:constant} and
 * {@code frames:jdk.types.StackFrame:array}.
 */
public final class JfrWriter {
    public static final String CPU = "jdk.ExecutionSample";
    public static final String WALL = "profiler.WallClockSample";
    static final int START = 1_000_000_000;

    private final Map<String, Integer> ids = new LinkedHashMap<>();
    private final Map<String, List<String>> types = new LinkedHashMap<>();
    private final List<Map<String, Map<Long, byte[]>>> checkpoints = new ArrayList<>(List.of(new LinkedHashMap<>()));
    private final Payload events = new Payload();
    private long symbols;

    /** The types that stacks and threads are made of. */
    JfrWriter() {
        for (String name : List.of("boolean", "byte", "char", "double", "float", "int", "long", "short")) {
            type(name);
        }
        type("java.lang.String");
        type("jdk.jfr.Timespan", "value:java.lang.String");
        type("jdk.types.Symbol", "string:java.lang.String");
        type("java.lang.Class", "classLoader:long", "name:jdk.types.Symbol:constant", "modifiers:int");
        type("java.lang.Thread", "osName:java.lang.String", "osThreadId:long", "javaName:java.lang.String");
        type("jdk.types.ThreadState", "name:java.lang.String");
        type(
                "jdk.types.Method",
                "type:java.lang.Class:constant",
                "name:jdk.types.Symbol:constant",
                "modifiers:int",
                "hidden:boolean");
        type("jdk.types.StackFrame", "method:jdk.types.Method:constant", "lineNumber:int", "bytecodeIndex:int");
        type("jdk.types.StackTrace", "truncated:boolean", "frames:jdk.types.StackFrame:array");
        type("jdk.ActiveSetting", "startTime:long", "id:long", "name:java.lang.String", "value:java.lang.String");
    }

    /** As async-profiler writes: states 1 default, 2 runnable, 3 sleeping. */
    public static JfrWriter asyncProfiler() {
        return new JfrWriter()
                .type(
                        CPU,
                        "startTime:long:TICKS",
                        "sampledThread:java.lang.Thread:constant",
                        "stackTrace:jdk.types.StackTrace:constant",
                        "state:jdk.types.ThreadState:constant")
                .type(
                        WALL,
                        "startTime:long:TICKS",
                        "sampledThread:java.lang.Thread:constant",
                        "stackTrace:jdk.types.StackTrace:constant",
                        "state:jdk.types.ThreadState:constant",
                        "contextId:long",
                        "samples:int",
                        "timeSpan:long:TICKS")
                .constant("jdk.types.ThreadState", 1, new Payload().text("STATE_DEFAULT"))
                .constant("jdk.types.ThreadState", 2, new Payload().text("STATE_RUNNABLE"))
                .constant("jdk.types.ThreadState", 3, new Payload().text("STATE_SLEEPING"));
    }

    JfrWriter type(String name, String... fields) {
        ids.put(name, 20 + ids.size());
        types.put(name, List.of(fields));
        return this;
    }

    JfrWriter constant(String type, long id, Payload value) {
        checkpoints.get(0).computeIfAbsent(type, key -> new TreeMap<>()).put(id, value.bytes());
        return this;
    }

    /** What comes next is in a checkpoint of its own, which refers back to the one before. */
    JfrWriter checkpoint() {
        checkpoints.add(0, new LinkedHashMap<>());
        return this;
    }

    public JfrWriter thread(long id, String name) {
        return constant(
                "java.lang.Thread", id, new Payload().text(name).numbers(id).text(name));
    }

    /** A stack of methods, {@code a/A.run}, the outermost first; each method's line is its place in the stack. */
    public JfrWriter stack(long id, String... methods) {
        Payload stack = new Payload().bytes(0).numbers(methods.length);
        for (int i = methods.length - 1; i >= 0; i--) {
            stack.numbers(method(methods[i]), i + 1, 0);
        }
        return constant("jdk.types.StackTrace", id, stack);
    }

    long method(String name) {
        int dot = name.lastIndexOf('.');
        long type = symbol(name.substring(0, Math.max(0, dot)));
        constant("java.lang.Class", type, new Payload().numbers(0, type, 1));
        long method = symbol(name.substring(dot + 1));
        constant(
                "jdk.types.Method",
                method,
                new Payload().numbers(type, method, 1).bytes(0));
        return method;
    }

    private long symbol(String text) {
        constant("jdk.types.Symbol", ++symbols, new Payload().text(text));
        return symbols;
    }

    public JfrWriter setting(String event, String name, String value) {
        int id = ids.getOrDefault(event, 0);
        return event(
                "jdk.ActiveSetting", new Payload().numbers(0, id).text(name).text(value));
    }

    public JfrWriter event(String type, Payload fields) {
        events.raw(new Payload()
                .numbers(ids.getOrDefault(type, 999))
                .raw(fields.bytes())
                .sized());
        return this;
    }

    JfrWriter raw(byte[] event) {
        events.raw(event);
        return this;
    }

    public byte[] build() {
        Payload body = new Payload().raw(events.bytes());
        long metadata = ChunkHeader.LENGTH + body.size();
        body.raw(metadata());
        long before = 0;
        long last = 0;
        for (int i = checkpoints.size() - 1; i >= 0; i--) {
            last = ChunkHeader.LENGTH + body.size();
            body.raw(checkpoint(checkpoints.get(i), before == 0 ? 0 : before - last));
            before = last;
        }
        return new Payload()
                .raw(header(ChunkHeader.LENGTH + body.size(), last, metadata))
                .raw(body.bytes())
                .bytes();
    }

    static byte[] header(long size, long constants, long metadata) {
        return ByteBuffer.allocate(ChunkHeader.LENGTH)
                .putInt(0x464c5200)
                .putShort((short) 2)
                .putShort((short) 0)
                .putLong(size)
                .putLong(constants)
                .putLong(metadata)
                .putLong(START)
                .putLong(10_000_000_000L) // ten seconds
                .putLong(0)
                .putLong(1_000_000_000) // one tick is a nanosecond
                .putInt(1)
                .array();
    }

    byte[] checkpoint(Map<String, Map<Long, byte[]>> pools, long before) {
        Payload checkpoint = new Payload().numbers(1, 0, 0, before).bytes(1).numbers(pools.size());
        pools.forEach((type, constants) -> {
            checkpoint.numbers(ids.getOrDefault(type, 999), constants.size());
            constants.forEach((id, value) -> checkpoint.numbers(id).raw(value));
        });
        return checkpoint.sized();
    }

    private byte[] metadata() {
        List<String> texts = new ArrayList<>();
        Payload tree = new Payload();
        element(tree, texts, "root", Map.of(), 1);
        element(tree, texts, "metadata", Map.of(), types.size());
        types.forEach((name, fields) -> {
            element(tree, texts, "class", Map.of("id", String.valueOf(ids.get(name)), "name", name), fields.size());
            fields.forEach(field -> field(tree, texts, field.split(":")));
        });
        Payload metadata = new Payload().numbers(0, 0, 0, 1).numbers(texts.size());
        texts.forEach(metadata::text);
        return metadata.raw(tree.bytes()).sized();
    }

    private void field(Payload tree, List<String> texts, String[] field) {
        String kind = field.length > 2 ? field[2] : "";
        Map<String, String> attributes = new LinkedHashMap<>();
        attributes.put("name", field[0]);
        attributes.put("class", String.valueOf(ids.getOrDefault(field[1], 998)));
        if (kind.equals("constant")) {
            attributes.put("constantPool", "true");
        } else if (kind.equals("array")) {
            attributes.put("dimension", "1");
        }
        boolean unit = kind.equals("TICKS") || kind.equals("NANOSECONDS");
        element(tree, texts, "field", attributes, unit ? 1 : 0);
        if (unit) {
            String type = String.valueOf(ids.get("jdk.jfr.Timespan"));
            element(tree, texts, "annotation", Map.of("class", type, "value", kind), 0);
        }
    }

    private static void element(
            Payload tree, List<String> texts, String name, Map<String, String> attributes, int children) {
        tree.numbers(text(texts, name), attributes.size());
        attributes.forEach((key, value) -> tree.numbers(text(texts, key), text(texts, value)));
        tree.numbers(children);
    }

    private static long text(List<String> texts, String text) {
        if (!texts.contains(text)) {
            texts.add(text);
        }
        return texts.indexOf(text);
    }
}
