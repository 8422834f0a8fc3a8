import java.util.random.RandomGenerator;

/**
 * Starts of one build and another, as the rules that others use get to see them: the logarithm of what each start cost.
 * No start is seen twice before {@link #deal} is called again.
 */
interface Starts {
    /** Starts again, with all starts at hand. */
    Starts deal(RandomGenerator random);

    /** A start of the old build in a session of its own. */
    double before(RandomGenerator random);

    /** A start of the new build in a session of its own. */
    double after(RandomGenerator random);

    /** Starts of one build, one after the other in one session. */
    double[] serial(boolean changed, int n, RandomGenerator random);

    /** A start of each build at the same time: the costs, not logarithms, of points in time inside each. */
    double[][] points(RandomGenerator random);
}
