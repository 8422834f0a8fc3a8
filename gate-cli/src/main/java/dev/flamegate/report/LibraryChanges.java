package dev.flamegate.report;

import dev.flamegate.model.Run;
import dev.flamegate.model.finding.Library;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The libraries of which two runs had different versions, as both noted them. The application's own jars do not count,
 * and neither does a jar that was rebuilt under the same version or has no version.
 */
final class LibraryChanges {
    private LibraryChanges() {}

    /** The changed libraries by name; empty if one of the runs did not note its jars. */
    static List<Library> between(Run baseline, Run candidate) {
        Set<String> before = names(baseline);
        Set<String> after = names(candidate);
        List<Library> changes = new ArrayList<>();
        if (before.isEmpty() || after.isEmpty()) {
            return changes;
        }
        Set<String> all = new TreeSet<>(before);
        all.addAll(after);
        for (String name : all) {
            Optional<String> there = baseline.version(name);
            Optional<String> here = candidate.version(name);
            if (!there.equals(here) && !isOwn(name, baseline) && !isOwn(name, candidate)) {
                changes.add(new Library(name, there.orElse(null), here.orElse(null)));
            }
        }
        return changes;
    }

    private static Set<String> names(Run run) {
        Set<String> names = new TreeSet<>();
        run.context().keySet().stream()
                .filter(key -> key.startsWith(Run.JAR))
                .forEach(key -> names.add(key.substring(Run.JAR.length())));
        return names;
    }

    /** True if the name is that of the jar that was started: {@code target/shop-1.4.jar} is noted as {@code shop}. */
    private static boolean isOwn(String name, Run run) {
        String target = run.target().orElse("");
        String file = target.substring(target.lastIndexOf('/') + 1);
        return file.equals(name + ".jar") || file.startsWith(name + "-");
    }
}
