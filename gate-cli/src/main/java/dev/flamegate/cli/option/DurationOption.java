package dev.flamegate.cli.option;

import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A duration on the command line: {@code 12m}, {@code 90s}, {@code 1h}, {@code 12 min}; from 1 s to 24 h. */
public final class DurationOption implements ITypeConverter<Duration> {
    private static final Pattern FORM = Pattern.compile("\\s*(\\d{1,9}(?:\\.\\d{1,9})?)\\s*([a-z]+)\\s*");
    private static final Map<String, Integer> SECONDS = Map.of("s", 1, "m", 60, "min", 60, "h", 3600);
    private static final double NANOS = 1e9;
    private static final Duration LEAST = Duration.ofSeconds(1);
    private static final Duration MOST = Duration.ofHours(24);

    @Override
    public Duration convert(String text) {
        Matcher form = FORM.matcher(text);
        Integer seconds = form.matches() ? SECONDS.get(form.group(2)) : null;
        if (seconds == null) {
            throw new TypeConversionException(
                    "`" + text + "` is not a duration: write a number and s, m, min or h, as in 12m or 90s");
        }
        Duration duration = Duration.ofNanos(Math.round(Double.parseDouble(form.group(1)) * seconds * NANOS));
        if (duration.compareTo(LEAST) < 0 || duration.compareTo(MOST) > 0) {
            throw new TypeConversionException("`" + text + "` is not from 1 s to 24 h");
        }
        return duration;
    }
}
