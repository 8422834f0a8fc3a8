package dev.flamegate.search.candidates;

import java.util.List;

/**
 * Holm's step-down procedure over hypotheses that are each tested sequentially, at separate looks, and stopped one by
 * one (Ye, Li, Liu and Yao, "A group sequential Holm procedure with multiple primary endpoints", Statistics in Medicine
 * 32, 2013).
 *
 * <p>Whatever the tests have in common, the probability that any true hypothesis is rejected stays below the error. Let
 * m of the hypotheses be true. When the first of them is rejected, only false ones were rejected before, so its test
 * had at most the m-th part of the error, for all of its looks together; m tests with that part each reject a true
 * hypothesis with at most the whole error. How often and in which order they are looked at makes no difference.
 */
final class SequentialHolm {
    private SequentialHolm() {}

    /** A sequential test of one hypothesis. */
    interface Test {
        /** True if the evidence so far rejects the hypothesis; once it does, more error changes nothing. */
        boolean isRejected();

        /**
         * Looks at the same evidence with this error for all looks together, past and future; called unless the
         * hypothesis is rejected, with a growing error.
         */
        void spend(double error);
    }

    /**
     * Divides the error equally among the hypotheses that are not rejected, until no further one is.
     *
     * @param error family-wise, in (0, 1)
     */
    static void apply(List<? extends Test> tests, double error) {
        int sharing = sharing(tests);
        int before;
        do {
            before = sharing;
            double share = error / before;
            tests.stream().filter(test -> !test.isRejected()).forEach(test -> test.spend(share));
            sharing = sharing(tests);
        } while (sharing < before);
    }

    /** The number of hypotheses that share the error; the last one has all of it. */
    private static int sharing(List<? extends Test> tests) {
        return (int)
                Math.max(1, tests.stream().filter(test -> !test.isRejected()).count());
    }
}
