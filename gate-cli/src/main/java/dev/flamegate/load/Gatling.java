package dev.flamegate.load;

import dev.flamegate.os.Children;
import dev.flamegate.plan.LoadSpec;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Starts Gatling early, in a separate JVM that starts up together with the target, and sends no request before
 * {@link Load#go}.
 *
 * @param load the plan's load; {@code {baseUrl}} in a property's value stands for the base URL. The simulation also
 *     sees the base URL as the system properties {@code flamegate.baseUrl} and {@code baseUrl}
 * @param share which injector this is, of how many; the simulation sees both as the system properties
 *     {@code flamegate.injector} and {@code flamegate.injectors}
 * @param planFolder folder that the class path is relative to, and the JVM's working directory
 * @param prefix a command that runs the JVM, such as {@code taskset -c 1}; empty for none
 * @param children registry that the JVM is added to
 */
public record Gatling(
        LoadSpec load, LoadSpec.Share share, Path planFolder, GatlingHome home, List<String> prefix, Children children)
        implements LoadGenerator {
    private static final String LAUNCHER = "dev.flamegate.gatling.Launcher";

    /** The folder of the JDK's preferences, below the root that the JDK is given. */
    private static final Path PREFERENCES = Path.of(".java", ".userPrefs");

    /** First Java that warns when Netty loads its native library. */
    private static final int NATIVE_ACCESS_WARNS = 24;

    /**
     * The most CPUs of a machine on which the first compiler (C1) alone compiles Gatling. There, the second compiler would
     * take CPU from the target in every pair, and more than it saves within a minute of load.
     */
    private static final int FEW_CPUS = 4;

    public Gatling {
        planFolder = planFolder.toAbsolutePath();
        prefix = List.copyOf(prefix);
    }

    /**
     * Starts the JVM.
     *
     * @throws LoadFailed when the class path is incomplete or the JVM cannot be started
     */
    @Override
    public GatlingLoad start(URI baseUrl, Path workFolder) {
        List<Path> entries = userEntries(load, planFolder);
        Path work = workFolder.toAbsolutePath();
        Path control = work.resolve("control");
        Path results = work.resolve("results");
        Path preferences = work.resolve("preferences");
        ChildOutput output = new ChildOutput(work.resolve("gatling.out"));
        List<String> line = line(entries, properties(baseUrl, control, preferences), results);
        try {
            Files.createDirectories(control);
            Files.createDirectories(results);
            Files.createDirectories(preferences.resolve(PREFERENCES)); // the JDK logs when it has to
            Process process = children.start(children.program(line)
                    .directory(planFolder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(output.file().toFile()));
            process.getOutputStream().close();
            return new GatlingLoad(
                    new ChildProcess(process, children),
                    new ControlFiles(control),
                    new LogWatch(results),
                    new FailureCause(
                            load.simulation(),
                            entries,
                            output,
                            children.environment().hint()),
                    output);
        } catch (IOException e) {
            throw new LoadFailed(
                    "Gatling cannot be started: " + e.getMessage(),
                    "running " + line.get(0),
                    "check that " + work + " can be written to and that the command can be run",
                    List.of());
        }
    }

    /**
     * The user's class path, absolute. An entry that ends in {@code *} stands for the jars of a folder.
     *
     * @param planFolder that it is relative to
     * @throws LoadFailed when an entry does not exist
     */
    public static List<Path> userEntries(LoadSpec load, Path planFolder) {
        List<Path> entries = new ArrayList<>();
        List<String> missing = new ArrayList<>();
        for (String written : load.classpath()) {
            if (written.endsWith("*")) {
                Path folder = resolve(planFolder, written.substring(0, written.length() - 1));
                entries.addAll(GatlingHome.jars(folder));
            } else if (Files.exists(resolve(planFolder, written))) {
                entries.add(resolve(planFolder, written));
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

    private List<String> line(List<Path> entries, Map<String, String> properties, Path results) {
        List<String> line = new ArrayList<>(prefix);
        line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // Gatling reads the bytes of strings from inside java.lang.
        line.add("--add-opens=java.base/java.lang=ALL-UNNAMED");
        if (Runtime.version().feature() >= NATIVE_ACCESS_WARNS) {
            line.add("--enable-native-access=ALL-UNNAMED");
        }
        // One collector thread: the generator should disturb the target's CPUs as little as it can.
        line.addAll(List.of("-XX:+UseSerialGC", "-Xms128m", "-Xmx512m", "-XX:+ExitOnOutOfMemoryError"));
        if (Runtime.getRuntime().availableProcessors() <= FEW_CPUS) {
            line.add("-XX:TieredStopAtLevel=1");
        }
        properties.forEach((key, value) -> line.add("-D" + key + "=" + value));
        line.addAll(List.of("-cp", home.classPath(entries), LAUNCHER));
        line.addAll(List.of("-s", load.simulation(), "-rf", results.toString(), "-nr"));
        return line;
    }

    private Map<String, String> properties(URI baseUrl, Path control, Path preferences) {
        Map<String, String> properties = new LinkedHashMap<>();
        properties.put("file.encoding", "UTF-8");
        properties.put("stdout.encoding", "UTF-8");
        properties.put("java.awt.headless", "true");
        properties.put("baseUrl", baseUrl.toString());
        load.properties().forEach((key, value) -> properties.put(key, value.replace("{baseUrl}", baseUrl.toString())));
        properties.putIfAbsent("logback.configurationFile", "flamegate-logback.xml");
        // Gatling keeps preferences, otherwise in a folder ? where the user has no home, as in a container.
        properties.putIfAbsent("java.util.prefs.userRoot", preferences.toString());
        // No calls to the outside, no output meant for people.
        properties.put("gatling.data.enableAnalytics", "false");
        properties.put("gatling.http.warmUpUrl", "");
        properties.put("gatling.data.writers.0", "file");
        properties.put("flamegate.baseUrl", baseUrl.toString());
        properties.put("flamegate.control", control.toString());
        properties.put("flamegate.injector", Integer.toString(share.number()));
        properties.put("flamegate.injectors", Integer.toString(share.of()));
        properties.put("flamegate.warmup.hurry", Integer.toString(load.warmUp().hurry()));
        properties.put("flamegate.gate", Long.toString(ProcessHandle.current().pid()));
        return properties;
    }

    private static Path resolve(Path planFolder, String written) {
        return planFolder
                .resolve(written.replace('/', File.separatorChar))
                .toAbsolutePath()
                .normalize();
    }
}
