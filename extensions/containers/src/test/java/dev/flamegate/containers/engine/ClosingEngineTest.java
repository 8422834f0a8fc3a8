package dev.flamegate.containers.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.async.ResultCallback;
import com.github.dockerjava.api.exception.NotFoundException;
import dev.flamegate.os.CloseableRegistry;
import dev.flamegate.plan.TargetSpec;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** A target's start is closed at every single call to the engine, here one that only counts what there is. */
class ClosingEngineTest {
    @TempDir
    Path folder;

    @Test
    void closing_at_any_call_to_the_engine_leaves_no_container_and_no_network() throws Exception {
        FakeEngine whole = new FakeEngine(Integer.MAX_VALUE);
        ContainerTarget.start(whole.engine, setup(whole.engine)).close();
        assertThat(whole.calls)
                .contains("createNetworkCmd", "createContainerCmd", "startContainerCmd", "removeNetworkCmd");
        assertThat(whole.existing).isEmpty();
        int start = whole.calls.indexOf("waitContainerCmd") + 1;

        for (int step = 1; step <= start; step++) {
            FakeEngine fake = new FakeEngine(step);
            try {
                ContainerTarget.start(fake.engine, setup(fake.engine));
            } catch (RuntimeException e) {
                // Refused, ended at once, or gone while it was started: at the last step it had been started.
            }
            fake.closing.join();

            assertThat(fake.existing)
                    .as("closed at call %d: %s", step, fake.calls)
                    .isEmpty();
        }
    }

    @Test
    void nothing_is_made_or_pulled_once_the_engine_is_closed() throws Exception {
        FakeEngine fake = new FakeEngine(Integer.MAX_VALUE);
        fake.engine.close();
        fake.engine.close();

        assertThatThrownBy(() -> ContainerNetwork.create(fake.engine)).isInstanceOf(CloseableRegistry.Closed.class);
        assertThatThrownBy(() -> fake.engine.pull("shop:1", Docker.BRIEF, told -> {}))
                .isInstanceOf(CloseableRegistry.Closed.class);
        assertThat(fake.calls).isEmpty();
    }

    @Test
    void a_pull_is_given_up_when_the_engine_is_closed() throws Exception {
        FakeEngine fake = new FakeEngine(1);

        assertThatThrownBy(() -> fake.engine.pull("shop:1", Docker.BRIEF, told -> {}))
                .hasMessageContaining("flamegate is ending");
        assertThat(fake.calls).containsExactly("pullImageCmd");
    }

    private TargetSetup setup(Engine engine) throws Exception {
        Path jar = Files.writeString(folder.resolve("target.jar"), "a jar");
        return Docker.setup(folder, jar, TargetSpec.Limits.NONE, engine);
    }

    /** Knows images, makes and removes containers and networks, and is closed during one of its calls. */
    private static final class FakeEngine {
        private static final JsonMapper JSON = JsonMapper.shared();

        final List<String> calls = Collections.synchronizedList(new ArrayList<>());
        final Set<String> existing = ConcurrentHashMap.newKeySet();
        final Engine engine;
        final Thread closing;
        private final Map<String, ResultCallback<?>> followers = new HashMap<>();
        private final int step;

        FakeEngine(int step) {
            this.step = step;
            DockerClient client = (DockerClient) proxy(
                    DockerClient.class,
                    (method, arguments) -> command(
                            method, arguments == null || arguments.length == 0 ? "" : String.valueOf(arguments[0])));
            EngineFacts facts =
                    new EngineFacts(URI.create("unix:///none"), "Fake", "1", "1", "2", "Test", "1", 4, 1L << 30, false);
            engine = new Engine(
                    client,
                    facts,
                    new Reach(
                            Reach.Place.REMOTE,
                            InetAddress.getLoopbackAddress(),
                            "127.0.0.1",
                            "127.0.0.1",
                            "127.0.0.1"));
            closing = new Thread(engine::close, "closing");
        }

        private Object command(Method method, String subject) {
            if (method.getReturnType() == void.class) {
                return null;
            }
            String[] id = {subject};
            return proxy(method.getReturnType(), (setting, arguments) -> {
                if (setting.getName().equals("withContainerId")
                        || setting.getName().equals("withNetworkId")) {
                    id[0] = String.valueOf(arguments[0]);
                }
                if (!setting.getName().equals("exec")) {
                    return null;
                }
                calls.add(method.getName());
                if (calls.size() == step) {
                    closeMeanwhile();
                }
                return answer(method.getName(), id[0], arguments == null ? null : (ResultCallback<?>) arguments[0]);
            });
        }

        /** Goes on when all has been closed, or when the close waits for the call that is under way. */
        private void closeMeanwhile() {
            closing.start();
            while (!engine.made().isClosed()
                    || (closing.getState() != Thread.State.WAITING && closing.getState() != Thread.State.TERMINATED)) {
                Thread.onSpinWait();
            }
        }

        private synchronized Object answer(String call, String id, ResultCallback<?> callback) throws Exception {
            switch (call) {
                case "createNetworkCmd":
                    existing.add("network");
                    return json("{'Id':'network'}", com.github.dockerjava.api.command.CreateNetworkResponse.class);
                case "createContainerCmd":
                    existing.add("container");
                    return json("{'Id':'container'}", com.github.dockerjava.api.command.CreateContainerResponse.class);
                case "removeNetworkCmd":
                    existing.remove("network");
                    return null;
                case "removeContainerCmd":
                    existing.remove("container");
                    followers.values().forEach(ResultCallback::onComplete);
                    return null;
                case "logContainerCmd":
                case "waitContainerCmd":
                    followers.put(call, callback);
                    if (!existing.contains("container")) {
                        callback.onComplete();
                    }
                    return callback;
                case "inspectImageCmd":
                    return json("{'Id':'image'}", com.github.dockerjava.api.command.InspectImageResponse.class);
                case "pullImageCmd":
                    return callback;
                default:
                    if (!existing.contains("container")) {
                        throw new NotFoundException("no such container: " + id);
                    }
                    return call.equals("inspectContainerCmd")
                            ? json(
                                    "{'Id':'container'}",
                                    com.github.dockerjava.api.command.InspectContainerResponse.class)
                            : null;
            }
        }

        private static <T> T json(String text, Class<T> type) throws Exception {
            return JSON.readValue(text.replace('\'', '"'), type);
        }

        private interface Answer {
            Object to(Method method, Object[] arguments) throws Exception;
        }

        /** A command returns itself from what sets it up, and an answer from {@code exec}. */
        private static Object proxy(Class<?> type, Answer answer) {
            return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
                if (method.getDeclaringClass() == Object.class) {
                    return method.getName().equals("hashCode") ? (Object) System.identityHashCode(self) : "fake";
                }
                Object result = answer.to(method, arguments);
                return result == null
                                && method.getReturnType().isInstance(self)
                                && !method.getName().equals("exec")
                        ? self
                        : result;
            });
        }
    }
}
