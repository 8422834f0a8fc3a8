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
 * @param declarations names of abstract and native methods, and of types without code, that differ in both builds, most
 *     likely in an annotation: a query, a cache, an address. A framework acts by them, so nothing shows whether they ran
 * @param resources names of other files that differ, without those that only say how a build was made
 * @param problem why the builds cannot be compared, a clause for people; {@code null} if they can
 */
public record ChangedMethods(
        Set<String> names,
        List<String> declarations,
        List<String> resources,
        @Nullable String problem) {
    /** Last part of a name that stands for what a class is besides its methods. */
    public static final String HEAD = ClassMethods.HEAD;

    public ChangedMethods {
        names = Set.copyOf(names);
        declarations = List.copyOf(declarations);
        resources = List.copyOf(resources);
    }

    /** Builds that do not differ in any file. */
    public static ChangedMethods none() {
        return new ChangedMethods(Set.of(), List.of(), List.of(), null);
    }

    /**
     * Builds that cannot be compared.
     *
     * @param problem a clause for people
     */
    public static ChangedMethods unknown(String problem) {
        return new ChangedMethods(Set.of(), List.of(), List.of(), problem);
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
                Set<String> declarations = new TreeSet<>();
                for (String name : ClassFiles.differing(old, fresh)) {
                    compare(name, methods(old, name), methods(fresh, name), names, declarations);
                }
                return new ChangedMethods(
                        names,
                        List.copyOf(declarations),
                        List.copyOf(new TreeSet<>(ClassFiles.differingResources(old, fresh))),
                        null);
            }
        } catch (IOException | TargetFailed e) {
            return unknown("the builds cannot be compared: " + e.getMessage());
        }
    }

    private static Map<String, ClassMethods.Method> methods(ClassFiles files, String name) throws IOException {
        return files.read(name)
                .flatMap(ClassMethods::of)
                .map(ClassMethods::methods)
                .orElse(Map.of());
    }

    /** Adds the names of what differs; a declaration that one build alone has only matters to code that differs, too. */
    private static void compare(
            String type,
            Map<String, ClassMethods.Method> before,
            Map<String, ClassMethods.Method> after,
            Set<String> names,
            Set<String> declarations) {
        Set<String> keys = new HashSet<>(before.keySet());
        keys.addAll(after.keySet());
        for (String key : keys) {
            ClassMethods.Method one = before.get(key);
            ClassMethods.Method other = after.get(key);
            if (one != null && other != null && one.sum().equals(other.sum())) {
                continue;
            }
            String name = CanonicalNames.frame(type, key.substring(0, key.indexOf('(')));
            if ((one != null && one.code()) || (other != null && other.code())) {
                names.add(name);
            } else if (one != null && other != null) {
                declarations.add(name);
            }
        }
    }
}
