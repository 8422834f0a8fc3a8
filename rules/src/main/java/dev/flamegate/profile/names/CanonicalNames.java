package dev.flamegate.profile.names;

import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/**
 * Names of frames and threads that are equal for equal code in every start of every build: what virtual machines,
 * compilers and libraries number or hash afresh each time is removed.
 *
 * <p>Applied when trees are built, so that trees of different runs merge and compare by name. A name that is canonical
 * stays as it is. Two methods in the source keep two names, with one deliberate exception: the lambdas of one method
 * share a name ({@code lambda$handle$0} and {@code lambda$handle$1}), and so do closures and anonymous functions of
 * other languages where the compiler names them by their method and a number ({@code Foo$handle$1.invoke} of Kotlin: a
 * function's name, unlike that of a class, begins with a lower-case letter). Adding one renumbers the others, and a
 * diff by number would compare one with another. Anonymous classes ({@code Foo$1}) are numbered by their class, not by
 * a method, and keep their numbers.
 */
public final class CanonicalNames {
    private static final String UUID = "[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}";

    /** Ids, addresses and hashes of objects, then numbers. */
    private static final Pattern THREAD_NUMBER = Pattern.compile(UUID
            + "|(?<=@)[0-9a-f]{5,16}(?![0-9a-z])|0x[0-9a-fA-F]+"
            + "|(?<![0-9A-Za-z])(?=[a-f]*[0-9])[0-9a-f]{8,}(?![0-9A-Za-z])|[0-9]+");

    /** A library's file and the text after it: libnetty.so.function, libc.so.6, jna123.tmp. */
    private static final Pattern LIBRARY =
            Pattern.compile("^((?:lib|jna)[\\w+.-]*?|[\\w+.]*-[\\w+.-]*?)(\\.(?:so|dylib|dll|tmp)(?:[.\\d].*)?)$");

    /** The suffixes that loaders add to the name of a library that they unpack. */
    private static final Pattern LIBRARY_HASH =
            Pattern.compile("(?:[-_]?" + UUID + "|[-_](?=[a-f]*[0-9])[0-9a-f]{8,}|[0-9]{8,})(?![0-9A-Za-z])");

    /** Longer names are data of some kind; the rules would take too long on them. */
    private static final int LONGEST = 2_000;

    private CanonicalNames() {}

    /** The canonical name of a method; {@code type} is empty for native code, where {@code method} says all. */
    public static String frame(String type, String method) {
        // No method name contains a slash.
        return type.isEmpty() ? frame(method) : canonical(type + "." + method, name -> name.replace('/', '.'));
    }

    /** The canonical form of a frame's name, dots for slashes: {@code sun/misc/Foo.bar} is {@code sun.misc.Foo.bar}. */
    public static String frame(String name) {
        return canonical(name, CanonicalNames::dotted);
    }

    /** A method as its recording calls it, for display: as {@link #frame(String, String)}, but with nothing removed. */
    public static String original(String type, String method) {
        return type.isEmpty() ? dotted(method) : type.replace('/', '.') + "." + method;
    }

    /** A frame as its recording calls it, for display: as {@link #frame(String)}, but with nothing removed. */
    public static String original(String name) {
        return dotted(name);
    }

    /** The pool of a thread: its name with every number, id and address as {@code #}. */
    public static String pool(String thread) {
        return THREAD_NUMBER.matcher(thread).replaceAll("#");
    }

    /** Applies the rules until none matches: removing one number can expose the next one. */
    private static String canonical(String name, UnaryOperator<String> dots) {
        String canonical = name;
        String before;
        do {
            before = canonical;
            if (mayBeSynthetic(canonical)) {
                canonical = Synthetics.strip(canonical);
                canonical = withoutLibraryHash(canonical);
            }
            canonical = dots.apply(canonical);
        } while (!canonical.equals(before));
        return canonical;
    }

    /**
     * True if a rule may match the name. Most names have no digit, dollar sign or underscore, and no rule matches them.
     */
    private static boolean mayBeSynthetic(String name) {
        if (name.length() > LONGEST) {
            return false;
        }
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (c == '$' || c == '_' || (c >= '0' && c <= '9')) {
                return true;
            }
        }
        return false;
    }

    private static String withoutLibraryHash(String name) {
        if (!name.contains(".so") && !name.contains(".dylib") && !name.contains(".dll") && !name.contains(".tmp")) {
            return name;
        }
        var library = LIBRARY.matcher(name);
        return library.matches() ? LIBRARY_HASH.matcher(library.group(1)).replaceAll("") + library.group(2) : name;
    }

    private static String dotted(String name) {
        return isJava(name) ? name.replace('/', '.') : name;
    }

    /** Signatures and paths of native code keep their slashes. */
    private static boolean isJava(String name) {
        return name.indexOf('/') > 0 && name.indexOf('(') < 0 && name.indexOf(' ') < 0 && !name.contains("::");
    }
}
