package dev.flamegate.cli.option;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options that most commands share. */
public final class Options {
    @Mixin
    public PlaceOptions place = new PlaceOptions();

    @Option(
            names = "--policy-from",
            paramLabel = "git:REV",
            description =
                    "Read the plan, the rules and the ledger from this revision instead of the files checked out, so that a"
                            + " proposed change cannot loosen what it is judged by: git:origin/main, or git:merge-base.")
    @Nullable
    public String policyFrom;

    @Option(names = "--rules", paramLabel = "FILE", arity = "1..*", description = "Rule files, instead of the plan's.")
    public List<Path> rules = List.of();

    @Option(
            names = "--history-push",
            paramLabel = "WHEN",
            arity = "0..1",
            fallbackValue = "always",
            description =
                    "Whether stored runs are sent: never, or always. Without it, builds of pull and merge requests only"
                            + " fetch: their runs would become baselines.")
    @Nullable
    public Push historyPush;

    /** When stored runs are sent to where they are shared. */
    public enum Push {
        ALWAYS,
        NEVER
    }

    @Option(names = "--report", paramLabel = "DIR", description = "Folder for reports, instead of the plan's.")
    @Nullable
    public Path report;

    @Option(
            names = "--runtime",
            paramLabel = "NAME",
            description = "How the target is started, instead of the plan's: process, container, attach or kubernetes.")
    @Nullable
    public String runtime;

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description = "Any key of the plan, such as load.measure=5s; can be repeated.")
    public Map<String, String> set = new LinkedHashMap<>();

    @Option(names = "--json", description = "Print the result as one JSON object.")
    public boolean json;

    @Mixin
    public ProgressOptions progress = new ProgressOptions();

    /** Overrides of the plan's keys, including those with a separate option. */
    public Map<String, String> overrides() {
        Map<String, String> overrides = new LinkedHashMap<>(set);
        if (runtime != null) {
            overrides.put("target.runtime", runtime);
        }
        return overrides;
    }
}
