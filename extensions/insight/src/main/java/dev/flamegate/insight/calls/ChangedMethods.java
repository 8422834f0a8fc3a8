package dev.flamegate.insight.calls;

import dev.flamegate.collect.CallCounter;
import dev.flamegate.judge.attribution.SourceCode;
import dev.flamegate.model.Pair;
import dev.flamegate.profile.names.CanonicalNames;
import dev.flamegate.targets.AppFiles;
import dev.flamegate.targets.TargetFailed;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The methods of which calls are worth counting in two builds: those in both whose bytecode differs, and those that a
 * changed, new or removed method calls. Methods of the platform are not among them, and neither are those of one build
 * alone, since their calls have nothing to be compared with.
 *
 * @param names as profiles have them, {@code dev.acme.Matrix.multiply}; the position of each is its counter
 * @param callers changed methods that call each; empty where it changed itself and none does
 * @param methods that are counted; several of one counter are of one name
 * @param problem why nothing is counted though the builds differ, a clause for people; {@code null} else
 */
record ChangedMethods(
        List<String> names,
        List<List<String>> callers,
        List<CallCounter.Method> methods,
        @Nullable String problem) {
    /** More changed methods are another program, and no change of one. */
    static final int MOST_CHANGED = 2_000;

    /** The most methods called by changed ones, if calls of the called methods are counted too. */
    static final int MOST_CALLED = 4_000;

    private static final int MOST_CALLERS = 5;
    private static final int LONGEST_NAME = 8_000;

    public static final ChangedMethods NONE = new ChangedMethods(List.of(), List.of(), List.of(), null);

    public ChangedMethods {
        names = List.copyOf(names);
        callers = callers.stream().map(List::copyOf).toList();
        methods = List.copyOf(methods);
    }

    /** Compares the code of two builds; their jars are read. */
    public static ChangedMethods between(AppFiles baseline, AppFiles candidate) {
        try {
            Set<String> before = ClassFiles.jars(baseline);
            Set<String> after = ClassFiles.jars(candidate);
            before.retainAll(after);
            try (ClassFiles old = ClassFiles.of(baseline, before);
                    ClassFiles fresh = ClassFiles.of(candidate, before)) {
                Search search = new Search();
                for (String name : new TreeSet<>(ClassFiles.differing(old, fresh))) {
                    search.add(name, methods(old, name), methods(fresh, name));
                }
                return search.found();
            }
        } catch (IOException | TargetFailed e) {
            return none("the builds cannot be compared: " + e.getMessage());
        }
    }

    private static ChangedMethods none(String problem) {
        return new ChangedMethods(List.of(), List.of(), List.of(), problem);
    }

    private static Map<String, ClassMethods.Method> methods(ClassFiles files, String name) throws IOException {
        return files.read(name)
                .flatMap(ClassMethods::of)
                .map(ClassMethods::methods)
                .orElse(Map.of());
    }

    public boolean isEmpty() {
        return names.isEmpty();
    }

    /** The counts of both arms, without methods that were never called or that one arm could not count. */
    public List<Pair.Calls.Method> counted(Tally baseline, Tally candidate) {
        List<Pair.Calls.Method> counted = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            long before = baseline.calls(i);
            long after = candidate.calls(i);
            if (before >= 0 && after >= 0 && before + after > 0) {
                counted.add(new Pair.Calls.Method(
                        names.get(i), callers.get(i), before, after, baseline.burst(i), candidate.burst(i)));
            }
        }
        return counted;
    }

    /** The knowledge about the classes seen so far. */
    private static final class Search {
        /** Names of classes, each with true if both builds have it; classes that do not differ are not included. */
        private final Map<String, Boolean> inBoth = new HashMap<>();

        private final Map<String, Set<CallCounter.Method>> changed = new TreeMap<>();
        private final Map<Call, Set<String>> called = new LinkedHashMap<>();

        /** One class in both builds, its methods by name and descriptor; none where a build does not have it. */
        void add(String type, Map<String, ClassMethods.Method> before, Map<String, ClassMethods.Method> after) {
            Set<String> keys = new LinkedHashSet<>(before.keySet());
            keys.addAll(after.keySet());
            Set<String> both = names(type, before);
            both.retainAll(names(type, after));
            for (String key : keys) {
                ClassMethods.Method one = before.get(key);
                ClassMethods.Method other = after.get(key);
                String name = CanonicalNames.frame(type, (one == null ? Objects.requireNonNull(other) : one).name());
                inBoth.put(name, both.contains(name));
                if (one != null && other != null && one.sum().equals(other.sum())) {
                    continue;
                }
                if (both.contains(name)) {
                    add(type, name, one);
                    add(type, name, other);
                }
                calls(name, one);
                calls(name, other);
            }
        }

        private static Set<String> names(String type, Map<String, ClassMethods.Method> methods) {
            Set<String> names = new HashSet<>();
            methods.values().forEach(method -> names.add(CanonicalNames.frame(type, method.name())));
            return names;
        }

        private void add(String type, String name, ClassMethods.@Nullable Method method) {
            if (method != null && method.code() && !method.synthetic() && isCountable(method.name())) {
                changed.computeIfAbsent(name, key -> new LinkedHashSet<>())
                        .add(new CallCounter.Method(0, false, type, method.name(), method.descriptor()));
            }
        }

        private void calls(String caller, ClassMethods.@Nullable Method method) {
            if (method == null) {
                return;
            }
            for (Call call : method.calls()) {
                String name = CanonicalNames.frame(call.owner(), call.name());
                if (isCountable(call.name()) && SourceCode.isChangeable(name) && !name.equals(caller)) {
                    called.computeIfAbsent(call, key -> new TreeSet<>()).add(caller);
                }
            }
        }

        /** True for methods except those that run once for each class, or that a compiler adds between two classes. */
        private static boolean isCountable(String method) {
            return !method.equals("<clinit>") && !method.startsWith("access$");
        }

        ChangedMethods found() {
            if (changed.size() > MOST_CHANGED) {
                return none(changed.size() + " methods changed, and up to " + MOST_CHANGED
                        + " are counted: compare smaller steps");
            }
            Map<String, Set<CallCounter.Method>> methods = new TreeMap<>(changed);
            Map<String, Set<String>> callers = new HashMap<>();
            called.forEach((call, from) -> {
                String name = CanonicalNames.frame(call.owner(), call.name());
                if (inBoth.getOrDefault(name, true)) {
                    methods.computeIfAbsent(name, key -> new LinkedHashSet<>())
                            .add(new CallCounter.Method(
                                    0, call.overridden(), call.owner(), call.name(), call.descriptor()));
                    callers.computeIfAbsent(name, key -> new TreeSet<>()).addAll(from);
                }
            });
            if (methods.size() - changed.size() > MOST_CALLED) {
                methods.keySet().retainAll(changed.keySet());
            }
            List<CallCounter.Method> counted = new ArrayList<>();
            List<String> names = new ArrayList<>();
            methods.forEach((name, all) -> {
                Consumer<CallCounter.Method> add = method -> counted.add(new CallCounter.Method(
                        names.size(), method.overridden(), method.owner(), method.name(), method.descriptor()));
                all.stream().filter(Search::isSendable).forEach(add);
                names.add(name);
            });
            return new ChangedMethods(
                    names,
                    names.stream()
                            .map(name -> callers.getOrDefault(name, Set.of()).stream()
                                    .limit(MOST_CALLERS)
                                    .toList())
                            .toList(),
                    counted,
                    null);
        }

        /** The probe reads words with spaces between them; names in other languages may have some. */
        private static boolean isSendable(CallCounter.Method method) {
            String all = method.owner() + method.name() + method.descriptor();
            return all.length() <= LONGEST_NAME && all.chars().noneMatch(c -> c <= ' ');
        }
    }
}
