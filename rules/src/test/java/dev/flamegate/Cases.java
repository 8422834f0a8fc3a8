package dev.flamegate;

import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;

/**
 * Properties held against random cases. A test has a fixed seed, and from it every case a seed of its own, which a
 * failure names: {@code new Random(seed)} gives the very case again.
 */
public final class Cases {
    /** What has to hold whatever the random numbers. */
    @FunctionalInterface
    public interface Property {
        void holds(Random random) throws Exception;
    }

    private Cases() {}

    /** Tries a property; the first case that it does not hold for fails the test. */
    public static void check(long seed, int tries, Property property) {
        Random seeds = new Random(seed);
        for (int number = 1; number <= tries; number++) {
            long caseSeed = seeds.nextLong();
            assertThatCode(() -> property.holds(new Random(caseSeed)))
                    .as("case %d of %d, new Random(%dL)", number, tries, caseSeed)
                    .doesNotThrowAnyException();
        }
    }

    /** One of several, each as likely. */
    public static <T> T one(Random random, List<T> several) {
        return several.get(random.nextInt(several.size()));
    }

    /** From none to {@code most}, each made by {@code one}. */
    public static <T> List<T> list(Random random, int most, Function<Random, T> one) {
        List<T> list = new ArrayList<>();
        for (int size = random.nextInt(most + 1); size > 0; size--) {
            list.add(one.apply(random));
        }
        return list;
    }

    /** From none to {@code most} UTF-16 units: ASCII, Latin, or any at all, half a pair included. */
    public static String text(Random random, int most) {
        StringBuilder text = new StringBuilder();
        for (int length = random.nextInt(most + 1); length > 0; length--) {
            text.append((char) random.nextInt(one(random, List.of(0x80, 0x100, 0x10000))));
        }
        return text.toString();
    }
}
