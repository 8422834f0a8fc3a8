package dev.flamegate.cli.option;

import dev.flamegate.model.Labels;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Option;

public final class LabelOptions {
    @Option(names = "--note", paramLabel = "TEXT", description = "Why this is measured; kept with the run.")
    private String note = "";

    @Option(
            names = "--tag",
            paramLabel = "KEY=VALUE",
            description = "A tag to find the run by, such as release=2.4; can be repeated.")
    private Map<String, String> tags = new LinkedHashMap<>();

    /**
     * The labels as given.
     *
     * @throws UsageProblem when a note or a tag cannot be kept
     */
    public Labels labels() {
        try {
            return new Labels(note.strip(), tags);
        } catch (IllegalArgumentException e) {
            throw new UsageProblem("--note, --tag: " + e.getMessage());
        }
    }
}
