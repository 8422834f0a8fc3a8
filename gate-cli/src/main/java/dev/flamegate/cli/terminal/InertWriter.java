package dev.flamegate.cli.terminal;

import java.io.PrintWriter;
import java.io.Writer;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Writes to the log of a CI job, whose runner takes some lines for commands: {@code ##vso[…]} of Azure,
 * {@code ##teamcity[…]}, {@code ##[…]} and a line that begins with {@code ::} of GitHub. Names of requests and threads,
 * messages and lines of a service's log are printed, and anybody may have written them, so each such mark is broken by a
 * visible dot. Only the command {@code annotate} means it, and writes to what is behind.
 */
final class InertWriter extends Writer {
    /** Variables that say that a runner reads the output. */
    private static final Set<String> RUNNERS =
            Set.of("CI", "TF_BUILD", "TEAMCITY_VERSION", "GITHUB_ACTIONS", "JENKINS_URL", "BUILD_ID");

    private static final Pattern ANYWHERE = Pattern.compile("##(?=[A-Za-z]*\\[)");
    private static final Pattern AT_START = Pattern.compile("^(\\s*):(?=:)");

    private final PrintWriter behind;
    private final StringBuilder line = new StringBuilder();
    private boolean started;

    private InertWriter(PrintWriter behind) {
        this.behind = behind;
    }

    /** A writer whose texts command no runner; the same where there is none. */
    static PrintWriter of(PrintWriter behind, Map<String, String> environment) {
        return RUNNERS.stream().anyMatch(environment::containsKey) ? new Inert(new InertWriter(behind)) : behind;
    }

    /** The writer behind, for what is meant as a command. */
    static PrintWriter behind(PrintWriter writer) {
        return writer instanceof Inert inert ? inert.writer.behind : writer;
    }

    /** Tells such a writer from others. */
    private static final class Inert extends PrintWriter {
        private final InertWriter writer;

        Inert(InertWriter writer) {
            super(writer, true);
            this.writer = writer;
        }
    }

    @Override
    public void write(char[] text, int from, int length) {
        for (int i = from; i < from + length; i++) {
            line.append(text[i]);
            if (text[i] == '\n') {
                send();
            }
        }
    }

    private void send() {
        String text = ANYWHERE.matcher(line).replaceAll("#·#");
        behind.write(started ? text : AT_START.matcher(text).replaceFirst("$1:·"));
        started = line.length() > 0 && line.charAt(line.length() - 1) != '\n';
        line.setLength(0);
    }

    /** Sends an unfinished line, too: whoever flushes has written a text to its end. */
    @Override
    public void flush() {
        if (line.length() > 0) {
            send();
        }
        behind.flush();
    }

    @Override
    public void close() {
        send();
        behind.close();
    }
}
