package dev.flamegate.os;

import java.util.Locale;

/** A kind of operating system, where it decides what can be measured or how a program is started. */
public enum Platform {
    LINUX,
    MACOS,
    WINDOWS,
    OTHER;

    public static Platform current() {
        return of(System.getProperty("os.name", ""));
    }

    /** The platform by Java's name of it, {@code os.name}, such as {@code Mac OS X}. */
    static Platform of(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        if (lower.startsWith("linux")) {
            return LINUX;
        } else if (lower.startsWith("mac") || lower.startsWith("darwin")) {
            return MACOS;
        }
        return lower.startsWith("windows") ? WINDOWS : OTHER;
    }
}
