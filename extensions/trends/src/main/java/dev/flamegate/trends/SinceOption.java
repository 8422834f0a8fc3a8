package dev.flamegate.trends;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A time in the past: {@code 36h} or {@code 7d} ago, {@code 2026-11-22} (UTC), or {@code 2026-11-22T03:00:00Z}. */
public final class SinceOption implements ITypeConverter<Instant> {
    private static final Pattern AGO = Pattern.compile("(\\d{1,6})([hd])");

    @Override
    public Instant convert(String text) {
        Matcher ago = AGO.matcher(text);
        if (ago.matches()) {
            long number = Long.parseLong(ago.group(1));
            return Instant.now().minus(ago.group(2).equals("d") ? Duration.ofDays(number) : Duration.ofHours(number));
        }
        try {
            return text.contains("T")
                    ? OffsetDateTime.parse(text).toInstant()
                    : LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant();
        } catch (DateTimeException e) {
            throw new TypeConversionException(
                    "`" + text + "` is not a time: write 36h or 7d for so long ago, a day such as 2026-11-22, or"
                            + " 2026-11-22T03:00:00Z");
        }
    }
}
