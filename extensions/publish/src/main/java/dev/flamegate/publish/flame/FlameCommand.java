package dev.flamegate.publish.flame;

import dev.flamegate.cli.option.StoreOptions;
import dev.flamegate.cli.option.StoredId;
import dev.flamegate.cli.option.UsageProblem;
import dev.flamegate.cli.terminal.Console;
import dev.flamegate.collect.CollectionFailed;
import dev.flamegate.gate.ExitCode;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.profile.Recording;
import dev.flamegate.store.History;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "flame",
        header = "Draws a profile, or the difference of two.",
        mixinStandardHelpOptions = true,
        description = {
            "Draws or converts the flame graph of a recording or a stored run, or the difference of two.",
            "Reads stored runs, all their trials together, and JFR (from the JDK, async-profiler or the Pyroscope agent), collapsed stacks, pprof and flamebearer JSON,"
                    + " optionally gzipped."
        })
public final class FlameCommand implements Callable<Integer> {
    @Parameters(
            index = "0",
            paramLabel = "A",
            description = "A recording; or the id of a stored run, a pin, or `latest`. Of two, the baseline.")
    @SuppressWarnings("NullAway.Init")
    private String first;

    @Parameters(index = "1", paramLabel = "B", arity = "0..1", description = "What to compare with it.")
    private @Nullable String second;

    @Mixin
    private StoreOptions store = new StoreOptions();

    @Mixin
    private FlameOptions options = new FlameOptions();

    @Spec
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Override
    public Integer call() {
        PrintWriter err = spec.commandLine().getErr();
        List<String> names = second == null ? List.of(first) : List.of(first, second);
        boolean isRecorded =
                names.stream().anyMatch(name -> Files.isRegularFile(Path.of(name)) || name.matches(".*[./\\\\].*"));
        if (!isRecorded) {
            return ofRuns(names, err);
        }
        List<Path> files = names.stream().map(Path::of).toList();
        for (Path file : files) {
            if (!Files.isRegularFile(file)) {
                throw new UsageProblem(file + " cannot be read: there is no such file");
            }
        }
        Normalization normalization = options.normalization(second == null ? Normalization.NONE : Normalization.TOTAL);
        try {
            List<FlameSide> sides = read(files);
            sides.forEach(side -> side.recording()
                    .warnings()
                    .forEach(warning -> Console.warn(err, side.name() + ": " + warning.message())));
            Optional<FlameSide> baseline = second == null ? Optional.empty() : Optional.of(sides.get(0));
            options.write(
                    baseline,
                    sides.get(sides.size() - 1),
                    normalization,
                    options.shown(there(sides)),
                    spec.commandLine().getOut(),
                    err);
            return 0;
        } catch (OutOfMemoryError e) {
            throw new CollectionFailed(
                    "the memory of " + (Runtime.getRuntime().maxMemory() >> 20) + " MiB is too small for these"
                            + " recordings: give more with FLAMEGATE_JAVA_OPTIONS=-Xmx2g",
                    e);
        }
    }

    /** Draws stored runs, two of them per request. */
    private int ofRuns(List<String> names, PrintWriter err) {
        History history = store.history(message -> Console.warn(err, message));
        List<FlameSide> sides = names.stream()
                .map(name -> FlameSide.of(history.load(StoredId.of(name, history))))
                .toList();
        Optional<FlameSide> baseline = sides.size() == 1 ? Optional.empty() : Optional.of(sides.get(0));
        options.write(
                baseline,
                sides.get(sides.size() - 1),
                options.normalization(baseline.isEmpty() ? Normalization.NONE : Normalization.parse("requests")),
                options.shown(there(sides)),
                spec.commandLine().getOut(),
                err);
        return ExitCode.OK;
    }

    /**
     * Reads the profiles. A page shows all events; for other formats one event is read after the other until one has
     * samples.
     */
    private List<FlameSide> read(List<Path> files) {
        FlameFormat format = options.format();
        Optional<ProfileEvent> asked = options.event();
        if (asked.isPresent() || format == FlameFormat.HTML) {
            return read(files, asked.map(EnumSet::of).orElse(EnumSet.allOf(ProfileEvent.class)));
        }
        List<FlameSide> sides = List.of();
        for (ProfileEvent event : ProfileEvent.values()) {
            sides = read(files, EnumSet.of(event));
            if (sides.stream().anyMatch(side -> !side.recording().trees().isEmpty())) {
                break;
            }
        }
        return sides;
    }

    /** Reads one or two recordings, the two at the same time. */
    private static List<FlameSide> read(List<Path> files, Set<ProfileEvent> wanted) {
        List<CompletableFuture<Recording>> readings = files.stream()
                .map(file -> CompletableFuture.supplyAsync(() -> ProfileFiles.read(file, wanted)))
                .toList();
        try {
            Recording one = readings.get(0).join();
            FlameSide side = FlameSide.of(name(files.get(0)), one);
            return readings.size() == 1
                    ? List.of(side)
                    : List.of(
                            side,
                            FlameSide.of(name(files.get(1)), readings.get(1).join()));
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            } else if (e.getCause() instanceof Error cause) {
                throw cause;
            }
            throw e;
        }
    }

    private static String name(Path file) {
        return String.valueOf(file.getFileName());
    }

    private static Set<ProfileEvent> there(List<FlameSide> sides) {
        Set<ProfileEvent> there = EnumSet.noneOf(ProfileEvent.class);
        sides.forEach(side -> there.addAll(side.recording().trees().keySet()));
        return there;
    }
}
