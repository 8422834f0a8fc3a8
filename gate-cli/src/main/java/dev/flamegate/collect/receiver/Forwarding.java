package dev.flamegate.collect.receiver;

import dev.flamegate.collect.http.ApiClient;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * The Pyroscope server that pushes are forwarded to, and their name there. Servers read an agent's recordings less
 * exactly than the gate: if they contain wall time, CPU comes out too high there.
 *
 * @param client of the server
 * @param service name to forward them under; empty to keep the name they have
 * @param labels to add to their own, such as {@code arm} and {@code run}; those of the same name are replaced
 */
public record Forwarding(ApiClient client, String service, Map<String, String> labels) {
    public Forwarding {
        if (!service.matches("[A-Za-z0-9._/-]*")) {
            throw new IllegalArgumentException(service + ": the name of a service has letters, digits, . / - and _");
        }
        labels = Collections.unmodifiableMap(new TreeMap<>(labels));
        labels.forEach((name, value) -> {
            if (!name.matches("[A-Za-z_][A-Za-z0-9_.]*") || !value.matches("[^,={}\"\\p{Cntrl}]+")) {
                throw new IllegalArgumentException(name + "=" + value
                        + ": a label has a name in letters, digits, . and _, and a value without , = { } and \"");
            }
        });
    }

    /** The name to forward a push under, from its own name {@code service{label=value,...}}. */
    String name(String own) {
        int open = own.indexOf('{');
        int close = own.lastIndexOf('}');
        String base = open < 0 ? own : own.substring(0, open);
        Map<String, String> all = new TreeMap<>();
        if (open >= 0 && close > open) {
            for (String label : own.substring(open + 1, close).split(",", -1)) {
                int equals = label.indexOf('=');
                if (equals > 0) {
                    all.put(label.substring(0, equals), label.substring(equals + 1));
                }
            }
        }
        all.putAll(labels);
        StringBuilder text = new StringBuilder(service.isEmpty() ? base : service).append('{');
        all.forEach((label, value) -> text.append(text.charAt(text.length() - 1) == '{' ? "" : ",")
                .append(label)
                .append('=')
                .append(value));
        return text.append('}').toString();
    }
}
