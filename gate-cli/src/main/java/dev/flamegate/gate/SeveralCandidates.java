package dev.flamegate.gate;

import dev.flamegate.model.finding.Verdict;
import dev.flamegate.model.rule.Looks;
import dev.flamegate.plan.ArmSpec;
import dev.flamegate.report.text.Terminal;
import dev.flamegate.runtime.MeasurementPlan;
import dev.flamegate.store.Comparisons;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.ToIntFunction;

/** Compares several candidates with one baseline; an extension declares it as a service of this type. */
public interface SeveralCandidates {
    /** A comparison of one plan's builds, which {@code close} ends. */
    Opened open(MeasurementPlan setup, ReportFolder reports, Comparisons store);

    /** A comparison that can be ended at any moment. */
    interface Opened extends AutoCloseable {
        /**
         * Compares each candidate with the baseline, in turns.
         *
         * @param budget time in which it ends
         * @param looks when the evidence is looked at, and with what error, which the candidates share
         */
        Compared compare(ArmSpec baseline, List<ArmSpec> candidates, Looks looks, Duration budget)
                throws InterruptedException;

        @Override
        void close();
    }

    /** The outcome of all candidates. */
    interface Compared {
        Verdict verdict();

        /**
         * Writes the reports.
         *
         * @param exitCodes the exit code of a verdict
         * @return the page to open
         * @throws ReportFolder.ReportFailed when a file cannot be written; none is left then
         */
        Path write(ReportFolder folder, ToIntFunction<Verdict> exitCodes, boolean singleFile);

        /** One JSON object in UTF-8, for programs. */
        byte[] json(int exitCode, Path page);

        String text(Terminal terminal, String page);
    }
}
