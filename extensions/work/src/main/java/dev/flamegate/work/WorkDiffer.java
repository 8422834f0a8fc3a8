package dev.flamegate.work;

import dev.flamegate.judge.attribution.SourceCode;
import dev.flamegate.model.WorkDifference.Both;
import dev.flamegate.model.WorkDifference.Method;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the methods that explain why requests of one name execute more in one build than in the other: those that are
 * called more often while their callers are not, with everything that is called more often through them; and those that
 * execute more themselves in as many calls. What counts as a difference, {@link BothBuilds} says.
 */
final class WorkDiffer {
    /** One start of each build does not show what starts of one build differ by. */
    private static final int LEAST_STARTS = 2;

    /** Calls per request that are worth naming: one in a hundred requests. */
    private static final double LEAST_CALLS = 0.01;

    /** A callee grew because its caller did, unless its calls for each of the caller's grew by more than this. */
    private static final double FOLLOWS = 0.01;

    /** Calls more per request of the application's code that say why everything below grew. */
    private static final double OFTEN = 0.5;

    /** Of a method that explains less, relative to the one that explains most, it does not matter who calls it. */
    private static final double LEAST_PART = 0.1;

    private static final int MOST_METHODS = 50;
    private static final int MOST_CREATORS = 10;
    private static final int MOST_CALLERS = 8;

    private final String request;
    private final BothBuilds builds;
    private final Set<String> changed;
    private final Set<String> names;

    /** How well a method explains that there is more work, the best first. */
    enum Telling {
        /** Code that changed, or the application's own, calls it more often, and is itself called as often as before. */
        NEW_CALLS,
        /** Such code calls it more often each time, and is itself called more often. */
        MORE_CALLS,
        /** It does more itself, or only follows. */
        MORE_WORK
    }

    /**
     * A method that differs.
     *
     * @param weight instructions per request that it explains the growth of
     */
    record Weighed(Method method, Telling telling, double weight) {
        /** The most telling first. */
        static final Comparator<Weighed> ORDER = Comparator.comparing(Weighed::telling)
                .thenComparingDouble(one -> -one.weight())
                .thenComparing(one -> one.method().name());
    }

    private WorkDiffer(String request, BothBuilds builds, Set<String> changed) {
        this.request = request;
        this.builds = builds;
        this.changed = changed;
        names = builds.names();
    }

    /** The methods that grew or shrank in requests of one name, the most telling first. */
    static List<Weighed> of(
            String request, List<CountedStart> baseline, List<CountedStart> candidate, Set<String> changed) {
        List<StartMethods> before = counted(request, baseline);
        List<StartMethods> after = counted(request, candidate);
        return Math.min(before.size(), after.size()) < LEAST_STARTS
                ? List.of()
                : new WorkDiffer(request, new BothBuilds(before, after), changed).methods();
    }

    private static List<StartMethods> counted(String request, List<CountedStart> starts) {
        return starts.stream()
                .map(start -> start.table().buckets().get(start.names().indexOf(request)))
                .filter(Objects::nonNull)
                .filter(bucket -> bucket.requests > 0)
                .map(StartMethods::of)
                .toList();
    }

    private List<Weighed> methods() {
        Map<String, Double> weights = new TreeMap<>();
        Set<String> more = new TreeSet<>();
        for (String name : names) {
            if (builds.differs(start -> start.calls(name), LEAST_CALLS) > 0) {
                more.add(name);
            }
        }
        Map<String, Set<String>> following = new HashMap<>();
        Set<String> roots = new TreeSet<>();
        for (String name : more) {
            Set<String> leaders = leaders(name, more);
            leaders.forEach(leader ->
                    following.computeIfAbsent(leader, key -> new TreeSet<>()).add(name));
            if (leaders.isEmpty()) {
                roots.add(name);
            }
        }
        roots.forEach(name -> weights.put(name, through(name, following) + ofCallers(name)));
        for (String name : names) {
            double own = builds.differs(start -> start.instructions(name), 1);
            boolean follows = more.contains(name);
            if (own != 0
                    && (!follows || !(roots.contains(name) || builds.loops(name).isEmpty()))) {
                weights.put(name, own); // of its own, or since its loops turn more often each time
            }
        }
        Set<String> creators = new TreeSet<>(creators(StartMethods::objects));
        creators.addAll(creators(StartMethods::exceptions));
        creators.forEach(name -> weights.putIfAbsent(name, 0.0));
        double most =
                weights.values().stream().mapToDouble(Double::doubleValue).max().orElse(0);
        List<Weighed> all = weights.entrySet().stream()
                .map(one -> new Weighed(
                        method(one.getKey()),
                        roots.contains(one.getKey())
                                ? telling(one.getKey(), more, one.getValue() >= LEAST_PART * most)
                                : Telling.MORE_WORK,
                        one.getValue()))
                .sorted(Weighed.ORDER)
                .toList();
        return IntStream.range(0, all.size())
                .filter(i -> i < MOST_METHODS
                        || creators.contains(all.get(i).method().name()))
                .mapToObj(all::get)
                .toList();
    }

