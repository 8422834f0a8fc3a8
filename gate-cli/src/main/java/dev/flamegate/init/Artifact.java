package dev.flamegate.init;

import dev.flamegate.init.Build.Framework;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The jar that runs the service, and the command that builds it.
 *
 * @param jar path from the root of the build
 * @param guess how it was found, for people
 */
record Artifact(String jar, String command, String guess) {
    static Artifact of(Build build, Framework framework) throws IOException {
        String expected = expected(build, framework);
        String command = command(build, framework);
        if (Files.isRegularFile(build.root().resolve(expected))) {
            return new Artifact(expected, command, "Jar: " + expected + ", which exists");
        }
        String there = executable(build);
        if (there != null) {
            return new Artifact(there, command, "Jar: " + there + ", the executable jar found there");
        }
        return new Artifact(
                expected, command, "Jar: " + expected + ", the usual name; it is not built yet (" + command + ")");
    }

    private static String expected(Build build, Framework framework) {
        String output = build.prefix() + build.tool().output() + "/";
        String jars = build.tool() == Build.Tool.GRADLE ? output + "libs/" : output;
        if (framework == Framework.QUARKUS) {
            boolean uber = build.declares("uber-jar")
                    || Settings.of(build.folder())
                            .get("quarkus.package.jar.type")
                            .or(() -> Settings.of(build.folder()).get("quarkus.package.type"))
                            .filter("uber-jar"::equals)
                            .isPresent();
            return uber ? output + build.baseName() + "-runner.jar" : output + "quarkus-app/quarkus-run.jar";
        }
        boolean shadowed = build.tool() == Build.Tool.GRADLE
                && framework != Framework.SPRING_BOOT
                && (build.declares("shadow") || framework == Framework.MICRONAUT);
        return jars + build.baseName() + (shadowed && build.jarName().isEmpty() ? "-all" : "") + ".jar";
    }

    private static String command(Build build, Framework framework) {
        String module = build.prefix().replaceFirst("/$", "");
        if (build.tool() == Build.Tool.MAVEN) {
            return tool(build, "mvnw", "mvn") + " -q -DskipTests" + (module.isEmpty() ? "" : " -pl " + module + " -am")
                    + " package";
        }
        String task = switch (framework) {
            case SPRING_BOOT -> "bootJar";
            case QUARKUS -> "quarkusBuild";
            case MICRONAUT -> "shadowJar";
            case PLAIN -> build.declares("shadow") ? "shadowJar" : "jar";
        };
        return tool(build, "gradlew", "gradle") + " -q "
                + (module.isEmpty() ? "" : ":" + module.replace('/', ':') + ":") + task;
    }

    private static String tool(Build build, String wrapper, String installed) {
        return Files.isRegularFile(build.root().resolve(wrapper)) ? "./" + wrapper : installed;
    }

    /** The only jar with a main class in the build's output. */
    private static @Nullable String executable(Build build) throws IOException {
        for (String place : List.of(build.tool().output(), build.tool().output() + "/libs")) {
            Path folder = build.folder().resolve(place);
            if (Files.isDirectory(folder)) {
                try (Stream<Path> files = Files.list(folder)) {
                    List<Path> jars = files.filter(file -> file.toString().endsWith(".jar"))
                            .filter(Artifact::runs)
                            .toList();
                    if (jars.size() == 1) {
                        return build.root().relativize(jars.get(0)).toString().replace('\\', '/');
                    }
                }
            }
        }
        return null;
    }

    private static boolean runs(Path file) {
        try (JarFile jar = new JarFile(file.toFile())) {
            Manifest manifest = jar.getManifest();
            return manifest != null && manifest.getMainAttributes().getValue(Attributes.Name.MAIN_CLASS) != null;
        } catch (IOException e) {
            return false;
        }
    }
}
