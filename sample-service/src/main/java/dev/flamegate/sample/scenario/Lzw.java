package dev.flamegate.sample.scenario;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Texts compressed by a growing dictionary (Lempel, Ziv, Welch), one output character for each code. */
final class Lzw {
    private static final int FIRST_CODE = 256;

    private Lzw() {}

    /** The codes, as characters, of a text in Latin-1 that is not empty. */
    static String compress(String text) {
        Map<String, Integer> codes = new HashMap<>();
        for (int i = 0; i < FIRST_CODE; i++) {
            codes.put(String.valueOf((char) i), i);
        }
        StringBuilder out = new StringBuilder();
        String known = "";
        for (char next : text.toCharArray()) {
            String longer = known + next;
            if (codes.containsKey(longer)) {
                known = longer;
            } else {
                out.append((char) codes.getOrDefault(known, 0).intValue());
                codes.put(longer, codes.size());
                known = String.valueOf(next);
            }
        }
        return out.append((char) codes.getOrDefault(known, 0).intValue()).toString();
    }

    /** The text that the codes stand for. */
    static String decompress(String codes) {
        List<String> words = new ArrayList<>();
        for (int i = 0; i < FIRST_CODE; i++) {
            words.add(String.valueOf((char) i));
        }
        String before = words.get(codes.charAt(0));
        StringBuilder out = new StringBuilder(before);
        for (int i = 1; i < codes.length(); i++) {
            int code = codes.charAt(i);
            String word = code < words.size() ? words.get(code) : before + before.charAt(0);
            out.append(word);
            words.add(before + word.charAt(0));
            before = word;
        }
        return out.toString();
    }
}
