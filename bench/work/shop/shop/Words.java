package shop;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** The words of a text. */
final class Words {
    private static final Pattern CODE = Pattern.compile("[a-z]+-\\d+");

    private final String text;

    Words(String text) {
        this.text = text;
    }

    /** Words such as {@code item-7}, with how often each occurs. */
    Map<String, Integer> codes() {
        Map<Word, Integer> counts = new HashMap<>();
        for (String word : text.split(" ")) {
            Pattern code = Planted.PATTERN ? Pattern.compile("[a-z]+-\\d+") : CODE;
            if (code.matcher(word).matches() && number(word) >= 0) {
                counts.merge(new Word(word), 1, Integer::sum);
            }
        }
        Map<String, Integer> sorted = new TreeMap<>();
        counts.forEach((word, number) -> sorted.put(word.text, number));
        return sorted;
    }

    private static int number(String word) {
        if (Planted.EXCEPTION) {
            try {
                return Integer.parseInt(word);
            } catch (NumberFormatException e) {
                // Only what follows the hyphen is a number.
            }
        }
        return Integer.parseInt(word.substring(word.indexOf('-') + 1));
    }

    private static final class Word {
        private final String text;

        Word(String text) {
            this.text = text;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Word word && Objects.equals(text, word.text);
        }

        @Override
        public int hashCode() {
            return Planted.HASH ? text.length() : text.hashCode();
        }
    }
}
