package dev.flamegate.search.candidates;

import dev.flamegate.report.ComparisonCourse;
import dev.flamegate.report.GateReport;
import dev.flamegate.report.json.JsonReport;
import dev.flamegate.report.json.Result;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes the outcome of several candidates as one JSON object. */
final class CandidatesJson {
    private CandidatesJson() {}

    /**
     * The object in UTF-8.
     *
     * @param place the page of all candidates
     */
    static byte[] write(ComparedCandidates compared, int exitCode, Path place) {
        return JsonReport.text(of(compared, exitCode, place));
    }

    private static Result of(ComparedCandidates compared, int exitCode, Path place) {
        Result.Head head = new Result.Head(
                JsonReport.VERSION,
                "flamegate " + compared.version(),
                compared.verdict(),
                exitCode,
                compared.service(),
                null,
                null,
                compared.judged().toString(),
                place.toString(),
                null,
                compared.headline(),
                null);
        Result.Judged judged = new Result.Judged(
                compared.candidates().stream()
                        .flatMap(one -> one.report().stream()
                                .flatMap(report -> report.judgement().findings().stream())
                                .map(finding -> JsonReport.finding(finding, one.name())))
                        .toList(),
                List.of(),
                List.of(),
                Map.of(),
                null);
        return new Result(
                head,
                judged,
                Result.Compared.NOTHING,
                Result.Profiled.NOTHING,
                List.of(),
                compared.candidates().stream().map(one -> candidate(one, place)).toList());
    }

    private static Result.Candidate candidate(ComparedCandidates.Candidate one, Path place) {
        Optional<ComparisonCourse> pairs = one.report().flatMap(GateReport::comparison);
        return new Result.Candidate(
                one.name(),
                one.arm(),
                one.report().isPresent() ? one.verdict() : null,
                pairs.map(ComparisonCourse::id).orElse(null),
                pairs.map(ComparisonCourse::valid).orElse(0),
                one.sentence(),
                one.page().map(page -> place.resolveSibling(page).toString()).orElse(null));
    }
}
