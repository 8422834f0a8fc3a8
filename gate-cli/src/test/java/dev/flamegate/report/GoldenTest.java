package dev.flamegate.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.report.flame.ReportFlame;
import dev.flamegate.report.formats.JUnitReport;
import dev.flamegate.report.html.HtmlReport;
import dev.flamegate.report.json.JsonReport;
import dev.flamegate.report.text.Summary;
import dev.flamegate.report.text.Terminal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Seals every format: people and machines read these files. A change here is a change for them, so look at the
 * difference before running with {@code -Dgolden.update=true}.
 */
public class GoldenTest {
    private static final Path FILES = Path.of("src", "test", "resources", "golden", "report");
    private static final List<Locale> LOCALES = List.of(Locale.ROOT, Locale.GERMANY, Locale.forLanguageTag("tr-TR"));

    private final Locale before = Locale.getDefault();

    @AfterEach
    void restore() {
        Locale.setDefault(before);
    }

    public static Stream<Arguments> examples() {
        return LOCALES.stream().flatMap(locale -> Examples.names().stream().map(name -> Arguments.of(name, locale)));
    }

    @ParameterizedTest
    @MethodSource("examples")
    void every_format_is_the_same_in_every_locale(String name, Locale locale) throws IOException {
        seal(name, locale, GoldenTest::write);
    }

    /** Compares the files of one example with those that are kept in the module of the test. */
    public static void seal(String name, Locale locale, Function<GateReport, Map<String, byte[]>> format)
            throws IOException {
        Locale.setDefault(locale);
        GateReport report = Examples.named(name);
        for (Map.Entry<String, byte[]> file : format.apply(report).entrySet()) {
            Path golden = FILES.resolve(name).resolve(file.getKey());
            if (Boolean.getBoolean("golden.update") && locale.equals(Locale.ROOT)) {
                Files.createDirectories(golden.getParent());
                Files.write(golden, file.getValue());
            }
            assertThat(new String(file.getValue(), StandardCharsets.UTF_8))
                    .as("%s under %s", golden, locale)
                    .isEqualTo(Files.readString(golden));
        }
    }

    private static Map<String, byte[]> write(GateReport report) {
        Map<String, byte[]> files = new LinkedHashMap<>();
        files.put(
                "index.html",
                Objects.requireNonNull(
                        HtmlReport.write(report, ReportFlame.of(report), false).get(HtmlReport.PAGE)));
        files.put("junit.xml", JUnitReport.write(report));
        files.put("result.json", JsonReport.write(report, 1, "build/flamegate/index.html"));
        files.put("terminal-80.txt", terminal(report, new Terminal(80, false)));
        files.put("terminal-120-colour.txt", terminal(report, new Terminal(120, true)));
        return files;
    }

    private static byte[] terminal(GateReport report, Terminal terminal) {
        return Summary.write(report, terminal, "build/flamegate/index.html").getBytes(StandardCharsets.UTF_8);
    }
}
