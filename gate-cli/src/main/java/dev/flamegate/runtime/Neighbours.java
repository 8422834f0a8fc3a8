package dev.flamegate.runtime;

import dev.flamegate.model.Arm;
import dev.flamegate.model.Warning;
import dev.flamegate.plan.BesideSpec;
import dev.flamegate.plan.Placeholders;
import dev.flamegate.targets.CpuSet;
import dev.flamegate.targets.Neighbour;
import dev.flamegate.targets.WorkFolder;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.IntSupplier;

/**
 * The programs beside the targets of one runtime: those that restart with each start of a target, and for each arm
 * those that serve all of its starts.
 */
final class Neighbours implements AutoCloseable {
    private final MeasurementPlan setup;
    private final CpuSet cpus;
    private final IntSupplier freePort;
    private final Map<Arm, Map<String, Neighbour>> lasting = new EnumMap<>(Arm.class);

    Neighbours(MeasurementPlan setup, CpuSet cpus, IntSupplier freePort) {
        this.setup = setup;
        this.cpus = cpus;
        this.freePort = freePort;
    }

    /**
     * Starts those that are not there yet, one after another, and waits until each is ready.
     *
     * @param logs folder for their output
     * @throws dev.flamegate.targets.TargetFailed when one cannot be started or does not become ready; of those started
     *     for this one none is left running
     */
    synchronized Surroundings start(Arm arm, Path logs) throws InterruptedException {
        Surroundings standing = Surroundings.NONE;
        boolean whole = false;
        try {
            for (BesideSpec spec : setup.plan().beside()) {
                Neighbour one = lasting(arm).get(spec.name());
                if (one == null) {
                    one = launch(spec, arm, standing.values(), logs);
                    boolean once = spec.restart() == BesideSpec.Restart.ONCE;
                    if (once) {
                        lasting(arm).put(spec.name(), one);
                    }
                    standing = standing.with(one, !once);
                    one.awaitReady();
                } else {
                    standing = standing.with(one, false);
                }
                one.checkAlive();
            }
            whole = true;
            return standing;
        } finally {
            if (!whole) {
                standing.close();
            }
        }
    }

    private Map<String, Neighbour> lasting(Arm arm) {
        return lasting.computeIfAbsent(arm, none -> new LinkedHashMap<>());
    }

    private Neighbour launch(BesideSpec spec, Arm arm, Placeholders addresses, Path logs) {
        int port = freePort.getAsInt();
        Map<String, String> values = new LinkedHashMap<>(addresses.values());
        values.put(Placeholders.PORT, Integer.toString(port));
        values.put(Placeholders.ARM, arm.name().toLowerCase(Locale.ROOT));
        WorkFolder work =
                spec.takesWork() ? WorkFolder.create(setup.folder(), "beside: " + spec.name(), spec.data()) : null;
        if (work != null) {
            values.put(Placeholders.WORK, work.path().toString());
        }
        try {
            return Neighbour.start(
                    spec.filled(new Placeholders(values)),
                    port,
                    new Neighbour.Place(
                            setup.folder(),
                            logs.resolve("beside-" + spec.name() + ".log"),
                            CpuSet.prefix(own(spec)),
                            allowed(spec)),
                    setup.children(),
                    work);
        } catch (RuntimeException e) {
            if (work != null) {
                work.close();
            }
            throw e;
        }
    }

    /** What the generator may use: what the target and, where there are enough, the programs beside it leave. */
    List<Integer> generator() {
        int others = cpus.generator().size();
        return hasRoom() ? cpus.generator().subList(0, others - wanted()) : cpus.generator();
    }

    /** A warning where the CPUs are too few for programs and generator each to have some. */
    Optional<Warning> warning() {
        return wanted() == 0 || !cpus.isPinned() || hasRoom()
                ? Optional.empty()
                : Optional.of(new Warning(
                        "beside-cpus",
                        "what stands beside the target shares the load generator's CPUs: this host has too few for each"
                                + " to have its own"));
    }

    /** The CPUs of one program: its own, or the generator's, or any where the target is not pinned. */
    private List<Integer> own(BesideSpec wanted) {
        if (!hasRoom()) {
            return cpus.generator();
        }
        int from = cpus.generator().size() - wanted();
        for (BesideSpec spec : setup.plan().beside()) {
            if (spec.name().equals(wanted.name())) {
                return cpus.generator().subList(from, from + wanted(spec));
            }
            from += wanted(spec);
        }
        throw new IllegalArgumentException(wanted.name() + ": there is no such program in the plan");
    }

    private double allowed(BesideSpec spec) {
        Double limit = spec.cpus();
        if (limit != null) {
            return limit;
        }
        List<Integer> own = own(spec);
        return own.isEmpty() ? CpuSet.allowed().size() : own.size();
    }

    private boolean hasRoom() {
        return cpus.isPinned() && cpus.generator().size() > wanted();
    }

    private int wanted() {
        return setup.plan().beside().stream().mapToInt(Neighbours::wanted).sum();
    }

    private static int wanted(BesideSpec spec) {
        return (int) Math.ceil(Objects.requireNonNullElse(spec.cpus(), 1.0));
    }

    @Override
    public synchronized void close() {
        lasting.values().forEach(ofArm -> ofArm.values().forEach(Neighbour::close));
        lasting.clear();
    }
}
