package dev.flamegate.publish.ci;

import dev.flamegate.cli.terminal.Console;
import dev.flamegate.collect.CollectionFailed;
import dev.flamegate.format.Names;
import dev.flamegate.gate.ExitCode;
import dev.flamegate.gate.ReportFolder;
import dev.flamegate.publish.ci.CiEnvironment.Given;
import dev.flamegate.publish.ci.CommentPoster.Posted;
import dev.flamegate.publish.format.SourceFiles;
import dev.flamegate.report.json.Result;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
        name = "comment",
        header = "Posts a result on its pull or merge request.",
        mixinStandardHelpOptions = true,
        description = {
            "Posts the result of a finished run as one comment on its pull request (GitHub) or merge request (GitLab),"
                    + " and updates it after the next run. Prints the comment's address.",
            "The request is found from what GitHub Actions, GitLab CI or Jenkins (CHANGE_URL) set; the token comes from"
                    + " GITHUB_TOKEN or GITLAB_TOKEN. Failures are warnings, unless --strict.",
            "With --as, it prints the broken rules for the CI system to show instead, at the culprit's line if its file is"
                    + " in this repository, otherwise at the rule; at most ten of each kind. github, azure and teamcity"
                    + " read them from the step's output; azure also shows the summary, and teamcity keeps the measured"
                    + " values as statistics. buildkite is Markdown for the input of buildkite-agent annotate."
        })
public final class CommentCommand implements Callable<Integer> {
    private static final int GITHUB_LIMIT = 65_536;

    @Mixin
    private ReportOption report = new ReportOption();

    @Option(
            names = "--pull-request",
            paramLabel = "ADDRESS",
            description = "Address or number of the pull or merge request (default: from the environment).",
            defaultValue = "")
    @SuppressWarnings("NullAway.Init")
    private String request;

    @Option(
            names = "--repository",
            paramLabel = "NAME",
            description = "OWNER/NAME, or the GitLab project (default: from the environment).",
            defaultValue = "")
    @SuppressWarnings("NullAway.Init")
    private String repository;

    @Option(
            names = "--api",
            paramLabel = "URL",
            description = "Base address of the API of a self-hosted server (default: from the environment).",
            defaultValue = "")
    @SuppressWarnings("NullAway.Init")
    private String api;

    @Mixin
    private LinkOptions addresses = new LinkOptions();

    @Option(
            names = "--as",
            paramLabel = "FORMAT",
            description = "Print for github, azure, teamcity or buildkite instead of commenting.")
    private @Nullable AnnotationFormat format;

    @Option(names = "--strict", description = "Exit with 3 when the comment could not be posted.")
    private boolean strict;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        if (format != null) {
            annotate(format);
            return ExitCode.OK;
        }
        try {
            CommentLinks links = addresses.links(CommentLinks.Fork.of(new CiEnvironment(System.getenv())));
            Result result = ResultReader.read(report.folder());
            comment(result, links, Owners.of(result, Path.of("")));
            return ExitCode.OK;
        } catch (CommentFailed | CollectionFailed e) {
            if (strict) {
                throw e;
            }
            Console.warn(spec.commandLine().getErr(), "no comment was written: " + e.getMessage());
            return ExitCode.OK;
        }
    }

    private void annotate(AnnotationFormat as) {
        PrintWriter out = Console.forCommands(spec.commandLine().getOut());
        Result result = ResultReader.read(report.folder());
        new Annotations(new SourceFiles(Path.of(""))::find).lines(result, as).forEach(out::println);
        Path summary = report.folder().resolve(ReportFolder.SUMMARY);
        if (Files.isRegularFile(summary)) {
            as.summary(summary).ifPresent(out::println);
        }
    }

    private void comment(Result result, CommentLinks links, List<String> owners) throws InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        Marker marker = new Marker(result.head().service(), report.key());
        if (report.isDryRun()) {
            out.print(CommentText.write(result, marker, links, owners, GITHUB_LIMIT));
            return;
        }
        Optional<Forge> found = RequestFinder.find(
                new CiEnvironment(System.getenv()), new Given(request.strip(), repository.strip(), api.strip()));
        if (found.isEmpty()) {
            if (strict) {
                throw new CommentFailed("this build does not belong to an open pull request");
            }
            err.println("no comment: this build does not belong to an open pull request");
            return;
        }
        Posted posted = CommentPoster.post(found.get(), result, marker, links, owners);
        err.println(
                "comment on " + found.get().name() + " " + posted.done().name().toLowerCase(Locale.ROOT));
        if (!posted.url().isEmpty()) {
            out.println(Names.visible(posted.url()));
        }
    }
}
