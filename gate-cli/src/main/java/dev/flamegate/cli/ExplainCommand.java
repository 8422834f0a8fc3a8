package dev.flamegate.cli;

import dev.flamegate.cli.option.StoreOptions;
import dev.flamegate.cli.option.UsageProblem;
import dev.flamegate.cli.terminal.Console;
import dev.flamegate.format.Names;
import dev.flamegate.gate.ExitCode;
import dev.flamegate.gate.StoredNoise;
import dev.flamegate.judge.forecast.Forecasts;
import dev.flamegate.judge.forecast.NoiseHistory;
import dev.flamegate.model.message.Message;
import dev.flamegate.model.message.MessageList;
import dev.flamegate.model.rule.Looks;
import dev.flamegate.plan.RuleSet;
import dev.flamegate.plan.yaml.Words;
import dev.flamegate.report.explain.RuleExplainer;
import dev.flamegate.report.text.Terminal;
import dev.flamegate.store.Comparisons;
import dev.flamegate.store.History;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "explain",
        header = "Explains rules, and messages by their ids.",
        mixinStandardHelpOptions = true,
        description = {
            "Explains rules and messages.",
            "Without a word, each rule of the plan: what makes it fail, and how often that would be a false alarm. The same"
                    + " for rule files.",
            "A message by its id: what it means, and what to do. Reports, doctor and commands that end without a result"
                    + " show the ids, and so does their JSON. `messages` lists all of them."
        })
final class ExplainCommand implements Callable<Integer> {
    private static final String LIST = "messages";

    @Parameters(
            paramLabel = "WORD",
            arity = "0..*",
            description = "Ids such as steal or target-failed, rule files, or `messages`.")
    private List<String> words = new ArrayList<>();

    @Mixin
    private StoreOptions store = new StoreOptions();

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        Terminal terminal = new Terminal(Console.width(), Console.showsColour());
        List<Path> files = words.stream()
                .filter(word -> MessageList.find(word).isEmpty())
                .map(Path::of)
                .filter(Files::exists)
                .toList();
        if (words.isEmpty() || files.size() == words.size()) {
            out.print(rules(files));
        } else {
            (words.equals(List.of(LIST)) ? all(terminal) : explained(words, terminal)).forEach(out::println);
        }
        return ExitCode.OK;
    }

    /** Says what makes each rule fail: those of the files that are named, else the plan's. */
    private String rules(List<Path> files) {
        PrintWriter err = spec.commandLine().getErr();
        RuleSet rules = store.rules(files)
                .orElseThrow(() -> new UsageProblem("there is no plan flamegate.yaml, whose rules could be explained;"
                        + " name rule files, a plan with --plan, or the id of a message"));
        History history = store.history(text -> Console.warn(err, text));
        NoiseHistory past = StoredNoise.of(
                history,
                new Comparisons(history, text -> Console.warn(err, text)),
                store.service(null).orElse(null));
        return RuleExplainer.explain(rules, Forecasts.of(rules.rules(), past, Looks.DEFAULT));
    }

    private static List<String> explained(List<String> ids, Terminal terminal) {
        List<String> lines = new ArrayList<>();
        for (String id : ids) {
            Message message = MessageList.find(id).orElseThrow(() -> unknown(id));
            if (!lines.isEmpty()) {
                lines.add("");
            }
            lines.add(terminal.bold(message.id()));
            lines.addAll(terminal.wrap("  ", message.cause()));
            lines.addAll(terminal.wrap("  ", "-> " + message.remedy()));
        }
        return lines;
    }

    private static UsageProblem unknown(String id) {
        String meant = Words.nearest(id, MessageList.ids());
        return new UsageProblem("there is no message and no rule file " + Names.visible(id)
                + (meant == null ? "." : "; did you mean " + meant + "?")
                + " `flamegate explain messages` lists all messages.");
    }

    private static List<String> all(Terminal terminal) {
        List<String> lines = new ArrayList<>();
        for (MessageList.Part part : MessageList.parts()) {
            if (!lines.isEmpty()) {
                lines.add("");
            }
            lines.add(terminal.bold(part.title()));
            lines.addAll(terminal.wrap(
                    "  ",
                    String.join(", ", part.messages().stream().map(Message::id).toList())));
        }
        return lines;
    }
}
