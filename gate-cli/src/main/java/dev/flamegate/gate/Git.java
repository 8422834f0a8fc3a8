package dev.flamegate.gate;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
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
        List<String> words = new ArrayList<>(List.of("git", "-C", folder.toString()));
        words.addAll(List.of(options));
        prefix = List.copyOf(words);
    }

    /** What a command says without the space around it; empty when it fails, or there is no git. */
    public Optional<String> ask(String... arguments) throws InterruptedException {
        List<String> command = new ArrayList<>(prefix);
        command.addAll(List.of(arguments));
        try {
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            process.getOutputStream().close();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            return process.waitFor() == 0 ? Optional.of(output) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
