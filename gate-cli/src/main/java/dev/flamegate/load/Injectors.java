package dev.flamegate.load;

import dev.flamegate.format.Numbers;
import dev.flamegate.model.Warning;
import dev.flamegate.model.Window;
import dev.flamegate.model.message.ValidityCheck;
import dev.flamegate.os.AtOnce;
import dev.flamegate.plan.LoadSpec.Share;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Several generators that load a target together, each with its share of the users, where one process cannot send it
 * all. To the gate they are one load: what it says goes to all of them, and what they saw is merged. The load fails
 * when one of them does before it is measured; from then on, the loss of one makes the measurement unsound.
 *
 * @param generators by their shares, in order
 */
public record Injectors(Map<Share, LoadGenerator> generators) implements LoadGenerator {
    private static final double MIN_ACHIEVED = 0.98;
    private static final Duration TOLD_WITHIN = Duration.ofMillis(200);
    private static final Duration TELLING = Duration.ofMillis(20);

    public Injectors {
        generators = Collections.unmodifiableMap(new LinkedHashMap<>(generators));
    }

    /**
     * The generators that the plan wants, as one; a single one is returned as it is.
     *
     * @param injectors at least 1
     */
    public static LoadGenerator of(int injectors, Function<Share, LoadGenerator> generator) {
        if (injectors == 1) {
            return generator.apply(Share.ALL);
        }
        Map<Share, LoadGenerator> generators = new LinkedHashMap<>();
        for (int number = 1; number <= injectors; number++) {
            Share share = new Share(number, injectors);
            generators.put(share, generator.apply(share));
        }
        return new Injectors(generators);
    }

    /** Starts all generators; when one cannot be started, those before it are ended. */
    @Override
    public Load start(URI baseUrl, Path work) {
        Map<Share, Load> loads = new LinkedHashMap<>();
        Together together = new Together(loads);
        try {
            generators.forEach((share, generator) -> naming(
                    share,
                    () -> loads.put(share, generator.start(baseUrl, work.resolve("injector-" + share.number())))));
            return together;
        } catch (RuntimeException e) {
            together.close();
            throw e;
        }
    }

    /** Does something with an injector; a failure names the injector. */
    private static void naming(Share share, Runnable step) {
        try {
            step.run();
        } catch (LoadFailed e) {
            throw e.of(share.toString());
        }
    }

    /**
     * The loads of all injectors as one. One that is lost while it is measured does not end the measurement, it makes
     * it unsound: what the others saw is kept, with a warning that names it.
     */
    private static final class Together implements Load {
        private final Map<Share, Load> loads;
        private final Map<Share, LoadFailed> lost = Collections.synchronizedMap(new LinkedHashMap<>());
        private volatile boolean measured;

        Together(Map<Share, Load> loads) {
            this.loads = loads;
        }

        /** A step that can take its time, done with all injectors at once. */
        @FunctionalInterface
        private interface Waiting {
            void on(Load load) throws InterruptedException;
        }

        @Override
        public void awaitReady(Duration limit) throws InterruptedException {
            atOnce(load -> load.awaitReady(limit));
        }

        @Override
        public void targetReady() {
            each(Load::targetReady);
        }

        /**
         * Signals the injectors one after the other; those reached over a network begin at a common moment, after the
         * last signal.
         */
        @Override
        public void go() {
            Instant at = Instant.now().plus(TOLD_WITHIN).plus(TELLING.multipliedBy(loads.size()));
            each(load -> load.goAt(at));
        }

        @Override
        public void awaitBegun(Duration limit) throws InterruptedException {
            atOnce(load -> load.awaitBegun(limit));
        }

        @Override
        public void measuring() {
            measured = true;
            each(Load::measuring);
        }

        @Override
        public void drain() {
            each(Load::drain);
        }

        @Override
        public void pause() {
            each(Load::pause);
        }

        @Override
        public void plannedOnly() {
            each(Load::plannedOnly);
        }

        @Override
        public boolean hurries() {
            return of(Load::hurries).contains(true);
        }

        @Override
        public boolean isControlled() {
            return !of(Load::isControlled).contains(false);
        }

        @Override
        public boolean isCounted() {
            return !of(Load::isCounted).contains(false);
        }

        @Override
        public Duration rampUp() {
            return Collections.max(of(Load::rampUp));
        }

        /** The sum over all injectors; empty when one of them reports no CPU time. */
        @Override
        public OptionalDouble cpuSeconds() {
            double sum = of(load -> load.cpuSeconds().orElse(Double.NaN)).stream()
                    .mapToDouble(Double::doubleValue)
                    .sum();
            return Double.isNaN(sum) ? OptionalDouble.empty() : OptionalDouble.of(sum);
        }

        @Override
        public LoadProgress progress() {
            return of(Load::progress).stream().reduce(LoadProgress.NONE, LoadProgress::plus);
        }

        @Override
        public void check() {
            each(Load::check);
        }

        @Override
        public void stop(Duration limit) throws InterruptedException {
            atOnce(load -> load.stop(limit));
        }

        @Override
        public LoadResult result(Window window) {
            List<LoadResult> results = new ArrayList<>();
            eachOf((share, load) -> results.add(judged(share, load.result(window))));
            List<Warning> losses = List.copyOf(lost.values()).stream()
                    .map(loss -> new Warning(ValidityCheck.INJECTOR, loss.what()))
                    .toList();
            return LoadResult.merged(results).with(losses);
        }

        /** Judges the load of one injector: one of many that sends too little hardly shows in the sum. */
        private static LoadResult judged(Share share, LoadResult result) {
            double achieved = result.quality().achievedRate() / result.quality().intendedRate();
            return achieved < MIN_ACHIEVED
                    ? result.with(List.of(new Warning(
                            ValidityCheck.INJECTOR,
                            share + " started " + Numbers.percent(achieved) + " of its users; at least "
                                    + Numbers.percent(MIN_ACHIEVED) + " is needed")))
                    : result;
        }

        @Override
        public void close() {
            loads.values().forEach(Load::close);
        }

        private void each(Consumer<Load> step) {
            eachOf((share, load) -> step.accept(load));
        }

        private <T> List<T> of(Function<Load, T> question) {
            List<T> answers = new ArrayList<>();
            each(load -> answers.add(question.apply(load)));
            return answers;
        }

        private void eachOf(BiConsumer<Share, Load> step) {
            loads.forEach((share, load) -> {
                if (!lost.containsKey(share)) {
                    tried(share, () -> step.accept(share, load));
                }
            });
        }

        /** Does something with an injector; one that fails while it is measured is lost, but the last fails all. */
        private void tried(Share share, Runnable step) {
            try {
                naming(share, step);
            } catch (LoadFailed e) {
                if (!measured || lost.size() + 1 == loads.size()) {
                    throw e;
                }
                lost.put(share, e);
            }
        }

        private void atOnce(Waiting step) throws InterruptedException {
            List<Share> left = loads.keySet().stream()
                    .filter(share -> !lost.containsKey(share))
                    .toList();
            AtOnce.of(left, share -> taken(step, Objects.requireNonNull(loads.get(share))))
                    .forEach(this::tried);
        }

        /** Takes a step; returns what throws its failure, if it failed. */
        private static Runnable taken(Waiting step, Load load) throws InterruptedException {
            try {
                step.on(load);
                return () -> {};
            } catch (RuntimeException failure) {
                return () -> {
                    throw failure;
                };
            }
        }
    }
}
