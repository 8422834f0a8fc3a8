package dev.flamegate.targets;

import dev.flamegate.os.ProcessTree;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The gate process that owns a resource of an engine or a cluster.
 *
 * @param pid its process id
 * @param startMillis when it started, since the epoch; ids are used again
 * @param host where ids are counted: host name and, on Linux, the process namespace
 */
public record Owner(long pid, long startMillis, String host) {
    /** Label of every resource that a gate makes. */
    public static final String LABEL = "dev.flamegate.owner";
    /** Label with the time at which a resource was made. */
    public static final String CREATED = "dev.flamegate.created";
    /** Label with the purpose of a resource, such as {@code target}. */
    public static final String ROLE = "dev.flamegate.role";

    private static final Owner CURRENT = of(ProcessHandle.current());

    /** The state of the gate that owns a resource; unknown for one on another machine. */
    public enum State {
        ALIVE,
        DEAD,
        UNKNOWN
    }

    public static Owner current() {
        return CURRENT;
    }

    /** Parses a label; empty if it was not written by a gate. */
    public static Optional<Owner> parse(String label) {
        String[] parts = label.split("/", 3);
        if (parts.length != 3 || !parts[0].matches("\\d{1,18}") || !parts[1].matches("-?\\d{1,18}")) {
            return Optional.empty();
        }
        return Optional.of(new Owner(Long.parseLong(parts[0]), Long.parseLong(parts[1]), parts[2]));
    }

    /** The labels of a resource that is made now for a purpose. */
    public Map<String, String> labels(String role) {
        Map<String, String> labels = new LinkedHashMap<>();
        labels.put(LABEL, text());
        labels.put(CREATED, Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
        labels.put(ROLE, role);
        return labels;
    }

    /** The label's value. */
    public String text() {
        return pid + "/" + startMillis + "/" + host;
    }

    /** The state of this gate: alive, dead, or unknown because it runs on another machine. */
    public State state() {
        if (!host.equals(CURRENT.host)) {
            return State.UNKNOWN;
        }
        boolean alive = ProcessTree.find(pid, startMillis).isPresent();
        return alive ? State.ALIVE : State.DEAD;
    }

    public static Owner of(ProcessHandle process) {
        return new Owner(process.pid(), ProcessTree.startMillis(process), hostName() + processNamespace());
    }

    private static String hostName() {
        try {
            return Files.readString(Path.of("/proc/sys/kernel/hostname")).strip();
        } catch (IOException e) {
            try {
                return InetAddress.getLocalHost().getHostName();
            } catch (UnknownHostException unknown) {
                return "localhost";
            }
        }
    }

    /** The process namespace: two gates in separate containers may share a host name and a process id. */
    private static String processNamespace() {
        try {
            return " " + Files.readSymbolicLink(Path.of("/proc/self/ns/pid"));
        } catch (IOException | UnsupportedOperationException e) {
            return "";
        }
    }
}
