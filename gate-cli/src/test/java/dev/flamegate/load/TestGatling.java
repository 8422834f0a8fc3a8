package dev.flamegate.load;

import dev.flamegate.os.ChildEnvironment;
import dev.flamegate.os.Children;
import dev.flamegate.plan.LoadSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Gatling as the build has it at hand while the modules are tested. */
public final class TestGatling {
    public static final Duration LIMIT = Duration.ofSeconds(240);

    /** Runs for seconds, so the second compiler's code would not pay off: it takes half of the CPU of a start. */
    private static final String ONE_COMPILER = "-XX:TieredStopAtLevel=1";

    private TestGatling() {}

    /** Returns the starter of Gatling processes for a folder. */
    public static Children children(Path folder) throws IOException {
        Map<String, String> environment = new HashMap<>(System.getenv());
        environment.put("JDK_JAVA_OPTIONS", ONE_COMPILER);
        return Children.in(folder.resolve("running"), ChildEnvironment.of(environment, List.of(), List.of()));
    }

    public static GatlingHome home() {
        return new GatlingHome(
                GatlingHome.jars(path("flamegate.test.gatling.jars")), path("flamegate.test.gatling.classes"));
    }

    /** The simulations among the test classes of the Gatling module. */
    public static String simulations() {
        return path("flamegate.test.gatling.simulations").toString();
    }

    public static LoadSpec spec(String simulation, List<String> classPath, Map<String, String> properties) {
        return spec(simulation, classPath, properties, 1);
    }

    public static LoadSpec spec(String simulation, List<String> classPath, Map<String, String> properties, int hurry) {
        return new LoadSpec(
                simulation,
                classPath,
                properties,
                null,
                1,
                null,
                new LoadSpec.WarmUpBounds(Duration.ofSeconds(1), Duration.ofSeconds(2), hurry),
                Duration.ofSeconds(2));
    }

    /** Starts Gatling with the folder as that of the plan, and its folder {@code load} as its own. */
    public static GatlingLoad start(LoadSpec spec, URI baseUrl, Path folder) {
        try {
            return new Gatling(spec, LoadSpec.Share.ALL, folder, home(), List.of(), children(folder))
                    .start(baseUrl, folder.resolve("load"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path path(String property) {
        Path path = Path.of(System.getProperty(property)).normalize();
        if (!Files.isDirectory(path)) {
            throw new IllegalStateException(path + " is missing: build the module gatling together with this one");
        }
        return path;
    }
}
