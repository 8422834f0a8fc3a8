package dev.flamegate.init;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Stream;

/**
 * The jar that runs the service, and the command that builds it.
 *
 * @param jar path from the root of the build
 * @param guess how it was found, for people
 * @param missing what the build lacks to make such a jar, for people; empty for nothing
 */
record Artifact(String jar, String command, String guess, Optional<String> missing) {
    static Artifact of(Build build, Framework framework, Settings settings) throws IOException {
        String expected = framework.jar(build, settings);
        String command = command(build, framework);
        Path file = build.root().resolve(expected);
        if (runs(file)) {
            return new Artifact(expected, command, "Jar: " + expected + ", which exists", Optional.empty());
        }
        Optional<String> other = executable(build);
        if (other.isPresent()) {
            return new Artifact(
                    other.get(), command, "Jar: " + other.get() + ", the executable jar found there", Optional.empty());
        }
        boolean thin = Files.isRegularFile(file);
        return new Artifact(
                expected,
                command,
                "Jar: " + expected + ", the usual name; it "
                        + (thin ? "has no main class" : "is not built yet (" + command + ")"),
                thin || !isPackaged(build, framework) ? Optional.of(remedy(build)) : Optional.empty());
    }

    private static boolean isPackaged(Build build, Framework framework) {
        List<String> marks = framework.packaging();
        return marks.isEmpty() || marks.stream().anyMatch(build::declares);
    }

    /** The advice to make an executable jar, or a replacement for it. */
    private static String remedy(Build build) {
        String needed = "A jar that `java -jar` runs: its manifest names the main class, and the libraries are in it or"
                + " next to it. The build makes none that is known here; ";
        return build.tool() == Build.Tool.MAVEN
                ? needed + "add the maven-shade-plugin, or correct target: jar."
                : needed + "add the plugin com.gradleup.shadow, or, with the plugin `application`, write"
                        + " `command: [" + build.output("install/" + build.name() + "/bin/" + build.name())
                        + "]` for target: jar and build it with `installDist`.";
    }

    private static String command(Build build, Framework framework) {
        String module = build.prefix().replaceFirst("/$", "");
        if (build.tool() == Build.Tool.MAVEN) {
            return tool(build, "mvnw", "mvn") + " -q -DskipTests" + (module.isEmpty() ? "" : " -pl " + module + " -am")
                    + " package";
        }
        return tool(build, "gradlew", "gradle") + " -q "
                + (module.isEmpty() ? "" : ":" + module.replace('/', ':') + ":") + framework.task(build);
    }

    private static String tool(Build build, String wrapper, String installed) {
        return Files.isRegularFile(build.root().resolve(wrapper)) ? "./" + wrapper : installed;
    }

    /** The only jar with a main class in the build's output. */
    private static Optional<String> executable(Build build) throws IOException {
        for (String place : List.of(build.tool().output(), build.tool().output() + "/libs")) {
            Path folder = build.folder().resolve(place);
            if (Files.isDirectory(folder)) {
                try (Stream<Path> files = Files.list(folder)) {
                    List<Path> jars = files.filter(file -> file.toString().endsWith(".jar"))
                            .filter(Artifact::runs)
                            .toList();
                    if (jars.size() == 1) {
                        return Optional.of(
                                build.root().relativize(jars.get(0)).toString().replace('\\', '/'));
                    }
                }
            }
        }
        return Optional.empty();
    }

    private static boolean runs(Path file) {
        if (!Files.isRegularFile(file)) {
            return false;
        }
        try (JarFile jar = new JarFile(file.toFile())) {
            Manifest manifest = jar.getManifest();
            return manifest != null && manifest.getMainAttributes().getValue(Attributes.Name.MAIN_CLASS) != null;
        } catch (IOException e) {
            return false;
        }
    }
}
