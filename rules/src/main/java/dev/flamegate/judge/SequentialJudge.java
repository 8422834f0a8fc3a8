package dev.flamegate.judge;

import dev.flamegate.model.Comparison;
import dev.flamegate.model.Finding;
import dev.flamegate.model.Judgement;
import dev.flamegate.model.Looks;
import dev.flamegate.model.Rule;
import dev.flamegate.model.Run;
import dev.flamegate.model.Step;
import dev.flamegate.model.ValidityProblem;
import dev.flamegate.profile.ProfiledComparison;
import dev.flamegate.profile.ProfiledRun;
import dev.flamegate.stats.Sequential;
import dev.flamegate.stats.Standing;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Judges a comparison by rules, while it grows pair by pair and when it has ended. Both follow from the pairs alone:
 * the same pairs always have the same judgement.
 *
 * <p>Growths against {@code baseline} are decided on pairs by {@link Sequential}; absolute limits on the
 * candidate's trials; growths against stored runs are not judged here.
 */
public final class SequentialJudge {
    private final List<Rule> rules;
    private final Looks looks;
    private final Sequential sequential;
    private final PairedPriors priors;

    /**
     * A judge by these rules.
     *
     * @param past finished comparisons of the same service and fingerprint, for how much its pairs scatter; without
     *     the one to be judged
     */
    public SequentialJudge(List<Rule> rules, List<Comparison> past, Looks looks) {
        this.rules = List.copyOf(rules);
        this.looks = looks;
        this.sequential = new Sequential(looks);
        this.priors = new PairedPriors(past);
    }

    /**
     * What is unsound or doubtful about how an arm was measured; with the arm's run cut down to one trial, whether
     * that trial's pair can count.
     */
    public List<ValidityProblem> soundness(Run arm) {
        return Validity.of(arm, rules);
    }

    /** Where the comparison stands, and whether to go on. */
    public Progress after(ProfiledComparison comparison) {
        int n = comparison.validPairs();
        if (n < Looks.MIN_PAIRS) {
            return new Progress(false, n, looks.after(n), looks.after(n), List.of());
        }
        List<Looked> looked = look(comparison, n, false).stream()
                .filter(one -> one.standing() != null)
                .toList();
        List<Standing> waitedFor = waitedFor(looked);
        boolean decided = sequential.isOver(waitedFor, n);
        List<Progress.Standing> criteria =
                looked.stream().map(one -> progress(one, n)).toList();
        if (decided) {
            return new Progress(true, n, n, n, criteria);
        }
        int next = sequential.next(waitedFor, n);
        int needed = waitedFor.stream()
                .mapToInt(standing -> sequential.needed(standing, n))
                .map(pairs -> pairs == 0 ? looks.last() : pairs)
                .max()
                .orElse(next);
        return new Progress(false, n, next, Math.max(needed, next), criteria);
    }

    /** The judgement of the pairs there are, as if no more will come. */
    public Judgement judge(ProfiledComparison comparison) {
        List<ValidityProblem> validity = ComparisonValidity.of(comparison, rules);
        int n = comparison.validPairs();
        List<Finding> findings = new ArrayList<>();
        if (n >= Looks.MIN_PAIRS) {
            for (Looked one : look(comparison, n, true)) {
                findings.add(
                        one.standing() == null
                                ? Decision.of(one.shown(), Judge.GATE_LEVEL)
                                : PairedDecision.of(
                                        one.candidacy(),
                                        one.standing(),
                                        looks,
                                        OrderCheck.of(
                                                comparison, one.candidacy().sample())));
            }
        }
        ProfiledRun before = comparison.validBaseline();
        return new Judgement(
                Judge.verdict(findings, validity),
                new Causes(comparison.validCandidate(), true, finding -> Optional.of(before)).explain(findings),
                validity,
                Map.of("baseline", comparison.comparison().baseline().id()));
    }

    /** The criteria that the comparison goes on for: those that break the build, or all where none does. */
    private static List<Standing> waitedFor(List<Looked> looked) {
        boolean gating = looked.stream().anyMatch(one -> one.candidacy().isGating());
        return looked.stream()
                .filter(one -> !gating || one.candidacy().isGating())
                .flatMap(one -> Stream.ofNullable(one.standing()))
                .toList();
    }

    private List<Looked> look(ProfiledComparison comparison, int n, boolean last) {
        PairedCandidacies candidacies = new PairedCandidacies(comparison, priors);
        List<PairedCandidacy> all =
                rules.stream().flatMap(rule -> candidacies.of(rule).stream()).toList();
        List<Standing> gating = sequential.after(
                all.stream()
                        .filter(PairedCandidacy::isGating)
                        .map(PairedCandidacy::contrasts)
                        .toList(),
                n,
                last);
        Iterator<Standing> next = gating.iterator();
        List<Looked> looked = new ArrayList<>();
        for (PairedCandidacy candidacy : all) {
            Standing standing = null;
            if (candidacy.isGating()) {
                standing = next.next();
            } else if (candidacy.isSequential()) {
                standing = sequential
                        .after(List.of(candidacy.contrasts()), n, last)
                        .get(0);
            }
            looked.add(new Looked(candidacy, n, standing));
        }
        return looked;
    }

    private Progress.Standing progress(Looked looked, int n) {
        Standing standing = Objects.requireNonNull(looked.standing());
        Candidacy shown = looked.shown();
        Growth growth = Objects.requireNonNull(shown.growth());
        boolean passed = standing.step() == Step.PASS;
        return new Progress.Standing(
                shown.rule(),
                shown.criterion(),
                shown.level(),
                shown.measurement().selector(),
                standing.step(),
                growth.relative(),
                growth.interval(passed ? looks.passLevel() : standing.level()),
                growth.detectable(standing.level()),
                sequential.needed(standing, n));
    }

    /**
     * A criterion after a look.
     *
     * @param standing {@code null} where no evidence is weighed
     */
    private record Looked(
            PairedCandidacy candidacy, int n, @Nullable Standing standing) {
        Candidacy shown() {
            return candidacy.shown(n);
        }
    }
}
