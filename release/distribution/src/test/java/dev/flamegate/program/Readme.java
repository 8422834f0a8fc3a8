package dev.flamegate.program;

import java.io.IOException;
import java.nio.file.Files;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The README of the checkout. */
final class Readme {
    private static final Pattern BLOCK = Pattern.compile("```(\\w+)\\n(.*?)```", Pattern.DOTALL);

    private Readme() {}

    static String text() throws IOException {
        return Files.readString(Program.CHECKOUT.resolve("README.md"));
    }

    /** The blocks of code in a language, in order. */
    static Stream<String> blocks(String language) throws IOException {
        return BLOCK.matcher(text())
                .results()
                .filter(block -> block.group(1).equals(language))
                .map(block -> block.group(2));
    }
}
