package dev.flamegate.profile.names;

import java.util.regex.Pattern;

/**
 * Functions of native libraries. Profilers write the library before the function,
 * {@code libjvm.so.ObjectMonitor::enter}, or the function alone.
 */
public final class NativeNames {
    private static final Pattern LIBRARY = Pattern.compile("^[^:;(]*?\\.(so(\\.\\d+)*|dylib|dll)\\.");

    private NativeNames() {}

    /** The function without its library; any other name as it is. */
    public static String function(String name) {
        return name.contains(".so.") || name.contains(".dylib.") || name.contains(".dll.")
                ? LIBRARY.matcher(name).replaceFirst("")
                : name;
    }
}
