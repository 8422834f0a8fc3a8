package dev.flamegate.targets;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CgroupLimitsTest {
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
        CgroupFiles group = new CgroupFiles(true, inner, inner, inner);

        assertThat(group.cpuLimit()).hasValue(1.5);
        assertThat(group.memoryLimit()).hasValue(4294967296.0);
        assertThat(group.memoryLeft()).hasValue(4294967296.0 - 1_000_000_000);
        assertThat(group.throttledSeconds()).hasValue(2.5);
    }

    @Test
    void version_1_has_a_folder_for_each_controller_and_its_own_words_for_no_limit() throws IOException {
        write(inner, "cpu.cfs_quota_us", "-1");
        write(inner, "cpu.cfs_period_us", "100000");
        write(outer, "cpu.cfs_quota_us", "50000");
        write(outer, "cpu.cfs_period_us", "100000");
        write(inner, "memory.limit_in_bytes", "9223372036854771712");
        write(inner, "cpu.stat", "nr_throttled 3\nthrottled_time 1500000000\n");
        CgroupFiles group = new CgroupFiles(false, inner, inner, inner);

        assertThat(group.cpuLimit()).hasValue(0.5);
        assertThat(group.memoryLimit()).isEmpty();
        assertThat(group.memoryLeft()).isEmpty();
        assertThat(group.throttledSeconds()).hasValue(1.5);
    }

    @Test
    void without_groups_nothing_is_limited() {
        CgroupFiles empty = new CgroupFiles(true, inner, inner, inner);

        assertThat(CgroupFiles.of(Map.of())).isEmpty();
        assertThat(empty.cpuLimit()).isEmpty();
        assertThat(empty.memoryLimit()).isEmpty();
        assertThat(empty.memoryLeft()).isEmpty();
        assertThat(empty.throttledSeconds()).isEmpty();
    }

    @Test
    void a_kernel_without_a_controller_of_version_1_still_has_the_limits_of_the_others() throws IOException {
        write(inner, "cpu.cfs_quota_us", "200000");
        write(inner, "cpu.cfs_period_us", "100000");

        CgroupFiles group = CgroupFiles.of(Map.of("cpu", inner)).orElseThrow();

        assertThat(group.cpuLimit()).hasValue(2);
        assertThat(group.memoryLimit()).isEmpty();
        assertThat(group.memoryLeft()).isEmpty();
    }

    @Test
    void numbers_that_are_no_limit_are_none() throws IOException {
        write(outer, "memory.limit_in_bytes", "9223372036854771712");
        write(inner, "memory.limit_in_bytes", "18446744073709551615");
        write(inner, "cpu.cfs_quota_us", "0");
        write(inner, "cpu.cfs_period_us", "100000");
        write(inner, "cpu.max", "");
        write(outer, "cpu.max", "max");
        write(inner, "memory.max", "max");

        for (boolean unified : new boolean[] {true, false}) {
            CgroupFiles group = new CgroupFiles(unified, inner, inner, inner);
            assertThat(group.cpuLimit()).isEmpty();
            assertThat(group.memoryLimit()).isEmpty();
        }
    }

    private static void write(Path folder, String file, String text) throws IOException {
        Files.writeString(folder.resolve(file), text + "\n");
    }
}
