package dev.flamegate.cli;

import dev.flamegate.cli.option.UsageProblem;
import dev.flamegate.cli.terminal.Console;
import dev.flamegate.format.Names;
import dev.flamegate.gate.ExitCode;
import dev.flamegate.model.message.Message;
import dev.flamegate.model.message.MessageList;
import dev.flamegate.plan.yaml.Words;
import dev.flamegate.report.text.Terminal;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "explain",
        mixinStandardHelpOptions = true,
        description = {
            "Explains messages by their ids: what each means, and what to do.",
            "Reports, doctor and commands that end without a result show the ids, and so does their JSON. Without an id it"
                    + " lists all of them."
        })
final class ExplainCommand implements Callable<Integer> {
    @Parameters(paramLabel = "ID", arity = "0..*", description = "Such as steal or target-failed.")
    private List<String> ids = new ArrayList<>();

    @Option(names = "--no-color", description = "Print without colour.")
    private boolean noColor;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        Terminal terminal = new Terminal(Console.width(), !noColor && Console.showsColour());
        List<String> lines = ids.isEmpty() ? all(terminal) : explained(terminal);
        lines.forEach(out::println);
        return ExitCode.OK;
    }

    private List<String> explained(Terminal terminal) {
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
        return new UsageProblem("there is no message " + Names.visible(id)
                + (meant == null ? "." : "; did you mean " + meant + "?")
                + " `flamegate explain` lists all of them.");
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
