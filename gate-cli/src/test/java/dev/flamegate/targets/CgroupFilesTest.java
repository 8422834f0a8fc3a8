package dev.flamegate.targets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CgroupFilesTest {
    @TempDir
    Path folder;

    @Test
    void version_1_is_spread_over_its_controllers_folders() {
        Map<String, Path> folders = CgroupFiles.Mounts.folders(
                List.of("5:memory:/docker/abc", "4:cpu,cpuacct:/docker/abc", "3:cpuset:/docker/abc", "0::/"),
                List.of(
                        "31 23 0:28 / /sys/fs/cgroup rw - tmpfs tmpfs rw,mode=755",
                        "32 31 0:29 / /sys/fs/cgroup/cpu,cpuacct rw,relatime shared:9 - cgroup cgroup rw,cpu,cpuacct",
                        "35 31 0:32 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory"));

        assertThat(folders)
                .containsEntry("cpu", Path.of("/sys/fs/cgroup/cpu,cpuacct/docker/abc"))
                .containsEntry("cpuacct", Path.of("/sys/fs/cgroup/cpu,cpuacct/docker/abc"))
                .containsEntry("memory", Path.of("/sys/fs/cgroup/memory/docker/abc"))
                .doesNotContainKey("cpuset");
        assertThat(CgroupFiles.of(folders))
                .hasValueSatisfying(files -> assertThat(files.unified()).isFalse());
    }

    @Test
    void version_2_is_one_folder() {
        Map<String, Path> folders = CgroupFiles.Mounts.folders(
                List.of("0::/system.slice/docker-abc.scope"),
                List.of("31 23 0:28 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate"));

        assertThat(folders).containsExactly(Map.entry("", Path.of("/sys/fs/cgroup/system.slice/docker-abc.scope")));
        assertThat(CgroupFiles.of(folders))
                .hasValueSatisfying(files -> assertThat(files.unified()).isTrue());
    }

    @Test
    void both_versions_at_once_are_read_by_version_1_where_it_controls_cpu() {
        List<String> unified = List.of("42 31 0:33 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw,nsdelegate");
        List<String> both = new ArrayList<>(unified);
        both.add("32 31 0:29 / /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct");
        both.add("35 31 0:32 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory");
        List<String> groups = List.of("5:memory:/job", "4:cpu,cpuacct:/job", "1:name=systemd:/job", "0::/job");

        assertThat(CgroupFiles.of(CgroupFiles.Mounts.folders(groups, both)))
                .hasValue(new CgroupFiles(
                        false,
                        Path.of("/sys/fs/cgroup/cpu,cpuacct/job"),
                        Path.of("/sys/fs/cgroup/cpu,cpuacct/job"),
                        Path.of("/sys/fs/cgroup/memory/job")));
        assertThat(CgroupFiles.of(CgroupFiles.Mounts.folders(groups, unified)))
                .hasValueSatisfying(files -> assertThat(files.cpu()).isEqualTo(Path.of("/sys/fs/cgroup/unified/job")));
    }

    @Test
    void a_mount_that_shows_only_another_branch_is_not_taken() {
        assertThat(CgroupFiles.Mounts.folders(
                        List.of("0::/docker/abc"),
                        List.of("31 23 0:28 /user.slice /sys/fs/cgroup rw - cgroup2 cgroup2 rw")))
                .isEmpty();
        assertThat(CgroupFiles.Mounts.folders(
                        List.of("0::/user.slice2/abc"),
                        List.of("31 23 0:28 /user.slice /sys/fs/cgroup rw - cgroup2 cgroup2 rw")))
                .isEmpty();
        assertThat(CgroupFiles.Mounts.folders(
                        List.of("0::/user.slice/abc"),
                        List.of("31 23 0:28 /user.slice /sys/fs/cgroup rw - cgroup2 cgroup2 rw")))
                .containsExactly(Map.entry("", Path.of("/sys/fs/cgroup/abc")));
    }

    @Test
    void counters_of_version_1_are_read_in_base_units() throws IOException {
        write("cpuacct.usage", "2500000000\n");
        write("cpu.stat", "nr_periods 40\nnr_throttled 7\nthrottled_time 350000000\n");
        write("memory.usage_in_bytes", "1000000\n");
        write("memory.stat", "cache 5\ntotal_inactive_file 400000\n");
        write("memory.limit_in_bytes", "9223372036854771712\n");

        CgroupFiles files = new CgroupFiles(false, folder, folder, folder);
        ContainerCounters.Reading reading = files.read();

        assertThat(reading.cpuSeconds()).isEqualTo(2.5);
        assertThat(reading.throttledSeconds()).isEqualTo(0.35);
        assertThat(files.memoryLeft()).isEmpty();
    }

    @Test
    void counters_of_version_2_are_read_in_base_units() throws IOException {
        write("cpu.stat", "usage_usec 2500000\nuser_usec 1\nnr_periods 40\nnr_throttled 7\nthrottled_usec 350000\n");
        write("memory.current", "1000000\n");
        write("memory.stat", "anon 5\ninactive_file 400000\n");
        write("memory.max", "536870912\n");

        CgroupFiles files = new CgroupFiles(true, folder, folder, folder);
        ContainerCounters.Reading reading = files.read();

        assertThat(reading.cpuSeconds()).isEqualTo(2.5);
        assertThat(reading.throttledSeconds()).isEqualTo(0.35);
        assertThat(files.memoryLeft()).hasValue(536_870_912 - 600_000);
    }

    @Test
    void a_group_that_is_gone_is_a_container_that_has_ended() {
        assertThatThrownBy(() -> new CgroupFiles(true, folder, folder, folder).read())
                .isInstanceOf(TargetFailed.class)
                .hasMessageContaining("ended");
    }

    private void write(String file, String text) throws IOException {
        Files.writeString(folder.resolve(file), text);
    }
}
