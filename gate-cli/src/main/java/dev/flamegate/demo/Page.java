package dev.flamegate.demo;

import dev.flamegate.format.Names;
import dev.flamegate.format.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The catalogue as a page of Markdown: a table, and for each scenario what it teaches and what was found. */
public final class Page {
    private static final String INTRODUCTION = """
            # The catalogue of regressions

            Each scenario is a performance problem that a field report describes, rebuilt in the sample service behind one
            switch: the problem and its fix stand beside each other in one class of `dev.flamegate.sample.scenario`. The gate
            has to find it, name its cause, and break no other rule.

            ```sh
            ./flamegate demo lock     # one scenario, in two minutes or so; exit 0 when it finds what it should
            ./flamegate demo --all    # all of them, and the table below
            ```

            The plans, rules and expectations are in `examples/catalogue`. With `./flamegate compare --plan
            examples/catalogue/lock/flamegate.yaml` you run one as you would your own. This page is written by
            `./flamegate demo --all --page docs/catalogue.md`; its figures are those of one machine.
            """;

    private Page() {}

    /**
     * The page.
     *
     * @param found what was found last in a scenario, by its name; empty for one that was not run
     * @param picture of a scenario's report, by its name: a path beside the page; empty where there is none
     */
    public static String write(
            List<Scenario> scenarios,
            Function<String, Optional<FoundScenario>> found,
            Function<String, Optional<String>> picture) {
        StringBuilder page = new StringBuilder(INTRODUCTION);
        page.append("\n| scenario | what it is | verdicts | as expected | seconds |\n|---|---|---|---|---:|\n");
        for (Scenario scenario : scenarios) {
            Optional<FoundScenario> result = found.apply(scenario.name());
            page.append("| [`" + scenario.name() + "`](#" + scenario.name() + ") | " + scenario.title() + " | "
                    + result.map(FoundScenario::verdicts).orElse("not run") + " | "
                    + result.map(one -> one.asExpected() ? "yes" : "**no**").orElse("") + " | "
                    + result.map(one -> Long.toString(Math.round(one.seconds())))
                            .orElse("") + " |\n");
        }
        machine(scenarios, found)
                .ifPresent(
                        machine -> page.append("\nMeasured on ").append(machine).append(".\n"));
        for (Scenario scenario : scenarios) {
            page.append(section(scenario, found.apply(scenario.name()), picture.apply(scenario.name())));
        }
        return page.toString();
    }

    private static Optional<String> machine(List<Scenario> scenarios, Function<String, Optional<FoundScenario>> found) {
        return scenarios.stream()
                .flatMap(scenario -> found.apply(scenario.name()).stream())
                .map(FoundScenario::machine)
                .filter(machine -> !machine.isEmpty())
                .findFirst();
    }

    private static String section(Scenario scenario, Optional<FoundScenario> found, Optional<String> picture) {
        List<String> parts = new ArrayList<>();
        parts.add("\n## " + scenario.name());
        parts.add(scenario.title() + ". " + scenario.problem());
        parts.add("*Fix:* " + scenario.fix());
        parts.add("*Lesson:* " + scenario.lesson());
        found.ifPresent(result -> result.steps().forEach(step -> parts.add(step(step))));
        picture.ifPresent(path -> parts.add("![The report of " + scenario.name() + "](" + path + ")"));
        return String.join("\n\n", parts) + "\n";
    }

    private static String step(FoundStep step) {
        StringBuilder text = new StringBuilder("`" + step.command() + "` " + step.step() + ": **" + step.verdict()
                + "** after " + Numbers.duration(step.seconds()));
        step.broken().forEach(line -> text.append(rule("broken", line)));
        step.held().forEach(line -> text.append(rule("holds", line)));
        step.diagnoses().stream()
                .filter(line -> step.broken().stream()
                        .flatMap(broken -> broken.causes().stream())
                        .noneMatch(cause -> cause.contains(line.text())))
                .forEach(line -> text.append("\n* diagnosis `" + line.id() + "`: " + escaped(line.text())));
        step.differences().forEach(difference -> text.append("\n* **not as expected:** " + escaped(difference)));
        return text.toString();
    }

    private static String rule(String word, FoundStep.Line line) {
        StringBuilder text = new StringBuilder("\n* " + word + " `" + line.id() + "`: " + escaped(line.text()));
        line.causes().forEach(cause -> text.append("\n  * " + escaped(cause)));
        return text.toString();
    }

    /** Names of frames have characters that Markdown takes for its own. */
    private static String escaped(String text) {
        return Names.visible(text).replaceAll("([\\\\`*_<\\[|#$])", "\\\\$1");
    }
}
