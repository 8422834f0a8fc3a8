package dev.flamegate.cli.option;

import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options on how a verdict is told. */
public final class VerdictOptions {
    @Mixin
    private InconclusiveOption inconclusive = new InconclusiveOption();

    @Option(names = "--single-file", description = "Put the style sheet into the HTML page.")
    private boolean singleFile;

    public boolean failOnInconclusive() {
        return inconclusive.fails();
    }

    public boolean singleFile() {
        return singleFile;
    }
}
