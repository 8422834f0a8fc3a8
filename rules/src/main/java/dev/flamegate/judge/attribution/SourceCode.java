package dev.flamegate.judge.attribution;

import dev.flamegate.profile.names.Origin;
import java.util.List;
import java.util.Optional;

/** Where the source of a frame is, as far as its name tells. */
public final class SourceCode {
    /** Code of the platform or the language, which is not changed for a service. */
    private static final List<String> PLATFORM = List.of(
            "java.", "javax.", "jdk.", "sun.", "com.sun.", "kotlin.", "kotlinx.", "scala.", "groovy.", "clojure.");

    private static final String KOTLIN_FUNCTIONS = "Kt";

    private SourceCode() {}

    /** Whether a frame is code that can be changed for the service: its own, or a library's. */
    public static boolean isChangeable(String frame) {
        return Origin.of(frame) == Origin.JAVA && PLATFORM.stream().noneMatch(frame::startsWith);
    }

    /**
     * The file of a frame's outermost class inside a source root: {@code dev/acme/Matrix.java} for
     * {@code dev.acme.Matrix$Row.sum}. A guess, since recordings do not name the file. Empty for code that is not changeable.
     */
    public static Optional<String> file(String frame) {
        int method = frame.lastIndexOf('.');
        if (!isChangeable(frame) || method <= 0) {
            return Optional.empty();
        }
        String type = frame.substring(0, method);
        int nested = type.indexOf('$', type.lastIndexOf('.') + 2);
        String outermost = nested > 0 ? type.substring(0, nested) : type;
        String ending = outermost.endsWith(KOTLIN_FUNCTIONS) ? ".kt" : ".java";
        String name = ending.equals(".kt")
                ? outermost.substring(0, outermost.length() - KOTLIN_FUNCTIONS.length())
                : outermost;
        return name.endsWith(".") ? Optional.empty() : Optional.of(name.replace('.', '/') + ending);
    }

    /** The simple name of a frame's method: {@code sum}; of a lambda, that of the enclosing method. */
    public static String method(String frame) {
        String method = frame.substring(frame.lastIndexOf('.') + 1);
        return method.startsWith("lambda$") ? method.substring("lambda$".length()) : method;
    }
}
