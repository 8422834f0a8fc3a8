package dev.flamegate.model.finding;

import dev.flamegate.model.WorkDifference.Both;
import dev.flamegate.model.WorkDifference.Loop;
import dev.flamegate.model.WorkDifference.Method;
import java.util.Comparator;
import java.util.List;

/**
 * A loop that turns more often in the candidate of a comparison.
 *
 * @param method with the loop, as profiles have it
 * @param line of its head; 0 when unknown
 * @param request name of the requests
 * @param turns per request in both builds
 */
public record LoopTurns(String method, int line, String request, Both turns) {
    public LoopTurns {
        if (method.isEmpty()) {
            throw new IllegalArgumentException("a method has a name");
        }
    }

    /**
     * The loops of a method that turn more often each time it is called, the one that grew most first; none of a method
     * that the baseline does not call, which is news enough.
     */
    public static List<LoopTurns> of(Method method) {
        return method.loops().stream()
                .filter(loop -> method.calls().baseline() > 0)
                .map(loop -> of(method, loop))
                .sorted(Comparator.comparingDouble(loop -> -loop.turns().more()))
                .toList();
    }

    private static LoopTurns of(Method method, Loop loop) {
        Both each = loop.turns();
        Both calls = method.calls();
        Both turns = new Both(each.baseline() * calls.baseline(), each.candidate() * calls.candidate());
        return new LoopTurns(method.name(), loop.line(), method.request(), turns);
    }
}
