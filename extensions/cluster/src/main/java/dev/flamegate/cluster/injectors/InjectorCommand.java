package dev.flamegate.cluster.injectors;

import dev.flamegate.cli.option.UsageProblem;
import dev.flamegate.cli.terminal.Reporting;
import dev.flamegate.gate.ExitCode;
import dev.flamegate.load.GatlingHome;
import dev.flamegate.load.LoadFailed;
import dev.flamegate.os.ChildEnvironment;
import dev.flamegate.os.Children;
import dev.flamegate.os.CloseableRegistry;
import dev.flamegate.os.OwnFolders;
import dev.flamegate.runtime.Installation;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code flamegate injector}: what runs in the pods of {@code load: kubernetes}. */
@Command(
        name = "injector",
        hidden = true,
        mixinStandardHelpOptions = true,
        description = {
            "Sends load for a gate elsewhere, which starts it: it is what runs in the pods of load: kubernetes.",
            "It listens on loopback for a gate that knows the token in the variable FLAMEGATE_INJECTOR_TOKEN, and ends when no"
                    + " gate is connected any more."
        })
public final class InjectorCommand implements Callable<Integer> {
    private static final String TOKEN = "FLAMEGATE_INJECTOR_TOKEN";
    private static final int SHORTEST_TOKEN = 16;

    /** A gate waits for all injectors to run before it connects to the first. */
    private static final Duration FIRST_GATE_WITHIN = Duration.ofHours(1);

    /** A gate is connected for as long as it has a load; between two, it may build or wait for a target. */
    private static final Duration NEXT_WITHIN = Duration.ofMinutes(10);

    @Option(
            names = "--port",
            paramLabel = "PORT",
            required = true,
            description = "Where it listens, on loopback; 0 for any.")
    private int port;

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        String token = System.getenv(TOKEN);
        if (token == null || token.length() < SHORTEST_TOKEN) {
            throw new UsageProblem("the variable " + TOKEN + " has no token of " + SHORTEST_TOKEN + " characters");
        }
        GatlingHome gatling = GatlingHome.of(Installation.find().gatling());
        return Reporting.untilInterrupted(started -> serve(started, token, gatling));
    }

    private int serve(CloseableRegistry started, String token, GatlingHome gatling) throws InterruptedException {
        try {
            Path folder = OwnFolders.temporary();
            Children children = started.start(
                    () -> Children.in(
                            folder.resolve("running"), ChildEnvironment.of(System.getenv(), List.of(TOKEN), List.of())),
                    Children::close);
            try (children;
                    InjectorAgent agent = InjectorAgent.open(
                            new InetSocketAddress(InetAddress.getByName("127.0.0.1"), port),
                            token,
                            new InjectorWork(gatling, folder, children))) {
                PrintWriter out = spec.commandLine().getOut();
                out.println("waiting for a gate on port " + agent.address().getPort());
                out.flush();
                agent.awaitUnused(FIRST_GATE_WITHIN, NEXT_WITHIN);
                return ExitCode.OK;
            } finally {
                OwnFolders.deleteTemporary();
            }
        } catch (IOException e) {
            throw new LoadFailed(
                    "the injector cannot listen or write: " + e,
                    "port " + port + " and the folder for temporary files",
                    "give it a free port and a folder that it can write to",
                    List.of());
        }
    }
}
