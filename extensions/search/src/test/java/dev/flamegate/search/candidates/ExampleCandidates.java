package dev.flamegate.search.candidates;

import dev.flamegate.report.ExampleComparisons;
import dev.flamegate.report.GateReport;
import dev.flamegate.search.candidates.ComparedCandidates.Candidate;
import dev.flamegate.search.candidates.ComparedCandidates.Failed;
import dev.flamegate.search.candidates.ComparedCandidates.Judged;
import dev.flamegate.search.candidates.ComparedCandidates.OutOfTime;
import java.util.List;

/** Four candidates that ended in different ways. */
public final class ExampleCandidates {
    private ExampleCandidates() {}

    /** One that passes, one that fails, one that does not start, and one that there was no time for. */
    public static ComparedCandidates some() {
        GateReport failing = ExampleComparisons.failing();
        return new ComparedCandidates(
                "shop",
                "G1",
                "target with its own Java options",
                List.of(
                        new Candidate(
                                "Parallel",
                                "target with its own Java options",
                                "parallel",
                                new Judged(ExampleComparisons.passing())),
                        new Candidate("ZGC", "target with its own Java options", "zgc", new Judged(failing)),
                        new Candidate(
                                "JDK 25",
                                "target with JDK /opt/jdk-25",
                                "jdk-25",
                                new Failed("the target exited with 1\nError: no such option\nat start")),
                        new Candidate("256 MiB", "target with its own Java options", "256-mib", new OutOfTime())),
                "1.2.3",
                failing.judged());
    }
}
