package dev.flamegate.init.suggest;

import dev.flamegate.cli.option.JsonOption;
import dev.flamegate.cli.option.ServiceOption;
import dev.flamegate.cli.option.StoreOptions;
import dev.flamegate.cli.option.UsageProblem;
import dev.flamegate.cli.terminal.Console;
import dev.flamegate.format.Escapes;
import dev.flamegate.gate.StoredNoise;
import dev.flamegate.judge.forecast.NoiseHistory;
import dev.flamegate.model.rule.Looks;
import dev.flamegate.model.rule.Rule;
import dev.flamegate.plan.Published;
import dev.flamegate.plan.RulesReader;
import dev.flamegate.store.Comparisons;
import dev.flamegate.store.History;
import dev.flamegate.store.StoreFailed;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "suggest",
        mixinStandardHelpOptions = true,
        description = {
            "Suggests limits from stored runs and comparisons of unchanged builds.",
            "Prints a rule file. Its comments say how often each limit breaks by noise and which growth it finds."
        })
public final class RulesSuggestCommand implements Callable<Integer> {
    @Parameters(
            paramLabel = "FILE",
            arity = "0..*",
            description =
                    "Rule files whose limits are replaced (default: the plan's, or the set `service` without a plan).")
    private List<Path> files = List.of();

    @Mixin
    private StoreOptions store = new StoreOptions();

    @Mixin
    private ServiceOption only = new ServiceOption();

    @Option(
            names = "--pairs",
            paramLabel = "N",
            description = "The most pairs that comparisons will have, 3 to 24 (default: 12).")
    private @Nullable Integer pairs;

    @Mixin
    private JsonOption json = new JsonOption();

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() {
        PrintWriter err = spec.commandLine().getErr();
        PrintWriter out = spec.commandLine().getOut();
        History history = store.history(text -> Console.warn(err, text));
        NoiseHistory past = StoredNoise.of(
                history,
                new Comparisons(history, text -> Console.warn(err, text)),
                store.service(only.name()).orElse(null));
        if (!Suggestions.isEnough(past)) {
            throw new StoreFailed(tooLittle(past, history.folder()));
        }
        List<Rule> rules = store.rules(files)
                .orElseGet(() -> RulesReader.read(
                        List.of(Published.ruleSet(Published.DEFAULT_SET).orElseThrow())))
                .rules();
        Suggestions.Suggested suggested = Suggestions.of(rules, past, looks());
        if (json.isGiven()) {
            out.println(SuggestionJson.of(suggested).toPrettyString());
        } else {
            out.print(Escapes.terminal(SuggestionText.of(suggested)));
        }
        return 0;
    }

    private Looks looks() {
        if (pairs == null) {
            return Looks.DEFAULT;
        } else if (pairs < Looks.MIN_PAIRS || pairs > Looks.NIGHTLY.last()) {
            throw new UsageProblem(
                    "--pairs " + pairs + ": it takes " + Looks.MIN_PAIRS + " to " + Looks.NIGHTLY.last());
        }
        return (pairs > Looks.DEFAULT.last() ? Looks.NIGHTLY : Looks.DEFAULT).between(Looks.MIN_PAIRS, pairs);
    }

    private static String tooLittle(NoiseHistory past, Path folder) {
        String stored = past.service().isEmpty()
                ? "nothing is stored in " + folder
                : past.runs().size() + (past.runs().size() == 1 ? " run and " : " runs and ") + past.pairs()
                        + (past.pairs() == 1 ? " pair" : " pairs") + " of " + past.service() + " are stored in "
                        + folder;
        return "too little history to suggest limits from: " + stored + ". For limits on growth in `compare` it takes "
                + Suggestions.LEAST_PAIRS + " pairs in two comparisons, best of a build with itself (flamegate compare"
                + " --baseline a.jar --candidate a.jar --pairs 6); for all others " + NoiseHistory.LEAST_RUNS
                + " runs of one build that neither FAIL nor are INVALID (flamegate run)";
    }
}
