package dev.flamegate.cli.option;

import picocli.CommandLine.Option;

/** Options on how a verdict is told. */
public final class VerdictOptions {
    @Option(names = "--fail-on-inconclusive", description = "Exit with 4 if there is not enough evidence.")
    private boolean failOnInconclusive;

    @Option(names = "--single-file", description = "Put the style sheet into the HTML page.")
    private boolean singleFile;

    public boolean failOnInconclusive() {
        return failOnInconclusive;
    }

    public boolean singleFile() {
        return singleFile;
    }
}
