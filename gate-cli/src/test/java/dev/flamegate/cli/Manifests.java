package dev.flamegate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.plan.ArmSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** Manifests of Kubernetes, and what has to hold in each that starts the gate. */
public final class Manifests {
    private static final String PROGRAM = "/opt/flamegate/bin/flamegate";

    private Manifests() {}

    /** The documents of a file; empty ones, which templates leave behind, are left out. */
    public static List<Map<?, ?>> read(String yaml) {
        List<Map<?, ?>> documents = new ArrayList<>();
        for (Object document : new Load(LoadSettings.builder().build()).loadAllFromString(yaml)) {
            if (document != null) {
                documents.add((Map<?, ?>) document);
            }
        }
        return documents;
    }

    /** A value below others; the path's parts are keys, or numbers of items. */
    public static Object at(Object node, Object... path) {
        Object found = node;
        for (Object part : path) {
            found = part instanceof Integer index ? ((List<?>) found).get(index) : ((Map<?, ?>) found).get(part);
            Objects.requireNonNull(found, () -> part + " is missing of " + List.of(path));
        }
        return found;
    }

    public static String kind(Map<?, ?> document) {
        return String.valueOf(document.get("kind"));
    }

    /** Every container that starts the gate, however deep, with the node that has its volumes. */
    public static Map<Map<?, ?>, Map<?, ?>> gates(Map<?, ?> document) {
        Map<Map<?, ?>, Map<?, ?>> gates = new LinkedHashMap<>();
        find(document, document, gates);
        return gates;
    }

    private static void find(Object node, Map<?, ?> owner, Map<Map<?, ?>, Map<?, ?>> gates) {
        if (node instanceof Map<?, ?> map) {
            Map<?, ?> volumes = map.containsKey("volumes") ? map : owner;
            if (map.get("command") instanceof List<?> command && command.equals(List.of(PROGRAM))) {
                gates.put(map, volumes);
            }
            map.values().forEach(value -> find(value, volumes, gates));
        } else if (node instanceof List<?> list) {
            list.forEach(value -> find(value, owner, gates));
        }
    }

    /** The program takes its arguments; what it mounts is there; it runs without rights on a closed file system. */
    public static String check(Map<?, ?> gate, Map<?, ?> owner) {
        List<String> words = new ArrayList<>();
        for (Object word : (List<?>) at(gate, "args")) {
            String filled = String.valueOf(word).replaceAll("\\{\\{[a-zA-Z.-]+}}|\\$\\([a-z.]+\\)", "filled-in");
            words.add(filled);
            if (filled.startsWith("--baseline=") || filled.startsWith("--candidate=")) {
                ArmSpec.parse(filled.substring(filled.indexOf('=') + 1));
            }
        }
        Main.commandLine(words.toArray(String[]::new)).parseArgs(words.toArray(String[]::new));
        Set<String> volumes = new TreeSet<>();
        ((List<?>) at(owner, "volumes")).forEach(volume -> volumes.add(String.valueOf(at(volume, "name"))));
        for (Object mount : (List<?>) at(gate, "volumeMounts")) {
            assertThat(volumes).contains(String.valueOf(at(mount, "name")));
        }
        assertThat(at(gate, "securityContext", "readOnlyRootFilesystem")).isEqualTo(true);
        assertThat(at(gate, "securityContext", "allowPrivilegeEscalation")).isEqualTo(false);
        assertThat((List<?>) at(gate, "volumeMounts"))
                .as("a closed file system needs a folder for temporary files")
                .anyMatch(mount -> at(mount, "mountPath").equals("/tmp"));
        return words.get(0);
    }
}
