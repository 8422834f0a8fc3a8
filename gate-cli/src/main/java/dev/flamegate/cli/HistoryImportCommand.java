package dev.flamegate.cli;

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

/** {@code flamegate history import}. */
@Command(
        name = "import",
        mixinStandardHelpOptions = true,
        description = {
            "Takes the records of an archive that `history export` wrote into this history.",
            "What is stored here already stays as it is. Records that were changed are not used, and said."
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
        Imported imported = HistoryImport.read(parent.history(), file, text -> err.println("warning: " + text));
        spec.commandLine()
                .getOut()
                .println(imported.runs() + " runs and " + imported.pairs() + " pairs are new, " + imported.known()
                        + " were here already, " + imported.refused() + " are not used");
        return 0;
    }
}
