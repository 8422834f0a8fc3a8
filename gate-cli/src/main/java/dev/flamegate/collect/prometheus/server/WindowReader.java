package dev.flamegate.collect.prometheus.server;

import dev.flamegate.model.Window;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/** Reads a window with what is needed before its start: the scrapes that its start falls after. */
final class WindowReader {
    /** How long before a window is looked where it does not itself show how often is scraped. */
    private static final Duration LONGEST = Duration.ofMinutes(2);

    private static final Duration TICK = Duration.ofMillis(1);

    private final PrometheusServer server;

    WindowReader(PrometheusServer server) {
        this.server = server;
    }

    WindowSamples read(SeriesSelector selector, Window window) throws InterruptedException {
        RawReader reader = new RawReader(server);
        RawSamples raw = reader.read(selector.toString(), window);
        Map<String, String> known = server.types();
        WindowAssembly inside = new WindowAssembly(raw, known, window);
        if (!inside.beginsAtStart()) {
            Duration before =
                    inside.longestStep().map(step -> step.multipliedBy(3)).orElse(LONGEST);
            Instant from = window.start().minus(before.compareTo(LONGEST) > 0 ? LONGEST : before);
            raw.addAll(reader.read(
                    selector.toString(), new Window(from, window.start().minus(TICK))));
        }
        return new WindowAssembly(raw, known, window).assemble();
    }
}
