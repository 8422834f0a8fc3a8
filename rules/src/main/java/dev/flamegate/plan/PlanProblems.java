package dev.flamegate.plan;

import java.util.List;

/**
 * A plan or rule files that cannot be used, with every problem found in them. The message is the text for people: each
 * problem with its position, the line it is on, the two before it, a caret and the suggestion.
 */
public final class PlanProblems extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<Problem> problems;

    /**
     * @param problems at least one, in the order of the files
     * @param sources the files they speak of, for the lines shown
     */
    public PlanProblems(List<Problem> problems, List<Source> sources) {
        super(ProblemText.of(problems, sources), null, false, false);
        this.problems = List.copyOf(problems);
    }

    /** All problems, in the order of the files and of their lines. */
    public List<Problem> problems() {
        return problems;
    }
}
