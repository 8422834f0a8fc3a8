package dev.flamegate.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequestNameTest {
    @ParameterizedTest
    @CsvSource({
        "/owners/17, GET /owners/{}",
        "/owners/17/pets/3?page=2, GET /owners/{}/pets/{}",
        "/v1/orders, GET /v1/orders",
        "/files/0190f3a2-7c1b-7abc-9def-0123456789ab, GET /files/{}",
        "/commits/134c6e8b12, GET /commits/{}",
        "/added/deadbeef, GET /added/deadbeef",
        "/, GET /",
        "/carts/user-4711-session-0815-abc, GET /carts/{}",
    })
    void values_in_a_path_are_left_out(String path, String name) {
        assertThat(RequestName.of("GET", URI.create(path))).isEqualTo(name);
    }
}
