package dev.flamegate.search.candidates;

import dev.flamegate.gate.ArmComparison;
import dev.flamegate.gate.ExitCode;
import dev.flamegate.gate.GateResult;
import dev.flamegate.gate.ReportFolder;
import dev.flamegate.model.finding.Verdict;
import dev.flamegate.model.rule.Looks;
import dev.flamegate.plan.ArmSpec;
import dev.flamegate.report.formats.JUnitReport;
import dev.flamegate.report.html.HtmlReport;
import dev.flamegate.report.text.Terminal;
import dev.flamegate.runtime.MeasurementPlan;
import dev.flamegate.store.Comparisons;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Compares several candidates in turns, and writes a table of all next to the report of each. */
public final class CandidatesInTurns implements ArmComparison.OfSeveral {
    @Override
    public ArmComparison open(MeasurementPlan setup, ReportFolder reports, Comparisons store) {
        CompareSeveral comparison = new CompareSeveral(setup, reports, store);
        return new ArmComparison() {
            @Override
            public GateResult compare(ArmSpec baseline, List<ArmSpec> candidates, Looks looks, Duration budget)
                    throws InterruptedException {
                return new Written(comparison.compare(baseline, candidates, looks, budget));
            }

            @Override
            public void close() {
                comparison.close();
            }
        };
    }

    record Written(ComparedCandidates candidates) implements GateResult {
        @Override
        public int exitCode(boolean failOnInconclusive) {
            return ExitCode.of(candidates.verdict(), failOnInconclusive);
        }

        @Override
        public Path write(ReportFolder folder, boolean failOnInconclusive, boolean singleFile) {
            try {
                for (ComparedCandidates.Candidate one : candidates.candidates()) {
                    one.report()
                            .ifPresent(report -> folder.part(one.folder())
                                    .write(report, ExitCode.of(one.verdict(), failOnInconclusive), singleFile));
                }
            } catch (ReportFolder.ReportFailed e) {
                folder.discard();
                throw e;
            }
            Path page = folder.page();
            Map<String, byte[]> files = new LinkedHashMap<>();
            if (!singleFile) {
                files.put(HtmlReport.SHEET, CandidatesPage.sheet().getBytes(StandardCharsets.UTF_8));
            }
            files.put(HtmlReport.PAGE, CandidatesPage.write(candidates, singleFile ? CandidatesPage.sheet() : ""));
            files.put(ReportFolder.SUMMARY, CandidatesMarkdown.write(candidates));
            files.put(ReportFolder.JUNIT, JUnitReport.write(suites()));
            files.put(ReportFolder.RESULT, json(exitCode(failOnInconclusive), page));
            folder.add(files);
            return page;
        }

        /** A suite for each, and a problem in that of one without a report. */
        List<JUnitReport.Suite> suites() {
            return candidates.candidates().stream()
                    .map(one -> new JUnitReport.Suite(
                            candidates.service() + ": " + one.name(),
                            one.report(),
                            one.report().isPresent() ? "" : one.sentence(),
                            one.verdict() == Verdict.INVALID))
                    .toList();
        }

        @Override
        public byte[] json(int exitCode, Path page) {
            return CandidatesJson.write(candidates, exitCode, page);
        }

        @Override
        public String text(Terminal terminal, String page) {
            return CandidatesText.write(candidates, terminal, page);
        }
    }
}
