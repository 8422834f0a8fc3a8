package dev.flamegate.plan.yaml;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Words in messages: lists of them, shortened ones, and the one that was probably meant. */
public final class Words {
    private static final int BRIEF = 40;

    /** Longer words are not considered misspelt keys. */
    private static final int LONGEST = 64;

    private Words() {}

    /** {@code `a`, `b` and `c`}. */
    public static String listed(List<String> words, String last) {
        List<String> quoted = words.stream().map(word -> "`" + word + "`").collect(Collectors.toList());
        if (quoted.size() == 1) {
            return quoted.get(0);
        }
        int end = quoted.size() - 1;
        return String.join(", ", quoted.subList(0, end)) + " " + last + " " + quoted.get(end);
    }

    /** Shortens a word to fit in a message, on one line. */
    public static String brief(String word) {
        String line = word.replaceAll("\\s+", " ");
        return line.length() > BRIEF ? line.substring(0, BRIEF) + "…" : line;
    }

    /**
     * The candidate with the fewest slips (a letter added, missing or wrong, or two swapped), if these are few for the
     * length of the word; otherwise the first candidate that has the word as a part between dots; otherwise
     * {@code null}.
     */
    public static @Nullable String nearest(String word, Collection<String> candidates) {
        if (word.isEmpty() || word.length() > LONGEST) {
            return null;
        }
        String wanted = plain(word);
        String best = null;
        int fewest = Math.min(word.length(), Math.max(1, word.length() / 3) + 1);
        for (String candidate : candidates) {
            int slips = slips(wanted, plain(candidate));
            if (slips < fewest) {
                fewest = slips;
                best = candidate;
            }
        }
        return best != null ? best : byPart(wanted, candidates);
    }

    private static @Nullable String byPart(String wanted, Collection<String> candidates) {
        for (String candidate : candidates) {
            String name = plain(candidate);
            if (name.startsWith(wanted + ".") || name.endsWith("." + wanted)) {
                return candidate;
            }
        }
        return null;
    }

    private static String plain(String word) {
        return word.toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Optimal string alignment distance. */
    static int slips(String a, String b) {
        int[][] cost = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                cost[i][j] = i == 0 || j == 0 ? i + j : step(cost, a, b, i, j);
            }
        }
        return cost[a.length()][b.length()];
    }

    private static int step(int[][] cost, String a, String b, int i, int j) {
        int other = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        int least = Math.min(Math.min(cost[i - 1][j] + 1, cost[i][j - 1] + 1), cost[i - 1][j - 1] + other);
        boolean swapped = i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
        return swapped ? Math.min(least, cost[i - 2][j - 2] + 1) : least;
    }
}
