package dev.flamegate.report;

import dev.flamegate.model.Fingerprint;
import dev.flamegate.model.Run;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Runs of which only the context matters. */
public final class BareRuns {
    private BareRuns() {}

    public static Run of(Map<String, String> context) {
        return new Run(
                "20261122-100000-0001",
                "shop",
                Instant.EPOCH,
                "process",
                1,
                context,
                new Fingerprint(Map.of()),
                List.of(),
                Map.of(),
                List.of());
    }
}
