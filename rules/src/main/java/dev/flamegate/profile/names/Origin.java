package dev.flamegate.profile.names;

import java.util.regex.Pattern;

/** The owner of the code behind a name in a profile, judged by the name alone. */
public enum Origin {
    /** Code of a class: the application's own, its libraries, the JDK. */
    JAVA,
    /** Functions of native libraries and of the virtual machine on the application's threads. */
    NATIVE,
    /** No method: the virtual machine's own threads under the name of their bucket, such as {@code [gc]}. */
    MACHINE,
    /** The measurement itself: its threads, and its code on the application's threads. */
    PROFILER;

    /**
     * Code that measures: the profiler runs in signal handlers of the threads it samples; the probe answers on a
     * separate thread.
     */
    private static final Pattern MEASURES = Pattern.compile("libasyncProfiler[-.].*"
            + "|(WallClock|CTimer|ITimer|CpuEngine|PerfEvents|Profiler|FlightRecorder)::.*"
            + "|(io\\.pyroscope|one\\.profiler|dev\\.flamegate\\.probe)\\..*");

    private static final Pattern OF_A_LIBRARY = Pattern.compile(".*\\.so\\b.*");

    /** True if a canonical name is that of a signal handler of the profiler. */
    public static boolean isSignalHandler(String name) {
        return name.endsWith("::signalHandler") && of(name) == PROFILER;
    }

    /** The origin of a canonical method name or a bucket. */
    public static Origin of(String name) {
        if (name.equals(MachinePools.PROFILER) || MEASURES.matcher(name).matches()) {
            return PROFILER;
        } else if (name.startsWith("[")) {
            return MACHINE;
        }
        boolean ofAClass = name.indexOf('.') > 0
                && !name.contains("::")
                && name.indexOf(' ') < 0
                && name.indexOf('(') < 0
                && !OF_A_LIBRARY.matcher(name).matches();
        return ofAClass ? JAVA : NATIVE;
    }
}
