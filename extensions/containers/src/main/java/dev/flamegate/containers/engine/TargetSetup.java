package dev.flamegate.containers.engine;

import com.github.dockerjava.api.model.ContainerConfig;
import dev.flamegate.plan.TargetSpec;
import dev.flamegate.targets.Agents;
import dev.flamegate.targets.TargetFailed;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a target in a container.
 *
 * @param spec the plan's target; its port is that inside the container
 * @param folder that the plan's paths are relative to
 * @param agents options and variables with paths as the container sees them
 * @param files copied in: absolute path in the container, file of this machine; agents among them
 * @param startLimits what it may use until it is warm
 * @param limits what it may use from then on
 * @param network that it joins, such as the stack's; without one it gets its own
 * @param alias name under which the others of its network find it
 * @param hostPort port it is published at, 1 to 65535
 * @param log file for its output, replaced
 * @param images names of the base image, and the prefix
 * @param pull how long pulling a missing image may take
 * @param progress called with a message for what takes long
 */
public record TargetSetup(
        TargetSpec spec,
        Path folder,
        Agents agents,
        Map<String, Path> files,
        ContainerLimits startLimits,
        ContainerLimits limits,
        @Nullable ContainerNetwork network,
        String alias,
        int hostPort,
        Path log,
        Images images,
        ImagePull.Limits pull,
        Consumer<String> progress) {
    /** The folder in the container where the gate's files are put. */
    public static final String FOLDER = "/flamegate/";

    public TargetSetup {
        files = Map.copyOf(files);
        if (hostPort < 1 || hostPort > 65535) {
            throw new IllegalArgumentException(hostPort + ": a port is 1 to 65535");
        }
        if (!alias.matches("[a-z0-9][a-z0-9.-]*")) {
            throw new IllegalArgumentException(alias + ": an alias is a host name");
        }
    }

    /**
     * The command that runs in the target's container; a missing image is pulled.
     *
     * @throws dev.flamegate.targets.TargetFailed when there is no jar or no image
     */
    Command command(Engine engine) throws InterruptedException {
        return spec.jar() != null ? Command.ofJar(engine, this) : Command.ofImage(engine, this);
    }

    /**
     * The command in a target's container. A jar gets its options on the command line; a JVM inside an image, whose
     * command line is the image's own, by JAVA_TOOL_OPTIONS.
     *
     * @param entrypoint {@code null} for the image's own
     * @param command {@code null} for the image's own
     */
    record Command(
            String image,
            @Nullable List<String> entrypoint,
            @Nullable List<String> command,
            Map<String, String> environment,
            ContainerFiles files) {
        private static final String JAR = FOLDER + "target.jar";
        private static final String TOOL_OPTIONS = "JAVA_TOOL_OPTIONS";

        private static Command ofJar(Engine engine, TargetSetup setup) throws InterruptedException {
            TargetSpec spec = setup.spec();
            Path jar = setup.folder().resolve(String.valueOf(spec.jar()));
            if (!Files.isRegularFile(jar)) {
                throw new TargetFailed(
                        "the target's jar does not exist: " + jar + "\nBuild it first, or correct target: jar.");
            }
            String image = setup.images().name(Images.Image.JRE);
            engine.need(image, setup.pull(), setup.progress());
            List<String> command = new ArrayList<>(spec.javaOptions());
            command.addAll(setup.agents().options());
            command.addAll(List.of("-jar", JAR));
            command.addAll(spec.arguments());
            return new Command(
                    image,
                    List.of("java"),
                    command,
                    environment(setup),
                    new ContainerFiles().files(setup.files()).file(JAR, jar));
        }

        private static Command ofImage(Engine engine, TargetSetup setup) throws InterruptedException {
            TargetSpec spec = setup.spec();
            String image = image(engine, setup);
            Map<String, String> environment = environment(setup);
            List<String> options = new ArrayList<>(spec.javaOptions());
            options.addAll(setup.agents().options());
            if (!options.isEmpty()) {
                String present = environment.getOrDefault(TOOL_OPTIONS, inImage(engine, image));
                environment.put(TOOL_OPTIONS, Agents.toolOptions(present, options));
            }
            // Arguments of a plan take the place of the image's own, as behind `docker run IMAGE`.
            return new Command(
                    image,
                    null,
                    spec.arguments().isEmpty() ? null : spec.arguments(),
                    environment,
                    new ContainerFiles().files(setup.files()));
        }

        /** The name of an image: its own if it is on this machine; otherwise that in the mirror, if any. */
        private static String image(Engine engine, TargetSetup setup) throws InterruptedException {
            String name = setup.spec().image();
            if (name == null) {
                throw new TargetFailed("a command cannot be run in a container: set target: image or target: jar.");
            }
            if (engine.hasImage(name)) {
                return name;
            }
            String mirrored = setup.images().prefixed(name);
            engine.need(mirrored, setup.pull(), setup.progress());
            return mirrored;
        }

        private static Map<String, String> environment(TargetSetup setup) {
            Map<String, String> environment = new LinkedHashMap<>(setup.agents().environment());
            environment.putAll(setup.spec().environment());
            return environment;
        }

        private static String inImage(Engine engine, String image) {
            ContainerConfig config = engine.ask(
                            "inspect an image",
                            () -> engine.client().inspectImageCmd(image).exec())
                    .getConfig();
            String[] variables = config == null ? null : config.getEnv();
            if (variables != null) {
                for (String variable : variables) {
                    if (variable.startsWith(TOOL_OPTIONS + "=")) {
                        return variable.substring(TOOL_OPTIONS.length() + 1);
                    }
                }
            }
            return "";
        }
    }
}
