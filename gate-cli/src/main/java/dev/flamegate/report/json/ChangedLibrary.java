package dev.flamegate.report.json;

import static dev.flamegate.report.json.Values.number;
import static dev.flamegate.report.json.Values.orEmpty;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.flamegate.model.Unit;
import dev.flamegate.model.finding.Culprit;
import dev.flamegate.model.finding.Finding;
import dev.flamegate.model.finding.Library;
import dev.flamegate.report.GateReport;
import dev.flamegate.report.text.CulpritsByLibrary;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A library of which the two builds have different versions, in a {@link Result}.
 *
 * @param baseline its version there; {@code null} where it was not there, or its name says none
 * @param candidate likewise
 * @param culprits methods of it that explain a growth
 */
public record ChangedLibrary(
        String name,
        @Nullable String baseline,
        @Nullable String candidate,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Method> culprits) {
    public ChangedLibrary {
        culprits = orEmpty(culprits);
    }

    /**
     * A culprit in short; the findings have the rest.
     *
     * @param event of the profile
     * @param growth of its self cost, relative; {@code null} where the baseline did not have it
     * @param rules that it is the culprit of
     */
    public record Method(
            String frame, String event, @Nullable BigDecimal growth, List<String> rules) {
        public Method {
            frame = orEmpty(frame);
            event = orEmpty(event);
            rules = orEmpty(rules);
        }
    }

    static List<ChangedLibrary> of(GateReport report) {
        List<Finding> findings = report.worstFirst();
        Map<Library, List<Culprit>> culprits = CulpritsByLibrary.of(findings.stream()
                .flatMap(finding -> Stream.ofNullable(finding.culprit()))
                .toList());
        return report.libraries().stream()
                .map(library -> new ChangedLibrary(
                        library.name(),
                        library.baseline(),
                        library.candidate(),
                        culprits.getOrDefault(library, List.of()).stream()
                                .map(culprit -> new Method(
                                        culprit.frame(),
                                        culprit.evidence().cost().resultKey(),
                                        number(culprit.growth(), Unit.RATIO),
                                        rules(culprit, findings)))
                                .toList()))
                .toList();
    }

    private static List<String> rules(Culprit culprit, List<Finding> findings) {
        return findings.stream()
                .filter(finding -> finding.culprit() != null
                        && finding.culprit().frame().equals(culprit.frame())
                        && finding.culprit().evidence().cost()
                                == culprit.evidence().cost())
                .map(finding -> finding.rule().id())
                .distinct()
                .toList();
    }

    /**
     * The library, for words.
     *
     * @throws IllegalArgumentException when the record does not contain one
     */
    public Library model() {
        return new Library(orEmpty(name), baseline, candidate);
    }
}
