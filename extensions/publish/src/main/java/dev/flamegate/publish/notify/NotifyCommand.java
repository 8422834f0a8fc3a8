package dev.flamegate.publish.notify;

import dev.flamegate.cli.option.StoreOptions;
import dev.flamegate.cli.option.UsageProblem;
import dev.flamegate.cli.terminal.Console;
import dev.flamegate.collect.CollectionFailed;
import dev.flamegate.format.Names;
import dev.flamegate.gate.ExitCode;
import dev.flamegate.publish.ci.CiEnvironment;
import dev.flamegate.publish.ci.CommentFailed;
import dev.flamegate.publish.ci.CommentLinks;
import dev.flamegate.publish.ci.LinkOptions;
import dev.flamegate.publish.ci.Owners;
import dev.flamegate.publish.ci.ReportOption;
import dev.flamegate.publish.ci.ResultReader;
import dev.flamegate.report.json.Result;
import dev.flamegate.store.StoreFailed;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
        name = "notify",
        header = "Sends a message when a service turned bad or good.",
        mixinStandardHelpOptions = true,
        description = {
            "Sends one message to a webhook when a finished run or comparison changed the state of its service: from good"
                    + " (PASS, WARN) to bad (FAIL) or back. INCONCLUSIVE and INVALID change nothing, and the first message is"
                    + " one of a service that is bad. What was known before comes from the history.",
            "The webhook's address is a secret: it comes from an environment variable, has to begin with https://, and is"
                    + " shown nowhere."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:sent, or nothing to send; the output says which",
            "2:wrong command line, or no webhook in the variable",
            "3:there is no result, or the message could not be sent"
        })
public final class NotifyCommand implements Callable<Integer> {
    @Option(
            names = "--as",
            paramLabel = "FORMAT",
            required = true,
            description = "What the webhook understands: slack, teams (a workflow's webhook) or json"
                    + " (docs/schema/notification.schema.json).")
    @SuppressWarnings("NullAway.Init")
    private MessageFormat format;

    @Option(
            names = "--webhook-from",
            paramLabel = "VARIABLE",
            description = "Environment variable with the webhook's address. Its name begins with FLAMEGATE_, SLACK_ or"
                    + " TEAMS_, or is listed in FLAMEGATE_ALLOW_SECRETS.")
    private @Nullable String variable;

    @Mixin
    private ReportOption report = new ReportOption();

    @Mixin
    private StoreOptions store = new StoreOptions();

    @Mixin
    private LinkOptions addresses = new LinkOptions();

    @Option(names = "--always", description = "Send the message whether the state changed or not.")
    private boolean always;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    private final Map<String, String> environment;

    NotifyCommand() {
        this(System.getenv());
    }

    NotifyCommand(Map<String, String> environment) {
        this.environment = Map.copyOf(environment);
    }

    @Override
    public Integer call() throws InterruptedException {
        Optional<Webhook> webhook = report.isDryRun() ? Optional.empty() : Optional.of(webhook());
        CommentLinks links = addresses.links(CommentLinks.Fork.of(new CiEnvironment(environment)));
        Consumer<String> warnings = text -> Console.warn(spec.commandLine().getErr(), text);
        Result result = ResultReader.read(report.folder());
        EarlierStates states =
                new EarlierStates(store.history(warnings), result, judged(result), report.key(), warnings);
        StateChange change = states.change();
        String message =
                format.write(new Notification(result, report.key(), links, Owners.of(result, Path.of("")), change));
        PrintWriter out = spec.commandLine().getOut();
        String news = Names.visible(result.head().service()) + " " + change.words() + " ("
                + result.head().verdict() + ")";
        if (!change.isOne() && !always) {
            out.println("nothing to send: " + news);
            noted(() -> states.noteTold(change), warnings);
        } else if (webhook.isEmpty()) {
            out.print(message);
        } else {
            send(webhook.get(), message, states, change, warnings);
            out.println("sent: " + news);
        }
        return ExitCode.OK;
    }

    private void send(
            Webhook webhook, String message, EarlierStates states, StateChange change, Consumer<String> warnings)
            throws InterruptedException {
        try {
            webhook.send(message);
        } catch (CollectionFailed e) {
            if (change.isOne()) {
                noted(() -> states.noteUntold(change), warnings);
            }
            throw e;
        }
        noted(() -> states.noteTold(change), warnings);
    }

    /** A note that cannot be written costs a message too many or too few later, not this one. */
    private void noted(Runnable note, Consumer<String> warnings) {
        if (!report.isDryRun()) {
            try {
                note.run();
            } catch (StoreFailed e) {
                warnings.accept(String.valueOf(e.getMessage()));
            }
        }
    }

    private Webhook webhook() {
        if (variable == null) {
            throw new UsageProblem("--webhook-from VARIABLE names the variable with the webhook's address; --dry-run"
                    + " prints the message without one");
        }
        try {
            return Webhook.in(variable, environment);
        } catch (IllegalArgumentException e) {
            throw new UsageProblem("--webhook-from: " + e.getMessage());
        }
    }

    private static Instant judged(Result result) {
        try {
            return Instant.parse(result.head().judged());
        } catch (DateTimeException e) {
            throw new CommentFailed("the result does not say when it was judged, so nothing came before it", e);
        }
    }
}
