package dev.flamegate.doctor;

import dev.flamegate.collect.CollectionFailed;
import dev.flamegate.collect.http.ServerAddress;
import dev.flamegate.plan.ServerSpec;
import java.net.URI;
import java.util.Map;

/** The address of a server of the plan, with the credentials that the environment holds. */
final class PlannedServer {
    private PlannedServer() {}

    /**
     * The address.
     *
     * @throws CollectionFailed when a variable that should hold its credentials is not set, or holds none
     * @throws IllegalArgumentException when the plan's address or a header is none
     */
    static ServerAddress address(ServerSpec spec, Map<String, String> environment) {
        ServerAddress address = ServerAddress.of(URI.create(spec.url()));
        for (Map.Entry<String, String> header : spec.headers().entrySet()) {
            address = address.withHeader(header.getKey(), header.getValue());
        }
        if (spec.bearerFrom() != null) {
            address = address.withBearer(secret(spec.bearerFrom(), environment));
        }
        if (spec.basicFrom() != null) {
            String login = secret(spec.basicFrom(), environment);
            int colon = login.indexOf(':');
            if (colon < 1) {
                throw new CollectionFailed("the variable " + spec.basicFrom() + " holds no USER:PASSWORD");
            }
            address = address.withBasic(login.substring(0, colon), login.substring(colon + 1));
        }
        return address;
    }

    private static String secret(String variable, Map<String, String> environment) {
        String secret = environment.getOrDefault(variable, "").strip();
        if (secret.isEmpty()) {
            throw new CollectionFailed(
                    "the variable " + variable + " is not set; the plan says that it holds credentials");
        }
        return secret;
    }
}
