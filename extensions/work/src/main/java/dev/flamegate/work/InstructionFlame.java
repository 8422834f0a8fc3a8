package dev.flamegate.work;

import dev.flamegate.gate.WorkCounter;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.WorkCount;
import dev.flamegate.profile.CallTree;
import dev.flamegate.report.flame.FlameEvent;
import dev.flamegate.report.flame.FlameInput;
import dev.flamegate.report.flame.FlamePage;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes the instructions of two builds as a flame diff in the viewer, which needs no sampling: all were counted. */
final class InstructionFlame {
    private InstructionFlame() {}

    /** Writes the page of the first start of each build, with a request's name as a filter. */
    static void write(Path folder, String service, CountedStart baseline, CountedStart candidate) throws IOException {
        FlameEvent event = new FlameEvent(
                ProfileEvent.CPU, WorkCount.INSTRUCTIONS.unit(), "request", side(baseline), side(candidate), Map.of());
        if (event.baseline().isEmpty() || event.candidate().isEmpty()) {
            return;
        }
        Files.createDirectories(folder);
        try (Writer out = Files.newBufferedWriter(folder.resolve(WorkCounter.PAGE))) {
            FlamePage.write(
                    out,
                    new FlameInput(
                            service + ", instructions counted",
                            Optional.of("baseline"),
                            "candidate",
                            List.of(event),
                            Optional.empty(),
                            Map.of(),
                            List.of()));
        }
    }

    private static Optional<FlameEvent.Side> side(CountedStart start) {
        CallTree tree = tree(start);
        return tree.weight() > 0 ? Optional.of(new FlameEvent.Side(tree, InstructionTree.WEIGHT)) : Optional.empty();
    }

    /** The instructions of all requests of a start, each name with those of one request. */
    static CallTree tree(CountedStart start) {
        CallTree.Builder tree = new CallTree.Builder();
        start.work().requests().keySet().forEach(request -> {
            WorkTable.Bucket bucket = start.table().buckets().get(start.names().indexOf(request));
            if (bucket != null && bucket.requests > 0) {
                InstructionTree.add(request, StartMethods.of(bucket), tree);
            }
        });
        return tree.build();
    }
}
