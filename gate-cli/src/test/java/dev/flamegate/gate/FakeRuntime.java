package dev.flamegate.gate;

import dev.flamegate.model.Arm;
import dev.flamegate.model.Warning;
import dev.flamegate.plan.ArmSpec;
import dev.flamegate.plan.Placeholders;
import dev.flamegate.plan.TargetSpec;
import dev.flamegate.runtime.PlacedTarget;
import dev.flamegate.runtime.RunningTarget;
import dev.flamegate.runtime.StartEnvironment;
import dev.flamegate.runtime.TargetRuntime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Gives each arm an address and starts its target. */
final class FakeRuntime implements TargetRuntime {
    private final FakeMachine machine;
    private final Map<URI, FakeService> arms = new ConcurrentHashMap<>();
    private boolean closed;

    FakeRuntime(FakeMachine machine) {
        this.machine = machine;
    }

    FakeService at(URI url) {
        return arms.get(url);
    }

    @Override
    public String name() {
        return "process";
    }

    @Override
    public double cpus() {
        return 1;
    }

    @Override
    public OptionalDouble sharedCpus() {
        return machine.sharedCpus;
    }

    @Override
    public List<String> generatorPrefix() {
        return List.of();
    }

    @Override
    public List<Warning> warnings() {
        return List.of();
    }

    @Override
    public PlacedTarget place(TargetSpec spec, Arm side, @Nullable ArmSpec arm) {
        // Several candidates of one runtime have addresses of their own.
        URI url = URI.create("http://127.0.0.1:" + (8080 + side.ordinal() + 2 * (arms.size() / 2)));
        arms.put(url, new FakeService(machine, side, arm));
        return new PlacedTarget(spec, url, side, Map.of(), Placeholders.NONE);
    }

    @Override
    public RunningTarget start(PlacedTarget placed, StartEnvironment around, Path work) {
        FakeService service = arms.get(placed.baseUrl());
        service.restart(++machine.starts, placed.spec().javaOptions());
        machine.begun(placed.side() + " target");
        return new FakeTarget(machine, service);
    }

    @Override
    public String identity(TargetSpec spec) {
        String jar = spec.jar();
        boolean built = jar != null && Path.of(jar).isAbsolute();
        return (built ? textOf(Path.of(jar)) : spec.subject().text()) + " " + spec.environment();
    }

    @Override
    public Map<String, String> fingerprint() {
        return Map.of();
    }

    @Override
    public Map<String, String> context(TargetSpec spec) {
        return Map.of();
    }

    @Override
    public void close() {
        if (!closed) {
            machine.events.accept("runtime closed");
        }
        closed = true;
    }

    private static String textOf(Path jar) {
        try {
            return Files.readString(jar);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
