package dev.flamegate.runtime;

import dev.flamegate.collect.CollectionFailed;
import dev.flamegate.collect.http.ApiClient;
import dev.flamegate.collect.http.ApiLimits;
import dev.flamegate.collect.http.ServerAddress;
import dev.flamegate.os.SentSecrets;
import dev.flamegate.plan.ServersSpec.ServerSpec;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Addresses of the plan's servers, with the credentials from the environment. */
public final class Servers {
    private static final Duration WITHIN = Duration.ofSeconds(20);
    private static final String CHECK = "Is pyroscope.url in the plan the address of a Pyroscope server?";

    /** Prefixes of the variables whose values may be sent to a server that a plan names. */
    private static final List<String> PREFIXES = List.of("PROMETHEUS_", "PYROSCOPE_", "FLAMEGATE_SERVER_");

    /** Hosts that are this machine. */
    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

    private Servers() {}

    public static ApiLimits limits() {
        return ApiLimits.within(WITHIN);
    }

    /**
     * A server of the plan.
     *
     * @throws CollectionFailed when a variable that should hold its credentials is not set, or not meant for servers
     */
    public static ServerAddress address(ServerSpec spec) {
        return address(spec, System.getenv());
    }

    /** A server of the plan, with credentials from these variables; see {@link #address(ServerSpec)}. */
    public static ServerAddress address(ServerSpec spec, Map<String, String> environment) {
        ServerAddress address = ServerAddress.of(URI.create(spec.url()));
        for (Map.Entry<String, String> header : spec.headers().entrySet()) {
            address = address.withHeader(header.getKey(), header.getValue());
        }
        if (spec.bearerFrom() != null) {
            address = address.withBearer(secret(spec.bearerFrom(), spec, environment));
        }
        if (spec.basicFrom() != null) {
            String login = secret(spec.basicFrom(), spec, environment);
            int colon = login.indexOf(':');
            if (colon < 1) {
                throw new CollectionFailed(
                        "The variable " + spec.basicFrom() + " does not contain USER:PASSWORD for " + spec.url());
            }
            address = address.withBasic(login.substring(0, colon), login.substring(colon + 1));
        }
        return address;
    }

    static ApiClient pyroscope(ServerAddress address) {
        return new ApiClient(address, "Pyroscope", CHECK, limits());
    }

    /** The value of a variable, if it may be sent: anyone who proposes a change can write the plan. */
    private static String secret(String variable, ServerSpec spec, Map<String, String> environment) {
        URI server = URI.create(spec.url());
        String host = String.valueOf(server.getHost());
        if (!SentSecrets.isMeant(variable, PREFIXES, host, environment)) {
            throw new CollectionFailed("The plan wants the value of " + variable + " sent to " + spec.url()
                    + ", but its name begins with none of " + String.join(", ", PREFIXES)
                    + ", or is allowed for other hosts. Rename it, or allow it by " + SentSecrets.ALLOWED + "="
                    + variable
                    + "@" + host + " in the environment.");
        }
        if (!"https".equalsIgnoreCase(server.getScheme())
                && !LOOPBACK.contains(host)
                && !SentSecrets.isListed(variable, host, environment)) {
            throw new CollectionFailed("The plan wants the value of " + variable + " sent to " + spec.url()
                    + ", where everybody on the way can read it. Use https, or allow it by " + SentSecrets.ALLOWED + "="
                    + variable + "@" + host + " in the environment.");
        }
        String secret = environment.getOrDefault(variable, "").strip();
        if (secret.isEmpty()) {
            throw new CollectionFailed("The variable " + variable + " is not set; the plan expects in it the "
                    + "credentials for " + spec.url());
        }
        return secret;
    }
}
