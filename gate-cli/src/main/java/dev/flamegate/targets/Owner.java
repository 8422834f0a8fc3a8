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
 * The gate process that something in an engine or a cluster belongs to.
 *
 * @param pid its process id
 * @param startMillis when it started, since the epoch; ids are used again
 * @param host where ids are counted: host name and, on Linux, the process namespace
 */
public record Owner(long pid, long startMillis, String host) {
    /** Label of everything a gate makes. */
    public static final String LABEL = "dev.flamegate.owner";
    /** When it was made. */
    public static final String CREATED = "dev.flamegate.created";
    /** What it is for, such as {@code target}. */
    public static final String ROLE = "dev.flamegate.role";

    private static final Owner CURRENT = of(ProcessHandle.current());

    /** Whether a gate still runs; of another machine it cannot be known. */
    public enum State {
        ALIVE,
        DEAD,
        UNKNOWN
    }

    /** This process. */
    public static Owner current() {
        return CURRENT;
    }

    /** What the label says; empty when it is not ours. */
    public static Optional<Owner> parse(String label) {
        String[] parts = label.split("/", 3);
        if (parts.length != 3 || !parts[0].matches("\\d{1,18}") || !parts[1].matches("-?\\d{1,18}")) {
            return Optional.empty();
        }
        return Optional.of(new Owner(Long.parseLong(parts[0]), Long.parseLong(parts[1]), parts[2]));
    }

    /** The labels of something made now for a purpose. */
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

    /** Whether this gate still runs. */
    public State state() {
        if (!host.equals(CURRENT.host)) {
            return State.UNKNOWN;
        }
        boolean alive = ProcessTree.find(pid, startMillis).isPresent();
        return alive ? State.ALIVE : State.DEAD;
    }

    /** A process of this machine. */
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

    /** Two gates in containers of their own may have one host name and one process id. */
    private static String processNamespace() {
        try {
            return " " + Files.readSymbolicLink(Path.of("/proc/self/ns/pid"));
        } catch (IOException | UnsupportedOperationException e) {
            return "";
        }
    }
}
