package dev.flamegate.probe;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Answers of other agents in this virtual machine, which reach the gate through the probe's connection. */
public final class Answers {
    private static final Map<String, Function<String, Map<String, String>>> ALL = new ConcurrentHashMap<>();

    private Answers() {}

    /**
     * Lets another agent answer the gate.
     *
     * @param word that its questions begin with
     * @param answers gets the rest of a question
     */
    public static void register(String word, Function<String, Map<String, String>> answers) {
        ALL.put(word, answers);
    }

    /** The answer to a question; {@code null} where no agent has its first word. */
    static @Nullable Map<String, String> to(String question) {
        int space = question.indexOf(' ');
        Function<String, Map<String, String>> agent = space < 0 ? null : ALL.get(question.substring(0, space));
        return agent == null ? null : agent.apply(question.substring(space + 1));
    }
}
