package dev.flamegate.judge;

import dev.flamegate.judge.evidence.Evidence;
import dev.flamegate.model.finding.Measurement;
import dev.flamegate.model.rule.BaselineRef;
import dev.flamegate.model.rule.Criterion;
import dev.flamegate.model.rule.Level;
import dev.flamegate.model.rule.Rule;
import dev.flamegate.profile.ProfiledRun;
import dev.flamegate.stats.Estimate;
import dev.flamegate.stats.PairedSample;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.Predicate;

/**
 * One criterion of one rule for one part of the service, with its evidence: what becomes a finding.
 *
 * @param measurement of the candidate
 * @param seen the evidence besides the value: the growth against a baseline, or why there is none
 */
record Candidacy(Rule rule, Criterion criterion, Level level, Measurement measurement, Seen seen) {
    /** The evidence of a criterion besides the candidate's value. */
    sealed interface Seen {
        /** The criterion limits the value itself, or there is no value. */
        record ValueAlone() implements Seen {}

        /**
         * A growth is asked for and cannot be estimated.
         *
         * @param reason a clause for people
         * @param baseline the runs that were found all the same
         */
        record NoGrowth(String reason, Optional<Baseline> baseline) implements Seen {}

        /** A growth was estimated. */
        sealed interface Grown extends Seen {
            Growth growth();

            Baseline baseline();
        }

        /** The growth against stored runs. */
        record OfRuns(Growth growth, Baseline baseline) implements Grown {}

        /**
         * The growth between two arms, pair by pair.
         *
         * @param sample the values of both arms; empty where the change is picked from many
         * @param estimates what the first pairs show, by their number
         */
        record OfPairs(
                Growth growth, Baseline baseline, Optional<PairedSample> sample, IntFunction<Estimate.Paired> estimates)
                implements Grown {}
    }

    /**
     * The runs that a growth is held against.
     *
     * @param name for people
     * @param runs empty where values were drawn and not measured
     */
    record Baseline(String name, List<ProfiledRun> runs) {
        static final Baseline DRAWN = new Baseline("drawn", List.of());

        static Baseline of(Baselines.Found.Runs found) {
            return new Baseline(found.name(), found.runs());
        }
    }

    /** A criterion of which only the candidate's value is known so far. */
    Candidacy(Rule rule, Criterion criterion, Level level, Measurement measurement) {
        this(rule, criterion, level, measurement, new Seen.ValueAlone());
    }

    /**
     * The criteria of some rules with what was measured for them, in their order; one for each criterion and each part
     * that a rule's pattern selects.
     *
     * @param covered the criteria to consider
     */
    static List<Candidacy> of(ProfiledRun candidate, List<Rule> rules, Predicate<Criterion> covered) {
        List<Candidacy> all = new ArrayList<>();
        for (Rule rule : rules) {
            List<Criterion> must = rule.must().stream().filter(covered).toList();
            List<Criterion> should = rule.should().stream().filter(covered).toList();
            if (must.isEmpty() && should.isEmpty()) {
                continue;
            }
            for (Measurement measurement : Evidence.of(candidate, rule.indicator(), rule.selector())) {
                must.forEach(criterion -> all.add(new Candidacy(rule, criterion, Level.MUST, measurement)));
                should.forEach(criterion -> all.add(new Candidacy(rule, criterion, Level.SHOULD, measurement)));
            }
        }
        return all;
    }

    /** True if a criterion is judged on pairs: growths against stored runs are judged by {@code run}. */
    static boolean isOfComparison(Criterion criterion) {
        return !(criterion instanceof Criterion.Growth growth) || growth.baseline() instanceof BaselineRef.OtherArm;
    }

    /** Returns this criterion with other evidence. */
    Candidacy seeing(Seen other) {
        return new Candidacy(rule, criterion, level, measurement, other);
    }

    /** This criterion as one that warns. */
    Candidacy warning() {
        return new Candidacy(rule, criterion, Level.SHOULD, measurement, seen);
    }

    /** This criterion about a value of which more is known. */
    Candidacy measuring(Measurement other) {
        return new Candidacy(rule, criterion, level, other, seen);
    }

    /** The growth that was estimated; empty without one. */
    Optional<Seen.Grown> grown() {
        return seen instanceof Seen.Grown grown ? Optional.of(grown) : Optional.empty();
    }

    /** The growth that the evidence of pairs decides; empty where two values alone do, or stored runs. */
    Optional<Seen.OfPairs> sequential() {
        return seen instanceof Seen.OfPairs pairs
                        && rule.isByEvidence()
                        && criterion.operator().isUpper()
                ? Optional.of(pairs)
                : Optional.empty();
    }

    /** True if the criterion's significance is tested, and so shares the gate's error with others. */
    boolean isTested() {
        return seen instanceof Seen.Grown && level == Level.MUST && rule.isByEvidence();
    }

    /** True if pairs decide the criterion and its significance shares the error of a look with others. */
    boolean isGating() {
        return level == Level.MUST && sequential().isPresent();
    }
}
