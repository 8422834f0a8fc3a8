package dev.flamegate.targets.container;

import com.github.dockerjava.api.model.ContainerConfig;
import dev.flamegate.plan.TargetSpec;
import dev.flamegate.targets.TargetFailed;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What runs in a target's container. A jar gets its options on the command line; a JVM inside an image, whose command
 * line is the image's own, by JAVA_TOOL_OPTIONS.
 *
 * @param entrypoint {@code null} for the image's own
 * @param command {@code null} for the image's own
 */
record TargetCommand(
        String image,
        @Nullable List<String> entrypoint,
        @Nullable List<String> command,
        Map<String, String> environment,
        ContainerFiles files) {
    private static final String JAR = ContainerTarget.FOLDER + "target.jar";
    private static final String TOOL_OPTIONS = "JAVA_TOOL_OPTIONS";

    static TargetCommand of(Engine engine, TargetSetup setup) throws InterruptedException {
        return setup.spec().jar() != null ? ofJar(engine, setup) : ofImage(engine, setup);
    }

    private static TargetCommand ofJar(Engine engine, TargetSetup setup) throws InterruptedException {
        TargetSpec spec = setup.spec();
        Path jar = setup.folder().resolve(String.valueOf(spec.jar()));
        if (!Files.isRegularFile(jar)) {
            throw new TargetFailed(
                    "the target's jar is not there: " + jar + "\nBuild it first, or correct target: jar.");
        }
        String image = setup.images().name(Image.JRE);
        engine.need(image, setup.pull(), setup.progress());
        List<String> command = new ArrayList<>(spec.javaOptions());
        command.addAll(setup.agents().options());
        command.addAll(List.of("-jar", JAR));
        command.addAll(spec.arguments());
        return new TargetCommand(
                image,
                List.of("java"),
                command,
                environment(setup),
                new ContainerFiles().files(setup.files()).file(JAR, jar));
    }

    private static TargetCommand ofImage(Engine engine, TargetSetup setup) throws InterruptedException {
        TargetSpec spec = setup.spec();
        String image = image(engine, setup);
        Map<String, String> environment = environment(setup);
        List<String> options = new ArrayList<>(spec.javaOptions());
        options.addAll(setup.agents().options());
        if (!options.isEmpty()) {
            String present = environment.getOrDefault(TOOL_OPTIONS, inImage(engine, image));
            environment.put(TOOL_OPTIONS, joined(present, options));
        }
        // Arguments of a plan take the place of the image's own, as behind `docker run IMAGE`.
        return new TargetCommand(
                image,
                null,
                spec.arguments().isEmpty() ? null : spec.arguments(),
                environment,
                new ContainerFiles().files(setup.files()));
    }

    /** An image on this machine by its name as it is; another one from the mirror, where there is one. */
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

    /** As the virtual machine splits it again: at white space outside of quotes. */
    static String joined(String present, List<String> options) {
        List<String> all = new ArrayList<>();
        if (!present.isBlank()) {
            all.add(present);
        }
        options.forEach(option -> all.add(option.matches(".*\\s.*") ? quoted(option) : option));
        return all.stream().collect(Collectors.joining(" "));
    }

    private static String quoted(String option) {
        return option.contains("\"") ? "'" + option + "'" : "\"" + option + "\"";
    }
}
