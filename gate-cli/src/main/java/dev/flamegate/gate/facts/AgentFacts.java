package dev.flamegate.gate.facts;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.zip.CRC32;

/** Identifies the agents in the target: each uses part of the CPU that is measured. */
public final class AgentFacts {
    private AgentFacts() {}

    /** The version that an agent's jar declares; empty without a declaration, or without a jar. */
    public static Optional<String> version(Path jar) {
        try (JarFile file = new JarFile(jar.toFile())) {
            return Optional.ofNullable(file.getManifest())
                    .map(manifest -> manifest.getMainAttributes().getValue(Attributes.Name.IMPLEMENTATION_VERSION));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** A checksum of an agent's classes, which stays when a release does not change them; empty without a jar. */
    public static Optional<String> content(Path jar) {
        try (JarFile file = new JarFile(jar.toFile())) {
            String classes = file.stream()
                    .filter(entry -> entry.getName().endsWith(".class"))
                    .map(entry -> entry.getName() + " " + Long.toHexString(entry.getCrc()))
                    .sorted()
                    .collect(Collectors.joining("\n"));
            CRC32 sum = new CRC32();
            sum.update(classes.getBytes(StandardCharsets.UTF_8));
            return Optional.of(String.format("%08x", sum.getValue()));
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
