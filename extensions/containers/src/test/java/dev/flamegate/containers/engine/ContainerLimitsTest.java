package dev.flamegate.containers.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flamegate.plan.TargetSpec;
import java.util.List;
import org.junit.jupiter.api.Test;

class ContainerLimitsTest {
    private static final List<Integer> CPUS = List.of(0, 2, 3, 5);

    @Test
    void whole_cpus_are_given_and_the_others_left_to_the_rest() {
        ContainerLimits limits = ContainerLimits.of(new TargetSpec.Limits(2.0, null), CPUS);

        assertThat(limits).isEqualTo(new ContainerLimits("0,2", null, null));
        assertThat(limits.beside(CPUS)).isEqualTo(new ContainerLimits("3,5", null, null));
    }

    @Test
    void a_fraction_is_a_quota_and_leaves_all_cpus_to_everybody() {
        ContainerLimits limits = ContainerLimits.of(new TargetSpec.Limits(1.5, 512L << 20), CPUS);

        assertThat(limits).isEqualTo(new ContainerLimits(null, 1.5, 512L << 20));
        assertThat(limits.beside(CPUS)).isEqualTo(ContainerLimits.NONE);
        assertThat(limits.context())
                .containsEntry("container.cpu-quota", "1.5")
                .containsEntry("container.memory", "536870912")
                .doesNotContainKey("container.cpuset");
    }

    @Test
    void as_many_cpus_as_there_are_is_no_limit() {
        assertThat(ContainerLimits.of(new TargetSpec.Limits(4.0, null), CPUS)).isEqualTo(ContainerLimits.NONE);
        assertThat(ContainerLimits.of(new TargetSpec.Limits(64.5, null), CPUS)).isEqualTo(ContainerLimits.NONE);
        assertThat(ContainerLimits.of(TargetSpec.Limits.NONE, CPUS)).isEqualTo(ContainerLimits.NONE);
    }

    @Test
    void what_no_engine_would_take_is_refused() {
        assertThatThrownBy(() -> new ContainerLimits("0,x", null, null)).hasMessageStartingWith("0,x");
        assertThatThrownBy(() -> new ContainerLimits(null, 0.0, null)).hasMessageStartingWith("0.0");
        assertThatThrownBy(() -> new ContainerLimits(null, Double.NaN, null)).hasMessageStartingWith("NaN");
        assertThatThrownBy(() -> new ContainerLimits(null, null, 1024L)).hasMessageStartingWith("1024");
    }
}
