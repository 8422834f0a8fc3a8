package dev.flamegate.cli.option;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option of commands that can be limited to one service. */
public final class ServiceOption {
    @Option(names = "--service", paramLabel = "NAME", description = "Only this service (default: what is stored says).")
    private @Nullable String service;

    public @Nullable String name() {
        return service;
    }
}
