package dev.flamegate.init.simulation;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Path and query of a request that was seen, in the characters that a URI may have.
 *
 * @param target as it is sent again, without secrets
 * @param template its path, with {@code {id}} and {@code {date}} for what looks like an id or a date
 * @param withheld names of query and path parameters that were left out as secrets
 */
record RequestTarget(String target, String template, Set<String> withheld) {
    /** Methods that a simulation can send. */
    static final Set<String> METHODS = Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS");

    /** Maximum length, in characters; longer ones are not sent again. */
    static final int LONGEST = 1_000;

    private static final String ALLOWED = "-._~!$&'()*+,;=:@/?";
    private static final Pattern NUMBER = Pattern.compile("\\d++");
    private static final Pattern DATE = Pattern.compile("\\d{4}-\\d{2}-\\d{2}");
    private static final Pattern UUID =
            Pattern.compile("[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}");
    private static final Pattern HEX = Pattern.compile("(?=[a-fA-F]*+\\d)[0-9a-fA-F]{16,}+");

    /** ULIDs, and other ids in letters and digits: long, with several digits. */
    private static final Pattern CODE = Pattern.compile("(?=(?:\\D*+\\d){3})[A-Za-z0-9_-]{20,}+");

    private static final Pattern ENDING = Pattern.compile("\\.[A-Za-z][A-Za-z0-9]{1,4}+$");

    /**
     * The target of a request line or an address; empty if it is no path, too long, or has a secret in its path.
     *
     * @param raw {@code /a?b=c}, or the same after scheme and host
     */
    static Optional<RequestTarget> of(String raw) {
        String target = local(raw);
        if (!target.startsWith("/") || target.length() > LONGEST) {
            return Optional.empty();
        }
        int question = target.indexOf('?');
        Set<String> withheld = new TreeSet<>();
        // Looks at the parts only if there is something in the whole: a log has millions of targets.
        boolean suspicious = hasSecret(target);
        String path = path(question < 0 ? target : target.substring(0, question), suspicious, withheld);
        if (suspicious && hasSecret(path)) {
            return Optional.empty();
        }
        String query = question < 0 ? "" : query(target.substring(question + 1), suspicious, withheld);
        return Optional.of(new RequestTarget(path + (query.isEmpty() ? "" : "?" + query), template(path), withheld));
    }

    /** True if a text, or its decoded form, contains a secret or may contain one. */
    private static boolean hasSecret(String text) {
        String decoded = decoded(text);
        boolean damaged = decoded.equals(text) && text.indexOf('%') >= 0;
        return SecretNames.hasSecret(text) || damaged || (!decoded.equals(text) && SecretNames.hasSecret(decoded));
    }

    /** The target without scheme, host and fragment. */
    private static String local(String raw) {
        int fragment = raw.indexOf('#');
        String whole = fragment < 0 ? raw : raw.substring(0, fragment);
        int scheme = whole.indexOf("://");
        if (scheme <= 0 || !whole.substring(0, scheme).toLowerCase(Locale.ROOT).startsWith("http")) {
            return whole;
        }
        int path = scheme + 3;
        while (path < whole.length() && whole.charAt(path) != '/' && whole.charAt(path) != '?') {
            path++;
        }
        return path < whole.length() && whole.charAt(path) == '/' ? whole.substring(path) : "/" + whole.substring(path);
    }

    private static String path(String path, boolean suspicious, Set<String> withheld) {
        StringBuilder out = new StringBuilder(path.length());
        for (String segment : path.substring(1).split("/", -1)) {
            out.append('/');
            String[] parameters = segment.split(";", -1);
            out.append(encoded(parameters[0]));
            for (int i = 1; i < parameters.length; i++) {
                if (isKept(parameters[i], suspicious, withheld)) {
                    out.append(';').append(encoded(parameters[i]));
                }
            }
        }
        return out.toString();
    }

    private static String query(String query, boolean suspicious, Set<String> withheld) {
        List<String> kept = new ArrayList<>();
        for (String parameter : query.split("&", -1)) {
            if (!parameter.isEmpty() && isKept(parameter, suspicious, withheld)) {
                kept.add(encoded(parameter));
            }
        }
        return String.join("&", kept);
    }

    /** True if a parameter, {@code name=value}, holds no secret. */
    private static boolean isKept(String parameter, boolean suspicious, Set<String> withheld) {
        int equals = parameter.indexOf('=');
        String name = decoded(equals < 0 ? parameter : parameter.substring(0, equals));
        String value = equals < 0 ? "" : decoded(parameter.substring(equals + 1));
        boolean secretName = suspicious && SecretNames.hasSecret(name);
        if (!secretName && !SecretNames.isSecret(name) && !(suspicious && SecretNames.hasSecret(value))) {
            return true;
        }
        withheld.add(secretName ? "?" : shown(name));
        return false;
    }

    /** Letters, digits and few signs of a name, for comments and messages. */
    static String shown(String name) {
        String plain = name.replaceAll("[^A-Za-z0-9_.:\\[\\]-]", "?");
        return plain.length() <= 40 ? plain : plain.substring(0, 40);
    }

    private static String template(String path) {
        StringBuilder template = new StringBuilder(path.length());
        for (String segment : path.substring(1).split("/", -1)) {
            int parameters = segment.indexOf(';');
            template.append('/').append(folded(parameters < 0 ? segment : segment.substring(0, parameters)));
        }
        return template.toString();
    }

    private static String folded(String segment) {
        String ending = ENDING.matcher(segment).find() ? segment.substring(segment.lastIndexOf('.')) : "";
        String stem = segment.substring(0, segment.length() - ending.length());
        if (DATE.matcher(stem).matches()) {
            return "{date}" + ending;
        }
        boolean id = NUMBER.matcher(stem).matches()
                || UUID.matcher(stem).matches()
                || HEX.matcher(stem).matches()
                || CODE.matcher(stem).matches();
        return id ? "{id}" + ending : segment;
    }

    /**
     * Encodes a text in the characters of a URI: braces, quotes, spaces and everything beyond ASCII as percent and
     * digits.
     */
    static String encoded(String text) {
        StringBuilder out = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); ) {
            int point = text.codePointAt(i);
            boolean letter = point < 128 && Character.isLetterOrDigit(point);
            if (letter || (point < 128 && ALLOWED.indexOf(point) >= 0) || (point == '%' && isEscape(text, i))) {
                out.append((char) point);
            } else {
                for (byte one : Character.toString(point).getBytes(StandardCharsets.UTF_8)) {
                    out.append('%').append(String.format(Locale.ROOT, "%02X", one & 0xff));
                }
            }
            i += Character.charCount(point);
        }
        return out.toString();
    }

    private static boolean isEscape(String text, int at) {
        return at + 2 < text.length()
                && Character.digit(text.charAt(at + 1), 16) >= 0
                && Character.digit(text.charAt(at + 2), 16) >= 0
                && text.charAt(at + 1) < 128
                && text.charAt(at + 2) < 128;
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return text; // a percent sign that begins no escape
        }
    }
}
