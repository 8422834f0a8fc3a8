package dev.flamegate.cli;

import java.io.PrintWriter;
import java.io.StringWriter;

/** Runs the program inside the test. */
public final class Commands {
    /** What a command did. */
    public record Ended(int code, String out, String err) {}

    private Commands() {}

    public static Ended run(Object... arguments) {
        String[] texts = new String[arguments.length];
        for (int i = 0; i < texts.length; i++) {
            texts[i] = arguments[i].toString();
        }
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = Main.run(texts, new PrintWriter(out), new PrintWriter(err));
        return new Ended(code, out.toString(), err.toString());
    }
}
