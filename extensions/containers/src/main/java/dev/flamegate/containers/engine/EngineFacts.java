package dev.flamegate.containers.engine;

import com.github.dockerjava.api.model.Info;
import com.github.dockerjava.api.model.Version;
import com.github.dockerjava.api.model.VersionPlatform;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An engine's report about itself.
 *
 * @param endpoint where it was reached
 * @param name product, such as {@code Docker Engine - Community}
 * @param version such as {@code 28.2.2}
 * @param apiVersion the newest it supports, such as {@code 1.50}
 * @param cgroupVersion {@code 1} or {@code 2}; empty when it does not say
 * @param operatingSystem such as {@code Debian GNU/Linux 12}
 * @param kernel version of the kernel its containers run on
 * @param cpus CPUs its containers may use
 * @param memoryBytes memory of its machine
 * @param rootless whether it runs without root
 */
public record EngineFacts(
        URI endpoint,
        String name,
        String version,
        String apiVersion,
        String cgroupVersion,
        String operatingSystem,
        String kernel,
        int cpus,
        long memoryBytes,
        boolean rootless) {

    static EngineFacts of(URI endpoint, Info info, Version version) {
        VersionPlatform platform = version.getPlatform();
        String name = platform == null || platform.getName() == null ? "" : platform.getName();
        Map<String, Object> raw = Objects.requireNonNullElse(info.getRawValues(), Map.of());
        return new EngineFacts(
                endpoint,
                name.isBlank() ? "Docker" : name,
                text(version.getVersion()),
                text(version.getApiVersion()),
                text(raw.get("CgroupVersion")),
                text(info.getOperatingSystem()),
                text(info.getKernelVersion()),
                Objects.requireNonNullElse(info.getNCPU(), 0),
                Objects.requireNonNullElse(info.getMemTotal(), 0L),
                text(raw.get("SecurityOptions")).contains("name=rootless"));
    }

    /** Entries of a run's context. */
    public Map<String, String> context() {
        Map<String, String> context = new LinkedHashMap<>();
        context.put("engine", name + " " + version);
        context.put("engine.api", apiVersion);
        context.put("engine.cgroup", cgroupVersion);
        context.put("engine.os", operatingSystem);
        context.put("engine.kernel", kernel);
        context.put("engine.cpus", String.valueOf(cpus));
        return context;
    }

    private static String text(@Nullable Object value) {
        return value == null ? "" : value.toString();
    }
}
