package dev.flamegate.gate.facts;

import dev.flamegate.os.CloseableRegistry;
import dev.flamegate.os.GitCommand;
import dev.flamegate.os.Program;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Git's command line in one folder. */
public final class Git {
    private final List<String> prefix;

    /**
     * Git in a folder, which need not be a checkout.
     *
     * @param options of git itself, before its command
     */
    public Git(Path folder, String... options) {
        List<String> words = GitCommand.in(folder);
        words.addAll(List.of(options));
        prefix = List.copyOf(words);
    }

    /** What a command prints, without the space around it; empty when it fails, or there is no git. */
    public Optional<String> ask(String... arguments) throws InterruptedException {
        return ask(new CloseableRegistry(), arguments);
    }

    /** What a command prints, which is killed when the registry is closed; see {@link #ask(String...)}. */
    public Optional<String> ask(CloseableRegistry registry, String... arguments) throws InterruptedException {
        List<String> command = new ArrayList<>(prefix);
        command.addAll(List.of(arguments));
        return Program.of(command).registeredIn(registry).ask();
    }
}
