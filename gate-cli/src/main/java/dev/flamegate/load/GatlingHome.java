package dev.flamegate.load;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The jars that Gatling's JVM consists of: Gatling with everything it needs, and Flamegate's own module for it.
 *
 * @param gatling Gatling's jars
 * @param flamegate jar or classes folder of {@code flamegate-gatling}
 */
public record GatlingHome(List<Path> gatling, Path flamegate) {
    private static final String OWN_JAR = "flamegate-gatling.jar";
    private static final String CORE = "gatling-core-";

    public GatlingHome {
        gatling = List.copyOf(gatling);
    }

    /**
     * The jars of one folder: {@code lib/gatling} of the distribution.
     *
     * @throws LoadFailed when the folder does not hold them
     */
    public static GatlingHome of(Path folder) {
        List<Path> jars = jars(folder);
        Path own = folder.resolve(OWN_JAR);
        if (!jars.contains(own) || jars.stream().noneMatch(GatlingHome::isCore)) {
            throw new LoadFailed(
                    "Gatling's jars are not where they belong",
                    "looking for gatling-core and " + OWN_JAR + " in " + folder,
                    "reinstall Flamegate, or point it to a complete folder",
                    List.of());
        }
        return new GatlingHome(jars.stream().filter(jar -> !jar.equals(own)).toList(), own);
    }

    /** All jars of a folder by name; none when there is no such folder. */
    static List<Path> jars(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.getFileName().toString().endsWith(".jar"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    /** The user's entries, then what they lack: all of Gatling unless they bring their own, and Flamegate's module. */
    String classPath(List<Path> userEntries) {
        List<Path> all = new ArrayList<>(userEntries);
        if (userEntries.stream().noneMatch(GatlingHome::isCore)) {
            all.addAll(gatling);
        }
        all.add(flamegate);
        return all.stream().map(Path::toString).distinct().collect(Collectors.joining(File.pathSeparator));
    }

    private static boolean isCore(Path entry) {
        String name = entry.getFileName().toString();
        return name.startsWith(CORE) && !name.startsWith(CORE + "java") && name.endsWith(".jar");
    }
}
