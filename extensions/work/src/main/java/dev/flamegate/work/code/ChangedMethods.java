package dev.flamegate.work.code;

import dev.flamegate.profile.names.CanonicalNames;
import dev.flamegate.targets.AppFiles;
import dev.flamegate.targets.TargetFailed;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The difference between the files of two builds.
 *
 * @param names of methods whose bytecode differs, or that one build alone has, as profiles have them
 * @param resources names of other files that differ, without those that only say how a build was made
 * @param problem why the builds cannot be compared, a clause for people; {@code null} if they can
 */
public record ChangedMethods(
        Set<String> names, List<String> resources, @Nullable String problem) {
    /** Last part of a name that stands for what a class is besides its methods. */
    public static final String HEAD = ClassMethods.HEAD;

    public ChangedMethods {
        names = Set.copyOf(names);
        resources = List.copyOf(resources);
    }

    /** Compares the files of two builds; their jars are read. */
    public static ChangedMethods between(AppFiles baseline, AppFiles candidate) {
        try {
            Set<String> before = ClassFiles.jars(baseline);
            Set<String> after = ClassFiles.jars(candidate);
            before.retainAll(after);
            try (ClassFiles old = ClassFiles.of(baseline, before);
                    ClassFiles fresh = ClassFiles.of(candidate, before)) {
                Set<String> names = new HashSet<>();
                for (String name : ClassFiles.differing(old, fresh)) {
                    names.addAll(changed(name, methods(old, name), methods(fresh, name)));
                }
                return new ChangedMethods(
                        names, List.copyOf(new TreeSet<>(ClassFiles.differingResources(old, fresh))), null);
            }
        } catch (IOException | TargetFailed e) {
            return new ChangedMethods(Set.of(), List.of(), "the builds cannot be compared: " + e.getMessage());
        }
    }

    private static Map<String, ClassMethods.Method> methods(ClassFiles files, String name) throws IOException {
        return files.read(name)
                .flatMap(ClassMethods::of)
                .map(ClassMethods::methods)
                .orElse(Map.of());
    }

    private static Set<String> changed(
            String type, Map<String, ClassMethods.Method> before, Map<String, ClassMethods.Method> after) {
        Set<String> keys = new HashSet<>(before.keySet());
        keys.addAll(after.keySet());
        Set<String> changed = new HashSet<>();
        for (String key : keys) {
            ClassMethods.Method one = before.get(key);
            ClassMethods.Method other = after.get(key);
            boolean same = one != null && other != null && one.sum().equals(other.sum());
            boolean code = (one != null && one.code()) || (other != null && other.code());
            if (!same && code) {
                changed.add(CanonicalNames.frame(type, key.substring(0, key.indexOf('('))));
            }
        }
        return changed;
    }
}
