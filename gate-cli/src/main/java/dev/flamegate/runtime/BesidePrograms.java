package dev.flamegate.runtime;

import dev.flamegate.extension.Extensions;
import dev.flamegate.model.Arm;
import dev.flamegate.model.Warning;
import dev.flamegate.model.message.Notice;
import dev.flamegate.plan.BesideSpec;
import dev.flamegate.plan.Placeholders;
import dev.flamegate.targets.Beside;
import dev.flamegate.targets.BesideProcess;
import dev.flamegate.targets.CpuSet;
import dev.flamegate.targets.TargetFailed;
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
import org.jspecify.annotations.Nullable;

/**
 * The programs and containers that run next to the targets of one runtime: some restart with each start of a target,
 * others serve all starts of one arm. An engine for containers is looked for when the first one is needed.
 */
final class BesidePrograms implements AutoCloseable {
    private final MeasurementPlan setup;
    private final CpuSet cpus;
    private final IntSupplier freePort;
    private final Map<Arm, Map<String, Beside>> lasting = new EnumMap<>(Arm.class);
    private volatile @Nullable BesideContainers containers;

    BesidePrograms(MeasurementPlan setup, CpuSet cpus, IntSupplier freePort) {
        this.setup = setup;
        this.cpus = cpus;
        this.freePort = freePort;
    }

    /**
     * Starts the programs beside the target that do not run yet, one after another, and waits until each is ready.
     *
     * @param logs folder for their output
     * @throws TargetFailed when one cannot be started or does not become ready; of those started
     *     for this one none is left running
     */
    synchronized StartEnvironment start(Arm arm, Path logs) throws InterruptedException {
        StartEnvironment standing = StartEnvironment.NONE;
        boolean whole = false;
        try {
            for (BesideSpec spec : setup.plan().beside()) {
                Beside one = lasting(arm).get(spec.name());
                if (one == null) {
                    one = launch(spec, arm, standing, logs);
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

    private Map<String, Beside> lasting(Arm arm) {
        return lasting.computeIfAbsent(arm, none -> new LinkedHashMap<>());
    }

    private Beside launch(BesideSpec spec, Arm arm, StartEnvironment before, Path logs) throws InterruptedException {
        Path log = logs.resolve("beside-" + spec.name() + ".log");
        return spec.image() == null
                ? program(spec, arm, before, log)
                : containers()
                        .start(spec, new BesideContainers.Place(arm, before, log, own(spec), hasRoom(), allowed(spec)));
    }

    /** The content of the image of a container beside the target, by its id; empty for a program. */
    String content(BesideSpec spec) throws InterruptedException {
        String image = spec.image();
        return image == null ? "" : containers().content(image);
    }

    private synchronized BesideContainers containers() {
        BesideContainers open = containers;
        if (open == null) {
            open = Extensions.only(BesideContainers.Provider.class)
                    .orElseThrow(() -> new TargetFailed("this installation starts no images beside: the target: its"
                            + " extension is missing in lib/extensions"))
                    .open(setup);
            containers = open;
        }
        return open;
    }

    private Beside program(BesideSpec spec, Arm arm, StartEnvironment before, Path log) {
        int port = freePort.getAsInt();
        Map<String, String> values = new LinkedHashMap<>(before.values().values());
        values.put(Placeholders.PORT, Integer.toString(port));
        values.put(Placeholders.ARM, arm.name().toLowerCase(Locale.ROOT));
        WorkFolder work =
                spec.takesWork() ? WorkFolder.create(setup.folder(), "beside: " + spec.name(), spec.data()) : null;
        if (work != null) {
            values.put(Placeholders.WORK, work.path().toString());
        }
        try {
            return BesideProcess.start(
                    spec.filled(new Placeholders(values)),
                    port,
                    new BesideProcess.Place(setup.folder(), log, CpuSet.prefix(own(spec)), allowed(spec)),
                    setup.children(),
                    work);
        } catch (RuntimeException e) {
            if (work != null) {
                work.close();
            }
            throw e;
        }
    }

    /** The CPUs of the load generator: those that the target and, if possible, the programs beside it leave. */
    List<Integer> generator() {
        int others = cpus.generator().size();
        return hasRoom() ? cpus.generator().subList(0, others - wanted()) : cpus.generator();
    }

    /** A warning if the CPUs are too few for both the programs and the generator. */
    Optional<Warning> warning() {
        return wanted() == 0 || !cpus.isPinned() || hasRoom()
                ? Optional.empty()
                : Optional.of(new Warning(
                        Notice.BESIDE_CPUS,
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
        return setup.plan().beside().stream().mapToInt(BesidePrograms::wanted).sum();
    }

    private static int wanted(BesideSpec spec) {
        return (int) Math.ceil(Objects.requireNonNullElse(spec.cpus(), 1.0));
    }

    /** Ends all of them. Callable from any thread: a start under way fails when the engine is closed. */
    @Override
    public void close() {
        BesideContainers open = containers;
        if (open != null) {
            open.close();
        }
        endLasting();
    }

    private synchronized void endLasting() {
        lasting.values().forEach(ofArm -> ofArm.values().forEach(Beside::close));
        lasting.clear();
    }
}
