package dev.flamegate.containers.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.flamegate.plan.TargetSpec;
import dev.flamegate.targets.Owner;
import dev.flamegate.targets.TargetFailed;
import dev.flamegate.testing.Await;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An engine that goes away while a target runs. */
@Tag("side-by-side")
@Timeout(300)
class EngineLossIT {
    @TempDir
    Path folder;

    @Test
    void an_engine_that_goes_away_is_the_reason_and_nothing_hangs() throws Exception {
        try (Engine engine = Docker.engine()) {
            assumeTrue("unix".equals(engine.facts().endpoint().getScheme()), "the engine has no Unix socket");
            Path jar = Docker.jar(folder, TestService.class);
            try (Line line = new Line(
                    folder.resolve("s"), Path.of(engine.facts().endpoint().getPath()))) {
                Engine remote = EngineSearch.now(
                                Map.of("DOCKER_HOST", "unix://" + folder.resolve("s")), folder, Duration.ofSeconds(3))
                        .orThrow();
                ContainerTarget target =
                        ContainerTarget.start(remote, Docker.setup(folder, jar, TargetSpec.Limits.NONE, remote));
                target.awaitReady();
                target.checkAlive();

                line.cut();

                assertThatThrownBy(() -> Await.until("its failure", () -> {
                            target.checkAlive();
                            return false;
                        }))
                        .isInstanceOf(TargetFailed.class)
                        .hasMessageContaining("cannot be reached")
                        .hasMessageContaining("greeting hello");
                assertThatThrownBy(() -> remote.hasImage("shop:1")).isInstanceOf(TargetFailed.class);
                assertThatThrownBy(() -> Sweep.run(remote)).isInstanceOf(TargetFailed.class);
                target.close(); // what it cannot remove is no failure
            } finally {
                removeAll(engine);
            }
            assertThat(Docker.left(engine, Owner.current())).isEmpty();
        }
    }

    /** What the gate could not remove, as its successor would. */
    private static void removeAll(Engine engine) {
        List<String> label = List.of(Owner.LABEL + "=" + Owner.current().text());
        engine.client()
                .listContainersCmd()
                .withShowAll(true)
                .withLabelFilter(label)
                .exec()
                .forEach(container -> RunningContainer.remove(engine, container.getId()));
        engine.client()
                .listNetworksCmd()
                .withFilter("label", label)
                .exec()
                .forEach(network -> ContainerNetwork.remove(engine, network.getId()));
    }

    /** A line to an engine that can be cut. */
    private static final class Line implements AutoCloseable {
        private final ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        private final List<SocketChannel> ends = new CopyOnWriteArrayList<>();

        Line(Path here, Path there) throws IOException {
            server.bind(UnixDomainSocketAddress.of(here));
            start(() -> accept(there));
        }

        private void accept(Path there) {
            try {
                while (true) {
                    SocketChannel caller = server.accept();
                    SocketChannel engine = SocketChannel.open(UnixDomainSocketAddress.of(there));
                    ends.addAll(List.of(caller, engine));
                    start(() -> pipe(caller, engine));
                    start(() -> pipe(engine, caller));
                }
            } catch (IOException e) {
                // Cut.
            }
        }

        /** Buffers by hand: the JDK's streams of a channel lock it, so that none could read while another writes. */
        private static void pipe(SocketChannel from, SocketChannel to) {
            ByteBuffer buffer = ByteBuffer.allocate(1 << 16);
            try (from;
                    to) {
                while (from.read(buffer) >= 0) {
                    buffer.flip();
                    while (buffer.hasRemaining()) {
                        to.write(buffer);
                    }
                    buffer.clear();
                }
            } catch (IOException e) {
                // The other direction has ended.
            }
        }

        private static void start(Runnable task) {
            Thread thread = new Thread(task, "line");
            thread.setDaemon(true);
            thread.start();
        }

        void cut() throws IOException {
            server.close();
            for (SocketChannel end : ends) {
                end.close();
            }
        }

        @Override
        public void close() throws IOException {
            cut();
        }
    }
}
