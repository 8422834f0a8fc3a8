package dev.flamegate.cli;

import dev.flamegate.ci.Annotations;
import dev.flamegate.ci.ResultReader;
import dev.flamegate.gate.ExitCode;
import dev.flamegate.gate.SourceFiles;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code flamegate annotate}. */
@Command(
        name = "annotate",
        mixinStandardHelpOptions = true,
        description = {
            "Prints the broken rules of a finished run as GitHub Actions annotations, at the culprit's line if its"
                    + " file is in this repository, otherwise at the rule. At most ten of each kind."
        })
final class AnnotateCommand implements Callable<Integer> {
    @Option(
            names = "--report",
            paramLabel = "DIR",
            description = "Folder of the reports (default: build/flamegate).",
            defaultValue = "build/flamegate")
    @SuppressWarnings("NullAway.Init")
    private Path report;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() {
        SourceFiles files = new SourceFiles(Path.of(""));
        new Annotations(files::find)
                .of(ResultReader.read(report))
                .forEach(line -> spec.commandLine().getOut().println(line));
        return ExitCode.OK;
    }
}
