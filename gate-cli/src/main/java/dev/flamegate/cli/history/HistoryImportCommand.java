package dev.flamegate.cli.history;

import dev.flamegate.cli.terminal.Console;
import dev.flamegate.format.Names;
import dev.flamegate.store.HistoryImport;
import dev.flamegate.store.HistoryImport.Imported;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

@Command(
        name = "import",
        mixinStandardHelpOptions = true,
        description = {
            "Imports the records of an archive written by `history export`.",
            "Existing records stay unchanged. Records that were edited are reported and not imported."
        })
final class HistoryImportCommand implements Callable<Integer> {
    @ParentCommand
    @SuppressWarnings("NullAway.Init")
    private HistoryCommand parent;

    @Parameters(paramLabel = "FILE", description = "The archive.")
    @SuppressWarnings("NullAway.Init")
    private Path file;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() {
        PrintWriter err = spec.commandLine().getErr();
        Imported imported = HistoryImport.read(parent.history(), file, text -> Console.warn(err, text));
        spec.commandLine()
                .getOut()
                .println(Names.plural(imported.runs(), "run") + " and " + Names.plural(imported.pairs(), "pair")
                        + " are new, " + imported.known() + " were here already, " + imported.refused()
                        + " were not used");
        return 0;
    }
}
