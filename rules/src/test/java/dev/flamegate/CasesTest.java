package dev.flamegate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class CasesTest {
    @Test
    void a_failure_names_the_seed_that_gives_its_case_again() {
        ThrowingCallable check = () -> Cases.check(
                1, 1000, random -> assertThat(random.nextInt(100)).as("drawn").isNotEqualTo(42));

        assertThatThrownBy(check).isInstanceOf(AssertionError.class).satisfies(failure -> {
            Matcher seed = Pattern.compile("new Random\\((-?\\d+)L\\)").matcher(String.valueOf(failure.getMessage()));
            assertThat(seed.find()).isTrue();
            assertThat(new Random(Long.parseLong(seed.group(1))).nextInt(100)).isEqualTo(42);
            assertThat(failure).hasMessageContaining("drawn");
        });
    }
}
