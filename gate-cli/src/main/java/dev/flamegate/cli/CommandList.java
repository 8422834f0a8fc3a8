package dev.flamegate.cli;

import dev.flamegate.cli.history.HistoryCommand;
import dev.flamegate.extension.Extensions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;

/**
 * All commands: those of the core, then those of extensions. Only the one that a command line names is built whole,
 * because reading the options of all of them takes longer than anything else in a start; for a list of commands, names
 * and descriptions do.
 */
final class CommandList {
    private static final List<Class<?>> CORE = List.of(
            RunCommand.class,
            CompareCommand.class,
            JudgeCommand.class,
            HistoryCommand.class,
            RulesCommand.class,
            ExplainCommand.class);

    /** The commands that look into other commands. */
    private static final List<Class<?>> ABOUT_OTHERS =
            List.of(AutoComplete.GenerateCompletion.class, CommandLine.HelpCommand.class);

    /** The order in which one needs them; others come last. */
    private static final List<String> ORDER = List.of(
            "init",
            "doctor",
            "compare",
            "count",
            "run",
            "judge",
            "explain",
            "flame",
            "accept",
            "rules",
            "history",
            "comment",
            "notify",
            "bisect",
            "nightly",
            "serve",
            "mcp",
            "self-test",
            "demo");

    private CommandList() {}

    static CommandLine of(Object program, String... args) {
        List<CommandProvider> extensions = Extensions.of(CommandProvider.class);
        List<Class<?>> commands = new ArrayList<>(CORE);
        extensions.forEach(extension -> commands.addAll(extension.commands()));
        commands.sort(Comparator.comparingInt(command -> place(name(command))));
        commands.addAll(ABOUT_OTHERS);
        String first = args.length == 0 ? "" : args[0];
        boolean isList = first.isEmpty() || (first.startsWith("-") && args.length == 1); // --help, --version
        // Where the line begins with no command, such as @FILE or a misspelled one, it may be any.
        boolean isAny = commands.stream().noneMatch(one -> name(one).equals(first) && !ABOUT_OTHERS.contains(one));
        CommandLine line = new CommandLine(program);
        for (Class<?> command : commands) {
            boolean isNeeded = !isList && (isAny || name(command).equals(first));
            CommandLine added = isNeeded ? whole(command, extensions) : new CommandLine(outline(command));
            if (ABOUT_OTHERS.contains(command)) {
                added.getCommandSpec().usageMessage().hidden(true);
            }
            line.addSubcommand(name(command), added);
        }
        return line;
    }

    private static int place(String command) {
        int at = ORDER.indexOf(command);
        return at < 0 ? ORDER.size() : at;
    }

    private static String name(Class<?> command) {
        return command.getAnnotation(Command.class).name();
    }

    private static CommandLine whole(Class<?> command, List<CommandProvider> extensions) {
        CommandLine line = new CommandLine(command);
        extensions.stream()
                .flatMap(extension -> extension.commandsOf(name(command)).stream())
                .forEach(added -> line.addSubcommand(name(added), added));
        return line;
    }

    private static CommandSpec outline(Class<?> command) {
        Command about = command.getAnnotation(Command.class);
        CommandSpec outline = CommandSpec.create();
        outline.usageMessage()
                .header(about.header())
                .description(about.description())
                .hidden(about.hidden());
        return outline;
    }
}
