package dev.flamegate.format;

import dev.flamegate.model.finding.ValidityProblem;
import dev.flamegate.model.rule.Selector;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Names that come from outside (requests, frames, rules, machines), made safe to show. Invisible characters are
 * written out, so that a name can neither control a terminal, change the direction of text, nor break a document.
 */
public final class Names {
    /** The check whose message names the pair, so that naming its trials adds nothing. */
    private static final String PAIR = "pair";

    private static final char ELLIPSIS = '…';

    /** The selector that shows a symbol as an emoji. */
    private static final int EMOJI_STYLE = 0xFE0F;

    /** Letters and marks without a shape: fillers of Hangul, a cell of Braille without dots, a joiner, vowels of Khmer. */
    private static final String BLANK = "\u115F\u1160\u3164\uFFA0\u2800\u034F\u17B4\u17B5";

    /** Characters of a hash that tell a commit from others. */
    private static final int COMMIT = 10;

    /** {@code libc.so.6.}, {@code libasyncProfiler-linux-x64.so.} */
    private static final Pattern LIBRARY = Pattern.compile("[^/]*?\\.so(\\.\\d+)*\\.");

    private Names() {}

    /**
     * The name with control, direction and unpaired surrogate characters written as their code, such as {@code \u001B}.
     */
    public static String visible(String name) {
        if (isPlain(name)) {
            return name;
        }
        StringBuilder text = new StringBuilder(name.length());
        int before = 0;
        for (int point : name.codePoints().toArray()) {
            if (isHidden(point) && !(point == EMOJI_STYLE && Character.getType(before) == Character.OTHER_SYMBOL)) {
                text.append(String.format(Locale.ROOT, "\\u%04X", point));
            } else {
                text.appendCodePoint(point);
            }
            before = point;
        }
        return text.toString();
    }

    /** Nearly all names are; this avoids the copy. */
    private static boolean isPlain(String name) {
        for (int i = 0; i < name.length(); i++) {
            if (name.charAt(i) < ' ' || name.charAt(i) > '~') {
                return false;
            }
        }
        return true;
    }

    private static boolean isHidden(int point) {
        return switch (Character.getType(point)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> true;
            default -> point == 0xFFFE || point == 0xFFFF || isBlank(point);
        };
    }

    /** Selectors of variants, each of which can stand for a byte of a text that only a machine reads, and blank letters. */
    private static boolean isBlank(int point) {
        return (point >= 0xFE00 && point <= EMOJI_STYLE)
                || (point >= 0xE0100 && point <= 0xE01EF)
                || (point >= 0x180B && point <= 0x180F)
                || BLANK.indexOf(point) >= 0;
    }

    /** Cut at the end when longer than {@code length} code units, at least 1. */
    public static String cut(String name, int length) {
        return name.length() <= length ? name : whole(name, length - 1, true) + ELLIPSIS;
    }

    /** Cut at the start when longer than {@code length}: the end of a method's name says more than its start. */
    public static String cutStart(String name, int length) {
        return name.length() <= length ? name : ELLIPSIS + whole(name, length - 1, false);
    }

    private static String whole(String name, int length, boolean fromStart) {
        if (fromStart) {
            boolean splits = length > 0 && Character.isHighSurrogate(name.charAt(length - 1));
            return name.substring(0, splits ? length - 1 : length);
        }
        int start = name.length() - length;
        boolean splits = start < name.length() && Character.isLowSurrogate(name.charAt(start));
        return name.substring(splits ? start + 1 : start);
    }

    /**
     * Class and method of a canonical frame name, without the package: {@code Matrix.multiply}; the function alone of
     * a native library's.
     */
    public static String shortFrame(String name) {
        Matcher library = LIBRARY.matcher(name);
        if (library.lookingAt() && library.end() < name.length()) {
            return name.substring(library.end());
        }
        int method = name.lastIndexOf('.');
        int type = method < 0 ? -1 : name.lastIndexOf('.', method - 1);
        return type < 0 ? name : name.substring(type + 1);
    }

    /** The part of the service in words, such as {@code request POST /checkout}; empty for all of it. */
    public static String selector(Selector selector) {
        return selector.parts().entrySet().stream()
                .map(part -> part.getKey().key() + " " + visible(part.getValue()))
                .collect(Collectors.joining(", "));
    }

    /** The names of the part alone, for a narrow place; empty for all of the service. */
    public static String part(Selector selector) {
        return selector.parts().values().stream().map(Names::visible).collect(Collectors.joining(", "));
    }

    /** The first of a rule's source {@code file:line}: the file. */
    public static String file(String source) {
        int colon = source.lastIndexOf(':');
        return colon < 0 ? source : source.substring(0, colon);
    }

    /** {@code trial 2}, {@code trials 1, 2 and 3}; empty for none, which means the whole run. */
    public static String trials(List<Integer> numbers) {
        if (numbers.size() < 2) {
            return numbers.isEmpty() ? "" : "trial " + numbers.get(0);
        }
        int last = numbers.size() - 1;
        return "trials "
                + numbers.subList(0, last).stream().map(String::valueOf).collect(Collectors.joining(", "))
                + " and " + numbers.get(last);
    }

    /** The subject of a validity problem: {@code steal, trials 1 and 2}. */
    public static String check(ValidityProblem problem) {
        String trials = problem.check().equals(PAIR) ? "" : trials(problem.trials());
        return visible(problem.check()) + (trials.isEmpty() ? "" : ", " + trials);
    }

    /** The first ten characters of a commit's hash. */
    public static String commit(String hash) {
        return hash.substring(0, Math.min(COMMIT, hash.length()));
    }

    /** A constant's name in lower case, such as for a CSS class. */
    public static String key(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    /** {@code "1 trial"}, {@code "3 trials"}. */
    public static String plural(long count, String noun) {
        return plural(count, noun, noun + "s");
    }

    /** {@code "1 criterion"}, {@code "3 criteria"}. */
    public static String plural(long count, String one, String many) {
        return Numbers.count(count) + " " + (count == 1 ? one : many);
    }
}
