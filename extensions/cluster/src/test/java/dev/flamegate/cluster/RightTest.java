package dev.flamegate.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.api.model.rbac.Role;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RightTest {
    @Test
    void the_role_grants_what_is_needed_and_nothing_else() throws Exception {
        String file = Files.readString(Path.of("..", "..", Right.ROLE));
        Role role = Serialization.unmarshal(file.split("(?m)^---$")[0], Role.class);

        assertThat(role.getRules().stream().flatMap(RightTest::rights))
                .containsExactlyInAnyOrderElementsOf(Stream.of(Right.NEEDED, Right.FOR_A_SERVICE, Right.FOR_INJECTORS)
                        .flatMap(List::stream)
                        .map(right -> right.group() + " " + right)
                        .toList());
    }

    private static Stream<String> rights(PolicyRule rule) {
        assertThat(rule.getApiGroups()).hasSize(1);
        assertThat(rule.getResourceNames()).isEmpty();
        return rule.getResources().stream()
                .flatMap(resource ->
                        rule.getVerbs().stream().map(verb -> rule.getApiGroups().get(0) + " " + verb + " " + resource));
    }
}
