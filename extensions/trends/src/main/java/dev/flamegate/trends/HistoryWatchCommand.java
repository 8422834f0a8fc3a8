package dev.flamegate.trends;

import dev.flamegate.cli.history.HistoryCommand;
import dev.flamegate.cli.history.Selection;
import dev.flamegate.cli.option.JsonOption;
import dev.flamegate.cli.option.UsageProblem;
import dev.flamegate.cli.terminal.Console;
import dev.flamegate.format.Names;
import dev.flamegate.format.Numbers;
import dev.flamegate.gate.ExitCode;
import dev.flamegate.model.rule.Indicator;
import dev.flamegate.model.rule.Indicators;
import dev.flamegate.trends.site.SiteData;
import dev.flamegate.trends.site.TrendNews;
import dev.flamegate.trends.site.TrendNews.Change;
import java.io.PrintWriter;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

@Command(
        name = "watch",
        mixinStandardHelpOptions = true,
        description = {
            "Says what the runs of the last day brought to light in the trends: changes that the runs before them did not"
                    + " show. A step that runs every night says each change once, also one that crept in by small steps, none of"
                    + " which broke a rule.",
            "Trends guide people; this breaks no build unless --exit-code says so."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:nothing got worse",
            "1:something got worse",
            "2:wrong command line",
            "3:the history cannot be read"
        })
final class HistoryWatchCommand implements Callable<Integer> {
    @ParentCommand
    @SuppressWarnings("NullAway.Init")
    private HistoryCommand parent;

    @Mixin
    private Selection selection = new Selection();

    @Option(
            names = "--since",
            paramLabel = "TIME",
            converter = SinceOption.class,
            description =
                    "Runs are new that started then or later: 36h or 7d ago, a day, or a time as 2026-11-22T03:00:00Z"
                            + " (default: 24h). A step that can be late gives the start of the step before it.")
    private @Nullable Instant since;

    @Option(
            names = "--at-least",
            paramLabel = "PERCENT",
            defaultValue = "5",
            description = "The smallest change worth telling (default: 5).")
    private double atLeast;

    @Option(
            names = "--indicator",
            paramLabel = "NAME",
            description = "Only the trend of this indicator; can be repeated.")
    private List<String> indicators = new ArrayList<>();

    @Mixin
    private JsonOption json = new JsonOption();

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() {
        if (!(atLeast >= 0)) {
            throw new UsageProblem("--at-least " + atLeast + ": no change is smaller than 0 %");
        }
        for (String name : indicators) {
            if (Indicators.find(name).isEmpty()) {
                throw new UsageProblem(
                        "--indicator " + name + ": there is no such indicator; docs/rules.md lists them");
            }
        }
        PrintWriter err = spec.commandLine().getErr();
        SiteData site = new HistorySite(parent.history(), text -> Console.warn(err, text))
                .read(selection::has, comparison -> false);
        Set<String> watched = Set.copyOf(indicators);
        TrendNews news = TrendNews.of(
                site,
                since == null ? Instant.now().minus(1, ChronoUnit.DAYS) : since,
                indicator -> watched.isEmpty() || watched.contains(indicator.name()),
                atLeast / 100);
        PrintWriter out = spec.commandLine().getOut();
        if (json.isGiven()) {
            out.println(object(news).toPrettyString());
        } else {
            news.changes().forEach(change -> out.println(Names.visible(text(change))));
            out.println(summary(news));
        }
        return news.isWorse() ? ExitCode.FAIL : ExitCode.OK;
    }

    /** {@code shop: cpu.per-request is 8.3 % worse since 2026-11-20 …}. */
    private static String text(Change change) {
        Indicator indicator = change.indicator();
        String growth = Double.isFinite(change.growth()) ? ", " + Numbers.growth(change.growth()) : "";
        return change.service() + ": " + indicator.name() + " is " + (change.isWorse() ? "worse" : "better") + growth
                + ": " + Numbers.quantity(change.after(), indicator.unit()) + " since "
                + run(change.first()) + ", "
                + Numbers.quantity(change.before(), indicator.unit()) + " until " + run(change.last())
                + "; flamegate flame " + change.last().id() + " "
                + change.first().id();
    }

    private static String run(SiteData.Measured run) {
        String commit = run.commit().isEmpty() ? "" : ", commit " + Names.commit(run.commit());
        return run.started().truncatedTo(ChronoUnit.SECONDS) + " (run " + run.id() + commit + ")";
    }

    private static String summary(TrendNews news) {
        String looked = Names.plural(news.runs(), "run") + " since "
                + news.since().truncatedTo(ChronoUnit.SECONDS) + ", " + Names.plural(news.trends(), "trend");
        return (news.changes().isEmpty()
                        ? "nothing changed: "
                        : Names.plural(news.changes().size(), "change") + ": ")
                + looked;
    }

    private static ObjectNode object(TrendNews news) {
        ObjectNode object = JsonMapper.shared().createObjectNode();
        object.put("since", news.since().toString());
        object.put("runs", news.runs());
        object.put("trends", news.trends());
        ArrayNode changes = object.putArray("changes");
        for (Change change : news.changes()) {
            ObjectNode one = changes.addObject();
            one.put("service", change.service());
            one.put("indicator", change.indicator().name());
            one.put("unit", change.indicator().unit().symbol());
            one.put("worse", change.isWorse());
            one.put("before", change.before() / change.indicator().unit().toBase());
            one.put("after", change.after() / change.indicator().unit().toBase());
            one.put("growth", Double.isFinite(change.growth()) ? change.growth() : null);
            one.set("last", object(change.last()));
            one.set("first", object(change.first()));
            ObjectNode fingerprint = one.putObject("fingerprint");
            change.fingerprint().entrySet().stream()
                    .sorted(Map.Entry.comparingByKey())
                    .forEach(part -> fingerprint.put(part.getKey(), part.getValue()));
        }
        return object;
    }

    private static ObjectNode object(SiteData.Measured run) {
        ObjectNode object = JsonMapper.shared().createObjectNode();
        object.put("run", run.id());
        object.put("started", run.started().toString());
        object.put("commit", run.commit().isEmpty() ? null : run.commit());
        return object;
    }
}
