package dev.flamegate.containers.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flamegate.targets.FreePort;
import dev.flamegate.targets.TargetFailed;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Fetching images, with registries on loopback. */
@Tag("side-by-side")
@Timeout(300)
class ImagePullIT {
    private static final ImagePull.Limits SHORT = new ImagePull.Limits(Duration.ofSeconds(2), Duration.ofSeconds(30));

    @TempDir
    Path folder;

    private Engine engine;

    @BeforeEach
    void find() {
        engine = Docker.engine();
    }

    @AfterEach
    void close() {
        if (engine != null) {
            engine.close();
        }
    }

    @Test
    void an_image_that_comes_in_drops_is_waited_for() throws Exception {
        List<String> told = new CopyOnWriteArrayList<>();
        // Twelve drops: more in all than the silence that would end it.
        try (RegistryDouble registry = new RegistryDouble(300)) {
            String image = registry.image();
            assertThat(engine.hasImage(image)).isFalse();
            engine.need(image, SHORT, told::add);
            assertThat(engine.hasImage(image)).isTrue();
            engine.need(image, SHORT, line -> {
                throw new AssertionError("fetched again");
            });
            engine.client().removeImageCmd(image).withForce(true).exec();
        }
        assertThat(told).anyMatch(line -> line.matches("fetching the image .* of 6 MB"));
    }

    @Test
    void one_that_a_registry_does_not_have_is_refused_with_the_remedy() throws Exception {
        try (RegistryDouble registry = new RegistryDouble(0)) {
            String image = registry.image().replace("drops", "none");
            assertThatThrownBy(() -> engine.pull(image, SHORT, told -> {}))
                    .isInstanceOf(TargetFailed.class)
                    .hasMessageContaining(image)
                    .hasMessageContaining("docker pull")
                    .hasMessageContaining("FLAMEGATE_IMAGE_PREFIX");
        }
    }

    @Test
    void a_registry_that_says_nothing_is_given_up() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 8, InetAddress.getByName("127.0.0.1"))) {
            String image = "127.0.0.1:" + silent.getLocalPort() + "/silent:1";
            assertThatThrownBy(() -> engine.pull(image, SHORT, told -> {}))
                    .isInstanceOf(TargetFailed.class)
                    .hasMessageContaining("has said nothing for 2 s");
        }
    }

    @Test
    void a_registry_that_refuses_connections_is_named() throws Exception {
        String image = "127.0.0.1:" + FreePort.find() + "/refused:1";
        assertThatThrownBy(() -> engine.pull(image, SHORT, told -> {}))
                .isInstanceOf(TargetFailed.class)
                .hasMessageContaining("connection refused");
    }
}
