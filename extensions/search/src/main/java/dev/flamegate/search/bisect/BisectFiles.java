package dev.flamegate.search.bisect;

import dev.flamegate.gate.ReportFormat;
import java.util.List;
import java.util.Map;

/**
 * Names the files of a search, so that those of the previous one are deleted like any report. They are written when the
 * search ends, next to the report of its last comparison, and not with it.
 */
public final class BisectFiles implements ReportFormat {
    @Override
    public List<String> names() {
        return List.of(BisectPage.PAGE, BisectPage.JSON);
    }

    @Override
    public Map<String, byte[]> files(Input input) {
        return Map.of();
    }
}
