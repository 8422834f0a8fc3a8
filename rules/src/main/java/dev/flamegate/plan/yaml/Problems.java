package dev.flamegate.plan.yaml;

import dev.flamegate.plan.yaml.PlanProblems.Problem;
import dev.flamegate.plan.yaml.Source.Position;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Collects the problems of all files of one reading. */
public final class Problems {
    /**
     * Maximum number of problems recorded: a person would not read more, and a file of another kind is rejected
     * quickly.
     */
    public static final int MOST = 200;

    private final List<Problem> found = new ArrayList<>();
    private final Map<String, Source> sources = new LinkedHashMap<>();

    public void add(Position at, String message) {
        add(at, message, null);
    }

    /**
     * Records a problem.
     *
     * @param suggestion what was probably meant; {@code null} for none
     * @throws PlanProblems when there are more than {@value #MOST}
     */
    public void add(Position at, String message, @Nullable String suggestion) {
        sources.putIfAbsent(at.source().name(), at.source());
        if (found.size() == MOST) {
            found.add(problem(at, "more than " + MOST + " problems; the rest is not listed", null));
            throw problems();
        }
        found.add(problem(at, message, suggestion));
    }

    public int count() {
        return found.size();
    }

    /**
     * Stops reading if there are problems.
     *
     * @throws PlanProblems with all of them
     */
    public void throwIfAny() {
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
