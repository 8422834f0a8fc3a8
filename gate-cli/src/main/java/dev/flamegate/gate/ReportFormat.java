package dev.flamegate.gate;

import dev.flamegate.report.GateReport;
import dev.flamegate.report.flame.FlameInput;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** One format of a report: an extension that adds one declares its implementation as a service of this type. */
public interface ReportFormat {
    /**
     * The input of every format.
     *
     * @param flame the profile; empty without one
     * @param instructions where the page of counted instructions is, relative to the report; empty without one
     * @param exitCode the gate's
     * @param singleFile whether a page has its style sheet inside
     * @param page path of the page to open
     */
    record Input(
            GateReport report,
            Optional<FlameInput> flame,
            Optional<String> instructions,
            int exitCode,
            boolean singleFile,
            String page) {}

    /** Names of all files that the format may write; those of the previous run are deleted before a measurement. */
    List<String> names();

    /** The contents of the files by name. */
    Map<String, byte[]> files(Input input);

    /** A format of one file. */
    static ReportFormat of(String name, Function<Input, byte[]> writer) {
        return new ReportFormat() {
            @Override
            public List<String> names() {
                return List.of(name);
            }

            @Override
            public Map<String, byte[]> files(Input input) {
                return Map.of(name, writer.apply(input));
            }
        };
    }
}
