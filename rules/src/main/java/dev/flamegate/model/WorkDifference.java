package dev.flamegate.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The difference between what two builds executed for the same requests, method by method.
 *
 * @param methods whose calls or instructions per request differ and are constant in each build, the most telling first
 * @param changed methods whose code differs between the builds
 * @param reached of them, how many ran at all, when the service started or later
 * @param unreached of the others, the first few by name
 * @param otherwise what else may make a difference, such as a resource or an option; {@code null} for nothing
 */
public record WorkDifference(
        List<Method> methods,
        int changed,
        int reached,
        List<String> unreached,
        @Nullable String otherwise) {
    public WorkDifference {
        methods = List.copyOf(methods);
        unreached = List.copyOf(unreached);
        if (reached < 0 || reached > changed) {
            throw new IllegalArgumentException(reached + " of " + changed + ": a part of the changed methods ran");
        }
    }

    /**
     * True if nothing that differs between the builds ran, so there is nothing to measure: methods that did more in one of
     * them did so by chance.
     */
    public boolean isNone() {
        return reached == 0 && otherwise == null;
    }

    /**
     * A method that one build executes more than the other.
     *
     * @param request name of the requests
     * @param name as profiles have it
     * @param line of its first instruction; 0 when unknown
     * @param changed whether its code, or code that calls it more often, differs between the builds
     * @param callers methods from the nearest one to the outermost of the application through which it is called
     * @param calls per request in both builds
     * @param instructions of its own, per request in both builds
     * @param objects and arrays that it creates itself, per request in both builds
     * @param exceptions that it constructs itself, per request in both builds
     * @param loops its loops that turn more often
     */
    public record Method(
            String request,
            String name,
            int line,
            boolean changed,
            List<String> callers,
            Both calls,
            Both instructions,
            Both objects,
            Both exceptions,
            List<Loop> loops) {
        public Method {
            callers = List.copyOf(callers);
            loops = List.copyOf(loops);
        }

        /** Its own part of a count that {@link WorkCount#byMethod} names. */
        public Both of(WorkCount count) {
            return switch (count) {
                case OBJECTS -> objects;
                case EXCEPTIONS -> exceptions;
                default -> instructions;
            };
        }
    }

    /** A figure of both builds. */
    public record Both(double baseline, double candidate) {
        public static final Both NONE = new Both(0, 0);

        public double more() {
            return candidate - baseline;
        }
    }

    /**
     * A loop.
     *
     * @param line of its head
     * @param turns per call of its method
     */
    public record Loop(int line, Both turns) {}
}
