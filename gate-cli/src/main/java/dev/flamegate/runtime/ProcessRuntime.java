package dev.flamegate.runtime;

import dev.flamegate.collect.probe.Probe;
import dev.flamegate.model.Arm;
import dev.flamegate.model.Warning;
import dev.flamegate.os.Sha256;
import dev.flamegate.plan.ArmSpec;
import dev.flamegate.plan.TargetSpec;
import dev.flamegate.targets.Agents;
import dev.flamegate.targets.CpuSet;
import dev.flamegate.targets.FreePort;
import dev.flamegate.targets.ProcessTarget;
import dev.flamegate.targets.Target;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Targets as plain processes of this host. */
final class ProcessRuntime implements TargetRuntime {
    private static final Duration PROBE_WITHIN = Duration.ofSeconds(10);

    private final MeasurementPlan setup;
    private final CpuSet cpus;

    ProcessRuntime(MeasurementPlan setup) {
        this.setup = setup;
        this.cpus = CpuSet.of(setup.plan().target().limits().cpus());
    }

    @Override
    public String name() {
        return "process";
    }

    @Override
    public double cpus() {
        return cpus.cpus();
    }

    @Override
    public List<String> generatorPrefix() {
        return cpus.generator();
    }

    @Override
    public List<Warning> warnings() {
        List<Warning> warnings = new ArrayList<>();
        cpus.warning().ifPresent(why -> warnings.add(new Warning("cpu-limit", why)));
        if (setup.plan().target().limits().memoryBytes() != null) {
            warnings.add(new Warning(
                    "memory-limit",
                    "limits: memory is not enforced on a plain process; set -Xmx, or use runtime: container"));
        }
        return warnings;
    }

    /** The candidate of a comparison gets a free port, as the plan's own is the baseline's. */
    @Override
    public Placed place(TargetSpec spec, Arm side, @Nullable ArmSpec arm) {
        int port = arm != null && side == Arm.CANDIDATE ? FreePort.find() : spec.port();
        TargetSpec at = spec.atPort(port);
        return new Placed(at, ProcessTarget.baseUrl(at), side, arm == null ? Map.of() : arm.labels());
    }

    @Override
    public RunningTarget start(Placed placed, Path work) {
        Listeners listeners =
                Listeners.open(InetAddress.getLoopbackAddress(), setup, setup.pyroscope(), setup.profileLabels(placed));
        try {
            Agents agents = listeners.agents(
                    setup,
                    setup.installation().probe().toString(),
                    setup.installation().pyroscope().toString(),
                    InetAddress.getLoopbackAddress().getHostAddress());
            List<String> options = new ArrayList<>(cpus.javaOptions());
            options.addAll(agents.options());
            Target target = ProcessTarget.start(
                    placed.spec(),
                    setup.folder(),
                    new Agents(options, agents.environment()),
                    cpus.target(),
                    work.resolve("target.log"),
                    setup.children());
            return new Started(placed, target, listeners);
        } catch (RuntimeException e) {
            listeners.close();
            throw e;
        }
    }

    @Override
    public String identity(TargetSpec spec) {
        String jar = spec.jar();
        return jar == null ? "" : Sha256.of(setup.folder().resolve(jar));
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
        // Processes are noted among the gate's children, which end with it.
    }

    /** One process with its listeners. */
    private final class Started implements RunningTarget {
        private final Placed placed;
        private final Target target;
        private final Listeners listeners;

        Started(Placed placed, Target target, Listeners listeners) {
            this.placed = placed;
            this.target = target;
            this.listeners = listeners;
        }

        @Override
        public Ready awaitReady() throws InterruptedException {
            double startup = target.awaitReady();
            Probe probe = awaitProbe();
            listeners.receiver().expect(probe.facts().pid());
            return new Ready(startup, probe, listeners.receiver(), OwnScrapes.of(placed, setup), probe.facts());
        }

        @Override
        public void checkAlive() {
            target.checkAlive();
        }

        @Override
        public Path log() {
            return target.log();
        }

        @Override
        public void stop() {
            target.close();
        }

        @Override
        public void close() {
            target.close();
            listeners.close();
        }

        /** The probe of the service itself: of a command, which may be a script that starts it, the last of its JVMs. */
        private Probe awaitProbe() throws InterruptedException {
            try {
                if (placed.spec().jar() != null) {
                    return listeners.probes().await(OptionalLong.of(target.pid()), PROBE_WITHIN);
                }
                Probe first = listeners.probes().await(OptionalLong.empty(), PROBE_WITHIN);
                return listeners
                        .probes()
                        .latest(pid -> isWithin(pid, target.pid()))
                        .orElse(first);
            } catch (RuntimeException e) {
                target.checkAlive();
                throw e;
            }
        }
    }

    private static boolean isWithin(long pid, long ancestor) {
        Optional<ProcessHandle> process = ProcessHandle.of(pid).filter(ProcessHandle::isAlive);
        while (process.isPresent()) {
            if (process.get().pid() == ancestor) {
                return true;
            }
            process = process.get().parent();
        }
        return false;
    }
}
