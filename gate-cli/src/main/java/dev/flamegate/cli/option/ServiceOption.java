package dev.flamegate.cli.option;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option of commands that can be limited to one service. */
public final class ServiceOption {
    @Option(names = "--service", paramLabel = "NAME", description = "Only this service (default: what is stored says).")
    private @Nullable String service;

    /** Limits it by a value, which means the same as the option. */
    public void set(@Nullable String name) {
        service = name;
    }

    public @Nullable String name() {
        return service;
    }
}
