package dev.flamegate.search.bisect;

import dev.flamegate.model.Interval;
import dev.flamegate.model.finding.Finding;
import dev.flamegate.search.bisect.CommitGraph.Commit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The end of a search for the commit that made a rule break.
 *
 * @param service whose builds were measured
 * @param good the revision without the growth
 * @param bad the revision with it
 * @param commits how many are in the bad one and not in the good one
 * @param ending why it ended
 * @param because a clause for people if the ending alone does not say enough; empty otherwise
 * @param growth what was searched for; {@code null} where no rule is broken between the two revisions
 * @param suspects the commits that it is one of with {@link Search#CONFIDENCE}, the most probable first; one where it
 *     was found
 * @param steps what was measured on the way: first what an earlier search measured, then what this one did, in order
 * @param alone the commit found against its parent; {@code null} where that was not measured
 */
record Bisection(
        String service,
        Revision good,
        Revision bad,
        int commits,
        Ending ending,
        String because,
        @Nullable FoundGrowth growth,
        List<Suspect> suspects,
        List<Step> steps,
        @Nullable Alone alone) {
    public Bisection {
        suspects = List.copyOf(suspects);
        steps = List.copyOf(steps);
        if (ending == Ending.FOUND && suspects.size() != 1) {
            throw new IllegalArgumentException(suspects.size() + " suspects: one commit is found");
        }
    }

    /**
     * The finding that says most of the commit: of it alone, or else of the two revisions; {@code null} where none is
     * broken.
     */
    public @Nullable Finding finding() {
        if (alone != null && alone.finding() != null && alone.finding().culprit() != null) {
            return alone.finding();
        }
        return growth == null ? null : growth.finding();
    }

    public enum Ending {
        /** The search found a single commit. */
        FOUND,
        /** The commit is one of several that no build separates, as those between cannot be measured. */
        RANGE,
        /** The budget is spent. */
        OUT_OF_TIME,
        /** No possible measurement would say more. */
        UNCLEAR,
        /** Too many pairs in a row did not count: nothing can be measured here now. */
        UNFIT,
        /** No rule that compares two builds is broken between the two revisions. */
        NOT_BROKEN,
        /** The comparison could not decide whether a rule is broken. */
        NOT_DECIDED,
        /** The measurement of the two revisions is unsound. */
        INVALID;

        /** True if the search named all that can be named. */
        public boolean isDone() {
            return this == FOUND || this == RANGE;
        }
    }

    /**
     * A revision.
     *
     * @param name as people named it
     * @param hash of its commit
     */
    public record Revision(String name, String hash) {}

    /**
     * The growth that was searched for.
     *
     * @param finding of the good against the bad revision
     * @param relative how much the commit changed the indicator: 0.1 = +10 %; NaN where the good build had none of it
     * @param interval of {@code relative}, Bayesian; {@code null} where that is NaN
     */
    public record FoundGrowth(
            Finding finding, double relative, @Nullable Interval interval) {}

    /**
     * A commit that may be the one.
     *
     * @param touch what it changed, as the first guess
     * @param measurable whether its build can be had and started, as far as known
     * @param pairs of its build against the good one
     */
    public record Suspect(Commit commit, double probability, Touch touch, boolean measurable, int pairs) {}

    /**
     * A step.
     *
     * @param result what is known of the commit's build after it
     * @param has the probability that its build has the growth
     * @param pairs of its build against the good one, those of earlier searches too
     * @param because why it could not be measured, for people; empty where it was
     * @param left how many suspects are left after it
     * @param likeliest the most probable of them, with its {@code probability}
     */
    public record Step(
            int number,
            Commit commit,
            Result result,
            double has,
            int pairs,
            String because,
            int left,
            Commit likeliest,
            double probability) {}

    public enum Result {
        GROWN,
        NOT_GROWN,
        /** The step's pairs are not clear, or there are too few so far. */
        UNCLEAR,
        /** The commit does not build, or its build cannot be measured. */
        NOT_MEASURABLE,
        /** The commit's build equals another commit's, so that nothing had to be measured. */
        SAME_BUILD
    }

    /**
     * The commit found against its first parent, by the ordinary comparison.
     *
     * @param parent its hash
     * @param finding of the same criterion; {@code null} where that comparison has none
     */
    public record Alone(String parent, @Nullable Finding finding) {}
}
