package dev.flamegate.report.text;

import dev.flamegate.model.finding.Culprit;
import dev.flamegate.model.finding.Library;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Groups culprits by their library, if its version differs between the two builds: the cost of an upgrade. */
public final class CulpritsByLibrary {
    private record Subject(String frame, String event) {}

    private CulpritsByLibrary() {}

    /**
     * Groups culprits by library, in the order of their first culprit; a method that is the culprit of several findings
     * is there once for each event.
     */
    public static Map<Library, List<Culprit>> of(List<Culprit> culprits) {
        Map<Library, List<Culprit>> grouped = new LinkedHashMap<>();
        Set<Subject> seen = new HashSet<>();
        for (Culprit culprit : culprits) {
            Library library = culprit.library();
            if (library != null
                    && !Objects.equals(library.baseline(), library.candidate())
                    && seen.add(new Subject(
                            culprit.frame(), culprit.evidence().cost().resultKey()))) {
                grouped.computeIfAbsent(library, one -> new ArrayList<>()).add(culprit);
            }
        }
        return grouped;
    }
}
