package dev.flamegate.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** What is known of the terminal. */
final class Console {
    private static final int USUAL_WIDTH = 100;
    private static final int NARROWEST = 60;

    private Console() {}

    static PrintWriter out() {
        return writer(FileDescriptor.out);
    }

    static PrintWriter err() {
        return writer(FileDescriptor.err);
    }

    /** Whether stderr is a terminal that can rewrite its last line. */
    static boolean canAnimate() {
        Map<String, String> environment = System.getenv();
        return isTerminal(2) && !"dumb".equals(environment.get("TERM")) && !environment.containsKey("CI");
    }

    /** Whether stdout shows colours, by NO_COLOR, CLICOLOR_FORCE and what it is. */
    static boolean showsColour() {
        Map<String, String> environment = System.getenv();
        if (environment.containsKey("NO_COLOR")) {
            return false;
        }
        String force = environment.getOrDefault("CLICOLOR_FORCE", "0");
        return !force.equals("0") || (isTerminal(1) && !"dumb".equals(environment.get("TERM")));
    }

    /** Columns of the terminal, as far as the shell says. */
    static int width() {
        try {
            return Math.max(NARROWEST, Integer.parseInt(System.getenv().getOrDefault("COLUMNS", "")));
        } catch (NumberFormatException e) {
            return USUAL_WIDTH;
        }
    }

    /** Java tells only whether stdin and stdout together are one; where the system shows descriptors, ask it. */
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
