package dev.flamegate.profile.format;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The tables of a profile that samples refer to; in pprof they may stand before or after the samples. */
final class PprofSymbols {
    private final ProfileLimits limits;
    private final List<String> texts = new ArrayList<>();
    private final Map<Long, Function> functions = new HashMap<>();
    private final Map<Long, Location> locations = new HashMap<>();
    private final Map<Long, Long> files = new HashMap<>();
    private final Map<Long, Frames> resolved = new HashMap<>();
    private final Map<String, String> canonical = new HashMap<>();
    private int lineCount;

    PprofSymbols(ProfileLimits limits) {
        this.limits = limits;
    }

    /** Takes the current field of a profile, when it is one of the tables. */
    void read(Protobuf in) {
        switch (in.field()) {
            case PprofFields.STRING_TABLE -> addText(in.text());
            case PprofFields.FUNCTION -> addFunction(in.message());
            case PprofFields.LOCATION -> addLocation(in.message());
            case PprofFields.MAPPING -> addMapping(in.message());
            default -> {
                // Not a table.
            }
        }
    }

    /** A text by its place in the table. */
    String text(long index) {
        if (index < 0 || index >= texts.size()) {
            throw new IllegalArgumentException("it refers to text " + index + " of " + texts.size());
        }
        return texts.get((int) index);
    }

    Frames frames(long location) {
        Frames known = resolved.get(location);
        if (known == null) {
            known = resolve(location);
            resolved.put(location, known);
        }
        return known;
    }

    private Frames resolve(long id) {
        Location location = locations.get(id);
        if (location == null) {
            throw new IllegalArgumentException("it refers to location " + id + ", which does not exist");
        }
        int count = location.lines.length / 2;
        if (count == 0) {
            // Not symbolised: its address differs in every start, the file does not.
            return Frames.of(new String[] {canonical(fileName(location.mapping))}, new int[1]);
        }
        String[] names = new String[count];
        int[] lines = new int[count];
        for (int i = 0; i < count; i++) {
            // The innermost of inlined frames comes first.
            int at = count - 1 - i;
            names[i] = canonical(functionName(location.lines[2 * at]));
            long line = location.lines[2 * at + 1];
            lines[i] = line > 0 && line <= Integer.MAX_VALUE ? (int) line : 0;
        }
        return Frames.of(names, lines);
    }

    private String canonical(String name) {
        return canonical.computeIfAbsent(name, FrameNames::canonical);
    }

    private String functionName(long id) {
        Function function = functions.get(id);
        if (function == null) {
            throw new IllegalArgumentException("it refers to function " + id + ", which does not exist");
        }
        String name = text(function.name);
        return name.isEmpty() ? text(function.systemName) : name;
    }

    private String fileName(long mapping) {
        String path = text(files.getOrDefault(mapping, 0L));
        return path.substring(path.lastIndexOf('/') + 1);
    }

    private void addFunction(Protobuf in) {
        long id = 0;
        long name = 0;
        long systemName = 0;
        while (in.next()) {
            switch (in.field()) {
                case PprofFields.FUNCTION_ID -> id = in.number();
                case PprofFields.FUNCTION_NAME -> name = in.number();
                case PprofFields.FUNCTION_SYSTEM_NAME -> systemName = in.number();
                default -> {
                    // Its file and first line.
                }
            }
        }
        addFunction(id, name, systemName);
    }

    /** A text, with the next number. */
    void addText(String text) {
        texts.add(text);
        limits.checkCount(texts.size(), "names");
    }

    /** A function, by the texts of its names. */
    void addFunction(long id, long name, long systemName) {
        limits.checkCount(functions.size() + 1, "functions");
        if (functions.put(id, new Function(name, systemName)) != null) {
            throw new IllegalArgumentException("function " + id + " is defined twice");
        }
    }

    private void addLocation(Protobuf in) {
        long id = 0;
        long mapping = 0;
        long[] lines = new long[2];
        int count = 0;
        while (in.next()) {
            switch (in.field()) {
                case PprofFields.LOCATION_ID -> id = in.number();
                case PprofFields.LOCATION_MAPPING_ID -> mapping = in.number();
                case PprofFields.LOCATION_LINE -> {
                    if (lines.length == 2 * count) {
                        lines = Arrays.copyOf(lines, 4 * count);
                    }
                    addLine(in.message(), lines, 2 * count++);
                    checkLine();
                }
                default -> {
                    // Its address.
                }
            }
        }
        addLocation(id, mapping, Arrays.copyOf(lines, 2 * count));
    }

    /** Counts a line of a location that is being read. */
    void checkLine() {
        limits.checkCount(++lineCount, "lines of locations");
    }

    /**
     * A place in code.
     *
     * @param lines pairs of a function and a line, the innermost first
     */
    void addLocation(long id, long mapping, long[] lines) {
        limits.checkCount(locations.size() + 1, "locations");
        if (locations.put(id, new Location(mapping, lines)) != null) {
            throw new IllegalArgumentException("location " + id + " is defined twice");
        }
    }

    /** Reads a line, whose fields have the same numbers in OTLP. */
    static void addLine(Protobuf in, long[] lines, int at) {
        while (in.next()) {
            if (in.field() == PprofFields.LINE_FUNCTION_ID) {
                lines[at] = in.number();
            } else if (in.field() == PprofFields.LINE_LINE) {
                lines[at + 1] = in.number();
            }
        }
    }

    private void addMapping(Protobuf in) {
        long id = 0;
        long file = 0;
        while (in.next()) {
            if (in.field() == PprofFields.MAPPING_ID) {
                id = in.number();
            } else if (in.field() == PprofFields.MAPPING_FILENAME) {
                file = in.number();
            }
        }
        addMapping(id, file);
    }

    /** A mapped file, by the text of its name. */
    void addMapping(long id, long file) {
        files.put(id, file);
        limits.checkCount(files.size(), "mappings");
    }

    private record Function(long name, long systemName) {}

    /**
     * A place in code.
     *
     * @param lines pairs of a function and a line, the innermost first
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Location(long mapping, long[] lines) {}

    /**
     * The frames of one location, several where calls were inlined.
     *
     * @param names canonical, the outermost first
     * @param lines 0 when unknown
     * @param pools machine pool that each name gives the stack away to; empty for most
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Frames(String[] names, int[] lines, String[] pools) {
        private static Frames of(String[] names, int[] lines) {
            String[] pools = new String[names.length];
            Arrays.setAll(pools, i -> FrameNames.pool(names[i]));
            return new Frames(names, lines, pools);
        }
    }
}
