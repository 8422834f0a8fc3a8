package dev.flamegate.demo;

import dev.flamegate.cli.option.Options;
import dev.flamegate.cli.option.ProgressOptions;
import dev.flamegate.cli.option.UsageProblem;
import dev.flamegate.cli.terminal.Reporting;
import dev.flamegate.gate.ExitCode;
import dev.flamegate.runtime.Installation;
import dev.flamegate.targets.FreePort;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "demo",
        header = "Runs known regressions on a sample service.",
        mixinStandardHelpOptions = true,
        description = {
            "Runs scenarios of the catalogue of regressions on the sample service, and checks verdict,"
                    + " culprit and diagnosis.",
            "Without a name it lists them. Exits with 0 when all results are as expected, with 1 otherwise."
        })
final class DemoCommand implements Callable<Integer> {
    private static final String ALL = "all";

    @Parameters(paramLabel = "SCENARIO", arity = "0..*", description = "Names of scenarios, or `all`.")
    private List<String> names = List.of();

    @Option(
            names = "--page",
            paramLabel = "FILE",
            description = "Write the catalogue with the latest figures, such as docs/catalogue.md.")
    private @Nullable Path page;

    @Option(names = "--report", paramLabel = "DIR", description = "Folder for reports (default: build/flamegate-demo).")
    private Path report = Path.of("build", "flamegate-demo");

    @Option(
            names = "--catalogue",
            paramLabel = "DIR",
            description = "Folder of scenarios, instead of the one bundled with flamegate.")
    private @Nullable Path catalogue;

    @Option(names = "--set", paramLabel = "KEY=VALUE", description = "Any key of the plans; may be repeated.")
    private Map<String, String> set = new LinkedHashMap<>();

    @Mixin
    private ProgressOptions told = new ProgressOptions();

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        Installation installation = Installation.find();
        Catalogue scenarios = new Catalogue(catalogue == null ? installation.catalogue() : catalogue);
        List<Scenario> chosen = names.equals(List.of(ALL))
                ? scenarios.scenarios()
                : names.stream().map(scenarios::scenario).toList();
        PrintWriter out = spec.commandLine().getOut();
        Path work = report.toAbsolutePath().normalize();
        Results results = new Results(work);
        List<ScenarioResult> found = new ArrayList<>();
        if (chosen.isEmpty() && page == null) {
            list(scenarios.scenarios(), out);
        }
        for (Scenario scenario : chosen) {
            ScenarioResult one = run(scenario, installation, work);
            results.save(one);
            found.add(one);
            print(one, out);
        }
        if (found.size() > 1) {
            table(found, out);
        }
        Path file = page;
        if (file != null) {
            write(file, CataloguePage.write(scenarios.scenarios(), results::load, name -> picture(file, name)));
        }
        return exitCode(found);
    }

    private ScenarioResult run(Scenario scenario, Installation installation, Path work) throws InterruptedException {
        Map<String, String> overrides = new LinkedHashMap<>();
        overrides.put("target.port", Integer.toString(FreePort.find()));
        overrides.putAll(set);
        Options options = new Options();
        options.progress = told;
        try (Reporting reporting = new Reporting(options, spec.commandLine().getErr())) {
            ScenarioResult found = Reporting.untilInterrupted(started -> {
                try (Demo demo = started.start(
                        () -> new Demo(
                                installation.sampleService(), work, overrides, installation, reporting.progress()),
                        Demo::close)) {
                    return demo.run(scenario);
                }
            });
            reporting.clear();
            return found;
        }
    }

    private static int exitCode(List<ScenarioResult> found) {
        List<ScenarioResult> otherwise =
                found.stream().filter(one -> !one.asExpected()).toList();
        if (otherwise.isEmpty()) {
            return ExitCode.OK;
        }
        return otherwise.stream().allMatch(ScenarioResult::isInvalid) ? ExitCode.NOT_MEASURED : ExitCode.FAIL;
    }

    private static void list(List<Scenario> scenarios, PrintWriter out) {
        for (Scenario scenario : scenarios) {
            out.println(String.format(Locale.ROOT, "%-18s %s", scenario.name(), scenario.title()));
        }
        out.flush();
    }

    private static void print(ScenarioResult found, PrintWriter out) {
        for (StepResult step : found.steps()) {
            out.println(found.scenario() + ", " + step.command() + " " + step.step() + ": " + step.verdict()
                    + (step.asExpected() ? ", as expected" : ", NOT AS EXPECTED"));
            step.differences().forEach(difference -> out.println("  not as expected: " + difference));
            step.broken().forEach(line -> line(out, "broken", line));
            step.held().forEach(line -> line(out, "holds", line));
            step.diagnoses().forEach(line -> out.println("  diagnosis " + line.id() + ": " + line.text()));
        }
        out.flush();
    }

    private static void line(PrintWriter out, String word, StepResult.Line line) {
        out.println("  " + word + " " + line.id() + ": " + line.text());
        line.causes().forEach(cause -> out.println("    " + cause));
    }

    private static void table(List<ScenarioResult> found, PrintWriter out) {
        out.println();
        out.println(String.format(Locale.ROOT, "%-18s %-4s %8s  %s", "scenario", "", "seconds", "verdicts"));
        for (ScenarioResult one : found) {
            out.println(String.format(
                    Locale.ROOT,
                    "%-18s %-4s %8d  %s",
                    one.scenario(),
                    one.asExpected() ? "ok" : "NOT",
                    Math.round(one.seconds()),
                    one.verdicts()));
        }
        out.flush();
    }

    /** A picture of a scenario's report, placed next to the page: {@code catalogue/lock.png}. */
    private static Optional<String> picture(Path page, String scenario) {
        String picture = "catalogue/" + scenario + ".png";
        return Files.exists(page.resolveSibling(picture)) ? Optional.of(picture) : Optional.empty();
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UsageProblem(file + ": the page cannot be written: " + e);
        }
    }
}
