package dev.flamegate.load;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds out from Gatling's output why it ended too early: wrong name, incomplete class path, or a bad simulation. */
final class FailureCause {
    private static final String CANNOT_LOAD = "flamegate: cannot load the simulation: ";
    private static final Pattern CLASS_MISSING =
            Pattern.compile("(?:NoClassDefFoundError|ClassNotFoundException): ([\\w.$/]+)");
    private static final int ASSERTIONS_FAILED = 2;

    private final String simulation;
    private final List<Path> entries;
    private final ChildOutput output;
    private final String hint;

    /**
     * Causes of one JVM's failure.
     *
     * @param hint on what it may lack, as a sentence; empty for none
     */
    FailureCause(String simulation, List<Path> entries, ChildOutput output, String hint) {
        this.simulation = simulation;
        this.entries = entries;
        this.output = output;
        this.hint = hint;
    }

    /**
     * The failure of a JVM that ended.
     *
     * @param status its exit status
     * @param begun whether the load had begun
     */
    LoadFailed failure(int status, boolean begun) {
        List<String> tail = output.tail();
        Optional<String> cannotLoad = output.after(CANNOT_LOAD);
        if (cannotLoad.isPresent()) {
            return cannotLoad(cannotLoad.get(), tail);
        }
        if (begun && (status == 0 || status == ASSERTIONS_FAILED)) {
            return failed(
                    "the simulation ended by itself before the measurement was over",
                    "make it last at least as long as warm-up and measurement together, or let its load end with a constant"
                            + " rate, which is prolonged",
                    tail);
        }
        String text = String.join("\n", tail);
        if (text.contains("is not a Simulation")) {
            return failed(
                    simulation + " is not a simulation",
                    "name a class that extends Gatling's Simulation and is not abstract" + suggestion(),
                    tail);
        }
        Matcher missing = CLASS_MISSING.matcher(text);
        if (missing.find()) {
            return classMissing(missing.group(1), tail);
        }
        if (text.contains("OutOfMemoryError")) {
            return failed("Gatling ran out of memory", "lower the rate or the size of the simulation's data", tail);
        }
        return failed(
                "Gatling ended with status " + status,
                "run the simulation on its own and fix it; the full output is in " + output.file()
                        + (hint.isEmpty() ? "" : ".\n  " + hint),
                tail);
    }

    private LoadFailed cannotLoad(String error, List<String> tail) {
        if (error.contains("UnsupportedClassVersionError")) {
            return failed(
                    simulation + " was compiled for a newer Java than this one, "
                            + Runtime.version().feature(),
                    "run Flamegate with that Java, or compile the simulation for an older one",
                    tail);
        }
        Matcher missing = CLASS_MISSING.matcher(error);
        if (missing.find() && !missing.group(1).replace('/', '.').equals(simulation)) {
            return classMissing(missing.group(1), tail);
        }
        String where = entries.isEmpty()
                ? "load.classpath is empty: name the jar or folder that holds it"
                : "correct load.simulation, or add the jar or folder that holds it to load.classpath";
        return failed("there is no class " + simulation + " on the class path", where + suggestion(), tail);
    }

    private LoadFailed classMissing(String name, List<String> tail) {
        return failed(
                "the simulation needs the class " + name.replace('/', '.') + ", which is not on the class path",
                "add the jar that holds it to load.classpath",
                tail);
    }

    private String suggestion() {
        List<String> candidates = ClassSearch.candidates(simulation, entries);
        return candidates.isEmpty() ? "" : "; there is " + String.join(", ", candidates);
    }

    private LoadFailed failed(String what, String remedy, List<String> tail) {
        String tried = "Gatling with the simulation " + simulation + " and the class path "
                + (entries.isEmpty() ? "of Gatling alone" : entries);
        return new LoadFailed(what, tried, remedy, tail);
    }
}
