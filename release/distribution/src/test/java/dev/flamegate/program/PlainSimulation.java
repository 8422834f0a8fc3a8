package dev.flamegate.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** A simulation as people have them, that knows nothing of flamegate. */
final class PlainSimulation {
    private PlainSimulation() {}

    /** Compiles the class {@code PlainSimulation} into the folder {@code classes}. */
    static void compile(Path folder) throws Exception {
        Path source = folder.resolve("PlainSimulation.java");
        Files.writeString(source, """
                import static io.gatling.javaapi.core.CoreDsl.*;
                import static io.gatling.javaapi.http.HttpDsl.*;
                import io.gatling.javaapi.core.Simulation;

                public class PlainSimulation extends Simulation {
                    {
                        setUp(scenario("plain")
                                        .exec(http("plain matrix").get("/matrix"))
                                        .injectOpen(constantUsersPerSec(25).during(120)))
                                .protocols(http.baseUrl(System.getProperty("baseUrl")));
                    }
                }
                """);
        Path jars = Path.of(System.getProperty("flamegate.test.home"), "lib", "gatling");
        String classPath;
        try (Stream<Path> files = Files.list(jars)) {
            classPath = files.map(Path::toString).collect(Collectors.joining(File.pathSeparator));
        }
        Path classes = Files.createDirectory(folder.resolve("classes"));
        int status = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-cp", classPath, "-d", classes.toString(), source.toString());
        assertThat(status).isZero();
    }
}
