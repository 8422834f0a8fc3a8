package dev.flamegate.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.ci.Shell;
import dev.flamegate.cli.Main;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** Every command on the pages, and in the examples for CI, is one that the program takes. */
@Tag("all-extensions")
class DocumentedCommandsTest {
    private static final Path CHECKOUT = Shell.CHECKOUT;

    /** A command on a line of its own, in a block of code or in the steps of a CI, up to a comment, pipe or redirection. */
    private static final Pattern LINE =
            Pattern.compile("(?m)^[ \\t]*(?:\\$ |- |run: |- run: )?'?(?:\\./)?flamegate[ \\t]+([a-z-].*)$");

    private static final Pattern BLOCK = Pattern.compile("(?ms)^[ \\t]*```(\\w*)\\n(.*?)^[ \\t]*```");

    /** In a sentence, where what a command needs besides is left out. */
    private static final Pattern INLINE = Pattern.compile("`(?:\\./)?flamegate[ \\t]+([^`]+)`");

    private static final Pattern WORD =
            Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\"|'([^']*)'|([^\\s\"'|<>&;#]+)|(\\S)");

    @Test
    void commands_in_blocks_are_complete() throws IOException {
        Map<String, String> wrong = new TreeMap<>();
        int[] seen = {0};
        eachLine(line -> {
            seen[0]++;
            String[] words = words(line).toArray(String[]::new);
            try {
                Main.commandLine(words).parseArgs(words);
            } catch (ParameterException e) {
                wrong.put(line, String.valueOf(e.getMessage()));
            }
        });

        assertThat(wrong).isEmpty();
        assertThat(seen[0]).isGreaterThan(40);
    }

    @Test
    void commands_and_options_in_sentences_exist() throws IOException {
        Map<String, String> wrong = new TreeMap<>();
        for (Path page : pages()) {
            INLINE.matcher(Files.readString(page))
                    .results()
                    .map(found -> found.group(1))
                    .forEach(text -> {
                        List<String> words = words(text);
                        CommandLine command = Main.commandLine(words.toArray(String[]::new));
                        for (String word : words) {
                            CommandLine next = command.getSubcommands().get(word);
                            String option = word.replaceFirst("=.*", "");
                            if (next != null) {
                                command = next;
                            } else if (option.startsWith("--")
                                    && !command.getCommandSpec().optionsMap().containsKey(option)) {
                                wrong.put(page.getFileName() + ": " + text, option);
                            } else if (command.getParent() == null && !option.startsWith("-")) {
                                wrong.put(page.getFileName() + ": " + text, "no command " + word);
                            }
                        }
                    });
        }

        assertThat(wrong).isEmpty();
    }

    private static void eachLine(Consumer<String> command) throws IOException {
        for (Path page : pages()) {
            BLOCK.matcher(Files.readString(page))
                    .results()
                    .map(block -> block.group(2))
                    .forEach(block -> lines(block, command));
        }
        for (Path example : files(CHECKOUT.resolve("examples"), ".yml")) {
            lines(Files.readString(example), command);
        }
    }

    private static void lines(String block, Consumer<String> command) {
        LINE.matcher(block.replaceAll("\\\\\\n\\s*", ""))
                .results()
                .map(found -> found.group(1))
                .forEach(command);
    }

    /** As a shell takes them, up to what is not for the program. */
    private static List<String> words(String line) {
        List<String> words = new ArrayList<>();
        int end = 0;
        StringBuilder word = new StringBuilder();
        for (MatchResult part : WORD.matcher(line).results().toList()) {
            if (part.group(4) != null) {
                break;
            }
            if (part.start() > end && !word.isEmpty()) {
                words.add(word.toString());
                word.setLength(0);
            }
            Stream.of(1, 2, 3).map(part::group).filter(text -> text != null).forEach(word::append);
            end = part.end();
        }
        if (!word.isEmpty()) {
            words.add(word.toString());
        }
        return words;
    }

    private static List<Path> pages() throws IOException {
        List<Path> pages = new ArrayList<>(files(CHECKOUT.resolve("docs"), ".md"));
        pages.addAll(files(CHECKOUT.resolve("examples"), ".md"));
        for (String page : List.of(
                "README.md",
                "CONTRIBUTING.md",
                "SECURITY.md",
                "AGENTS.md",
                "release/distribution/src/assembly/top/README.md")) {
            pages.add(CHECKOUT.resolve(page));
        }
        return pages;
    }

    private static List<Path> files(Path folder, String ending) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(ending))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
