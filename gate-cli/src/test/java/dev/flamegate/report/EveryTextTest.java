package dev.flamegate.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.format.Names;
import dev.flamegate.report.flame.FlameInput;
import dev.flamegate.report.flame.FlamePage;
import dev.flamegate.report.flame.FlameSvg;
import dev.flamegate.report.flame.ReportFlame;
import dev.flamegate.report.formats.JUnitReport;
import dev.flamegate.report.html.HtmlReport;
import dev.flamegate.report.text.Summary;
import dev.flamegate.report.text.Terminal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Every text of a report is an attack in turn, in each output that shows it. Read by the letter of its
 * format, an output is built as it is with plain words.
 */
public class EveryTextTest {
    private static final String PLAIN = "plain words";
    /** Characters of a name that every format shows. */
    private static final int SHOWN = 200;

    private static final Set<Map.Entry<String, String>> ATTACKS =
            Attacks.packed(SHOWN).entrySet();

    /** One way to write a model, as one file or several. */
    public interface Output<T> {
        Map<String, byte[]> of(T model) throws Exception;
    }

    /** A way that makes one file. */
    public interface File {
        byte[] of(GateReport model) throws Exception;
    }

    @Test
    void every_output_of_a_report_is_built_the_same_whatever_its_texts_say() throws Exception {
        Set<String> rich = Leaves.in(RichExample.report());
        Set<String> pairs = new TreeSet<>(Leaves.in(ExampleComparisons.failing()));
        pairs.removeAll(rich);

        assertThat(check(RichExample.report(), rich, outputs())).isGreaterThan(1_800);
        assertThat(check(ExampleComparisons.failing(), pairs, outputs())).isGreaterThan(300);
    }

    @Test
    void the_models_of_this_test_have_a_text_wherever_there_can_be_one() {
        Set<String> shown = new TreeSet<>();
        shown.addAll(Leaves.in(RichExample.report()));
        shown.addAll(Leaves.in(ExampleComparisons.failing()));
        Set<String> possible = new TreeSet<>(Leaves.of(GateReport.class));

        possible.removeAll(shown);
        assertThat(possible).isEmpty();
    }

    private static List<Output<GateReport>> outputs() {
        return List.of(
                one("summary.terminal", report -> terminal(report, new Terminal(120, true))),
                report -> HtmlReport.write(report, ReportFlame.of(report), false),
                one("flame.html", report -> flame(report, FlamePage::write)),
                one("flame.svg", report -> flame(report, FlameSvg::write)),
                one("junit.xml", JUnitReport::write));
    }

    public static Output<GateReport> one(String name, File file) {
        return report -> Map.of(name, file.of(report));
    }

    private static byte[] terminal(GateReport report, Terminal terminal) {
        return utf8(Summary.write(report, terminal, "build/flamegate/index.html"));
    }

    private interface FlameWriter {
        void write(Appendable out, FlameInput input) throws Exception;
    }

    private static byte[] flame(GateReport report, FlameWriter writer) throws Exception {
        StringBuilder page = new StringBuilder();
        writer.write(page, ReportFlame.of(report).orElseThrow());
        return utf8(page.toString());
    }

    /** Each text in turn where an output shows it, and all at once in all; returns how many files were read. */
    public static <T> int check(T model, Set<String> places, List<Output<T>> outputs) throws Exception {
        List<Map<String, byte[]>> genuine = new ArrayList<>();
        for (Output<T> output : outputs) {
            genuine.add(output.of(model));
        }
        int read = 0;
        for (String place : places) {
            Optional<T> plain = Leaves.with(model, place, PLAIN);
            if (plain.isPresent()) { // else it must be of a form
                Map<Output<T>, Map<String, List<String>>> shown = new LinkedHashMap<>();
                for (int i = 0; i < outputs.size(); i++) {
                    Map<String, List<String>> files = changed(outputs.get(i).of(plain.get()), genuine.get(i));
                    if (!files.isEmpty()) {
                        shown.put(outputs.get(i), files);
                    }
                }
                read += attack(model, place, shown);
            }
        }
        for (Map.Entry<String, String> attack : ATTACKS) {
            T attacked = Leaves.with(model, Leaves.ALL, attack.getValue()).orElseThrow();
            for (Output<T> output : outputs) {
                for (Map.Entry<String, byte[]> file : output.of(attacked).entrySet()) {
                    skeleton(attack.getKey() + " everywhere", file.getKey(), file.getValue());
                    read++;
                }
            }
        }
        return read;
    }

    /** What is left of the files that are not as before. */
    private static Map<String, List<String>> changed(Map<String, byte[]> files, Map<String, byte[]> before) {
        Map<String, List<String>> changed = new TreeMap<>();
        files.forEach((name, file) -> {
            if (!Arrays.equals(file, before.get(name))) {
                changed.put(name, skeleton(PLAIN, name, file));
            }
        });
        return changed;
    }

    /** Attacks one place in the files that show it, given by what they are with plain words. */
    private static <T> int attack(T model, String place, Map<Output<T>, Map<String, List<String>>> shown)
            throws Exception {
        int read = 0;
        for (Map.Entry<String, String> attack : ATTACKS) {
            Optional<T> attacked = shown.isEmpty() ? Optional.empty() : Leaves.with(model, place, attack.getValue());
            if (attacked.isPresent()) {
                String what = attack.getKey() + " as " + place;
                Supplier<T> harmless = () ->
                        Leaves.with(model, place, harmless(attack.getValue())).orElseThrow();
                for (Map.Entry<Output<T>, Map<String, List<String>>> output : shown.entrySet()) {
                    read += compare(what, output.getKey(), output.getValue(), attacked.get(), harmless);
                }
            }
        }
        return read;
    }

    private static <T> int compare(
            String what, Output<T> output, Map<String, List<String>> plain, T attacked, Supplier<T> harmless)
            throws Exception {
        Map<String, byte[]> files = output.of(attacked);
        for (Map.Entry<String, List<String>> expected : plain.entrySet()) {
            String name = expected.getKey();
            List<String> found = skeleton(what, name, files.get(name));
            if (!found.equals(expected.getValue())) {
                assertThat(found)
                        .as("%s in %s", what, name)
                        .isEqualTo(
                                skeleton(what, name, output.of(harmless.get()).get(name)));
            }
        }
        return plain.size();
    }

    /** The same shape without anything that means something: how a name is shown can hang on its dots and its length. */
    private static String harmless(String attack) {
        return Names.visible(attack).replaceAll("[^A-Za-z0-9 ./\\[\\](]", "x");
    }

    private static List<String> skeleton(String what, String name, byte @Nullable [] file) {
        try {
            return Skeletons.of(name, Objects.requireNonNull(file));
        } catch (Exception | AssertionError e) { // whatever a reader throws
            throw new AssertionError(what + " in " + name + ": " + e.getMessage(), e);
        }
    }

    public static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
