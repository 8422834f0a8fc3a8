package dev.flamegate.publish.mcp;

import dev.flamegate.cli.option.StoreOptions;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

@Command(
        name = "mcp",
        header = "Answers the questions of coding agents.",
        mixinStandardHelpOptions = true,
        description = {
            "Answers coding agents over the Model Context Protocol, on stdin and stdout: stored runs, findings with their"
                    + " culprits, methods of profiles, and what rules mean.",
            "It only reads: it measures, starts and changes nothing. It ends when its input ends."
        })
public final class McpCommand implements Callable<Integer> {
    @Mixin
    private StoreOptions store = new StoreOptions();

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    /** The questions, in the order in which an agent reads of them. */
    static List<Tool> tools() {
        return List.of(
                new ListRuns(),
                new ShowResult(),
                new TopMethods(),
                new CallersAndCallees(),
                new ListRules(),
                new ExplainRule());
    }

    @Override
    public Integer call() {
        // Stdout belongs to the protocol: what anything else prints there goes to stderr.
        System.setOut(System.err);
        new AgentServer(tools(), () -> new Stored(store), spec.commandLine().getErr())
                .serve(System.in, new FileOutputStream(FileDescriptor.out));
        return 0;
    }
}
