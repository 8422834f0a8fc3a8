package dev.flamegate.containers.engine;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.github.dockerjava.api.model.HostConfig;
import dev.flamegate.ci.Shell;
import dev.flamegate.plan.KubernetesSpec;
import dev.flamegate.plan.TargetSpec;
import dev.flamegate.plan.TargetSpec.Subject;
import dev.flamegate.targets.Agents;
import dev.flamegate.targets.FreePort;
import dev.flamegate.targets.Owner;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;

/** What the tests with an engine share; where there is no engine, or no base images, they are skipped and say why. */
public final class Docker {
    /** No registry is asked for long. */
    public static final ImagePull.Limits BRIEF = new ImagePull.Limits(Duration.ofSeconds(5), Duration.ofSeconds(20));

    private Docker() {}

    /** The engine of this machine. */
    public static Engine engine() {
        EngineSearch search = EngineSearch.now();
        assumeTrue(search.engine().isPresent(), search.problem());
        Engine engine = search.orThrow();
        for (Images.Image image : List.of(Images.Image.JRE, Images.Image.PROMETHEUS)) {
            String name = images().name(image);
            assumeTrue(
                    engine.hasImage(name),
                    "the image " + name
                            + " is not here; `eval $(.ci/images)` makes local ones, `docker pull` fetches it");
        }
        return engine;
    }

    public static Images images() {
        return Images.of(Map.of());
    }

    /** Everything in the engine that a process made and that is still there. */
    public static List<String> left(Engine engine, Owner owner) {
        String label = Owner.LABEL + "=" + owner.text();
        List<String> left = new ArrayList<>();
        engine.client().listContainersCmd().withShowAll(true).withLabelFilter(List.of(label)).exec().stream()
                .map(container -> "container " + String.join(" ", container.getNames()))
                .forEach(left::add);
        engine.client().listNetworksCmd().withFilter("label", List.of(label)).exec().stream()
                .map(network -> "network " + network.getName())
                .forEach(left::add);
        return left;
    }

    /** What the engine holds the running containers of a process to. */
    public static List<HostConfig> bounds(Engine engine, Owner owner) {
        return engine
                .client()
                .listContainersCmd()
                .withLabelFilter(List.of(Owner.LABEL + "=" + owner.text()))
                .exec()
                .stream()
                .map(container -> engine.client()
                        .inspectContainerCmd(container.getId())
                        .exec()
                        .getHostConfig())
                .toList();
    }

    /** All volumes; none may be added by what is tested. */
    public static int volumes(Engine engine) {
        var volumes = engine.client().listVolumesCmd().exec().getVolumes();
        return volumes == null ? 0 : volumes.size();
    }

    /** A jar of the classes of this package's tests. */
    public static Path jar(Path folder, Class<?> main) throws IOException {
        Path jar = folder.resolve(main.getSimpleName() + ".jar");
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, main.getName());
        String start = main.getSimpleName();
        Path classes = Shell.CHECKOUT
                .resolve("extensions/containers/target/test-classes")
                .resolve(main.getPackageName().replace('.', '/'));
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream entries = new JarOutputStream(out, manifest);
                Stream<Path> files = Files.list(classes)) {
            for (Path file : files.filter(path -> path.getFileName().toString().startsWith(start))
                    .toList()) {
                entries.putNextEntry(new JarEntry(main.getPackageName().replace('.', '/') + "/" + file.getFileName()));
                Files.copy(file, entries);
            }
        }
        return jar;
    }

    /** An image that runs a class in the base image; the classic builder makes it, with more lines before the last. */
    public static String image(Engine engine, Path folder, Class<?> main, String more) throws IOException {
        Path context = Files.createDirectories(folder.resolve("image-" + main.getSimpleName()));
        Path jar = jar(context, main);
        Path dockerfile = Files.writeString(
                context.resolve("Dockerfile"),
                "FROM " + images().name(Images.Image.JRE) + "\nCOPY " + jar.getFileName() + " /service.jar\n" + more
                        + "ENTRYPOINT [\"java\", \"-jar\", \"/service.jar\"]\n");
        String name = "flamegate-test/" + main.getSimpleName().toLowerCase(Locale.ROOT) + ":latest";
        engine.client()
                .buildImageCmd(dockerfile.toFile())
                .withTags(Set.of(name))
                .start()
                .awaitImageId();
        return name;
    }

    /** The setup of a test service: a jar on port 8080 of its container. */
    public static TargetSetup setup(Path folder, Path jar, TargetSpec.Limits limits, Engine engine) throws IOException {
        TargetSpec spec = spec(new Subject.Jar(jar.toString()), List.of("8080"), limits);
        return setup(folder, spec, engine);
    }

    public static TargetSetup setup(Path folder, TargetSpec spec, Engine engine) throws IOException {
        return new TargetSetup(
                spec,
                folder,
                Agents.NONE,
                Map.of(),
                ContainerLimits.of(spec.limits(), engine),
                ContainerLimits.of(spec.limits(), engine),
                null,
                "target",
                FreePort.find(),
                folder.resolve("target.log"),
                images(),
                BRIEF,
                told -> {});
    }

    public static TargetSpec spec(Subject subject, List<String> arguments, TargetSpec.Limits limits) {
        return new TargetSpec(
                subject,
                TargetSpec.Runtime.CONTAINER,
                null,
                null,
                List.of("-Xmx64m", "-XX:MaxDirectMemorySize=1g", "-Dfrom.plan=yes"),
                arguments,
                Map.of("GREETING", "hello"),
                8080,
                new TargetSpec.Ready("/up", Duration.ofSeconds(120), null),
                null,
                limits,
                KubernetesSpec.USUAL);
    }

    public static String get(URI uri) throws IOException, InterruptedException {
        HttpResponse<String> answer = HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(uri)
                                .timeout(Duration.ofSeconds(60))
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() != 200) {
            throw new IOException(uri + " answered " + answer.statusCode() + ": " + answer.body());
        }
        return answer.body();
    }
}
