package dev.flamegate.runtime;

import dev.flamegate.model.Arm;
import dev.flamegate.plan.Placeholders;
import dev.flamegate.plan.TargetSpec;
import dev.flamegate.targets.ProcessTarget;
import java.net.URI;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A target with the address where it will answer.
 *
 * @param spec every placeholder filled in that stays the same from start to start
 * @param baseUrl as the gate and the load generator reach it
 * @param side which arm it is; of a single build the candidate
 * @param labels that distinguish it from the other arm on servers that know both
 * @param ports its further ports, as far as this machine reaches them
 */
public record PlacedTarget(TargetSpec spec, URI baseUrl, Arm side, Map<String, String> labels, Placeholders ports) {
    private static final int HTTP_PORT = 80;
    private static final int HTTPS_PORT = 443;

    public PlacedTarget {
        labels = Collections.unmodifiableMap(new LinkedHashMap<>(labels));
    }

    /**
     * The address at which one of the target's ports answers the gate.
     *
     * @param port its number; {@code null} for the one of {@code baseUrl}
     */
    URI at(@Nullable String port) {
        return port == null ? baseUrl : ProcessTarget.at(spec, port);
    }

    /** The values known before the target starts, for commands around it: its address, its ports and its arm. */
    public Placeholders values() {
        Map<String, String> values = new LinkedHashMap<>(ports.values());
        int usual = "https".equals(baseUrl.getScheme()) ? HTTPS_PORT : HTTP_PORT;
        values.put(Placeholders.URL, baseUrl.toString().replaceFirst("/$", ""));
        values.put(Placeholders.PORT, String.valueOf(baseUrl.getPort() < 0 ? usual : baseUrl.getPort()));
        values.put(Placeholders.ARM, alias());
        return new Placeholders(values);
    }

    /** This target with more options of its virtual machine, after its own. */
    public PlacedTarget with(List<String> javaOptions) {
        return new PlacedTarget(spec.with(javaOptions), baseUrl, side, labels, ports);
    }

    /** The target's name in the network of the containers, and its label on the servers. */
    public String alias() {
        return side.name().toLowerCase(Locale.ROOT);
    }
}
