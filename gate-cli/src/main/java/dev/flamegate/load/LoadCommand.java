package dev.flamegate.load;

import dev.flamegate.os.Children;
import dev.flamegate.os.Program;
import dev.flamegate.plan.LoadSpec;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Generates load with the command of any tool. The tool is started when its load is to begin, since nothing holds it
 * back, and ended when the load is to end.
 *
 * @param load the plan's load, with a command
 * @param share which injector this is, of how many
 * @param planFolder the command's working directory
 * @param prefix a command that runs the tool, such as {@code taskset -c 1}; empty for none
 * @param children registry that the tool is added to
 */
public record LoadCommand(LoadSpec load, LoadSpec.Share share, Path planFolder, List<String> prefix, Children children)
        implements LoadGenerator {
    /** Time beyond warm-up and measurement: the wait for the first request, pauses between stages. */
    private static final long SLACK_SECONDS = 120;

    public LoadCommand {
        planFolder = planFolder.toAbsolutePath();
        prefix = List.copyOf(prefix);
    }

    /**
     * Prepares the command.
     *
     * @throws LoadFailed when there is no such program
     */
    @Override
    public CommandLoad start(URI baseUrl, Path workFolder) {
        LoadSpec.Command command = Objects.requireNonNull(load.command(), "the load has a command");
        Path work = workFolder.toAbsolutePath();
        Path results = work.resolve("results");
        Map<String, String> values = new LinkedHashMap<>();
        values.put(LoadSpec.Command.URL, withoutSlash(baseUrl));
        values.put(LoadSpec.Command.RESULTS, results.toString());
        values.put(LoadSpec.Command.SECONDS, Long.toString(seconds()));
        values.putAll(share.values());
        String shown = String.join(" ", command.filled(values));
        load.properties().forEach(values::putIfAbsent);
        List<String> words = command.filled(values);
        checkProgram(words);
        List<String> line = new ArrayList<>(prefix);
        line.addAll(words);
        try {
            Files.createDirectories(work);
        } catch (IOException e) {
            throw new LoadFailed(
                    "the folder for the load's results cannot be created: " + e.getMessage(),
                    "creating " + work,
                    "check that it can be written to",
                    List.of());
        }
        ChildOutput output = new ChildOutput(work.resolve("load.out"));
        return new CommandLoad(
                new CommandLoad.Tool(line, shown, planFolder, children, output),
                command.results() == LoadSpec.Results.NONE
                        ? null
                        : new ToolResults(command.results(), results, output));
    }

    private long seconds() {
        return load.warmUp().atMost().plus(load.measure()).toSeconds() + SLACK_SECONDS;
    }

    private static String withoutSlash(URI url) {
        String text = url.toString();
        return text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
    }

    private void checkProgram(List<String> words) {
        String program = words.get(0);
        boolean path = program.contains("/") || program.contains("\\");
        boolean there = path
                ? Files.isExecutable(planFolder.resolve(program))
                : Program.find(program, System.getenv()).isPresent();
        if (!there) {
            throw new LoadFailed(
                    "the load tool " + program
                            + (path ? " does not exist, or is not executable" : " is not on the PATH"),
                    "looking for the first word of load.command" + (path ? " from " + planFolder : ""),
                    "install it, or correct load.command in the plan",
                    List.of());
        }
    }
}
