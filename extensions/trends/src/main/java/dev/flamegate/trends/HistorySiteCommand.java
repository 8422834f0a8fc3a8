package dev.flamegate.trends;

import dev.flamegate.cli.history.HistoryCommand;
import dev.flamegate.cli.history.Selection;
import dev.flamegate.cli.terminal.Console;
import dev.flamegate.format.Names;
import dev.flamegate.store.StoreFailed;
import dev.flamegate.trends.site.SiteData;
import dev.flamegate.trends.site.SiteWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

@Command(
        name = "site",
        mixinStandardHelpOptions = true,
        description = {
            "Writes a static site: all runs and comparisons, trends with their change points, culprits over time, and any two"
                    + " runs compared.",
            "Serve the folder from any web server, or open it from disk."
        })
final class HistorySiteCommand implements Callable<Integer> {
    @ParentCommand
    @SuppressWarnings("NullAway.Init")
    private HistoryCommand parent;

    @Mixin
    private Selection selection = new Selection();

    @Parameters(paramLabel = "FOLDER", description = "Output folder; existing files are overwritten.")
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() {
        PrintWriter err = spec.commandLine().getErr();
        SiteData site =
                new HistorySite(parent.history(), text -> Console.warn(err, text)).read(selection::has, selection::has);
        try {
            Files.createDirectories(folder);
            for (Map.Entry<String, byte[]> file : SiteWriter.write(site).entrySet()) {
                Files.write(folder.resolve(file.getKey()), file.getValue());
            }
        } catch (IOException e) {
            throw new StoreFailed("the site cannot be written to " + folder + ": " + e, e);
        }
        spec.commandLine()
                .getOut()
                .println(Names.plural(site.entries().size(), "run or comparison is", "runs and comparisons are")
                        + " in " + folder.resolve(SiteWriter.PAGE));
        return 0;
    }
}
