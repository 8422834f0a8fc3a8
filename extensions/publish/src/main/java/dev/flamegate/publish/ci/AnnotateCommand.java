package dev.flamegate.publish.ci;

import dev.flamegate.cli.terminal.Console;
import dev.flamegate.gate.ExitCode;
import dev.flamegate.publish.format.SourceFiles;
import dev.flamegate.report.json.Result;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
        name = "annotate",
        mixinStandardHelpOptions = true,
        description = {
            "Prints the broken rules of a finished run for the CI system to show, at the culprit's line if its file is in"
                    + " this repository, otherwise at the rule. At most ten of each kind.",
            "github, azure and teamcity read the lines from the step's output; azure also shows the summary, and"
                    + " teamcity keeps the measured values as statistics. buildkite is Markdown for the input of"
                    + " buildkite-agent annotate; nothing is printed when there is nothing to say."
        })
public final class AnnotateCommand implements Callable<Integer> {
    @Mixin
    private ReportOption report = new ReportOption();

    @Option(
            names = "--as",
            paramLabel = "FORMAT",
            description = "github, azure, teamcity or buildkite (default: github).",
            defaultValue = "github")
    private AnnotationFormat format = AnnotationFormat.GITHUB;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() {
        PrintWriter out = Console.forCommands(spec.commandLine().getOut());
        Result result = ResultReader.read(report.folder());
        new Annotations(new SourceFiles(Path.of(""))::find)
                .lines(result, format)
                .forEach(out::println);
        Path summary = report.folder().resolve("summary.md");
        if (Files.isRegularFile(summary)) {
            format.summary(summary).ifPresent(out::println);
        }
        return ExitCode.OK;
    }
}
