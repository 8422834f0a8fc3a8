package dev.flamegate.cli;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that most commands share. */
final class Options {
    @Option(names = "--plan", paramLabel = "FILE", description = "The plan (default: flamegate.yaml).")
    Path plan = Path.of("flamegate.yaml");

    @Option(names = "--rules", paramLabel = "FILE", arity = "1..*", description = "Rule files, in place of the plan's.")
    List<Path> rules = List.of();

    @Option(
            names = "--history",
            paramLabel = "PLACE",
            description = "Folder of stored runs, in place of the plan's, which is not shared then.")
    @Nullable
    Path history;

    @Option(
            names = "--history-remote",
            paramLabel = "PLACE",
            description = {
                "Where stored runs are shared, in place of the plan's: s3://BUCKET/PREFIX, git:REPOSITORY#BRANCH, or none.",
                "Also the variable FLAMEGATE_HISTORY_REMOTE."
            })
    @Nullable
    String historyRemote;

    @Option(
            names = "--history-pull-only",
            description = "Fetch runs from where they are shared and send none there: for builds of proposed changes.")
    boolean historyPullOnly;

    @Option(names = "--report", paramLabel = "DIR", description = "Folder for reports, in place of the plan's.")
    @Nullable
    Path report;

    @Option(
            names = "--runtime",
            paramLabel = "NAME",
            description = "How the target is started, in place of the plan's: process, container or attach.")
    @Nullable
    String runtime;

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description = "Any key of the plan, such as load.measure=5s; may be given often.")
    Map<String, String> set = new LinkedHashMap<>();

    @Option(names = "--json", description = "Print the result as one JSON object.")
    boolean json;

    @Option(names = "--quiet", description = "No progress.")
    boolean quiet;

    @Option(names = "--verbose", description = "A line of progress every second.")
    boolean verbose;

    @Option(names = "--no-color", description = "No colours, whatever the terminal can.")
    boolean noColor;

    /** Overrides of the plan's keys, those with an option of their own included. */
    Map<String, String> overrides() {
        Map<String, String> overrides = new LinkedHashMap<>(set);
        if (runtime != null) {
            overrides.put("target.runtime", runtime);
        }
        return overrides;
    }
}
