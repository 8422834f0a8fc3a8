package dev.flamegate.work;

import dev.flamegate.model.WorkDifference.Both;
import dev.flamegate.model.WorkDifference.Loop;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;

/**
 * The methods of both builds in requests of one name. A figure differs only if the starts of one build all differ from
 * all starts of the other, by far more than among each other.
 *
 * @param baseline its starts, at least one
 * @param candidate likewise
 */
record BothBuilds(List<StartMethods> baseline, List<StartMethods> candidate) {
    /** The starts of one build may differ among each other by this part of the difference between the builds. */
    private static final double STEADY = 0.1;

    /** Turns of a loop in each call that are worth naming. */
    private static final double LEAST_TURNS = 0.01;

    /** The methods of any start. */
    Set<String> names() {
        Set<String> names = new TreeSet<>();
        baseline.forEach(start -> names.addAll(start.methods().keySet()));
        candidate.forEach(start -> names.addAll(start.methods().keySet()));
        return names;
    }

    Set<String> callers(String name) {
        Set<String> callers = new TreeSet<>();
        for (StartMethods start : candidate) {
            callers.addAll(start.callers(name).keySet());
        }
        return callers;
    }

    /** The line of a method's first instruction; 0 when unknown. */
    int line(String name) {
        for (StartMethods start : candidate) {
            WorkTable.Method method = start.methods().get(name);
            if (method != null && method.line > 0) {
                return method.line;
            }
        }
        return 0;
    }

    /** The loops of a method that turn more often in each call. */
    List<Loop> loops(String name) {
        Set<Integer> lines = new TreeSet<>();
        for (StartMethods start : candidate) {
            WorkTable.Method method = start.methods().get(name);
            if (method != null) {
                lines.addAll(method.loops.keySet());
            }
        }
        List<Loop> loops = new ArrayList<>();
        for (int line : lines) {
            if (differs(start -> start.turns(name, line), LEAST_TURNS) > 0) {
                loops.add(new Loop(line, both(start -> start.turns(name, line))));
            }
        }
        return loops;
    }

    /** The mean of a figure over the starts of each build. */
    Both both(ToDoubleFunction<StartMethods> value) {
        return new Both(mean(baseline, value), mean(candidate, value));
    }

    private static double mean(List<StartMethods> starts, ToDoubleFunction<StartMethods> value) {
        return starts.stream().mapToDouble(value).average().orElse(0);
    }

    /** The difference of a value between the builds; 0 where it is not certain. */
    double differs(ToDoubleFunction<StartMethods> value, double least) {
        double[] before = baseline.stream().mapToDouble(value).sorted().toArray();
        double[] after = candidate.stream().mapToDouble(value).sorted().toArray();
        double difference = mean(candidate, value) - mean(baseline, value);
        double within = Math.max(before[before.length - 1] - before[0], after[after.length - 1] - after[0]);
        return Math.abs(difference) >= least && within <= STEADY * Math.abs(difference) ? difference : 0;
    }
}
