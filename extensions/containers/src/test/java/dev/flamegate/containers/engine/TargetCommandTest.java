package dev.flamegate.containers.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.targets.Agents;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.List;
import org.junit.jupiter.api.Test;

class TargetCommandTest {
    @Test
    void options_follow_those_that_are_there_and_keep_their_spaces() {
        assertThat(Agents.toolOptions("", List.of("-Xmx1g", "-Da=b"))).isEqualTo("-Xmx1g -Da=b");
        assertThat(Agents.toolOptions("-Dx=y", List.of("-Da=b c"))).isEqualTo("-Dx=y \"-Da=b c\"");
        assertThat(Agents.toolOptions(" ", List.of("-Da=\"b\" c"))).isEqualTo("'-Da=\"b\" c'");
    }

    @Test
    void a_subnet_knows_its_addresses() throws Exception {
        assertThat(Reach.addressOf("localhost")).isEqualTo("127.0.0.1");
        assertThat(Reach.addressOf("10.1.2.3")).isEqualTo("10.1.2.3");
        Reach.Subnet bridge = Reach.Subnet.parse("172.17.0.0/16").orElseThrow();

        assertThat(bridge.contains(address("172.17.0.1"))).isTrue();
        assertThat(bridge.contains(address("172.17.255.255"))).isTrue();
        assertThat(bridge.contains(address("172.18.0.1"))).isFalse();
        assertThat(Reach.Subnet.parse("10.1.2.3/32").orElseThrow().contains(address("10.1.2.3")))
                .isTrue();
        assertThat(Reach.Subnet.parse("255.255.255.0/24").orElseThrow().contains(address("255.255.255.9")))
                .isTrue();
        assertThat(Reach.Subnet.parse("0.0.0.0/0").orElseThrow().contains(address("8.8.4.4")))
                .isTrue();
        assertThat(Reach.Subnet.parse("fd00::/8")).isEmpty();
        assertThat(Reach.Subnet.parse("1.2.3.4/40")).isEmpty();
        assertThat(Reach.Subnet.parse(null)).isEmpty();
    }

    private static Inet4Address address(String text) throws Exception {
        return (Inet4Address) InetAddress.getByName(text);
    }
}
