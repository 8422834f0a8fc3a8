package dev.flamegate.publish.serve;

import dev.flamegate.cli.option.DurationOption;
import dev.flamegate.cli.option.Sharing;
import dev.flamegate.cli.option.StoreOptions;
import dev.flamegate.cli.option.UsageProblem;
import dev.flamegate.cli.terminal.Console;
import dev.flamegate.cli.terminal.Reporting;
import dev.flamegate.collect.CollectionFailed;
import dev.flamegate.gate.ExitCode;
import dev.flamegate.os.CloseableRegistry;
import dev.flamegate.os.OwnFolders;
import dev.flamegate.publish.ci.CommentLinks;
import dev.flamegate.store.History;
import dev.flamegate.store.StoreFailed;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
        name = "serve",
        header = "Answers over HTTP what the newest verdict is.",
        mixinStandardHelpOptions = true,
        description = {
            "Answers over HTTP what the newest stored verdict of a service is, for what promotes releases:"
                    + " GET /v1/services/SERVICE/verdict (docs/schema/verdict.schema.json), and GET /healthz.",
            "It reads the history and, where it is shared, a copy of what is shared; it measures, stores and sends nothing."
                    + " It ends when it is interrupted."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "2:wrong command line or plan",
            "3:it cannot listen there, or the history cannot be read",
            "130, 143:ended by Ctrl-C or SIGTERM"
        })
public final class ServeCommand implements Callable<Integer> {
    private static final int SHORTEST_TOKEN = 16;

    private static final int MOST_WARNINGS = 1000;

    /** The longest time that a request waits for shared records. */
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @Option(
            names = "--listen",
            paramLabel = "HOST:PORT",
            defaultValue = "127.0.0.1:7070",
            converter = ListenAddress.class,
            description = "Where it listens (default: ${DEFAULT-VALUE}, for this machine only).")
    @SuppressWarnings("NullAway.Init")
    private InetSocketAddress listen;

    @Option(
            names = "--token-from",
            paramLabel = "VARIABLE",
            description = "Environment variable with a token of 16 characters or more, which requests have to bear"
                    + " (Authorization: Bearer …); /healthz needs none.")
    private @Nullable String tokenVariable;

    @Option(
            names = "--service",
            paramLabel = "NAME",
            description = "Answer for this service only; can be repeated (default: for all).")
    private List<String> services = new ArrayList<>();

    @Option(
            names = "--refresh",
            paramLabel = "TIME",
            defaultValue = "15s",
            converter = DurationOption.class,
            description = "How old what it knows of a history may be (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private Duration refresh;

    @Option(
            names = "--latest",
            paramLabel = "N",
            defaultValue = "10",
            description =
                    "Runs, and comparisons, of a service and fingerprint that it looks at in a shared history, the"
                            + " latest (default: ${DEFAULT-VALUE}).")
    private int latest;

    @Option(
            names = "--report-url",
            paramLabel = "URL",
            description = "Address of the reports, for the answers: {service}, {id} and {commit} are replaced.")
    private @Nullable String report;

    @Mixin
    private StoreOptions store = new StoreOptions();

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        if (latest < 1) {
            throw new UsageProblem("--latest " + latest + ": it has to look at one at least");
        }
        checkReport();
        String token = token(System.getenv());
        PrintWriter err = spec.commandLine().getErr();
        Set<String> said = ConcurrentHashMap.newKeySet();
        Consumer<String> warnings = text -> {
            // A record that cannot be read is one at every look; what is said is bounded, as the server runs for
            // months.
            if (said.size() < MOST_WARNINGS && said.add(text)) {
                Console.warn(err, text);
            }
        };
        if (token == null && !listen.getAddress().isLoopbackAddress()) {
            warnings.accept("everybody who can reach " + ListenAddress.text(listen)
                    + " can ask for verdicts; --token-from asks them for a token");
        }
        return Reporting.untilInterrupted(started -> serve(started, token, warnings));
    }

    private int serve(CloseableRegistry started, @Nullable String token, Consumer<String> warnings)
            throws InterruptedException {
        boolean isShared = isShared(warnings);
        History history = store.history(warnings);
        SharedCopies copies = isShared
                ? new SharedCopies(
                        copy -> store.sharing(copy, warnings).pullOnly(), latest, refresh, PATIENCE, warnings)
                : null;
        NewestVerdicts newest = new NewestVerdicts(history, copies, services, refresh, warnings);
        try (newest;
                VerdictServer server = started.start(() -> listen(newest, token, warnings), VerdictServer::close)) {
            PrintWriter out = spec.commandLine().getOut();
            out.println("listening on http://" + ListenAddress.text(server.address()));
            out.flush();
            new CountDownLatch(1).await(); // until it is interrupted
            return ExitCode.OK;
        }
    }

    private VerdictServer listen(NewestVerdicts newest, @Nullable String token, Consumer<String> warnings) {
        try {
            return new VerdictServer(listen, newest, token, report, warnings);
        } catch (IOException e) {
            throw new CollectionFailed("it cannot listen on " + ListenAddress.text(listen) + ": " + e.getMessage(), e);
        }
    }

    /** Opens the place once, so that a mistake is said at the start. */
    private boolean isShared(Consumer<String> warnings) {
        try (Sharing sharing = store.sharing(new History(OwnFolders.temporary(), warnings), warnings)) {
            return sharing.shared().isPresent();
        } catch (IOException e) {
            throw new StoreFailed("there is no temporary folder: " + e, e);
        }
    }

    private @Nullable String token(Map<String, String> environment) {
        if (tokenVariable == null) {
            return null;
        }
        String token = environment.getOrDefault(tokenVariable, "").strip();
        if (token.length() < SHORTEST_TOKEN) {
            throw new UsageProblem("--token-from " + tokenVariable + ": the variable "
                    + (token.isEmpty() ? "is not set" : "holds fewer than " + SHORTEST_TOKEN + " characters"));
        }
        return token;
    }

    private void checkReport() {
        if (report != null) {
            try {
                CommentLinks.address(report.replaceAll("\\{(service|id|commit)}", "x"));
            } catch (IllegalArgumentException e) {
                throw new UsageProblem("--report-url " + e.getMessage());
            }
        }
    }
}
