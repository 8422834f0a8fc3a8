package dev.flamegate.plan;

import java.util.List;
import java.util.stream.Collectors;

/** Small things about the text of messages. */
final class Words {
    private static final int BRIEF = 40;

    private Words() {}

    /** {@code `a`, `b` and `c`}. */
    static String listed(List<String> words, String last) {
        List<String> quoted = words.stream().map(word -> "`" + word + "`").collect(Collectors.toList());
        if (quoted.size() == 1) {
            return quoted.get(0);
        }
        int end = quoted.size() - 1;
        return String.join(", ", quoted.subList(0, end)) + " " + last + " " + quoted.get(end);
    }

    /** Not more of a word than fits into a message, and on one line. */
    static String brief(String word) {
        String line = word.replaceAll("\\s+", " ");
        return line.length() > BRIEF ? line.substring(0, BRIEF) + "…" : line;
    }
}
