package dev.flamegate.publish.flame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.flamegate.cli.Commands;
import dev.flamegate.cli.Commands.Ended;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.profile.CallTree;
import dev.flamegate.profile.ProfiledRun;
import dev.flamegate.profile.format.Collapsed;
import dev.flamegate.store.History;
import dev.flamegate.store.StoredRuns;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class DiffCommandTest {
    @TempDir
    private Path folder;

    @Test
    void two_stored_runs_are_compared_per_request() {
        save("r1", 0, ProfileEvent.WALL, Collapsed.read("a/A.run;a/A.go 1000000000\n"));
        save("r2", 1, ProfileEvent.WALL, Collapsed.read("a/A.run;a/A.go 3000000000\na/A.run;c/C.fresh 500000000\n"));
        JsonNode json = JsonMapper.shared()
                .readTree(diff("r1", "latest", "--format", "json").out());
        assertThat(json.path("unit").asString()).isEqualTo("s");
        assertThat(json.path("per").asString()).isEqualTo("request");
        assertThat(json.path("baseline").path("name").asString()).isEqualTo("r1");
        assertThat(json.path("candidate").path("name").asString()).isEqualTo("r2");
        double perRequest = json.path("baseline").path("total").asDouble();
        JsonNode go = json.path("methods").path(0);
        assertThat(go.path("frame").asString()).isEqualTo("a.A.go");
        assertThat(go.path("self").path("growth").asDouble()).isEqualTo(2 * perRequest);
        assertThat(diff("r1", "r2", "--format", "collapsed").out())
                .isEqualTo("a.A.run;a.A.go 1000000000 3000000000\na.A.run;c.C.fresh 0 500000000\n");
        Path page = folder.resolve("diff.html");
        assertThat(diff("r1", "r2", "-o", page).code()).isZero();
        assertThat(page).isNotEmptyFile();
    }

    @Test
    void cpu_is_what_was_counted_as_in_the_report() {
        save("r1", 0, ProfileEvent.CPU, Collapsed.read("a/A.run;a/A.go 1000000000\n"));
        save("r2", 1, ProfileEvent.CPU, Collapsed.read("a/A.run;a/A.go 4000000000\na/A.run;c/C.fresh 1000000000\n"));
        JsonNode json = JsonMapper.shared()
                .readTree(diff("r1", "r2", "--format", "json").out());

        double counted = 2.5 / 100;
        assertThat(json.path("baseline").path("total").asDouble()).isEqualTo(counted, within(1e-12));
        assertThat(json.path("candidate").path("total").asDouble()).isEqualTo(counted, within(1e-12));
        assertThat(json.path("methods").path(0).path("frame").asString()).isEqualTo("c.C.fresh");
        assertThat(json.path("methods").path(0).path("self").path("growth").asDouble())
                .isEqualTo(counted / 5, within(1e-12));
    }

    @Test
    void a_run_that_is_not_stored_is_said_to_be_so() {
        save("r1", 0, ProfileEvent.CPU, CallTree.empty());
        assertThat(diff("r1", "r9").code()).isEqualTo(2);
        Ended empty = diff("r1", "r1", "--format", "json");
        assertThat(empty.code()).isEqualTo(2);
        assertThat(empty.err()).contains("there are no samples");
    }

    @Test
    void options_of_the_history_stand_before_or_behind_its_commands() {
        save("r1", 0, ProfileEvent.CPU, CallTree.empty());
        assertThat(Commands.run("history", "list", "--history", folder).out()).contains("r1");
        assertThat(Commands.run("history", "--history", folder, "list").out()).contains("r1");
    }

    private void save(String id, int minutes, ProfileEvent event, CallTree tree) {
        ProfiledRun run = StoredRuns.run(id, StoredRuns.START.plusSeconds(60L * minutes), "17");
        new History(folder, warning -> {}).save(new ProfiledRun(run.run(), List.of(Map.of(event, tree))));
    }

    private Ended diff(Object... arguments) {
        Object[] all = new Object[arguments.length + 3];
        all[0] = "flame";
        all[1] = "--history";
        all[2] = folder;
        System.arraycopy(arguments, 0, all, 3, arguments.length);
        return Commands.run(all);
    }
}