    /** The methods that create most more themselves. */
    private List<String> creators(ToDoubleBiFunction<StartMethods, String> created) {
        Map<String, Double> more = new TreeMap<>();
        for (String name : names) {
            double grown = builds.differs(start -> created.applyAsDouble(start, name), LEAST_CALLS);
            if (grown > 0) {
                more.put(name, grown);
            }
        }
        return more.entrySet().stream()
                .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
                .limit(MOST_CREATORS)
                .map(Map.Entry::getKey)
                .toList();
    }

    /** The callers that explain why a method is called more often: they are, too, and call it as often each time. */
    private Set<String> leaders(String name, Set<String> more) {
        Set<String> leaders = new LinkedHashSet<>();
        for (String caller : builds.callers(name)) {
            Both from = builds.both(start -> start.from(name, caller));
            if (from.more() <= 0 || caller.equals(name)) {
                continue;
            } else if (!more.contains(caller)) {
                return Set.of(); // this caller calls it more often of itself
            }
            Both calls = builds.both(start -> start.calls(caller));
            double eachBefore = from.baseline() / calls.baseline();
            double eachAfter = from.candidate() / calls.candidate();
            if (from.baseline() > 0 && eachAfter > eachBefore * (1 + FOLLOWS)) {
                return Set.of();
            }
            leaders.add(caller);
        }
        return leaders;
    }

    /** The growth of the instructions of a method and of everything that is called more often because it is. */
    private double through(String root, Map<String, Set<String>> following) {
        Set<String> seen = new HashSet<>();
        Deque<String> open = new ArrayDeque<>(List.of(root));
        double sum = 0;
        while (!open.isEmpty()) {
            String next = open.remove();
            if (seen.add(next)) {
                sum += builds.both(start -> start.instructions(next)).more();
                open.addAll(following.getOrDefault(next, Set.of()));
            }
        }
        return sum;
    }

    /**
     * The growth of the callers of a method whose own work is not counted, such as one of the JDK, and a little more: what
     * they call more often explains it better than that they do.
     */
    private double ofCallers(String name) {
        boolean counted = builds.candidate().stream().anyMatch(start -> start.isCounted(name));
        return counted
                ? 0
                : 1
                        + builds.callers(name).stream()
                                .mapToDouble(caller -> builds.differs(start -> start.instructions(caller), 1))
                                .max()
                                .orElse(0);
    }

    /** Of the callers only those count that call a method more often, and not only now and then. */
    private Telling telling(String name, Set<String> more, boolean weighty) {
        List<String> own = builds.callers(name).stream()
                .filter(caller -> changed.contains(caller) || SourceCode.isApplication(caller))
                .filter(caller -> builds.differs(start -> start.from(name, caller), OFTEN) > 0)
                .toList();
        if (own.isEmpty() || !weighty) {
            return Telling.MORE_WORK;
        }
        return more.containsAll(own) ? Telling.MORE_CALLS : Telling.NEW_CALLS;
    }

    private Method method(String name) {
        return new Method(
                request,
                name,
                builds.line(name),
                isByChange(name),
                chain(name),
                builds.both(start -> start.calls(name)),
                builds.both(start -> start.instructions(name)),
                builds.both(start -> start.objects(name)),
                builds.both(start -> start.exceptions(name)),
                builds.loops(name));
    }

    /** True if the method is changed code, or changed code calls it more often. */
    private boolean isByChange(String name) {
        return changed.contains(name)
                || builds.callers(name).stream()
                        .filter(changed::contains)
                        .anyMatch(caller -> builds.differs(start -> start.from(name, caller), LEAST_CALLS) > 0);
    }

    /** The callers through which most of the growth comes, from the nearest. */
    private List<String> chain(String name) {
        List<String> chain = new ArrayList<>();
        Set<String> seen = new HashSet<>(Set.of(name));
        String at = name;
        while (chain.size() < MOST_CALLERS) {
            String next = mainCaller(at);
            if (next == null || !seen.add(next)) {
                break;
            }
            chain.add(next);
            at = next;
        }
        return chain;
    }

    private @Nullable String mainCaller(String name) {
        return builds.callers(name).stream()
                .filter(caller -> !caller.equals(name)) // one of the same name, with other parameters
                .max(Comparator.comparingDouble((String caller) ->
                                builds.both(start -> start.from(name, caller)).more())
                        .thenComparing(changed::contains)
                        .thenComparingDouble(caller ->
                                builds.both(start -> start.from(name, caller)).candidate()))
                .orElse(null);
    }
}
