package dev.flamegate.probe;

import java.lang.management.ManagementFactory;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.ObjectName;

/**
 * Lists what is alive in the heap by class, after a full collection: the virtual machine's own
 * {@code GC.class_histogram}. Nothing is loaded for it before it is asked for.
 */
final class LiveHeap {
    /** The gate reads lines of at most 512 KiB; what is left out of more has the fewest bytes. */
    private static final int MOST_CHARS = 500 << 10;

    /**
     * Collectors fill holes in the heap with these, which are not objects of the program: arrays of {@code int} before
     * JDK 19, then classes of their own. Megabytes of them come and go between two collections.
     */
    private static final Pattern FILLER =
            Pattern.compile(isBefore19() ? "\\[I" : "jdk\\.internal\\.vm\\.Filler(?:Array|Object)");

    private static final Pattern ROW = Pattern.compile("\\s*\\d+:\\s+(\\d+)\\s+(\\d+)\\s+(\\S+).*");

    private LiveHeap() {}

    /** Lists {@code classes}, each as name, objects and bytes, separated by commas. */
    static Map<String, String> read() {
        try {
            return Collections.singletonMap("classes", classes(histogram()));
        } catch (Throwable e) {
            return Collections.singletonMap("problem", String.valueOf(e));
        }
    }

    /** True for the versions {@code 1.8}, {@code 11}, {@code 17} and the like. */
    private static boolean isBefore19() {
        String version = System.getProperty("java.specification.version", "1.8");
        return version.startsWith("1.") || Integer.parseInt(version) < 19;
    }

    private static String histogram() throws Exception {
        Object answer = ManagementFactory.getPlatformMBeanServer()
                .invoke(
                        new ObjectName("com.sun.management:type=DiagnosticCommand"),
                        "gcClassHistogram",
                        new Object[] {new String[0]},
                        new String[] {String[].class.getName()});
        return String.valueOf(answer);
    }

    private static String classes(String histogram) {
        Map<String, long[]> sums = new LinkedHashMap<>();
        for (String line : histogram.split("\n")) {
            Matcher row = ROW.matcher(line);
            if (row.matches() && !FILLER.matcher(row.group(3)).matches()) {
                // Loaders may each have a class of one name.
                long[] sum = sums.computeIfAbsent(row.group(3), name -> new long[2]);
                sum[0] += Long.parseLong(row.group(1));
                sum[1] += Long.parseLong(row.group(2));
            }
        }
        StringBuilder text = new StringBuilder();
        for (Map.Entry<String, long[]> one : sums.entrySet()) {
            if (text.length() < MOST_CHARS) {
                text.append(text.length() == 0 ? "" : ",")
                        .append(one.getKey())
                        .append(' ')
                        .append(one.getValue()[0])
                        .append(' ')
                        .append(one.getValue()[1]);
            }
        }
        return text.toString();
    }
}
