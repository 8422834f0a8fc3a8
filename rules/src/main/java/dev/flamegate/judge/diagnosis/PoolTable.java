package dev.flamegate.judge.diagnosis;

import dev.flamegate.model.ProfileEvent;
import dev.flamegate.profile.CallTree;
import dev.flamegate.profile.Facet;
import dev.flamegate.profile.ProfiledRun;
import dev.flamegate.profile.names.MachinePools;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The use of the threads' time, by thread pool and by request.
 *
 * @param pools those with the most CPU first; the machine's own under their buckets
 * @param requests the labels of the application's work, those with the most CPU first, work without one under the empty
 *     name; empty without labels
 * @param seconds length of the measured windows together
 * @param count successful requests in them
 */
public record PoolTable(List<PoolRow> pools, List<PoolRow> requests, double seconds, long count) {
    public PoolTable {
        pools = List.copyOf(pools);
        requests = List.copyOf(requests);
    }

    /**
     * One pool, or one request label. Seconds in the measured windows together; NaN where the profile that shows it was
     * not taken.
     *
     * @param threads how many there were on average; NaN also for request labels
     * @param cpu seconds of CPU
     * @param runnable seconds of elapsed time in which threads could run
     * @param blocked seconds at monitors
     * @param parked seconds asleep for other reasons while there was work
     * @param idle seconds of threads that wait for work
     * @param topLeaf the frame with the most CPU in itself, or the most elapsed time if no CPU profile was taken; empty
     *     without samples
     */
    public record PoolRow(
            String name,
            double threads,
            double cpu,
            double runnable,
            double blocked,
            double parked,
            double idle,
            String topLeaf) {
        /** Part of the elapsed time without work, in [0, 1]; NaN where that is not known. */
        public double idlePart() {
            return idle / (runnable + blocked + parked + idle);
        }
    }

    public static PoolTable of(ProfiledRun run) {
        return of(new Profiles(run));
    }

    static PoolTable of(Profiles profiles) {
        Weights cpu = profiles.of(ProfileEvent.CPU);
        Weights wall = profiles.of(ProfileEvent.WALL);
        List<PoolRow> pools = rows(cpu, wall, Facet::pool, false, profiles.seconds());
        List<PoolRow> requests = rows(cpu, wall, Facet::request, true, Double.NaN);
        boolean labelled = requests.stream().anyMatch(row -> !row.name().isEmpty());
        return new PoolTable(pools, labelled ? requests : List.of(), profiles.seconds(), profiles.requests());
    }

    private static List<PoolRow> rows(
            Weights cpu, Weights wall, Function<Facet, String> name, boolean application, double seconds) {
        Map<String, Sums> sums = new HashMap<>();
        CallTree tree = cpu.tree();
        for (int sample = 0; sample < tree.sampleCount(); sample++) {
            Facet facet = tree.sampleFacet(sample);
            if (!application || !facet.isMachine()) {
                sums.computeIfAbsent(name.apply(facet), key -> new Sums())
                        .addCpu(tree, tree.sampleNode(sample), tree.sampleWeight(sample));
            }
        }
        boolean[] monitors = wall.below(Waits::isMonitor);
        for (int sample = 0; sample < wall.tree().sampleCount(); sample++) {
            Facet facet = wall.tree().sampleFacet(sample);
            int node = wall.tree().sampleNode(sample);
            // Work without a request: only idle threads have none by nature.
            if (!application || (!facet.isMachine() && !wall.isIdle(node))) {
                sums.computeIfAbsent(name.apply(facet), key -> new Sums()).addWall(wall, sample, monitors[node]);
            }
        }
        List<PoolRow> rows = new ArrayList<>();
        sums.forEach((key, sum) -> {
            if (!key.equals(MachinePools.PROFILER)) {
                rows.add(sum.row(key, !cpu.isEmpty(), !wall.isEmpty(), seconds));
            }
        });
        rows.sort(Comparator.comparingDouble((PoolRow row) -> Double.isNaN(row.cpu()) ? 0 : -row.cpu())
                .thenComparingDouble(row -> -row.runnable() - row.blocked() - row.parked())
                .thenComparing(PoolRow::name));
        return rows;
    }

    /** Weights of one row, in nanoseconds. */
    private static final class Sums {
        private final Map<String, Double> leaves = new HashMap<>();
        private final Map<String, Double> wallLeaves = new HashMap<>();
        private double cpu;
        private double runnable;
        private double blocked;
        private double parked;
        private double idle;

        void addCpu(CallTree tree, int node, double weight) {
            cpu += weight;
            if (node != CallTree.ROOT) {
                leaves.merge(tree.name(node), weight, Double::sum);
            }
        }

        void addWall(Weights wall, int sample, boolean atMonitor) {
            int node = wall.tree().sampleNode(sample);
            double weight = wall.tree().sampleWeight(sample);
            if (wall.isIdle(node)) {
                idle += weight;
                return;
            }
            if (node != CallTree.ROOT) {
                wallLeaves.merge(wall.tree().name(node), weight, Double::sum);
            }
            if (atMonitor) {
                blocked += weight;
            } else if (Waits.isAsleep(wall.tree().sampleFacet(sample))) {
                parked += weight;
            } else {
                runnable += weight;
            }
        }

        PoolRow row(String name, boolean hasCpu, boolean hasWall, double seconds) {
            double elapsed = runnable + blocked + parked + idle;
            return new PoolRow(
                    name,
                    hasWall ? Profiles.seconds(elapsed) / seconds : Double.NaN,
                    hasCpu ? Profiles.seconds(cpu) : Double.NaN,
                    hasWall ? Profiles.seconds(runnable) : Double.NaN,
                    hasWall ? Profiles.seconds(blocked) : Double.NaN,
                    hasWall ? Profiles.seconds(parked) : Double.NaN,
                    hasWall ? Profiles.seconds(idle) : Double.NaN,
                    Weights.largest(leaves.isEmpty() ? wallLeaves : leaves));
        }
    }
}
