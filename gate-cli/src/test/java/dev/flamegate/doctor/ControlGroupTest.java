package dev.flamegate.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ControlGroupTest {
    @TempDir
    Path root;

    private Path outer;
    private Path inner;

    @BeforeEach
    void groupsWithinGroups() throws IOException {
        outer = root.resolve("job");
        inner = Files.createDirectories(outer.resolve("step"));
    }

    @Test
    void the_narrowest_limit_around_counts_in_version_2() throws IOException {
        write(outer, "cpu.max", "150000 100000");
        write(inner, "cpu.max", "max 100000");
        write(outer, "memory.max", "4294967296");
        write(inner, "memory.max", "8589934592");
        write(inner, "memory.current", "1073741824");
        write(inner, "memory.stat", "anon 5\ninactive_file 73741824\n");
        write(inner, "cpu.stat", "usage_usec 7\nthrottled_usec 2500000\n");
        ControlGroup group = new ControlGroup(Map.of("", inner));

        assertThat(group.cpuLimit()).hasValue(1.5);
        assertThat(group.memoryLimit()).hasValue(4294967296.0);
        assertThat(group.memoryLeft()).hasValue(4294967296.0 - 1_000_000_000);
        assertThat(group.throttled()).hasValue(2.5);
    }

    @Test
    void version_1_has_a_folder_for_each_controller_and_its_own_words_for_no_limit() throws IOException {
        write(inner, "cpu.cfs_quota_us", "-1");
        write(inner, "cpu.cfs_period_us", "100000");
        write(outer, "cpu.cfs_quota_us", "50000");
        write(outer, "cpu.cfs_period_us", "100000");
        write(inner, "memory.limit_in_bytes", "9223372036854771712");
        write(inner, "cpu.stat", "nr_throttled 3\nthrottled_time 1500000000\n");
        ControlGroup group = new ControlGroup(Map.of("cpu", inner, "memory", inner));

        assertThat(group.cpuLimit()).hasValue(0.5);
        assertThat(group.memoryLimit()).isEmpty();
        assertThat(group.memoryLeft()).isEmpty();
        assertThat(group.throttled()).hasValue(1.5);
    }

    @Test
    void without_groups_nothing_is_limited() {
        ControlGroup group = new ControlGroup(Map.of());

        assertThat(group.isKnown()).isFalse();
        assertThat(group.cpuLimit()).isEmpty();
        assertThat(group.throttled()).isEmpty();
    }

    @Test
    void a_quota_that_service_and_generator_share_is_worth_a_warning() throws IOException {
        write(inner, "cpu.max", "150000 100000");
        ControlGroup group = new ControlGroup(Map.of("", inner));

        CheckResult shared = new CgroupCheck(Situations.withoutPlan(root, null), group, 4).look();
        CheckResult ample = new CgroupCheck(Situations.withoutPlan(root, null), group, 1).look();

        assertThat(shared.status()).isEqualTo(Status.WARN);
        assertThat(shared.message()).contains("1.5 CPUs by quota", "no limit of memory");
        assertThat(shared.values()).containsEntry("cpuLimit", 1.5);
        assertThat(ample.status()).isEqualTo(Status.OK);
    }

    private static void write(Path folder, String file, String text) throws IOException {
        Files.writeString(folder.resolve(file), text + "\n");
    }
}
