package dev.flamegate.judge;

import dev.flamegate.model.Criterion;
import dev.flamegate.model.Interval;
import dev.flamegate.model.Level;
import dev.flamegate.model.Rule;
import dev.flamegate.model.Selector;
import dev.flamegate.model.Step;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a comparison stands after some pairs.
 *
 * @param decided whether more pairs would change nothing that the build waits for: a growth has failed, or every
 *     gating criterion is decided, or the last look is over
 * @param pairs how many count so far
 * @param next how many will count at the next look; {@code pairs} when it is decided
 * @param needed how many will probably decide it, as far as can be said; the last look's where they may not
 * @param criteria growths against the baseline, in the order of the rules; empty before the first look
 */
public record Progress(boolean decided, int pairs, int next, int needed, List<Standing> criteria) {
    public Progress {
        criteria = List.copyOf(criteria);
    }

    /**
     * Where one criterion stands.
     *
     * @param growth estimated so far, relative: 0.1 = +10 %; {@code null} where the baseline is 0
     * @param interval of {@code growth}, relative too; {@code null} where nothing can be said
     * @param detectable the smallest relative growth that would be seen nine times in ten with the pairs so far;
     *     {@code null} where unknown
     * @param needed pairs that will probably decide it; 0 when that is beyond the last look
     */
    public record Standing(
            Rule rule,
            Criterion criterion,
            Level level,
            Selector selector,
            Step step,
            @Nullable Double growth,
            @Nullable Interval interval,
            @Nullable Double detectable,
            int needed) {}
}
