package dev.flamegate.report;

import dev.flamegate.model.Interval;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.WorkDifference;
import dev.flamegate.model.finding.CallRate;
import dev.flamegate.model.finding.Culprit;
import dev.flamegate.model.finding.Diagnosis;
import dev.flamegate.model.finding.Library;
import dev.flamegate.model.finding.LoopTurns;
import dev.flamegate.model.finding.SuspectCommit;
import java.time.Instant;
import java.util.List;

/** What caused the example findings. */
public final class ExampleCauses {
    private ExampleCauses() {}

    public static Culprit multiply() {
        return new Culprit(
                "dev.flamegate.sample.matrix.MatrixCalculator.multiply",
                "dev/flamegate/sample/matrix/MatrixCalculator.java",
                73,
                0.993,
                4.36,
                new Interval(3.9, 4.8, 0.95),
                new Culprit.Evidence(
                        ProfileEvent.CPU,
                        Culprit.Kind.SELF,
                        0.00154,
                        0.00826,
                        new Interval(0.00601, 0.00743, 0.95),
                        List.of(
                                "java.lang.Thread.run",
                                "dev.flamegate.sample.matrix.MatrixHandler.handle",
                                "dev.flamegate.sample.matrix.MatrixCalculator.multiply"),
                        null,
                        null),
                List.of(new Culprit.Caller(
                        "dev.flamegate.sample.matrix.MatrixHandler.handle",
                        "dev/flamegate/sample/matrix/MatrixHandler.java",
                        41,
                        1.0)),
                null,
                List.of(
                        commit("11aa77e0b2c4d6e8f00112233445566778899aab", "Tidy up", 0),
                        commit("8f3a1c90b2c4d6e8f00112233445566778899aab", "Price by matrix", 12)),
                null,
                new CallRate(1.02, 1, 0.98, new Interval(0.96, 1.01, 0.99), false),
                null);
    }

    /** A culprit whose every name comes from outside. */
    public static Culprit named(String name) {
        return new Culprit(
                name,
                name,
                1,
                null,
                null,
                null,
                new Culprit.Evidence(
                        ProfileEvent.ALLOC,
                        Culprit.Kind.INCLUSIVE,
                        0,
                        20480,
                        new Interval(10240, Double.POSITIVE_INFINITY, 0.95),
                        List.of(name),
                        name,
                        name),
                List.of(
                        new Culprit.Caller("shop." + name.replaceAll("[\\s(:]", ""), name, 1, 0.5),
                        new Culprit.Caller(name, name, 1, 1)),
                new Culprit.Collector(name, 0.6, 0.001, 0.003, new Interval(0.001, 0.003, 0.95)),
                List.of(new SuspectCommit(name, name, Instant.parse("2026-11-20T09:00:00Z"), name, 0, 1)),
                new Library(name, name, name + "2"),
                new CallRate(0, 2.5, null, null, true),
                new LoopTurns(name, 1, name, new WorkDifference.Both(0, 3)));
    }

    public static Diagnosis pressure() {
        return new Diagnosis(
                "gc-pressure",
                Diagnosis.Severity.WARN,
                "the collector takes 12 % of the CPU, 4.1 % in the baseline",
                "Allocate less, or give the heap more room",
                "https://example.org/gc",
                0.12,
                0.1);
    }

    private static SuspectCommit commit(String hash, String subject, int near) {
        return new SuspectCommit(hash, "Ada Example", Instant.parse("2026-11-20T09:00:00Z"), subject, near, near + 3);
    }
}
