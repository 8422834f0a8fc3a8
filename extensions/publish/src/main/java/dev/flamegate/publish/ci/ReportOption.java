package dev.flamegate.publish.ci;

import dev.flamegate.cli.option.DryRunOption;
import java.nio.file.Path;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options of what tells others of a finished run or comparison. */
public final class ReportOption {
    @Option(
            names = "--report",
            paramLabel = "DIR",
            description = "Folder of the reports (default: build/flamegate).",
            defaultValue = "build/flamegate")
    private Path folder = Path.of("build", "flamegate");

    @Option(
            names = "--key",
            paramLabel = "NAME",
            description = "Distinguishes several plans for one service.",
            defaultValue = "")
    private String key = "";

    @Mixin
    private DryRunOption dry = new DryRunOption();

    public String key() {
        return key;
    }

    public boolean isDryRun() {
        return dry.isGiven();
    }

    public Path folder() {
        return folder;
    }
}
