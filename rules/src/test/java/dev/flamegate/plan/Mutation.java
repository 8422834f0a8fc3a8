package dev.flamegate.plan;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** Changes one place of a tree: takes away, repeats under another name, or puts something else there. */
final class Mutation {
    private static final List<Object> OTHERS = List.of(
            0,
            1,
            2,
            -1,
            65536,
            1.5,
            1.0,
            true,
            false,
            "",
            " ",
            "x",
            "1",
            "5 s",
            "5s",
            "0 s",
            "2 h",
            "5 kg",
            "512 MiB",
            "/x",
            "cpu",
            "wall",
            "process",
            "attach",
            "http://h:1",
            "a.jar",
            "git:v1",
            "git:https://a:b@c/d",
            "git:https://token@c/d",
            "git:origin#a..b",
            "s3://perf",
            "s3://a/../b",
            "s3://perf?region=eu&endpoint=http://a:b@c",
            "git:",
            "git:-v",
            "git:a b.jar",
            "image:shop:1",
            "image:",
            "main",
            "{port}",
            "lower",
            "ratio",
            "points",
            "tasks",
            "< 50%",
            "< 5%",
            "<= 5 ms",
            "> 5 requests/s",
            "< 5% growth vs baseline",
            "<5%growth vs run a, ignoring <1 ms",
            "< 5 points drop vs median of 3 runs",
            "< 5 growth",
            "< 5 growth vs baseline",
            "5%",
            "<",
            "< 5 %",
            "latency.p99",
            "profile.cpu.self",
            "orders.queue",
            "fail",
            "both",
            List.of(),
            List.of("x"),
            List.of("cpu", "cpu"),
            List.of("< 5%", "<= 4%"),
            List.of(1),
            Map.of(),
            Map.of("a", 1),
            Map.of("x", "y"),
            Map.of("from", "a.jar"),
            Map.of("from", "git:"));
    private static final List<String> NAMES = List.of(
            "x",
            "url",
            "image",
            "command",
            "jar",
            "runtime",
            "should",
            "must",
            "pool",
            "frame",
            "request",
            "version",
            "rules",
            "build",
            "compare",
            "baseline",
            "from",
            "environment",
            "indicators",
            "A.B",
            "");

    private static final Set<Object> REQUIRED = Set.of("target", "rules");

    private Mutation() {}

    /**
     * A small part of a file: the keys that every file needs, each other key now and then, and one entry or two of a long
     * list. A mistake is as wrong in a small file as in a large one, which takes longer to read.
     */
    static Object part(Object whole, Random random) {
        Map<Object, Object> part = new LinkedHashMap<>();
        ((Map<?, ?>) whole).forEach((key, value) -> {
            if (REQUIRED.contains(key) || random.nextInt(4) == 0) {
                part.put(key, value instanceof List<?> list && list.size() > 2 ? some(list, random) : value);
            }
        });
        return part;
    }

    private static List<Object> some(List<?> list, Random random) {
        int first = random.nextInt(list.size());
        int second = random.nextInt(list.size());
        return first == second ? List.of(list.get(first)) : List.of(list.get(first), list.get(second));
    }

    static Object of(Object tree, Random random) {
        if (tree instanceof Map<?, ?> map && !map.isEmpty()) {
            return ofMap(map, random);
        }
        if (tree instanceof List<?> list && !list.isEmpty()) {
            return ofList(list, random);
        }
        return any(OTHERS, random);
    }

    private static Object ofMap(Map<?, ?> map, Random random) {
        Map<Object, Object> changed = new LinkedHashMap<>(map);
        Object key = any(List.copyOf(map.keySet()), random);
        switch (random.nextInt(10)) {
            case 0 -> changed.remove(key);
            case 1 -> changed.put(any(NAMES, random), any(OTHERS, random));
            case 2 -> {
                Object value = changed.remove(key);
                changed.put(any(NAMES, random), value);
            }
            case 3 -> changed.put(key, any(OTHERS, random));
            default -> changed.put(key, of(map.get(key), random));
        }
        return changed;
    }

    private static Object ofList(List<?> list, Random random) {
        List<Object> changed = new ArrayList<>(list);
        int at = random.nextInt(list.size());
        switch (random.nextInt(8)) {
            case 0 -> changed.remove(at);
            case 1 -> changed.add(any(OTHERS, random));
            case 2 -> changed.add(list.get(at));
            default -> changed.set(at, of(list.get(at), random));
        }
        return changed;
    }

    private static <T> T any(List<T> list, Random random) {
        return list.get(random.nextInt(list.size()));
    }
}
