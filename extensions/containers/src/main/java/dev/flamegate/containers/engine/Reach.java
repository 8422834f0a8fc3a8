package dev.flamegate.containers.engine;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.model.Network;
import dev.flamegate.os.Platform;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The addresses at which gate and containers reach each other.
 *
 * @param place where the containers run
 * @param gateAddress where the gate must listen for containers to reach it
 * @param gateHost name or address under which containers find the gate
 * @param publishAddress address of the engine's machine on which ports of containers are published
 * @param publishedHost name or address under which the gate finds published ports
 */
record Reach(Place place, InetAddress gateAddress, String gateHost, String publishAddress, String publishedHost) {
    static final String GATE_ADDRESS = "FLAMEGATE_GATE_ADDRESS";
    static final String PUBLISH_ADDRESS = "FLAMEGATE_PUBLISH_ADDRESS";
    static final String GATE_HOST = "FLAMEGATE_GATE_HOST";

    private static final String LOOPBACK = "127.0.0.1";
    private static final String DESKTOP_HOST = "host.docker.internal";
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(3);

    /** The addresses for an engine, unless variables override them. */
    static Reach of(DockerClient client, EngineFacts facts, Map<String, String> environment) {
        Reach found = find(client, facts, environment);
        String address = environment.getOrDefault(GATE_ADDRESS, "").strip();
        String host = environment.getOrDefault(GATE_HOST, address).strip();
        if (address.isEmpty()) {
            return host.isEmpty() ? found : found.listening(found.gateAddress, host);
        }
        try {
            return found.listening(InetAddress.getByName(address), host.isEmpty() ? address : host);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(address + ": " + GATE_ADDRESS + " is not an address of this machine", e);
        }
    }

    private static Reach find(DockerClient client, EngineFacts facts, Map<String, String> environment) {
        boolean desktop = facts.operatingSystem().toLowerCase(Locale.ROOT).contains("docker desktop");
        if (!desktop && !facts.rootless() && Platform.current() == Platform.LINUX) {
            Optional<Inet4Address> bridge = bridge(client);
            if (bridge.isPresent()) {
                return here(bridge.get());
            }
        }
        URI endpoint = facts.endpoint();
        boolean socket = !"tcp".equals(endpoint.getScheme());
        if (socket && (desktop || Platform.current() != Platform.LINUX)) {
            return new Reach(Place.DESKTOP, InetAddress.getLoopbackAddress(), DESKTOP_HOST, LOOPBACK, LOOPBACK);
        }
        if (socket && !Files.exists(Path.of("/.dockerenv"))) {
            return beside(LOOPBACK, LOOPBACK, Place.DESKTOP);
        }
        String host =
                environment.getOrDefault("TESTCONTAINERS_HOST_OVERRIDE", "").strip();
        if (host.isEmpty()) {
            host = socket ? defaultGateway().orElse(LOOPBACK) : String.valueOf(endpoint.getHost());
        }
        String publish = environment.getOrDefault(PUBLISH_ADDRESS, "").strip();
        return beside(publish.isEmpty() ? addressOf(host) : publish, host, Place.REMOTE);
    }

    /**
     * Reach over the bridge. Ports are published on the bridge's own address, not on loopback: the kernel then forwards
     * connections itself, where for loopback the engine's proxy process copies every byte, at the cost of CPU that the
     * measurement would see.
     */
    private static Reach here(Inet4Address bridge) {
        String address = bridge.getHostAddress();
        return new Reach(Place.HERE, bridge, address, address, address);
    }

    /**
     * The address that a name stands for, so that ports are published where the gate finds them and nowhere else: the
     * servers have no login. A name that is not known stays, for the engine to refuse.
     */
    static String addressOf(String host) {
        try {
            return InetAddress.getByName(host).getHostAddress();
        } catch (UnknownHostException e) {
            return host;
        }
    }

    /** The containers reach the gate at the address from which it leaves this machine. */
    private static Reach beside(String publish, String published, Place place) {
        InetAddress own = LOOPBACK.equals(published)
                ? address(candidate -> !candidate.isLoopbackAddress())
                        .map(InetAddress.class::cast)
                        .orElse(InetAddress.getLoopbackAddress())
                : towards(published);
        return new Reach(place, own, own.getHostAddress(), publish, published);
    }

