package dev.flamegate.init.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Assumptions;

/** Compiles written simulations against the Gatling that comes along. */
public final class Sources {
    private Sources() {}

    /** Compiles a source into {@code classes} in its folder. */
    public static void compile(Path source) throws IOException {
        Path jars = Path.of(System.getProperty("flamegate.test.gatling.jars"));
        Path classes = Path.of(System.getProperty("flamegate.test.gatling.classes"));
        Assumptions.assumeTrue(Files.isDirectory(jars), "Gatling is there when the whole project is built");
        String classPath;
        try (Stream<Path> all = Files.list(jars)) {
            classPath = classes
                    + File.pathSeparator
                    + all.map(Path::toString).collect(Collectors.joining(File.pathSeparator));
        }
        ByteArrayOutputStream messages = new ByteArrayOutputStream();
        int status = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        messages,
                        messages,
                        "-Xlint:all",
                        "-Xlint:-classfile",
                        "-Xlint:-processing",
                        "-encoding",
                        "US-ASCII",
                        "-cp",
                        classPath,
                        "-d",
                        source.resolveSibling("classes").toString(),
                        source.toString());
        assertThat(status).as(messages.toString(StandardCharsets.UTF_8)).isZero();
    }

    /** The source of traffic, which is compiled too. */
    static String compiled(Traffic traffic, Path folder) throws IOException {
        String text = SimulationSource.of("ShopSimulation", "shop", 8080, traffic);
        Path file = folder.resolve("ShopSimulation.java");
        Files.writeString(file, text);
        compile(file);
        try (Stream<Path> classes = Files.list(folder.resolve("classes"))) {
            assertThat(classes.map(path -> path.getFileName().toString())).containsExactly("ShopSimulation.class");
        }
        return text;
    }

    /** The traffic of a file with this content. */
    static Traffic read(Path folder, String content) throws IOException, UnusableTraffic {
        return TrafficFile.read(Files.write(folder.resolve("traffic"), content.getBytes(StandardCharsets.UTF_8)));
    }

    /** The endpoint of this name. */
    static Endpoint endpoint(Traffic traffic, String name) {
        return traffic.endpoints().stream()
                .filter(endpoint -> endpoint.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError(name + " is not among "
                        + traffic.endpoints().stream().map(Endpoint::name).toList()));
    }
}
