package dev.flamegate.profile.format;

import dev.flamegate.profile.CallTree;
import dev.flamegate.profile.Facet;
import dev.flamegate.profile.StackTrie;
import dev.flamegate.profile.names.CanonicalNames;
import dev.flamegate.profile.names.MachinePools;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Collapsed stacks, the common text form of profiles: one line per stack, frames from the outermost to the innermost
 * joined by {@code ;}, then a space and the weight. The pool, where known, is the first frame: {@code [pool]}, as
 * other tools write threads. With two profiles a line has two weights, which is what {@code flamegraph.pl} and its like
 * draw differences from.
 */
public final class Collapsed {
    private Collapsed() {}

    /**
     * A tree as text, callers before what they call. Requests, states and source lines have no place in this format.
     */
    public static String write(CallTree tree) {
        StringBuilder text = new StringBuilder();
        try {
            write(JoinedStacks.of(tree), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // a builder cannot fail
        }
        return text.toString();
    }

    /** One profile with one weight a line, or two with two. Stacks that no profile has a weight for are left out. */
    public static void write(JoinedStacks stacks, Appendable out) throws IOException {
        StackTrie trie = stacks.trie();
        StringBuilder line = new StringBuilder();
        int[] depths = new int[trie.size()];
        int[] lengths = new int[16]; // of the line's beginning, by depth
        for (int node : stacks.depthFirst()) {
            if (node != CallTree.ROOT) {
                int depth = depths[trie.parent(node)] + 1;
                depths[node] = depth;
                if (depth == lengths.length) {
                    lengths = Arrays.copyOf(lengths, lengths.length * 2);
                }
                line.setLength(lengths[depth - 1]);
                line.append(line.length() == 0 ? "" : ";").append(clean(trie.nameAt(trie.nameOf(node))));
                lengths[depth] = line.length();
            }
            if (stacks.hasSelf(node)) {
                out.append(line);
                for (int side = 0; side < stacks.sides(); side++) {
                    out.append(' ').append(Long.toString(stacks.self(side, node)));
                }
                out.append('\n');
            }
        }
    }

    /**
     * Reads text of any tool; names are made canonical and threads become pools.
     *
     * @throws IllegalArgumentException with the number of the first line that is no stack with a weight
     */
    public static CallTree read(String text) {
        try {
            return read(new StringReader(text));
        } catch (IOException e) {
            throw new UncheckedIOException(e); // a string cannot fail
        }
    }

    /**
     * Reads text of any tool; names are made canonical and threads become pools.
     *
     * @throws IllegalArgumentException with the number of the first line that is no stack with a weight
     */
    public static CallTree read(Reader text) throws IOException {
        return new Parser(text).read();
    }

    /** A name must not contain the separator or a line end. */
    private static String clean(String name) {
        return name.replace(';', ':').replace('\n', ' ').replace('\r', ' ');
    }

    /** Reads collapsed stacks line by line: only the tree is kept, and each distinct frame's name is parsed once. */
    private static final class Parser {
        private static final int LONGEST_LINE = 1 << 26;

        /** Suffixes that async-profiler appends to frames: interpreted, inlined, kernel and so on. */
        private static final Pattern MARK = Pattern.compile("_\\[[a-z0-9]]$");

        private static final Pattern THREAD = Pattern.compile("\\[(.*?)(?: tid=\\d+)?]");

        /** Texts that profilers write in brackets instead of a frame, and that are no thread's name. */
        private static final Pattern NO_THREAD = Pattern.compile(
                "\\[(unknown.*|not sampled|no_Java_frame|not_walkable.*|deoptimization|break_.*|frame_error|heap|stack)]");

        private final CallTree.Builder builder = new CallTree.Builder();
        private final Map<String, Integer> names = new HashMap<>(); // twice the name, plus one for the profiler's own
        private final Map<String, Facet> threads = new HashMap<>();
        private final Reader in;
        private char[] buffer = new char[1 << 16];
        private int at;
        private int end;

        Parser(Reader in) {
            this.in = in;
        }

        CallTree read() throws IOException {
            int number = 0;
            for (String line = line(); line != null; line = line()) {
                number++;
                String stripped = line.strip();
                if (!stripped.isEmpty()) {
                    try {
                        add(stripped);
                    } catch (IllegalArgumentException e) {
                        throw new IllegalArgumentException(
                                "line " + number + ": expected frames joined by ';', a space and a whole number", e);
                    }
                }
            }
            return builder.build();
        }

        /** The next line without its end; {@code null} after the last. */
        private @Nullable String line() throws IOException {
            int from = at;
            while (true) {
                for (; at < end; at++) {
                    if (buffer[at] == '\n') {
                        return new String(buffer, from, at++ - from);
                    }
                }
                int kept = end - from;
                if (kept > LONGEST_LINE) {
                    throw new IllegalArgumentException("a line longer than " + LONGEST_LINE + " characters");
                }
                char[] next = kept * 2 > buffer.length ? new char[buffer.length * 2] : buffer;
                System.arraycopy(buffer, from, next, 0, kept);
                buffer = next;
                from = 0;
                at = kept;
                int read = in.read(buffer, kept, buffer.length - kept);
                end = kept + Math.max(0, read);
                if (read < 0) {
                    return kept == 0 ? null : new String(buffer, 0, kept);
                }
            }
        }

        private void add(String line) {
            int space = line.lastIndexOf(' ');
            long weight = Long.parseLong(line.substring(space + 1));
            Facet facet = Facet.NONE;
            int node = CallTree.ROOT;
            int profiler = 0;
            for (int from = 0; from < space; ) {
                int semicolon = line.indexOf(';', from);
                int to = semicolon < 0 || semicolon > space ? space : semicolon;
                String frame = line.substring(from, to);
                if (from == 0 && isThread(frame)) {
                    facet = threads.computeIfAbsent(frame, Parser::facet);
                } else if (!frame.isEmpty()) {
                    int name = name(frame);
                    profiler |= name & 1;
                    node = builder.trie().child(node, name >>> 1, 0);
                    ProfileLimits.USUAL.checkCount(node, "different frames in their places");
                }
                from = to + 1;
            }
            builder.addAt(node, profiler != 0 ? new Facet(MachinePools.PROFILER, "", "") : facet, weight);
        }

        private int name(String frame) {
            Integer known = names.get(frame);
            if (known == null) {
                String original = MARK.matcher(frame).replaceFirst("");
                String canonical = CanonicalNames.frame(original);
                int name = builder.trie().name(canonical, CanonicalNames.original(original));
                known = name << 1 | (MachinePools.isProfiler(canonical) ? 1 : 0);
                names.put(frame, known);
            }
            return known;
        }

        private static boolean isThread(String frame) {
            return frame.startsWith("[")
                    && frame.endsWith("]")
                    && !NO_THREAD.matcher(frame).matches();
        }

        private static Facet facet(String frame) {
            Matcher thread = THREAD.matcher(frame);
            String name = thread.matches() ? thread.group(1) : frame;
            String pool = MachinePools.NAMES.contains(frame)
                    ? frame
                    : MachinePools.of(name).orElseGet(() -> CanonicalNames.pool(name));
            return new Facet(pool, "", "");
        }
    }
}