    private Reach listening(InetAddress address, String host) {
        return new Reach(place, address, host, publishAddress, publishedHost);
    }

    /** This machine's address on the engine's default bridge; empty when the bridge is not on this machine. */
    private static Optional<Inet4Address> bridge(DockerClient client) {
        try {
            Network network = TimeBox.call(
                    "show its bridge",
                    ANSWER_WITHIN,
                    () -> client.inspectNetworkCmd().withNetworkId("bridge").exec());
            List<Network.Ipam.Config> configs = network.getIpam().getConfig();
            return configs.stream()
                    .map(Network.Ipam.Config::getSubnet)
                    .flatMap(subnet -> Subnet.parse(subnet).stream())
                    .flatMap(subnet -> address(subnet::contains).stream())
                    .findFirst();
        } catch (RuntimeException e) {
            return Optional.empty(); // an engine without a default bridge
        }
    }

    private static Optional<Inet4Address> address(Predicate<Inet4Address> wanted) {
        try {
            return Collections.list(NetworkInterface.getNetworkInterfaces()).stream()
                    .flatMap(NetworkInterface::inetAddresses)
                    .filter(Inet4Address.class::isInstance)
                    .map(Inet4Address.class::cast)
                    .filter(wanted)
                    .findFirst();
        } catch (SocketException e) {
            return Optional.empty();
        }
    }

    /** The address from which this machine would send; does not send anything. */
    private static InetAddress towards(String host) {
        try (DatagramSocket socket = new DatagramSocket()) {
            socket.connect(new InetSocketAddress(InetAddress.getByName(host), 9));
            return socket.getLocalAddress();
        } catch (IOException | RuntimeException e) {
            return InetAddress.getLoopbackAddress();
        }
    }

    /** The address of the machine that the engine runs on, seen from a container. */
    private static Optional<String> defaultGateway() {
        try {
            for (String line : Files.readAllLines(Path.of("/proc/net/route"))) {
                String[] fields = line.split("\\s+", -1);
                if (fields.length > 2 && fields[1].equals("00000000")) {
                    long hex = Long.parseLong(fields[2], 16);
                    return Optional.of(
                            (hex & 255) + "." + (hex >> 8 & 255) + "." + (hex >> 16 & 255) + "." + (hex >> 24 & 255));
                }
            }
        } catch (IOException | NumberFormatException e) {
            return Optional.empty();
        }
        return Optional.empty();
    }

    /**
     * A range of IPv4 addresses.
     *
     * @param first its lowest address, as a number
     * @param bits length of its prefix, 0 to 32
     */
    record Subnet(long first, int bits) {
        private static final int LENGTH = 32;

        /** Parses a text such as {@code 172.17.0.0/16}; empty for anything else. */
        static Optional<Subnet> parse(@Nullable String text) {
            if (text == null || !text.matches("\\d{1,3}(\\.\\d{1,3}){3}/\\d{1,2}")) {
                return Optional.empty();
            }
            String[] parts = text.split("[./]", -1);
            long address = 0;
            for (int i = 0; i < 4; i++) {
                address = (address << 8) | (Integer.parseInt(parts[i]) & 255);
            }
            int bits = Integer.parseInt(parts[4]);
            return bits > LENGTH ? Optional.empty() : Optional.of(new Subnet(address & mask(bits), bits));
        }

        boolean contains(Inet4Address address) {
            long number = 0;
            for (byte part : address.getAddress()) {
                number = (number << 8) | (part & 255);
            }
            return (number & mask(bits)) == first;
        }

        private static long mask(int bits) {
            return bits == 0 ? 0 : 0xFFFFFFFFL << (LENGTH - bits) & 0xFFFFFFFFL;
        }
    }

    /** The place where an engine's containers run, seen from the gate. */
    enum Place {
        /** Containers run on this Linux system: bridge addresses and control groups are accessible. */
        HERE,
        /** Containers run in a virtual machine on this machine, or rootless: only published ports are accessible. */
        DESKTOP,
        /** Containers run on another machine, or next to the container that the gate itself runs in. */
        REMOTE
    }
}
