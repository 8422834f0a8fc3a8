package dev.flamegate.cli.history;

import dev.flamegate.format.Names;
import dev.flamegate.store.HistoryExport;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code flamegate history export}. */
@Command(
        name = "export",
        mixinStandardHelpOptions = true,
        description = "Writes all runs, comparisons and pins into one zip archive.")
final class HistoryExportCommand implements Callable<Integer> {
    @ParentCommand
    @SuppressWarnings("NullAway.Init")
    private HistoryCommand parent;

    @Parameters(paramLabel = "FILE", description = "The archive; an existing file is overwritten.")
    @SuppressWarnings("NullAway.Init")
    private Path file;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() {
        int files = HistoryExport.write(parent.history(), file);
        spec.commandLine()
                .getOut()
                .println(Names.plural(files, "file of the history is", "files of the history are") + " in " + file);
        return 0;
    }
}
