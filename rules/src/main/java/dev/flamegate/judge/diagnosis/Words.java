package dev.flamegate.judge.diagnosis;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/** Numbers in the evidence of diagnoses. */
final class Words {
    private Words() {}

    /** {@code 12.3 %} of a part. */
    static String percent(double part) {
        return String.format(Locale.ROOT, part < 0.1 ? "%.1f %%" : "%.0f %%", part * 100);
    }

    /** {@code 1.24 ms} of seconds. */
    static String millis(double seconds) {
        return String.format(Locale.ROOT, "%.3g ms", seconds * 1e3);
    }

    /** {@code about 200} of 197.6: a count that samples tell, to two digits. */
    static String about(double count) {
        return "about "
                + BigDecimal.valueOf(count)
                        .round(new MathContext(2))
                        .setScale(0, RoundingMode.HALF_EVEN)
                        .toPlainString();
    }

    /** {@code 2.9} of a ratio or count. */
    static String number(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }

    /** {@code , 3.0 % before} where there was something before. */
    static String before(double part) {
        return Double.isNaN(part) ? "" : ", " + percent(part) + " in the baseline";
    }
}
