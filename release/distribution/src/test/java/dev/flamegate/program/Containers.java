package dev.flamegate.program;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.flamegate.program.Program.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What gates have in the engine, as the docker command sees it. */
final class Containers {
    private Containers() {}

    /** Skips the tests where there is no engine, or an image is missing. */
    static void assumed() throws Exception {
        assumeTrue(docker("version").code() == 0, "no Docker engine answers, or there is no docker command");
        for (String variable : List.of("FLAMEGATE_IMAGE_JRE", "FLAMEGATE_IMAGE_PROMETHEUS")) {
            String name = System.getenv(variable);
            assumeTrue(name != null, variable + " names no image; eval \"$(.ci/images)\" makes local ones");
            assumeTrue(docker("image", "inspect", name).code() == 0, "the image " + name + " is not here");
        }
    }

    /** Writes a plan as {@link Program#plan}, without the server for profiles. */
    static void plan(Path folder) throws IOException {
        Program.plan(folder, Map.of("FEATURE_IDENTITY_MATRIX", "true"));
        Files.writeString(
                folder.resolve("flamegate.yaml"),
                Files.readString(folder.resolve("flamegate.yaml")) + "pyroscope: false\n");
    }

    /** Containers, networks and volumes of all gates. */
    static Set<String> all() throws Exception {
        Set<String> all = new HashSet<>();
        for (String list : List.of("ps -aq", "network ls -q", "volume ls -q")) {
            ours(list.split(" ")).lines().forEach(all::add);
        }
        return all;
    }

    private static String ours(String... list) throws Exception {
        List<String> arguments = new ArrayList<>(List.of(list));
        arguments.addAll(List.of("--filter", "label=dev.flamegate.owner"));
        return docker(arguments.toArray(String[]::new)).out().strip();
    }

    static Ended docker(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of("docker"));
        command.addAll(List.of(arguments));
        try {
            return Program.run(Path.of("."), command);
        } catch (IOException e) {
            return new Ended(127, "", String.valueOf(e.getMessage()));
        }
    }
}
