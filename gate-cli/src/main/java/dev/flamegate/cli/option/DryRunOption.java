package dev.flamegate.cli.option;

import picocli.CommandLine.Option;

/** The option of commands that can say what they would do. */
public final class DryRunOption {
    @Option(names = "--dry-run", description = "Print what would be done or sent, and do nothing.")
    private boolean dryRun;

    public boolean isGiven() {
        return dryRun;
    }
}
