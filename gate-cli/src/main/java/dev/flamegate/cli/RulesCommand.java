package dev.flamegate.cli;

import dev.flamegate.cli.option.StoreOptions;
import dev.flamegate.cli.option.UsageProblem;
import dev.flamegate.format.Names;
import dev.flamegate.plan.Published;
import dev.flamegate.plan.RuleSet;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "rules",
        header = "Checks and suggests rules; prints their schema.",
        mixinStandardHelpOptions = true,
        description = "Checks and suggests rules without measuring.",
        synopsisSubcommandLabel = "COMMAND")
final class RulesCommand implements Runnable {
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
            @Mixin StoreOptions store) {
        RuleSet rules = store.rules(files == null ? List.of() : files)
                .orElseThrow(() ->
                        new UsageProblem("there is no plan flamegate.yaml; name rule files, or a plan with --plan"));
        out().println(Names.plural(rules.rules().size(), "rule is", "rules are") + " well-formed"
                + (files == null || files.isEmpty() ? ", and so is " + store.plan() : ""));
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

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }
}
