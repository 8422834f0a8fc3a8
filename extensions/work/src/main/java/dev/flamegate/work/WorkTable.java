package dev.flamegate.work;

import dev.flamegate.collect.CollectionFailed;
import dev.flamegate.profile.names.CanonicalNames;
import dev.flamegate.work.code.ShuffledCode;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Everything that one start executed, by request and method, with names as profiles have them: methods of one name are
 * one.
 *
 * @param ran methods that ran at all, when the target started or later
 * @param buckets the requests, by their number
 */
record WorkTable(Set<String> ran, Map<Integer, Bucket> buckets) {
    private static final int MOST_LINES = 5_000_000;

    private static final long MOST_BYTES = 100L * MOST_LINES;

    /** A line has at most three names, of up to 65,535 bytes each in a class file, and a few numbers. */
    private static final int LONGEST_LINE = 256 << 10;

    /** The requests of one name. */
    static final class Bucket {
        long requests;
        final Map<String, Method> methods = new HashMap<>();

        /** Exceptions constructed, by class. */
        final Map<String, Long> thrown = new TreeMap<>();

        Method method(String name) {
            return methods.computeIfAbsent(name, key -> new Method());
        }
    }

    /** One method, with sums over all requests. */
    static final class Method {
        int line;
        long calls;
        long instructions;

        /** Objects and arrays that it creates itself. */
        long objects;

        /** Exceptions that it constructs itself. */
        long exceptions;

        /** True if the method itself is counted, and not only where it is called. */
        boolean counted;

        /** Turns of its loops, by line. */
        final Map<Integer, Long> loops = new TreeMap<>();

        /** Calls in counted code, by caller; a call of a type's method may end in another's. */
        final Map<String, Long> callers = new HashMap<>();

        /** Calls by the counted method that ran, whatever lay between; {@code null} if that is not known. */
        @Nullable
        Map<String, Long> entered;
    }

    /**
     * Reads the agent's lines; see its class of this name.
     *
     * @throws CollectionFailed when they are something else
     */
    static WorkTable read(byte[] compressed) {
        try (BufferedReader in = new BufferedReader(new InputStreamReader(
                new Bounded(new GZIPInputStream(new ByteArrayInputStream(compressed))), StandardCharsets.UTF_8))) {
            Reading reading = new Reading();
            int lines = 0;
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (++lines > MOST_LINES) {
                    throw new CollectionFailed("The table of counted methods has more than " + MOST_LINES + " lines");
                }
                reading.line(line.split("\t", -1));
            }
            return reading.table;
        } catch (IOException | IllegalArgumentException | IndexOutOfBoundsException e) {
            throw new CollectionFailed("The table of counted methods cannot be read: " + e, e);
        }
    }

    /** A few bytes of a compressed stream can become gigabytes, in one line or in many. */
    private static final class Bounded extends FilterInputStream {
        private long all;
        private int line;

        Bounded(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] into, int from, int length) throws IOException {
            int read = super.read(into, from, length);
            for (int i = from; i < from + read; i++) {
                line = into[i] == '\n' ? 0 : line + 1;
                if (line > LONGEST_LINE || ++all > MOST_BYTES) {
                    throw new IOException(
                            line > LONGEST_LINE ? "a line is too long" : "it has more than " + MOST_BYTES + " bytes");
                }
            }
            return read;
        }
    }

    private static final class Reading {
        private final WorkTable table = new WorkTable(new HashSet<>(), new TreeMap<>());
        private final Map<String, String> names = new HashMap<>();
        private Bucket bucket = new Bucket();
        private String type = "";
        private String caller = "";
        private Method method = new Method();

        void line(String[] fields) {
            switch (fields[0]) {
                case "R" -> table.ran.add(CanonicalNames.frame(type, fields[1]));
                case "B" -> {
                    bucket = new Bucket();
                    bucket.requests = Long.parseLong(fields[2]);
                    table.buckets.put(Integer.valueOf(fields[1]), bucket);
                }
                case "X" -> thrown(fields);
                case "C" -> type = fields[1];
                case "M" -> {
                    caller = name(type, fields[1]);
                    method = bucket.method(caller);
                    method.counted = true;
                    method.line = method.line == 0 ? Integer.parseInt(fields[3]) : method.line;
                    method.calls += Long.parseLong(fields[4]);
                    method.instructions += Long.parseLong(fields[5]);
                }
                case "O" -> method.objects += Long.parseLong(fields[1]);
                case "L" -> method.loops.merge(Integer.valueOf(fields[1]), Long.valueOf(fields[2]), Long::sum);
                case "I" ->
                    bucket.method(name(fields[1], fields[2])).callers.merge(caller, Long.valueOf(fields[5]), Long::sum);
                case "E" -> entered(bucket.method(name(fields[3], fields[4])), fields);
                default -> throw new IllegalArgumentException(fields[0] + ": not a line of the table");
            }
        }

        private void thrown(String[] fields) {
            long times = Long.parseLong(fields[2]);
            bucket.thrown.merge(fields[1], times, Long::sum);
            if (!fields[3].isEmpty()) {
                bucket.method(name(fields[3], fields[4])).exceptions += times;
            }
        }

        private void entered(Method called, String[] fields) {
            Map<String, Long> by = called.entered == null ? new HashMap<>() : called.entered;
            called.entered = by;
            if (!fields[1].isEmpty()) {
                by.merge(name(fields[1], fields[2]), Long.valueOf(fields[5]), Long::sum);
            }
        }

        private String name(String owner, String simple) {
            return names.computeIfAbsent(
                    owner + "\t" + simple, key -> CanonicalNames.frame(owner, ShuffledCode.method(owner, simple)));
        }
    }
}
