package dev.flamegate.plan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Collects the problems of all files of one reading. */
final class Problems {
    /** Nobody reads more; a file with more of them is no plan, and must still be refused at once. */
    static final int MOST = 200;

    private final List<Problem> found = new ArrayList<>();
    private final Map<String, Source> sources = new LinkedHashMap<>();

    void add(Position at, String message) {
        add(at, message, null);
    }

    /** Records a problem; ends the reading when there are more than anybody would read. */
    void add(Position at, String message, @Nullable String suggestion) {
        sources.putIfAbsent(at.source().name(), at.source());
        if (found.size() == MOST) {
            found.add(problem(at, "more than " + MOST + " problems; the rest is not listed", null));
            throw problems();
        }
        found.add(problem(at, message, suggestion));
    }

    int count() {
        return found.size();
    }

    void throwIfAny() {
        if (!found.isEmpty()) {
            throw problems();
        }
    }

    private PlanProblems problems() {
        List<String> order = List.copyOf(sources.keySet());
        List<Problem> sorted = new ArrayList<>(found);
        sorted.sort(Comparator.comparingInt((Problem problem) -> order.indexOf(problem.source()))
                .thenComparingInt(Problem::line)
                .thenComparingInt(Problem::column));
        return new PlanProblems(sorted, List.copyOf(sources.values()));
    }

    private static Problem problem(Position at, String message, @Nullable String suggestion) {
        return new Problem(at.source().name(), at.line(), at.column(), message, suggestion);
    }
}
