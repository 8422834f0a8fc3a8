package dev.flamegate.targets;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.ServerSocket;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FreePortTest {
    @Test
    void it_is_free_and_none_that_connections_are_given() throws Exception {
        Set<Integer> ports = new HashSet<>();
        for (int i = 0; i < 50; i++) {
            int port = FreePort.find();
            assertThat(port).isBetween(1024, 32767);
            try (ServerSocket taken = new ServerSocket(port)) {
                assertThat(taken.getLocalPort()).isEqualTo(port);
            }
            ports.add(port);
        }
        assertThat(ports).hasSizeGreaterThan(25);
    }

    @Test
    void a_port_like_another_has_as_many_digits() {
        assertThat(FreePort.like(8080)).isBetween(1_000, 9_999);
        assertThat(FreePort.like(18080)).isBetween(10_000, 65_535);
    }
}
