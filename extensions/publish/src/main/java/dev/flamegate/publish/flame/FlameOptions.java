package dev.flamegate.publish.flame;

import dev.flamegate.cli.option.UsageProblem;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.store.StoreFailed;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of commands that write flame graphs. */
final class FlameOptions {
    private static final String STDOUT = "-";

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "html (the viewer), svg, collapsed, pprof, or json: the methods that grew most"
                    + " (default: from the output file name, otherwise html).")
    private @Nullable FlameFormat format;

    @Option(
            names = "--event",
            paramLabel = "EVENT",
            description = "cpu, wall, alloc or lock (default: all for html, otherwise the first available).")
    @Nullable
    String event;

    @Option(
            names = "--normalize",
            paramLabel = "HOW",
            description =
                    "What costs are divided by: total, time, requests=N:M (N for the first, M for the second), none."
                            + " In formats with weights only, the first is scaled to the second.")
    private @Nullable String normalize;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "Output file; - for stdout (default: stdout for collapsed and json,"
                    + " otherwise flame.html, flame.svg or flame.pb.gz).")
    private @Nullable String output;

    /** The requested format, else the one that the output file's name suggests, else the viewer. */
    FlameFormat format() {
        if (format != null) {
            return format;
        }
        return output == null ? FlameFormat.HTML : FlameFormat.ofFile(output).orElse(FlameFormat.HTML);
    }

    /** The requested event; empty without a request. */
    Optional<ProfileEvent> event() {
        if (event == null) {
            return Optional.empty();
        }
        Optional<ProfileEvent> found = ProfileEvent.find(event);
        if (found.isEmpty()) {
            throw new UsageProblem("--event " + event + ": there are "
                    + Arrays.stream(ProfileEvent.values())
                            .map(ProfileEvent::key)
                            .collect(Collectors.joining(", ")));
        }
        return found;
    }

    Normalization normalization(Normalization usual) {
        try {
            return normalize == null ? usual : Normalization.parse(normalize);
        } catch (IllegalArgumentException e) {
            throw new UsageProblem("--normalize " + e.getMessage());
        }
    }

    /** The events to show, in their order: those of either profile, or the requested one alone. */
    List<ProfileEvent> shown(Set<ProfileEvent> there) {
        List<ProfileEvent> shown = new ArrayList<>(there);
        event().ifPresent(asked -> shown.retainAll(List.of(asked)));
        shown.sort(null);
        if (shown.isEmpty()) {
            throw new UsageProblem("there are no samples"
                    + event().map(asked -> " of " + asked.key()).orElse(""));
        }
        return shown;
    }

    /** Writes the output, and reports where. */
    void write(
            Optional<FlameSide> baseline,
            FlameSide candidate,
            Normalization normalization,
            List<ProfileEvent> events,
            PrintWriter out,
            PrintWriter err) {
        FlameFormat chosen = format();
        FlameWriter writer = new FlameWriter(baseline, candidate, normalization);
        String place = output == null ? chosen.isText() ? STDOUT : chosen.fileName() : output;
        try {
            if (place.equals(STDOUT)) {
                writeOut(writer, chosen, events, out);
                return;
            }
            try (OutputStream file = Files.newOutputStream(Path.of(place))) {
                writer.write(chosen, events, file);
            }
            err.println("written to " + place);
        } catch (IOException e) {
            throw new StoreFailed(place + " cannot be written: " + e, e);
        } catch (IllegalArgumentException e) {
            throw new UsageProblem(String.valueOf(e.getMessage()));
        }
    }

    /** Writes to stdout: text through the program's writer, bytes past it. */
    private static void writeOut(FlameWriter writer, FlameFormat format, List<ProfileEvent> events, PrintWriter out)
            throws IOException {
        out.flush();
        if (format == FlameFormat.PPROF) {
            try (OutputStream stdout = new FileOutputStream(FileDescriptor.out)) {
                writer.write(format, events, stdout);
            }
        } else {
            writer.write(format, events, out);
            out.flush();
        }
    }
}
