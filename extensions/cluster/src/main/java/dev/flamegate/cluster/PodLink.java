package dev.flamegate.cluster;

import dev.flamegate.targets.TargetFailed;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * The connection between the gate and a running pod: the tunnel for its agents and, if needed, a local port that leads
 * to the target.
 */
public final class PodLink implements AutoCloseable {
    private final Cluster cluster;
    private final List<PortForward> forwards;
    private final Tunnel tunnel;

    private PodLink(Cluster cluster, List<PortForward> forwards, Tunnel tunnel) {
        this.cluster = cluster;
        this.forwards = List.copyOf(forwards);
        this.tunnel = tunnel;
    }

    /**
     * A port of the target that is reached through one of this machine's loopback address.
     *
     * @param inPod 1 to 65535
     * @param here 1 to 65535
     */
    public record Port(int inPod, int here) {}

    /**
     * Connects; the relay need not listen yet.
     *
     * @param relay port that it listens on in the pod
     * @param target {@code null} when it is reached otherwise
     * @throws TargetFailed when a port of this machine cannot be listened on; nothing is open then
     */
    public static PodLink open(Cluster cluster, TargetPod pod, int relay, @Nullable Port target, Tunnel.Ends ends) {
        return cluster.made()
                .start(
                        () -> {
                            List<PortForward> forwards = new ArrayList<>();
                            try {
                                forwards.add(PortForward.open(cluster, pod.name(), relay, 0));
                                if (target != null) {
                                    forwards.add(PortForward.open(cluster, pod.name(), target.inPod(), target.here()));
                                }
                                InetSocketAddress local = new InetSocketAddress(
                                        InetAddress.getLoopbackAddress(),
                                        forwards.get(0).port());
                                return new PodLink(cluster, forwards, Tunnel.open(local, ends));
                            } catch (RuntimeException e) {
                                forwards.forEach(PortForward::close);
                                throw e;
                            }
                        },
                        PodLink::end);
    }

    /** Seconds since the start of the target's virtual machine, without those for which it waited for the gate. */
    public OptionalDouble sinceStart() {
        return tunnel.sinceStart();
    }

    /**
     * The reason why connections did not get through to the pod, in the words of the cluster; empty while none failed.
     */
    public Optional<String> problem() {
        return forwards.stream().flatMap(forward -> forward.problem().stream()).findFirst();
    }

    private void end() {
        tunnel.close();
        forwards.forEach(PortForward::close);
    }

    @Override
    public void close() {
        end();
        cluster.made().release(this);
    }
}
