package dev.flamegate.search.night;

import dev.flamegate.gate.ExitCode;
import dev.flamegate.gate.GateJobs;
import dev.flamegate.targets.TargetFailed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The work of a night as Jobs of a cluster, each on whatever node has room for it. */
final class Jobs implements Runner {
    private final GateJobs cluster;
    private final Function<String, Path> manifest;
    private final Path reports;

    /**
     * Jobs of a cluster.
     *
     * @param manifest the file with a service's Job, by the name of its folder
     * @param reports folder in which each service has one, for the log and the result
     */
    public Jobs(GateJobs cluster, Function<String, Path> manifest, Path reports) {
        this.cluster = cluster;
        this.manifest = manifest;
        this.reports = reports;
    }

    @Override
    public Done run(Work work) throws InterruptedException {
        String kind = work.kind().key();
        try {
            Path report = Files.createDirectories(reports.resolve(work.name()));
            GateJobs.Ended ended =
                    cluster.run(Files.readString(manifest.apply(work.name())), work.name(), work.words());
            Files.writeString(report.resolve(kind + ".log"), ended.log());
            @Nullable JsonNode json = json(ended.log()).orElse(null);
            if (json != null) {
                Files.writeString(
                        report.resolve(work.kind() == Work.Kind.COMPARE ? "result.json" : kind + ".json"),
                        json.toPrettyString());
            }
            return new Done(ended.code(), json, ended.problem());
        } catch (IOException e) {
            return new Done(ExitCode.NOT_MEASURED, null, "the Job of " + work.name() + ": " + e);
        } catch (TargetFailed e) {
            return new Done(ExitCode.NOT_MEASURED, null, String.valueOf(e.getMessage()));
        }
    }

    /** The result in a log, in which it stands among warnings: the last object that begins and ends at a margin. */
    static Optional<JsonNode> json(String log) {
        List<String> lines = log.lines().toList();
        int end = lines.lastIndexOf("}");
        int begin = end < 0 ? -1 : lines.subList(0, end).lastIndexOf("{");
        try {
            return begin < 0
                    ? Optional.empty()
                    : Optional.of(JsonMapper.shared().readTree(String.join("\n", lines.subList(begin, end + 1))));
        } catch (JacksonException e) {
            return Optional.empty();
        }
    }
}
