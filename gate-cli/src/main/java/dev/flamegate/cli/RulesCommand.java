package dev.flamegate.cli;

import dev.flamegate.cli.option.Options;
import dev.flamegate.cli.option.PlanFiles;
import dev.flamegate.cli.option.StoreOptions;
import dev.flamegate.cli.option.UsageProblem;
import dev.flamegate.cli.terminal.Console;
import dev.flamegate.format.Names;
import dev.flamegate.gate.StoredNoise;
import dev.flamegate.judge.forecast.Forecasts;
import dev.flamegate.judge.forecast.NoiseHistory;
import dev.flamegate.model.rule.Looks;
import dev.flamegate.plan.Published;
import dev.flamegate.plan.RuleSet;
import dev.flamegate.report.explain.RuleExplainer;
import dev.flamegate.store.Comparisons;
import dev.flamegate.store.History;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "rules",
        mixinStandardHelpOptions = true,
        description = "Checks, explains and suggests rules without measuring.",
        synopsisSubcommandLabel = "COMMAND")
final class RulesCommand implements Runnable {
    private static final String NO_PLAN = "there is no plan %s; name rule files, or a plan with --plan";

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Missing required subcommand");
    }

    @Command(
            name = "check",
            mixinStandardHelpOptions = true,
            description = "Checks a plan and its rules, or rule files alone; reports all problems at once.")
    int check(
            @Parameters(paramLabel = "FILE", arity = "0..*", description = "Rule files (default: the plan's).")
                    List<Path> files,
            @Option(names = "--plan", paramLabel = "FILE", defaultValue = "flamegate.yaml", description = "The plan.")
                    Path plan) {
        RuleSet rules = rules(files, plan);
        out().println(Names.plural(rules.rules().size(), "rule is", "rules are") + " well-formed"
                + (files == null || files.isEmpty() ? ", and so is " + plan : ""));
        return 0;
    }

    @Command(
            name = "explain",
            mixinStandardHelpOptions = true,
            description =
                    "Explains each rule in English: what makes it fail, and how often that would be a false alarm.")
    int explain(
            @Parameters(paramLabel = "FILE", arity = "0..*", description = "Rule files (default: the plan's).")
                    List<Path> files,
            @Mixin StoreOptions store) {
        PrintWriter err = spec.commandLine().getErr();
        RuleSet rules = store.rules(files == null ? List.of() : files)
                .orElseThrow(() -> new UsageProblem(NO_PLAN.formatted("flamegate.yaml")));
        History history = store.history(text -> Console.warn(err, text));
        NoiseHistory past = StoredNoise.of(
                history,
                new Comparisons(history, text -> Console.warn(err, text)),
                store.service(null).orElse(null));
        out().print(RuleExplainer.explain(rules, Forecasts.of(rules.rules(), past, Looks.DEFAULT)));
        return 0;
    }

    @Command(
            name = "schema",
            mixinStandardHelpOptions = true,
            description = "Prints the JSON Schema of plans or of rule files.")
    int schema(
            @Parameters(paramLabel = "WHAT", defaultValue = "rules", description = "plan or rules (default: rules).")
                    String what) {
        out().print(
                        switch (what) {
                            case "plan" -> Published.planSchema();
                            case "rules" -> Published.rulesSchema();
                            default -> throw new UsageProblem(what + ": there is a schema of a plan and one of rules");
                        });
        return 0;
    }

    private static RuleSet rules(List<Path> files, Path plan) {
        if (files != null && !files.isEmpty()) {
            return PlanFiles.readRules(files);
        }
        Options options = new Options();
        options.plan = plan;
        if (!Files.exists(plan)) {
            throw new UsageProblem(NO_PLAN.formatted(plan));
        }
        return PlanFiles.read(options).rules();
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }
}
