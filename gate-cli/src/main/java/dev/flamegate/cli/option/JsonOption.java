package dev.flamegate.cli.option;

import picocli.CommandLine.Option;

/** The option of commands that can print their result for programs. */
public final class JsonOption {
    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    public boolean isGiven() {
        return json;
    }
}
