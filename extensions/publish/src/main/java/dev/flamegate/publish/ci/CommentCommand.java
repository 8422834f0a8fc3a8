package dev.flamegate.publish.ci;

import dev.flamegate.cli.terminal.Console;
import dev.flamegate.collect.CollectionFailed;
import dev.flamegate.format.Names;
import dev.flamegate.gate.ExitCode;
import dev.flamegate.publish.ci.CiEnvironment.Given;
import dev.flamegate.publish.ci.CommentPoster.Posted;
import dev.flamegate.report.json.Result;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
        name = "comment",
        mixinStandardHelpOptions = true,
        description = {
            "Posts the result of a finished run as one comment on its pull request (GitHub) or merge request (GitLab),"
                    + " and updates it after the next run. Prints the comment's address.",
            "The request is found from what GitHub Actions, GitLab CI or Jenkins (CHANGE_URL) set; the token comes from"
                    + " GITHUB_TOKEN or GITLAB_TOKEN. Failures are warnings, unless --strict."
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
            names = "--key",
            paramLabel = "NAME",
            description = "Distinguishes the comments of several plans for one service.",
            defaultValue = "")
    @SuppressWarnings("NullAway.Init")
    private String key;

    @Option(names = "--dry-run", description = "Print the comment instead of sending it.")
    private boolean dryRun;

    @Option(names = "--strict", description = "Exit with 3 when the comment could not be posted.")
    private boolean strict;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        try {
            CommentLinks links = addresses.links(CommentLinks.Fork.of(new CiEnvironment(System.getenv())));
            comment(ResultReader.read(report.folder()), links);
            return ExitCode.OK;
        } catch (CommentFailed | CollectionFailed e) {
            if (strict) {
                throw e;
            }
            Console.warn(spec.commandLine().getErr(), "no comment was written: " + e.getMessage());
            return ExitCode.OK;
        }
    }

    private void comment(Result result, CommentLinks links) throws InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        Marker marker = new Marker(result.head().service(), key);
        if (dryRun) {
            out.print(CommentText.write(result, marker, links, GITHUB_LIMIT));
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
        Posted posted = CommentPoster.post(found.get(), result, marker, links);
        err.println(
                "comment on " + found.get().name() + " " + posted.done().name().toLowerCase(Locale.ROOT));
        if (!posted.url().isEmpty()) {
            out.println(Names.visible(posted.url()));
        }
    }
}
