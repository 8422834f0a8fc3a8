package dev.flamegate.profile;

import java.util.regex.Pattern;

/**
 * Names of frames and threads that are equal for equal code in every start of every build: what virtual machines and
 * libraries number or hash anew each time is taken out.
 *
 * <p>Applied when trees are built, so that trees of different runs merge and compare by name. A name that is canonical
 * stays as it is.
 */
public final class CanonicalNames {
    private static final String ADDRESS = "0x[0-9a-fA-F]+";
    private static final Pattern DIGITS = Pattern.compile("\\d+");

    private static final Replacement[] REPLACEMENTS = {
        // Foo$$Lambda$14/0x0000000800066840, Foo$$Lambda.0x00007f.., Foo$$Lambda$14/1234567; Foo$$Lambda_ of Pyroscope
        new Replacement("$$Lambda", "\\$\\$Lambda(?:(?:[/$.+](?:" + ADDRESS + "|\\d+))+|_(?=[./]|$))", "\\$\\$Lambda"),
        // The n-th lambda of a class: adding one renumbers the others.
        new Replacement("lambda$", "\\blambda\\$([\\w$]+?)\\$\\d+\\b", "lambda\\$$1"),
        // LambdaForm$MH/0x.., Hidden/0x.., Anything+0x..
        new Replacement("0x", "[/.+]" + ADDRESS + "(?:[/.]\\d+)?", ""),
        new Replacement(
                "Accessor", "\\b(Generated(?:Serialization)?(?:Method|Constructor)Accessor)(?:\\d+|_(?=[./]|$))", "$1"),
        new Replacement("$Proxy", "\\$Proxy\\d+", "\\$Proxy"),
        new Replacement("jdk.proxy", "\\bjdk\\.proxy\\d+", "jdk.proxy"),
        new Replacement("CGLIB$$", "(\\$\\$\\w*CGLIB)\\$\\$[0-9a-f]+(?=\\.|$|\\$)", "$1"),
        new Replacement("FastClass$$", "\\$\\$FastClass\\$\\$\\d+", "\\$\\$FastClass"),
        new Replacement("CGLIB$", "\\bCGLIB\\$(\\w+?)\\$\\d+\\b", "CGLIB\\$$1"),
        new Replacement("$ByteBuddy$", "\\$ByteBuddy\\$\\w+", "\\$ByteBuddy"),
        new Replacement("$HibernateProxy$", "\\$HibernateProxy\\$\\w+", "\\$HibernateProxy"),
        new Replacement("_$$_jvst", "_\\$\\$_jvst[0-9a-f_]+", "_\\$\\$_jvst"),
        // libasyncProfiler-linux-x64-4f6e...so, libnetty_epoll_x86_6412345678901.so
        new Replacement(".so", "[-_]?(?:[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|[0-9a-f]{8,})(?=[-.])", ""),
    };

    private CanonicalNames() {}

    /** The canonical name of a method; {@code type} is empty for native code, where {@code method} says all. */
    public static String frame(String type, String method) {
        return frame(type.isEmpty() ? method : type + "." + method);
    }

    /** The canonical form of a frame's name, dots for slashes: {@code sun/misc/Foo.bar} is {@code sun.misc.Foo.bar}. */
    public static String frame(String name) {
        String canonical = name;
        for (Replacement replacement : REPLACEMENTS) {
            canonical = replacement.apply(canonical);
        }
        return isJava(canonical) ? canonical.replace('/', '.') : canonical;
    }

    /** The pool of a thread: its name with every number as {@code #}. */
    public static String pool(String thread) {
        return DIGITS.matcher(thread).replaceAll("#");
    }

    /** Signatures and paths of native code keep their slashes. */
    private static boolean isJava(String name) {
        return name.indexOf('/') > 0 && name.indexOf('(') < 0 && name.indexOf(' ') < 0 && !name.contains("::");
    }

    /** One rule; the search for its fixed part keeps plain names cheap. */
    private record Replacement(String hint, Pattern pattern, String by) {
        Replacement(String hint, String pattern, String by) {
            this(hint, Pattern.compile(pattern), by);
        }

        String apply(String name) {
            return name.contains(hint) ? pattern.matcher(name).replaceAll(by) : name;
        }
    }
}
