package dev.flamegate.report.flame;

import dev.flamegate.format.Numbers;
import dev.flamegate.model.Unit;
import dev.flamegate.profile.Hotspots;
import dev.flamegate.profile.names.MachinePools;
import dev.flamegate.report.browser.Browser;
import dev.flamegate.report.flame.FlameEvent.Side;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Clicks through the page in Chromium: {@code src/test/browser/viewer.test.mjs}, with the numbers it must show. */
@Tag("side-by-side")
class FlameViewerIT {
    private static final Path PAGES = Path.of("target", "flame");
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    @Test
    void the_viewer_does_in_a_browser_what_it_says() throws IOException, InterruptedException {
        Browser.needed();
        FlamePages.main(new String[] {PAGES.toString()});
        Files.writeString(PAGES.resolve("expected.json"), expected());
        Browser.test("viewer.test.mjs", PAGES);
    }

    /** What the report's own code makes of the same profiles. */
    private static String expected() {
        ObjectNode root = NODES.objectNode();
        FlameEvent cpu = FlameExamples.service().events().get(0);
        Side before = cpu.baseline().orElseThrow();
        Side after = cpu.candidate().orElseThrow();
        root.set(
                "whole",
                pair(before.tree().weight() * before.factor(), after.tree().weight() * after.factor()));
        ArrayNode methods = root.putArray("methods");
        Hotspots.between(before.tree(), before.factor(), after.tree(), after.factor()).methods().stream()
                .filter(method -> method.total().share() > 0 && !MachinePools.NAMES.contains(method.name()))
                .forEach(method -> {
                    ObjectNode node = methods.addObject().put("name", method.name());
                    node.set(
                            "total",
                            pair(method.total().baseline(), method.total().candidate()));
                    node.set(
                            "self", pair(method.self().baseline(), method.self().candidate()));
                });
        root.set("formats", formats());
        return JsonMapper.builder().build().writeValueAsString(root);
    }

    private static ArrayNode pair(double baseline, double candidate) {
        return NODES.arrayNode()
                .add(baseline)
                .add(candidate)
                .add(Numbers.quantity(baseline, Unit.MILLISECONDS))
                .add(Numbers.quantity(candidate, Unit.MILLISECONDS))
                .add(Numbers.change(candidate - baseline, Unit.MILLISECONDS));
    }

    /** Value, unit, and what the report writes for it. */
    private static ArrayNode formats() {
        ArrayNode formats = NODES.arrayNode();
        Random random = new Random(3);
        List<Unit> units = List.of(Unit.MILLISECONDS, Unit.SECONDS, Unit.BYTES, Unit.KIBIBYTES, Unit.count("samples"));
        for (int i = 0; i < 3000; i++) {
            double value = value(random, i);
            Unit unit = units.get(i % units.size());
            formats.addArray()
                    .add(value)
                    .add(unit.symbol())
                    .add(unit.dimension().name().toLowerCase(Locale.ROOT))
                    .add(unit.toBase())
                    .add(Numbers.quantity(value, unit))
                    .add(Numbers.change(value, unit))
                    .add(Numbers.percent(value))
                    .add(Numbers.growth(value));
        }
        return formats;
    }

    /** Of all sizes, and some at the edges of rounding. */
    private static double value(Random random, int i) {
        double sign = i % 3 == 0 ? -1 : 1;
        return switch (i % 7) {
            case 0 -> 0;
            case 1 -> sign * random.nextInt(100_000) / 1000.0;
            case 2 -> sign * (random.nextInt(2000) + 0.5) / 1000;
            case 3 -> sign * 9.995;
            default -> sign * Math.pow(10, random.nextDouble() * 20 - 10);
        };
    }
}
