package dev.flamegate.plan;

import java.net.URI;
import java.util.List;

/** The name of a service whose plan gives none: what its file or image is called, without version and ending. */
final class ServiceName {
    private static final String NONE = "service";

    private ServiceName() {}

    static String of(TargetSpec target) {
        if (target.jar() != null) {
            return jar(target.jar());
        }
        if (target.image() != null) {
            return nonEmpty(base(target.image().replaceFirst("@.*", "")).replaceFirst(":.*", ""));
        }
        if (!target.command().isEmpty()) {
            return command(target.command());
        }
        return target.url() == null ? NONE : host(target.url());
    }

    private static String jar(String path) {
        return nonEmpty(base(path).replaceFirst("\\.jar$", "").replaceFirst("-\\d.*$", ""));
    }

    private static String command(List<String> command) {
        int option = command.indexOf("-jar");
        return option >= 0 && option + 1 < command.size() ? jar(command.get(option + 1)) : jar(command.get(0));
    }

    private static String host(String url) {
        try {
            String host = URI.create(url).getHost();
            return host == null ? NONE : nonEmpty(host);
        } catch (IllegalArgumentException notAUrl) {
            return NONE;
        }
    }

    private static String base(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    private static String nonEmpty(String name) {
        return name.isBlank() ? NONE : name;
    }
}
