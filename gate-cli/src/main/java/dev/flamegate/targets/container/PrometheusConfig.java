package dev.flamegate.targets.container;

import java.util.List;

/** Prometheus' configuration, as far as the version that reads it understands. */
final class PrometheusConfig {
    private PrometheusConfig() {}

    /** Without anything to scrape: what every version reads. */
    static String empty() {
        return "global:\n  scrape_interval: 1s\n  scrape_timeout: 1s\n";
    }

    /**
     * For the targets. Classic buckets are kept beside native histograms where the version can, so that rules may use
     * either.
     *
     * @param version such as {@code 3.13.2}
     */
    static String of(List<ScrapeTarget> targets, String version) {
        StringBuilder yaml = new StringBuilder(empty());
        yaml.append("scrape_configs:\n  - job_name: flamegate\n");
        if (isAtLeast(version, 3, 8)) {
            yaml.append("    scrape_native_histograms: true\n");
        }
        if (isAtLeast(version, 3, 0)) {
            yaml.append("    always_scrape_classic_histograms: true\n");
        } else if (isAtLeast(version, 2, 45)) {
            yaml.append("    scrape_classic_histograms: true\n");
        }
        yaml.append("    static_configs:\n");
        for (ScrapeTarget target : targets) {
            yaml.append("      - targets: [").append(quoted(target.alias() + ":" + target.port()));
            yaml.append("]\n        labels:\n");
            label(yaml, "__metrics_path__", target.path());
            label(yaml, "service", target.service());
            label(yaml, "arm", target.arm());
        }
        return targets.isEmpty() ? empty() : yaml.toString();
    }

    private static void label(StringBuilder yaml, String name, String value) {
        yaml.append("          ")
                .append(name)
                .append(": ")
                .append(quoted(value))
                .append('\n');
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "''") + "'";
    }

    private static boolean isAtLeast(String version, int major, int minor) {
        String[] parts = version.split("\\D+", -1);
        if (parts.length < 2 || parts[0].isEmpty() || parts[1].isEmpty()) {
            return false;
        }
        int found = Integer.parseInt(parts[0]);
        return found > major || (found == major && Integer.parseInt(parts[1]) >= minor);
    }
}
