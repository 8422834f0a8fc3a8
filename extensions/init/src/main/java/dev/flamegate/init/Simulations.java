package dev.flamegate.init;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Looks for a Gatling simulation among a build's sources. */
final class Simulations {
    private static final Pattern SIMULATION =
            Pattern.compile("class\\s+(\\w+)[^{]*?(?:extends|:)\\s+(?:[\\w.]+\\.)?(?:Controlled)?Simulation\\b");
    private static final Pattern PACKAGE = Pattern.compile("(?m)^\\s*package\\s+([\\w.]+)");
    private static final Pattern SOURCES = Pattern.compile("(?:^|(.*)/)src/(\\w+)/(java|kotlin|scala)/.*");
    private static final Set<String> SKIPPED = Set.of("target", "build", "node_modules", ".git", ".gradle", "out");
    private static final int DEEPEST = 15;

    private Simulations() {}

    /** Finds the first simulation by path; empty if the project has no simulation. */
    static Optional<Service.Simulation> find(Build build) throws IOException {
        try (Stream<Path> files = Files.find(
                build.root(),
                DEEPEST,
                (file, attributes) -> attributes.isRegularFile() && isSource(build.root(), file))) {
            return files.sorted().flatMap(file -> read(build, file).stream()).findFirst();
        } catch (UncheckedIOException e) {
            return Optional.empty(); // A folder that may not be read.
        }
    }

    private static boolean isSource(Path root, Path file) {
        String name = file.getFileName().toString();
        for (Path part : root.relativize(file)) {
            if (SKIPPED.contains(part.toString())) {
                return false;
            }
        }
        return name.matches(".*\\.(java|kt|scala)");
    }

    private static Optional<Service.Simulation> read(Build build, Path file) {
        String relative = build.root().relativize(file).toString().replace('\\', '/');
        Matcher place = SOURCES.matcher(relative);
        try {
            String text = Files.readString(file);
            Matcher simulation = SIMULATION.matcher(text);
            if (!text.contains("gatling") || !place.matches() || !simulation.find()) {
                return Optional.empty();
            }
            Matcher inPackage = PACKAGE.matcher(text);
            String name = (inPackage.find() ? inPackage.group(1) + "." : "") + simulation.group(1);
            return Optional.of(new Service.Simulation(name, relative, classes(build.tool(), place)));
        } catch (MalformedInputException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String classes(Build.Tool tool, Matcher place) {
        String module = place.group(1) == null ? "" : place.group(1) + "/";
        String set = place.group(2);
        return tool == Build.Tool.MAVEN
                ? module + "target/" + (set.equals("main") ? "classes" : "test-classes")
                : module + "build/classes/" + place.group(3) + "/" + set;
    }
}
