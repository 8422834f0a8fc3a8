package dev.flamegate.load;

import dev.flamegate.plan.LoadSpec;
import java.io.File;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The command line of Gatling's JVM. */
final class GatlingCommand {
    private static final String LAUNCHER = "dev.flamegate.gatling.Launcher";

    /** First Java that warns when Netty loads its native library. */
    private static final int NATIVE_ACCESS_WARNS = 24;

    private final LoadSpec load;
    private final Path planFolder;

    GatlingCommand(LoadSpec load, Path planFolder) {
        this.load = load;
        this.planFolder = planFolder;
    }

    /**
     * The user's class path, absolute. An entry that ends in {@code *} stands for the jars of a folder.
     *
     * @throws LoadFailed when an entry does not exist
     */
    List<Path> userEntries() {
        List<Path> entries = new ArrayList<>();
        List<String> missing = new ArrayList<>();
        for (String written : load.classpath()) {
            if (written.endsWith("*")) {
                Path folder = resolve(written.substring(0, written.length() - 1));
                entries.addAll(GatlingHome.jars(folder));
            } else if (Files.exists(resolve(written))) {
                entries.add(resolve(written));
            } else {
                missing.add(written);
            }
        }
        if (!missing.isEmpty()) {
            throw new LoadFailed(
                    "the simulation's class path is incomplete: " + String.join(", ", missing) + " does not exist",
                    "looking from " + planFolder,
                    "build the simulation first, or correct load.classpath in the plan",
                    List.of());
        }
        return entries;
    }

    /**
     * Program and arguments.
     *
     * @param prefix a command that runs the rest, such as {@code taskset -c 1}; may be empty
     */
    List<String> line(GatlingHome home, URI baseUrl, Path control, Path results, List<String> prefix) {
        List<String> line = new ArrayList<>(prefix);
        line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // Gatling reads the bytes of strings from inside java.lang.
        line.add("--add-opens=java.base/java.lang=ALL-UNNAMED");
        if (Runtime.version().feature() >= NATIVE_ACCESS_WARNS) {
            line.add("--enable-native-access=ALL-UNNAMED");
        }
        // One collector thread: the generator should disturb the target's CPUs as little as it can.
        line.addAll(List.of("-XX:+UseSerialGC", "-Xms128m", "-Xmx512m", "-XX:+ExitOnOutOfMemoryError"));
        properties(baseUrl, control).forEach((key, value) -> line.add("-D" + key + "=" + value));
        line.addAll(List.of("-cp", home.classPath(userEntries()), LAUNCHER));
        line.addAll(List.of("-s", load.simulation(), "-rf", results.toString(), "-nr"));
        return line;
    }

    private Map<String, String> properties(URI baseUrl, Path control) {
        Map<String, String> properties = new LinkedHashMap<>();
        properties.put("file.encoding", "UTF-8");
        properties.put("stdout.encoding", "UTF-8");
        properties.put("java.awt.headless", "true");
        properties.put("baseUrl", baseUrl.toString());
        load.properties().forEach((key, value) -> properties.put(key, value.replace("{baseUrl}", baseUrl.toString())));
        properties.putIfAbsent("logback.configurationFile", "flamegate-logback.xml");
        // No calls to the outside, nothing printed for people.
        properties.put("gatling.data.enableAnalytics", "false");
        properties.put("gatling.http.warmUpUrl", "");
        properties.put("gatling.data.writers.0", "file");
        properties.put("flamegate.baseUrl", baseUrl.toString());
        properties.put("flamegate.control", control.toString());
        properties.put("flamegate.gate", Long.toString(ProcessHandle.current().pid()));
        return properties;
    }

    private Path resolve(String written) {
        return planFolder
                .resolve(written.replace('/', File.separatorChar))
                .toAbsolutePath()
                .normalize();
    }
}
