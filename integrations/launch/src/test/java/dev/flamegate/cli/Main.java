package dev.flamegate.cli;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * Stands for the gate in {@link dev.flamegate.launch.FakeInstallation}: does what the lines of the file {@code script} in its home
 * say, each a word and a text: {@code out}, {@code err}, {@code exit}, {@code wait}.
 */
public final class Main {
    private Main() {}

    /** Writes its arguments, one a line, into the file {@code arguments} of its home, then does what the script says. */
    public static void main(String[] arguments) throws Exception {
        Path home = Path.of(System.getProperty("flamegate.home"));
        Files.write(home.resolve("arguments"), List.of(arguments));
        Files.writeString(home.resolve("folder"), Path.of("").toAbsolutePath().toString());
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        PrintStream err = new PrintStream(System.err, true, StandardCharsets.UTF_8);
        for (String line : Files.readAllLines(home.resolve("script"))) {
            int space = line.indexOf(' ');
            String word = space < 0 ? line : line.substring(0, space);
            String text = space < 0 ? "" : line.substring(space + 1);
            switch (word) {
                case "out" -> out.println(text);
                case "err" -> err.println(text);
                case "exit" -> System.exit(Integer.parseInt(text));
                case "wait" -> waitForTheEnd(home);
                default -> throw new IllegalArgumentException(line);
            }
        }
    }

    /** As the gate, it notes that it was asked to end. */
    private static void waitForTheEnd(Path home) throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            try {
                Files.createFile(home.resolve("asked-to-end"));
            } catch (java.io.IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        }));
        Files.createFile(home.resolve("waiting"));
        never.await();
    }
}
