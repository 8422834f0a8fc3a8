package dev.flamegate.trends.site;

import dev.flamegate.format.Names;
import dev.flamegate.format.Numbers;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Words that several pages use. */
final class Texts {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final DateTimeFormatter DAY =
            DateTimeFormatter.ofPattern("uuuu-MM-dd", Locale.ROOT).withZone(ZoneOffset.UTC);

    private Texts() {}

    static String time(Instant instant) {
        return TIME.format(instant);
    }

    static String day(Instant instant) {
        return DAY.format(instant);
    }

    static String commit(String commit) {
        return Names.visible(Names.commit(commit));
    }

    /** A broken rule in a few words: {@code cpu-cost of request GET /a +12 %: MatrixCalculator.multiply}. */
    static String broken(SiteData.Broken broken) {
        String part = broken.part().isEmpty() ? "" : " of " + broken.part();
        String growth = broken.growth() == null ? "" : " " + Numbers.growth(broken.growth());
        String culprit = broken.culprit() == null ? "" : ": " + Names.shortFrame(broken.culprit());
        return Names.visible(broken.rule() + part + growth + culprit);
    }
}
