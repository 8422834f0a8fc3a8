package dev.flamegate.cli.option;

import picocli.CommandLine.Option;

/** Options on how progress is told. */
public final class ProgressOptions {
    @Option(names = "--quiet", description = "No progress.")
    public boolean quiet;

    @Option(names = "--verbose", description = "A line of progress every second.")
    public boolean verbose;
}
