package dev.flamegate.search.candidates;

import dev.flamegate.gate.ReportFolder;
import dev.flamegate.model.finding.Outcome;
import dev.flamegate.model.finding.Verdict;
import dev.flamegate.report.GateReport;
import dev.flamegate.report.text.Headline;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Several candidates compared with one baseline, each in a separate comparison.
 *
 * @param baseline what people call the baseline
 * @param baselineArm what it runs and how it differs from the plan's target
 * @param candidates in the order given, at least one
 * @param version of this tool
 * @param judged when the last judgement was made
 */
public record ComparedCandidates(
        String service,
        String baseline,
        String baselineArm,
        List<Candidate> candidates,
        String version,
        Instant judged) {
    public ComparedCandidates {
        candidates = List.copyOf(candidates);
        if (candidates.isEmpty()) {
            throw new IllegalArgumentException("several candidates are at least one");
        }
    }

    /**
     * One candidate.
     *
     * @param name what people call it
     * @param arm what it runs and how it differs from the plan's target
     * @param folder name of the candidate's report folder: letters of a to z, digits and hyphens
     */
    public record Candidate(String name, String arm, String folder, Ending ending) {
        public Candidate {
            if (!folder.matches("[a-z0-9-]+")) {
                throw new IllegalArgumentException(folder + ": a folder has lower-case letters, digits and hyphens");
            }
        }

        /** The candidate's report; empty if it was not judged. */
        public Optional<GateReport> report() {
            return ending instanceof Judged judged ? Optional.of(judged.report()) : Optional.empty();
        }

        /** The candidate's verdict: INVALID if it could not be measured, INCONCLUSIVE without a pair. */
        public Verdict verdict() {
            if (ending instanceof Judged judged) {
                return judged.report().judgement().verdict();
            }
            return ending instanceof Failed ? Verdict.INVALID : Verdict.INCONCLUSIVE;
        }

        /** The basis of the candidate's verdict, in plain text. */
        public String sentence() {
            if (ending instanceof Judged judged) {
                return Headline.plain().sentenceAndNext(judged.report());
            }
            return ending instanceof Failed failed
                    ? "it could not be measured: "
                            + failed.message().lines().findFirst().orElse("")
                    : "the budget ended before its first pair";
        }

        /** The link from the table's page to the candidate's report; empty without a report. */
        public Optional<String> page() {
            return report().map(report -> ReportFolder.PARTS + "/" + folder + "/index.html");
        }
    }

    public sealed interface Ending {}

    /** The candidate was measured, and judged by its pairs. */
    public record Judged(GateReport report) implements Ending {}

    /**
     * The candidate could not be measured.
     *
     * @param message for people; its first line says what is wrong, others may be the end of a log
     */
    public record Failed(String message) implements Ending {}

    /** The budget ended before the candidate's first pair. */
    public record OutOfTime() implements Ending {}

    /**
     * The worst verdict of a candidate: a growth that is shown counts, even if other candidates could not be measured.
     */
    public Verdict verdict() {
        return worst().verdict();
    }

    /** The candidate with the worst verdict, of several the first. */
    public Candidate worst() {
        return worstFirst().get(0);
    }

    private List<Candidate> worstFirst() {
        return candidates.stream()
                .sorted(Comparator.comparingInt(
                        one -> Outcome.valueOf(one.verdict().name()).rank()))
                .toList();
    }

    /** {@code ZGC is FAIL, Parallel is PASS; of ZGC: cpu.per-request grew ...}. */
    public String headline() {
        String verdicts = worstFirst().stream()
                .map(one -> one.name() + (one.report().isPresent() ? " is " + one.verdict() : " was not measured"))
                .collect(Collectors.joining(", "));
        return verdict() == Verdict.PASS ? verdicts : verdicts + "; of " + worst().name() + ": " + worst().sentence();
    }
}
