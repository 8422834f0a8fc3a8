package dev.flamegate.report.candidates;

import dev.flamegate.format.Outcomes;
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
 * Several candidates compared with one baseline, each in a comparison of its own.
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
    /** The folder of the candidates' own reports, in that of the table. */
    public static final String FOLDER = "candidates";

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
     * @param folder name of the folder of its own report: letters of a to z, digits and hyphens
     */
    public record Candidate(String name, String arm, String folder, Ending ending) {
        public Candidate {
            if (!folder.matches("[a-z0-9-]+")) {
                throw new IllegalArgumentException(folder + ": a folder has lower-case letters, digits and hyphens");
            }
        }

        /** Its report; empty where there is none. */
        public Optional<GateReport> report() {
            return ending instanceof Judged judged ? Optional.of(judged.report()) : Optional.empty();
        }

        /** Its verdict; one that could not be measured is INVALID, and one without a pair INCONCLUSIVE. */
        public Verdict verdict() {
            if (ending instanceof Judged judged) {
                return judged.report().judgement().verdict();
            }
            return ending instanceof Failed ? Verdict.INVALID : Verdict.INCONCLUSIVE;
        }

        /** What its verdict rests on, in plain text. */
        public String sentence() {
            if (ending instanceof Judged judged) {
                return Headline.plain().sentence(judged.report());
            }
            return ending instanceof Failed failed
                    ? "it could not be measured: "
                            + failed.message().lines().findFirst().orElse("")
                    : "the budget ended before its first pair";
        }

        /** The page of its own report, from that of the table; empty where there is none. */
        public Optional<String> page() {
            return report().map(report -> FOLDER + "/" + folder + "/index.html");
        }
    }

    /** How the comparison of a candidate ended. */
    public sealed interface Ending {}

    /** It was measured, and judged by its pairs. */
    public record Judged(GateReport report) implements Ending {}

    /**
     * It could not be measured.
     *
     * @param message for people; its first line says what is wrong, others may be the end of a log
     */
    public record Failed(String message) implements Ending {}

    /** The budget ended before its first pair. */
    public record OutOfTime() implements Ending {}

    /** The worst verdict of a candidate: a growth that is shown stays so, whatever could not be measured beside it. */
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
                        one -> Outcomes.rank(Outcome.valueOf(one.verdict().name()))))
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
