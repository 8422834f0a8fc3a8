package dev.flamegate.report;

import dev.flamegate.model.Run;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Names a build next to another by the first fact in which the two differ. */
final class BuildNames {
    /** The facts by which people know a build, best first; any other fact that differs comes after them. */
    private static final List<String> FIRST = List.of(Run.COMMIT, Run.BRANCH, "version", Run.TARGET, "jdk");

    private static final int COMMIT_LENGTH = 12;
    private static final String CHECKSUM = "sha256";

    private BuildNames() {}

    /** The build of {@code run} as distinguished from that of {@code other}; its id when no known fact differs. */
    static String of(Run run, Run other) {
        Map<String, String> context = run.context();
        Stream<String> others = context.keySet().stream()
                .filter(key -> !key.contains(CHECKSUM)
                        && !key.equals(Run.ARM)
                        && !key.equals(Run.NOTE)
                        && !key.startsWith(Run.JAR));
        Stream<String> jars = context.keySet().stream().filter(key -> key.startsWith(Run.JAR));
        // The path of a jar that the gate built says nothing: the arm says what it was built of.
        Stream<String> first = isBuilt(run) && isBuilt(other)
                ? FIRST.stream().map(key -> key.equals(Run.TARGET) ? Run.ARM : key)
                : FIRST.stream();
        return Stream.of(first, others, Stream.of(Run.ARM), jars)
                .flatMap(keys -> keys)
                .filter(key -> !context.getOrDefault(key, "").isBlank())
                .filter(key -> !other.context().getOrDefault(key, "").isBlank())
                .filter(key ->
                        !context.getOrDefault(key, "").equals(other.context().get(key)))
                .findFirst()
                .map(key -> named(
                        key, context.getOrDefault(key, ""), other.context().getOrDefault(key, "")))
                .orElse(run.id());
    }

    private static boolean isBuilt(Run run) {
        return run.target().orElse("").contains(".flamegate/builds/");
    }

    /** A fact with its name; a target is a path, an image or the words of a command that differ, which need no name. */
    private static String named(String key, String value, String other) {
        boolean hash = key.equals(Run.COMMIT) && value.matches("[0-9a-f]{40,64}");
        String shown = hash ? value.substring(0, COMMIT_LENGTH) : value;
        return key.equals(Run.TARGET) ? differing(value, other) : key + " " + shown;
    }

    private static String differing(String command, String other) {
        List<String> shared = List.of(other.split(" "));
        String words = Stream.of(command.split(" "))
                .filter(word -> !shared.contains(word))
                .collect(Collectors.joining(" "));
        return words.isEmpty() ? command : words;
    }
}
