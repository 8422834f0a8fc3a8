package dev.flamegate.work;

import dev.flamegate.judge.attribution.SourceCode;
import java.util.HashMap;
import java.util.Map;
import java.util.function.ToLongFunction;

/** The methods that worked for the requests of one name in one start, per request. */
record StartMethods(Map<String, WorkTable.Method> methods, Map<String, Map<String, Long>> byInterface, long requests) {
    static StartMethods of(WorkTable.Bucket bucket) {
        Map<String, Map<String, Long>> byInterface = new HashMap<>();
        bucket.methods.forEach((name, method) -> {
            if (!method.counted) {
                Map<String, Long> callers = byInterface.computeIfAbsent(simple(name), key -> new HashMap<>());
                method.callers.forEach((caller, calls) -> callers.merge(caller, calls, Long::sum));
            }
        });
        return new StartMethods(bucket.methods, byInterface, bucket.requests);
    }

    private static String simple(String name) {
        return name.substring(name.lastIndexOf('.') + 1);
    }

    /**
     * The calls of a method by its callers: the counted methods that ran when it was entered. Where these are not known, as
     * on virtual threads, they are the methods whose code names it; one that no code names is called through an interface
     * or a superclass, whose method of that name has no counter. That is most calls of nearly every method of the JDK.
     */
    Map<String, Long> callers(String name) {
        WorkTable.Method method = methods.get(name);
        if (method == null) {
            return Map.of();
        } else if (method.entered != null) {
            return method.entered;
        }
        Map<String, Long> through = byInterface.getOrDefault(simple(name), Map.of());
        if (method.callers.isEmpty() || through.isEmpty() || !method.counted || SourceCode.isChangeable(name)) {
            return method.callers.isEmpty() ? through : method.callers;
        }
        Map<String, Long> all = new HashMap<>(through);
        all.putAll(method.callers);
        return all;
    }

    double calls(String name) {
        WorkTable.Method method = methods.get(name);
        return method == null ? 0 : (double) calls(method) / requests;
    }

    private static long calls(WorkTable.Method method) {
        return method.counted
                ? method.calls
                : method.callers.values().stream().mapToLong(Long::longValue).sum();
    }

    boolean isCounted(String name) {
        WorkTable.Method method = methods.get(name);
        return method != null && method.counted;
    }

    double instructions(String name) {
        return perRequest(name, method -> method.instructions);
    }

    double objects(String name) {
        return perRequest(name, method -> method.objects);
    }

    double exceptions(String name) {
        return perRequest(name, method -> method.exceptions);
    }

    private double perRequest(String name, ToLongFunction<WorkTable.Method> count) {
        WorkTable.Method method = methods.get(name);
        return method == null ? 0 : (double) count.applyAsLong(method) / requests;
    }

    double from(String name, String caller) {
        return (double) callers(name).getOrDefault(caller, 0L) / requests;
    }

    double turns(String name, int line) {
        WorkTable.Method method = methods.get(name);
        double calls = method == null ? 0 : method.calls;
        return method == null || calls == 0 ? 0 : method.loops.getOrDefault(line, 0L) / calls;
    }
}
