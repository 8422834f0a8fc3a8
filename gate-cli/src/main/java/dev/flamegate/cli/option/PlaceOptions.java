package dev.flamegate.cli.option;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** Options on where the plan is, and where runs are stored. */
public final class PlaceOptions {
    static final Path DEFAULT_PLAN = Path.of("flamegate.yaml");

    @Option(
            names = "--plan",
            paramLabel = "FILE",
            scope = ScopeType.INHERIT,
            description = "The plan (default: flamegate.yaml).")
    public Path plan = DEFAULT_PLAN;

    @Option(
            names = "--history",
            paramLabel = "PLACE",
            scope = ScopeType.INHERIT,
            description = "Folder of stored runs, instead of the plan's; turns off the plan's sharing.")
    @Nullable
    public Path history;

    @Option(
            names = "--history-remote",
            paramLabel = "PLACE",
            scope = ScopeType.INHERIT,
            description = {
                "Where stored runs are shared, instead of the plan's: s3://BUCKET/PREFIX, git:REPOSITORY#BRANCH, or none.",
                "Also settable as FLAMEGATE_HISTORY_REMOTE."
            })
    @Nullable
    public String historyRemote;
}
