package dev.flamegate.program;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.program.Program.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/**
 * The cluster of {@code .ci/cluster} as its administrator sees it, with a namespace of one test in which the gate has the
 * rights of the documented Role and no others.
 */
final class TestCluster implements AutoCloseable {
    /** The sample service, as an image that the node has. */
    static final String IMAGE = "flamegate-test/sample:1";

    private static final long LIMIT_SECONDS = 120;
    private static final String MANAGED = "app.kubernetes.io/managed-by=flamegate";

    private final String namespace = "flamegate-" + UUID.randomUUID().toString().substring(0, 8);

    private TestCluster() {}

    /** The value of a variable that {@code .ci/cluster env} prints. */
    static String variable(String name) {
        String value = System.getenv(name);
        assertThat(value)
                .as(name + " is not set: .ci/cluster start && eval \"$(.ci/cluster env)\"")
                .isNotBlank();
        return value;
    }

    /** Gives the node the image of the sample service. */
    static void load(Path folder) throws IOException, InterruptedException {
        Files.copy(Program.CHECKOUT.resolve("sample-service/target/sample-service.jar"), folder.resolve("service.jar"));
        Files.writeString(folder.resolve("Dockerfile"), """
                FROM flamegate-ci/jre:17
                COPY service.jar /service.jar
                ENV PORT=8080
                ENTRYPOINT ["java", "-jar", "/service.jar"]
                """);
        done(folder, List.of("docker", "build", "--quiet", "--tag", IMAGE, "."));
        done(folder, List.of(Program.CHECKOUT.resolve(".ci/cluster").toString(), "load", IMAGE));
    }

    /** Makes the namespace. */
    static TestCluster open() throws IOException, InterruptedException {
        TestCluster cluster = new TestCluster();
        cluster.kubectl("create", "namespace", cluster.namespace);
        cluster.kubectl(
                "apply",
                "--filename",
                Program.CHECKOUT.resolve("examples/kubernetes/role.yaml").toString());
        cluster.kubectl("create", "rolebinding", "gate", "--role=flamegate", "--user=gate");
        return cluster;
    }

    String namespace() {
        return namespace;
    }

    /** What kubectl prints; it has to succeed. */
    String kubectl(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(
                List.of("kubectl", "--kubeconfig", variable("FLAMEGATE_CLUSTER_ADMIN"), "--namespace", namespace));
        command.addAll(List.of(arguments));
        return done(Path.of("."), command).strip();
    }

    /** Applies a manifest. */
    void apply(Path folder, String manifest) throws IOException, InterruptedException {
        kubectl(
                "apply",
                "--filename",
                Files.writeString(folder.resolve("object.yaml"), manifest).toString());
    }

    private static String done(Path folder, List<String> command) throws IOException, InterruptedException {
        Ended ended = Program.run(folder, command);
        assertThat(ended.code()).as(command + ended.out() + ended.err()).isZero();
        return ended.out();
    }

    /** Everything of a gate that the namespace has, as kind and name. */
    Set<String> all() throws IOException, InterruptedException {
        return new HashSet<>(kubectl("get", "pods,services,configmaps", "--selector", MANAGED, "--output", "name")
                .lines()
                .toList());
    }

    /** The one pod of a gate that exists now. */
    String pod() throws IOException, InterruptedException {
        List<String> pods =
                all().stream().filter(name -> name.startsWith("pod/")).toList();
        assertThat(pods).hasSize(1);
        return pods.get(0);
    }

    /** Waits until none of these exists any more; the cluster needs a moment for what belongs to a deleted object. */
    void awaitGone(Set<String> names) throws IOException, InterruptedException {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
        Set<String> left = all();
        left.retainAll(names);
        while (!left.isEmpty() && System.nanoTime() < end) {
            Thread.sleep(200);
            left = all();
            left.retainAll(names);
        }
        assertThat(left).as("left in the cluster").isEmpty();
    }

    @Override
    public void close() throws IOException, InterruptedException {
        kubectl("delete", "namespace", namespace, "--wait=false");
    }
}
