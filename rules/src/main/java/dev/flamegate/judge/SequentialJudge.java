package dev.flamegate.judge;

import dev.flamegate.model.Comparison;
import dev.flamegate.model.Run;
import dev.flamegate.model.finding.Judgement;
import dev.flamegate.model.finding.ValidityProblem;
import dev.flamegate.model.rule.Looks;
import dev.flamegate.model.rule.Rule;
import dev.flamegate.profile.ProfiledComparison;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Judges a comparison by rules, while it grows pair by pair and when it has ended. Both follow from the pairs alone:
 * the same pairs always have the same judgement.
 *
 * <p>Growths against {@code baseline} are decided on pairs by {@link dev.flamegate.stats.Sequential}; absolute limits
 * on the candidate's trials. Growths against stored runs are not judged here.
 */
public final class SequentialJudge {
    private final List<Rule> rules;
    private final List<Comparison> past;
    private final Looks looks;

    /** The scatter of past pairs that were measured in the same manner, as far as it was asked for. */
    private final Map<Comparison.Manner, PairNoise> noise;

    /**
     * A judge by these rules.
     *
     * @param past finished comparisons of the same service and fingerprint, for how much pairs scatter; without the one
     *     to be judged
     */
    public SequentialJudge(List<Rule> rules, List<Comparison> past, Looks looks) {
        this(List.copyOf(rules), List.copyOf(past), new HashMap<>(), looks);
    }

    private SequentialJudge(
            List<Rule> rules, List<Comparison> past, Map<Comparison.Manner, PairNoise> noise, Looks looks) {
        this.rules = rules;
        this.past = past;
        this.looks = looks;
        this.noise = noise;
    }

    public SequentialJudge with(Looks other) {
        return new SequentialJudge(rules, past, noise, other);
    }

    /**
     * The reasons why an arm's measurement is unsound or doubtful; with the arm's run cut down to one trial, whether
     * that trial's pair can count.
     *
     * @param together whether both arms were under load at once
     */
    public static List<ValidityProblem> soundness(Run arm, List<Rule> rules, boolean together) {
        return Validity.of(arm, rules, together);
    }

    /** True if the rules about work hold, with nothing to confirm, or nothing that differs between the builds ran. */
    public boolean isWorkSettled(Comparison comparison) {
        return WorkJudgement.of(comparison, rules).isSettled();
    }

    /** Looks at the comparison: its state, whether to go on, and the judgement if not. */
    public Look look(ProfiledComparison comparison) {
        return new Look(
                comparison,
                rules,
                looks,
                noise.computeIfAbsent(comparison.comparison().manner(), this::noiseOf));
    }

    private PairNoise noiseOf(Comparison.Manner manner) {
        return new PairNoise(
                past.stream().filter(one -> one.manner().equals(manner)).toList(), manner);
    }

    /** The judgement of the pairs there are, as if no more will come. */
    public Judgement judge(ProfiledComparison comparison) {
        return look(comparison).judgement();
    }
}
