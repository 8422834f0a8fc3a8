package dev.flamegate.program;

import dev.flamegate.format.Escapes;
import dev.flamegate.format.Names;
import dev.flamegate.program.Program.Ended;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** {@code docs/internals/reliability.md}: what the suite saw, without what differs from one time to the next. */
final class FaultPage {
    private static final int LONGEST = 240;
    /** Exit codes above it are those of signals. */
    private static final int SIGNALLED = 128;

    /** Lines that only say how far the gate is. */
    private static final Pattern PROGRESS = Pattern.compile("(?m)^\\[\\d+:\\d\\d\\] .*\\n?");

    private FaultPage() {}

    static String of(Map<FaultCase, Ended> cases, Path folder) {
        StringBuilder page = new StringBuilder("""
                # Reliability

                What the gate does when something goes wrong: %d faults, each caused on the built program by `./mvnw verify -Pfaults`, which
                writes this page. Each ends in its exit code and says why; afterwards stored runs are whole and readable, nothing of the gate
                runs, nothing is left in the temporary folder or, but for records and builds, in `.flamegate`, and the next command works.

                Exit codes: 0 passed, 1 a rule is broken, 2 a wrong command line, plan or rules, 3 could not measure, 130 and 143 ended by a
                signal, 137 killed.
                """.formatted(cases.size()));
        Map<String, StringBuilder> phases = new LinkedHashMap<>();
        cases.forEach((fault, ended) -> phases.computeIfAbsent(
                        fault.phase(),
                        phase -> new StringBuilder(
                                "\n## " + phase + "\n\n| fault | how | exit | says |\n|---|---|---|---|\n"))
                .append("| " + fault.fault() + " | " + fault.how() + " | " + ended.code() + " | " + said(ended, folder)
                        + " |\n"));
        phases.values().forEach(page::append);
        return page.toString();
    }

    /** What the gate said at last: neither how far it was, nor space around it. */
    static String withoutProgress(String said) {
        return PROGRESS.matcher(said).replaceAll("").strip();
    }

    private static String said(Ended ended, Path folder) {
        if (ended.code() > SIGNALLED) {
            return ""; // whether there is time for a word is chance
        }
        String told = withoutProgress(ended.err());
        String text = told.isEmpty() && ended.code() != 0
                ? ended.out().lines().limit(2).collect(Collectors.joining(" "))
                : told;
        String same = text.replaceAll(Pattern.quote(folder.toString()) + "/case-\\d+(-tmp)?", "…")
                .replace(Program.CHECKOUT.toString(), "…")
                .replaceAll("[0-9a-f]{40}-[0-9a-f]{8}|[0-9a-f]{40}", "…")
                .replaceAll("\\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}\\b", "…")
                .replaceAll("(port |127\\.0\\.0\\.1:|localhost:)\\d+", "$1…")
                .replaceAll("\\b\\d{8}-\\d{6}-[0-9a-f]{4}\\b", "RUN")
                .replaceAll("after [0-9.]+ s\\b", "after … s")
                .replaceAll("(Picked up JAVA_TOOL_OPTIONS:|OpenJDK 64-Bit Server VM warning:).*", "")
                .replaceAll("(flamegate-[a-z]+-)\\d+", "$1…")
                .replaceAll("\\s+", " ")
                .replace("|", "/");
        return same.isEmpty() ? "" : Escapes.markdown(Names.cut(same, LONGEST));
    }
}
