package dev.flamegate.cli.terminal;

import dev.flamegate.format.Escapes;
import dev.flamegate.os.Program;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalInt;

/** The capabilities of the terminal, and writers to it. */
public final class Console {
    private static final int USUAL_WIDTH = 100;
    private static final int NARROWEST = 60;

    private Console() {}

    /** Stdout in UTF-8; nothing written to it commands the runner of a CI job. */
    public static PrintWriter out() {
        return InertWriter.of(writer(FileDescriptor.out), System.getenv());
    }

    /** Stderr in UTF-8; nothing written to it commands the runner of a CI job. */
    public static PrintWriter err() {
        return InertWriter.of(writer(FileDescriptor.err), System.getenv());
    }

    /** Returns the writer behind an output, for commands to the runner whose parts have been escaped. */
    public static PrintWriter forCommands(PrintWriter out) {
        return InertWriter.behind(out);
    }

    /** Warns; the message may quote anything. */
    public static void warn(PrintWriter err, String message) {
        err.println("warning: " + Escapes.terminal(message));
    }

    /** True if stderr is a terminal that can rewrite its last line. */
    public static boolean canAnimate() {
        Map<String, String> environment = System.getenv();
        return isTerminal(2) && !"dumb".equals(environment.get("TERM")) && !environment.containsKey("CI");
    }

    /** True if stdout shows colours: NO_COLOR and CLICOLOR_FORCE decide, else whether it is a terminal. */
    public static boolean showsColour() {
        Map<String, String> environment = System.getenv();
        if (environment.containsKey("NO_COLOR")) {
            return false;
        }
        String force = environment.getOrDefault("CLICOLOR_FORCE", "0");
        return !force.equals("0") || (isTerminal(1) && !"dumb".equals(environment.get("TERM")));
    }

    /** Columns of the terminal, from the shell or else from the terminal itself. */
    public static int width() {
        OptionalInt told = number(System.getenv().getOrDefault("COLUMNS", ""));
        OptionalInt columns = told.isPresent() || !isTerminal(1) ? told : askTerminal();
        return Math.max(NARROWEST, columns.orElse(USUAL_WIDTH));
    }

    /** Asks {@code stty}, where it exists, for the terminal's width, because shells rarely export it. */
    private static OptionalInt askTerminal() {
        try {
            return Program.of("stty", "size")
                    .inputFrom(Path.of("/dev/tty"))
                    .within(Duration.ofSeconds(1))
                    .ask()
                    .map(size -> number(size.replaceFirst(".* ", "")))
                    .orElse(OptionalInt.empty());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return OptionalInt.empty();
        }
    }

    private static OptionalInt number(String text) {
        return text.matches("[1-9]\\d{0,4}") ? OptionalInt.of(Integer.parseInt(text)) : OptionalInt.empty();
    }

    /**
     * True if a descriptor is a terminal. Java only knows about stdin and stdout together, so the system's list of
     * descriptors is asked where it exists.
     */
    private static boolean isTerminal(int descriptor) {
        Path link = Path.of("/proc/self/fd", String.valueOf(descriptor));
        if (Files.exists(Path.of("/proc/self/fd"))) {
            try {
                String place = Files.readSymbolicLink(link).toString();
                return place.startsWith("/dev/pts/") || place.startsWith("/dev/tty") || place.equals("/dev/console");
            } catch (IOException e) {
                return false;
            }
        }
        return System.console() != null;
    }

    private static PrintWriter writer(FileDescriptor descriptor) {
        return new PrintWriter(new FileOutputStream(descriptor), true, StandardCharsets.UTF_8);
    }
}
