package dev.flamegate.publish.format;

import dev.flamegate.format.Escapes;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The samples of one metric, each set of labels once. */
final class Family {
    private static final MathContext PRECISION = new MathContext(4, RoundingMode.HALF_UP);

    private final String name;
    private final String head;
    private final Map<String, String> samples = new LinkedHashMap<>();

    Family(String name, String type, String help) {
        this.name = name;
        this.head = "# TYPE " + name + " " + type + "\n# HELP " + name + " " + help + "\n";
    }

    /** Adds a sample unless there is one with these labels, or its value is not finite. */
    void add(Map<String, String> labels, @Nullable Double value) {
        if (value != null && Double.isFinite(value)) {
            String text = labels.entrySet().stream()
                    .map(label -> label.getKey() + "=\"" + Escapes.label(label.getValue()) + "\"")
                    .collect(Collectors.joining(","));
            samples.putIfAbsent(text, number(value));
        }
    }

    void add(Map<String, String> labels, int value) {
        add(labels, Double.valueOf(value));
    }

    /** Metadata and samples; empty without samples. */
    String text() {
        return samples.isEmpty()
                ? ""
                : head
                        + samples.entrySet().stream()
                                .map(sample -> name + "{" + sample.getKey() + "} " + sample.getValue() + "\n")
                                .collect(Collectors.joining());
    }

    private static String number(double value) {
        BigDecimal rounded = BigDecimal.valueOf(value).round(PRECISION).stripTrailingZeros();
        return rounded.signum() == 0 ? "0" : rounded.toPlainString();
    }
}
