package dev.flamegate.cli.option;

import picocli.CommandLine.Option;

/** The option on what ends when there is not enough evidence. */
public final class InconclusiveOption {
    @Option(names = "--fail-on-inconclusive", description = "Exit with 4 if there is not enough evidence.")
    private boolean fails;

    public boolean fails() {
        return fails;
    }
}
