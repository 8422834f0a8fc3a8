package dev.flamegate.profile.format;

import dev.flamegate.profile.CallTree;
import dev.flamegate.profile.StackTrie;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.Arrays;

/**
 * Collapsed stacks, the common text form of profiles: one line per stack, frames from the outermost to the innermost
 * joined by {@code ;}, then a space and the weight. The pool, where known, is the first frame: {@code [pool]}, as
 * other tools write threads. With two profiles a line has two weights, which is what {@code flamegraph.pl} and its like
 * draw differences from.
 */
public final class Collapsed {
    private Collapsed() {}

    /** A tree as text, callers before what they call. Requests, states and source lines have no place in this format. */
    public static String write(CallTree tree) {
        StringBuilder text = new StringBuilder();
        try {
            write(JoinedStacks.of(tree), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e); // a builder does not fail
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
            throw new UncheckedIOException(e); // a text does not fail
        }
    }

    /**
     * Reads text of any tool; names are made canonical and threads become pools.
     *
     * @throws IllegalArgumentException with the number of the first line that is no stack with a weight
     */
    public static CallTree read(Reader text) throws IOException {
        return new CollapsedReader(text).read();
    }

    /** Names keep their place in the line: no separator and no line end inside. */
    private static String clean(String name) {
        return name.replace(';', ':').replace('\n', ' ').replace('\r', ' ');
    }
}
