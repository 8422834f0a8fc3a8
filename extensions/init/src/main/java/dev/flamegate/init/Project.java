package dev.flamegate.init;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The build of a folder, and its service. */
final class Project {
    private static final List<String> RUNNABLE =
            List.of("maven-shade-plugin", "maven-assembly-plugin", "shadow", "application");

    private Project() {}

    /**
     * The service that the folder's build makes, as far as can be guessed; empty without a build file.
     *
     * @throws IOException when a build file cannot be read
     */
    public static Optional<Service> service(Path folder) throws IOException {
        return service(folder, Runtime.version().feature());
    }

    /**
     * Finds the service in a folder, for a given JDK.
     *
     * @param java version of the JDK that is there, such as 17
     */
    static Optional<Service> service(Path folder, int java) throws IOException {
        Path root = folder.toAbsolutePath().normalize();
        List<Build> builds = new ArrayList<>();
        if (Files.isRegularFile(root.resolve("pom.xml"))) {
            builds.addAll(MavenBuilds.read(root));
        } else if (Files.isRegularFile(root.resolve("build.gradle"))
                || Files.isRegularFile(root.resolve("build.gradle.kts"))
                || Files.isRegularFile(root.resolve("settings.gradle"))
                || Files.isRegularFile(root.resolve("settings.gradle.kts"))) {
            builds.addAll(GradleBuilds.read(root));
        }
        Optional<Build> likeliest = builds.stream().max(Comparator.comparingInt(Project::likelihood));
        if (likeliest.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(service(likeliest.get(), builds.size(), java));
    }

    /** Rates how much a module looks like a runnable service; the first of equals wins. */
    private static int likelihood(Build build) {
        int points = 0;
        if (Frameworks.isKnown(build)) {
            points += 2;
        }
        if (build.declares("spring-boot-maven-plugin", "org.springframework.boot")) {
            points += 2;
        }
        if (RUNNABLE.stream().anyMatch(build::declares)) {
            points += 1;
        }
        if (build.sources().contain("static void main(", "fun main(", "SpringApplication.run", "@QuarkusMain")) {
            points += 4;
        }
        return points;
    }

    private static Service service(Build build, int modules, int java) throws IOException {
        Framework framework = Frameworks.of(build);
        Settings settings = Settings.of(build.folder());
        Artifact artifact = Artifact.of(build, framework, settings);
        Findings found = new Findings(Route.find(build.sources()));
        int needed = build.java();
        if (needed > java) {
            found.missing("A JDK " + needed + " or newer, which the build needs; this one is " + java
                    + ". Set JAVA_HOME, or name it with jdk: under target: and in the command of build:.");
        }
        artifact.missing().ifPresent(found::missing);
        found.note(build.tool().title() + ", " + framework.title() + ": the service is "
                + (build.prefix().isEmpty()
                        ? build.name()
                        : build.prefix().replaceFirst("/$", "") + " (" + build.name() + ")")
                + (modules > 1 ? ", the most likely of " + modules + " modules" : ""));
        found.note(artifact.guess());
        framework.describe(build, settings, found);
        found.neighbours(settings);
        return new Service(
                build.name(),
                artifact.jar(),
                artifact.command(),
                found.endpoints(),
                Simulations.find(build).orElse(null),
                found.guesses(),
                found.missing());
    }
}
