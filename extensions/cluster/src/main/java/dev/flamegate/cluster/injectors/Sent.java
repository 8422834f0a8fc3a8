package dev.flamegate.cluster.injectors;

import dev.flamegate.load.Injection;
import dev.flamegate.load.LoadEvidence;
import dev.flamegate.plan.LoadSpec.Results;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;

/** The way of a load's evidence from the agent to the gate. */
final class Sent {
    private static final String GATLING = "gatling";
    private static final String TOOL = "tool";
    private static final String NOTHING = "nothing";

    /** Bytes of a file of evidence: ten times those of a hundred million requests. */
    private static final long MOST_BYTES = 16L << 30;

    private Sent() {}

    static void write(LoadEvidence evidence, Wire wire) throws IOException {
        if (evidence instanceof LoadEvidence.OfGatling gatling) {
            Injection injection = gatling.injection();
            wire.text(GATLING);
            wire.text(injection == null ? "" : injection.scenario());
            wire.out().writeDouble(injection == null ? 0 : injection.usersPerSecond());
            wire.out().writeBoolean(gatling.ended());
            file(gatling.log(), wire);
        } else if (evidence instanceof LoadEvidence.OfTool tool) {
            wire.text(TOOL);
            wire.text(tool.kind().name());
            file(tool.file(), wire);
        } else if (evidence instanceof LoadEvidence.OfNothing nothing) {
            Instant started = nothing.started();
            wire.text(NOTHING);
            wire.out().writeLong(started == null ? Long.MIN_VALUE : started.toEpochMilli());
        }
    }

    /** A file that grows meanwhile is sent as far as it was. */
    private static void file(Path file, Wire wire) throws IOException {
        boolean there = Files.isRegularFile(file);
        long bytes = there ? Files.size(file) : -1;
        wire.out().writeLong(bytes);
        if (there) {
            try (InputStream in = Files.newInputStream(file)) {
                Wire.copy(in, wire.out(), bytes);
            }
        }
    }

    /**
     * Receives the evidence.
     *
     * @param folder for the file, replaced
     */
    static LoadEvidence read(Wire wire, Path folder) throws IOException {
        Files.createDirectories(folder);
        String kind = wire.text();
        switch (kind) {
            case GATLING -> {
                String scenario = wire.text();
                double rate = wire.in().readDouble();
                boolean ended = wire.in().readBoolean();
                Path log = folder.resolve("simulation.log");
                receive(wire, log);
                return new LoadEvidence.OfGatling(log, rate > 0 ? new Injection(scenario, rate) : null, ended);
            }
            case TOOL -> {
                Results results = results(wire.text());
                Path file = folder.resolve("results");
                receive(wire, file);
                return new LoadEvidence.OfTool(results, file, folder.resolve("load.out"));
            }
            case NOTHING -> {
                long millis = wire.in().readLong();
                return new LoadEvidence.OfNothing(millis == Long.MIN_VALUE ? null : Instant.ofEpochMilli(millis));
            }
            default -> throw new IOException("evidence of an unknown kind: " + kind);
        }
    }

    private static Results results(String name) throws IOException {
        try {
            return Results.valueOf(name);
        } catch (IllegalArgumentException e) {
            throw new IOException("results of an unknown format: " + name, e);
        }
    }

    private static void receive(Wire wire, Path file) throws IOException {
        long bytes = wire.in().readLong();
        if (bytes > MOST_BYTES) {
            throw new IOException("a file of " + bytes + " bytes");
        }
        Files.deleteIfExists(file);
        if (bytes >= 0) {
            try (OutputStream out = Files.newOutputStream(file)) {
                Wire.copy(wire.in(), out, bytes);
            }
        }
    }
}
