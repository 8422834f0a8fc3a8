package dev.flamegate.runtime;

import dev.flamegate.os.Platform;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Properties;

/**
 * The files that flamegate ships with: agents, Gatling and the demonstration.
 *
 * @param demo folder with the sample service and the catalogue of its scenarios
 * @param agents folder with {@code pyroscope.jar} and {@code flamegate-probe.jar}
 * @param gatling folder with Gatling's jars and our helpers for simulations
 */
public record Installation(Path demo, Path agents, Path gatling) {
    /**
     * The installation that {@code bin/flamegate} names by the system property {@code flamegate.home}.
     *
     * @throws IncompleteInstallation when a file is missing
     */
    public static Installation find() {
        String home = System.getProperty("flamegate.home");
        if (home == null) {
            throw new IncompleteInstallation(
                    "flamegate does not know where it is installed; start it by its script bin/flamegate");
        }
        Path lib = Path.of(home, "lib");
        Installation installation =
                new Installation(Path.of(home, "demo"), lib.resolve("agents"), lib.resolve("gatling"));
        for (Path needed : List.of(installation.pyroscope(), installation.probe(), installation.gatling)) {
            if (!Files.exists(needed)) {
                throw new IncompleteInstallation(needed + " is missing; unpack or build flamegate again");
            }
        }
        return installation;
    }

    /**
     * The program of this installation, to start it once more.
     *
     * @throws IncompleteInstallation when it is not known where that is
     */
    public static Path program() {
        find();
        String launcher = Platform.current() == Platform.WINDOWS ? "flamegate.cmd" : "flamegate";
        return Path.of(System.getProperty("flamegate.home"), "bin", launcher);
    }

    public Path pyroscope() {
        return agents.resolve("pyroscope.jar");
    }

    public Path probe() {
        return agents.resolve("flamegate-probe.jar");
    }

    public Path catalogue() {
        return demo.resolve("catalogue");
    }

    public Path sampleService() {
        return demo.resolve("sample-service.jar");
    }

    public static String version() {
        return build().version();
    }

    /**
     * The build of this flamegate, as recorded in the version properties.
     *
     * @throws IncompleteInstallation when the note is missing
     */
    public static OwnBuild build() {
        Properties properties = new Properties();
        try (var in = Objects.requireNonNull(
                Installation.class.getResourceAsStream("/dev/flamegate/version.properties"), "version.properties")) {
            properties.load(in);
        } catch (IOException e) {
            throw new IncompleteInstallation("version.properties cannot be read: " + e.getMessage());
        }
        return OwnBuild.of(properties);
    }

    /** Flamegate's own files are not as they were shipped. */
    public static final class IncompleteInstallation extends RuntimeException {
        private static final long serialVersionUID = 1;

        IncompleteInstallation(String message) {
            super(message);
        }
    }
}
