package dev.flamegate.os;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SecretsTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "DB_PWD",
                "SENTRY_DSN",
                "CONNECTION_STRING",
                "session.cookie",
                "jwt",
                "SESSION",
                "private-key",
                "SLACK_WEBHOOK",
                "connectionString"
            })
    void a_value_is_hidden_by_its_name(String name) {
        assertThat(Secrets.value(name, "s3cr3t")).isEqualTo("(hidden)");
    }

    @ParameterizedTest
    @CsvSource({
        "postgres://user:s3cr3t@db/shop, postgres://(hidden)@db/shop",
        "https://s3cr3t@github.com/o/r, https://(hidden)@github.com/o/r",
        "https://u:p@ss:s3cr3t@h/x, https://(hidden)@h/x",
        "jdbc:mysql://h/db?user=a&password=s3cr3t&x=1, jdbc:mysql://h/db?user=a&password=(hidden)&x=1",
        "Bearer ghp_abcdefghij0123456789s3cr3t, Bearer (hidden)",
        "eyJhbGciOiJIUzI1NiJ9.e30.s3cr3t, (hidden)",
        "x glpat-abcdefghijs3cr3t, x (hidden)",
        "AKIAABCDEFGHIJKLMNOP, (hidden)"
    })
    void a_value_is_hidden_by_itself(String value, String shown) {
        assertThat(Secrets.value("URL", value)).isEqualTo(shown);
    }

    @ParameterizedTest
    @CsvSource({
        "java -Dapi.token=s3cr3t -jar a.jar --port 80, java -Dapi.token=(hidden) -jar a.jar --port 80",
        "shop --password=s3cr3t --rate=5, shop --password=(hidden) --rate=5",
        "shop -password s3cr3t -v, shop -password (hidden) -v",
        "shop --db postgres://a:s3cr3t@h/d, shop --db postgres://(hidden)@h/d"
    })
    void a_command_is_shown_without_them(String command, String shown) {
        assertThat(Secrets.options(command)).isEqualTo(shown);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"40", "http://shop.example/a?b=c", "a@example.org", "/a/b:c", "true", "registry.example/a:1"})
    void other_values_stay(String value) {
        assertThat(Secrets.value("rate", value)).isEqualTo(value);
    }

    @Test
    void hidden_values_can_still_be_told_apart() {
        Map<String, String> one = Secrets.distinct(Map.of("apiToken", "a", "rate", "40"));
        Map<String, String> other = Secrets.distinct(Map.of("apiToken", "b", "rate", "40"));

        assertThat(one).isNotEqualTo(other).containsEntry("rate", "40");
        assertThat(one.get("apiToken")).matches("\\(hidden\\) #[0-9a-f]{4}");
    }
}
