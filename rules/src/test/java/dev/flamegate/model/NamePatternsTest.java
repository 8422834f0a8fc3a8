package dev.flamegate.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.Cases;
import dev.flamegate.model.rule.NamePatterns;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class NamePatternsTest {
    @Test
    @Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void a_pattern_of_many_stars_ends() {
        assertThat(NamePatterns.matches("*a".repeat(15) + "*b", "a".repeat(60))).isFalse();
        assertThat(NamePatterns.matches("*a".repeat(5_000) + "*b", "a".repeat(50_000)))
                .isFalse();
        assertThat(NamePatterns.matches("*a".repeat(5_000) + "*", "a".repeat(50_000)))
                .isTrue();
    }

    @Test
    void it_matches_what_the_regular_expression_would() {
        Cases.check(7, 20_000, random -> {
            String pattern = text(random, "ab*");
            String name = text(random, "ab\n");
            String regex = Pattern.quote(pattern).replace("*", "\\E.*\\Q");

            assertThat(NamePatterns.matches(pattern, name))
                    .as("%s on %s", pattern, name)
                    .isEqualTo(
                            Pattern.compile(regex, Pattern.DOTALL).matcher(name).matches());
        });
    }

    private static String text(java.util.Random random, String letters) {
        StringBuilder text = new StringBuilder();
        for (int length = random.nextInt(8); length > 0; length--) {
            text.append(letters.charAt(random.nextInt(letters.length())));
        }
        return text.toString();
    }
}
