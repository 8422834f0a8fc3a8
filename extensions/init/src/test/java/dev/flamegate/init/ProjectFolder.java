package dev.flamegate.init;

import dev.flamegate.check.EmptyJar;
import dev.flamegate.plan.Plan;
import dev.flamegate.plan.PlanReader;
import dev.flamegate.plan.yaml.Source;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A project for tests, and what is guessed about it. */
public record ProjectFolder(Path path) {
    /** Writes a file, with its folders. */
    public ProjectFolder file(String name, String text) {
        try {
            Path file = path.resolve(name);
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes a jar that contains nothing but a manifest. */
    public ProjectFolder jar(String name, @Nullable String mainClass) throws IOException {
        EmptyJar.write(path, name, mainClass);
        return this;
    }

    /** What is guessed, with a JDK that is new enough for everything. */
    public Service service() throws IOException {
        return service(99);
    }

    public Service service(int java) throws IOException {
        return Project.service(path, java).orElseThrow();
    }

    /** Writes what {@code init} would write. */
    public Service initialize() throws IOException {
        Service service = service();
        Scaffold.files(service, null).forEach(this::file);
        return service;
    }

    /** The plan that is written. */
    public Plan plan() throws IOException {
        return plan(service());
    }

    public static Plan plan(Service service) {
        return PlanReader.read(new Source("flamegate.yaml", text(service)), Map.of());
    }

    public static String text(Service service) {
        return Objects.requireNonNull(Scaffold.files(service, null).get("flamegate.yaml"));
    }
}
