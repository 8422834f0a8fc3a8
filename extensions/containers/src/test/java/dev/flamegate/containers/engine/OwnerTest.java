package dev.flamegate.containers.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.targets.Owner;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OwnerTest {
    private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");

    @Test
    void a_label_names_its_owner() {
        Owner owner = Owner.current();

        assertThat(Owner.parse(owner.labels("target").get(Owner.LABEL))).hasValue(owner);
        assertThat(owner.labels("target")).containsEntry(Owner.ROLE, "target").containsKey(Owner.CREATED);
        assertThat(Owner.parse("")).isEmpty();
        assertThat(Owner.parse("12")).isEmpty();
        assertThat(Owner.parse("twelve/1/here")).isEmpty();
        assertThat(Owner.parse("99999999999999999999/1/here")).isEmpty();
    }

    @Test
    void this_process_lives_and_what_belongs_to_it_stays() {
        assertThat(Owner.current().state()).isEqualTo(Owner.State.ALIVE);
        assertThat(Sweep.isOrphan(Owner.current().labels("target"), NOON)).isFalse();
    }

    @Test
    void an_id_that_another_process_has_by_now_is_a_dead_owner() {
        Owner former = new Owner(
                Owner.current().pid(),
                Owner.current().startMillis() - 60_000,
                Owner.current().host());

        assertThat(former.state()).isEqualTo(Owner.State.DEAD);
        assertThat(Sweep.isOrphan(former.labels("target"), NOON)).isTrue();
    }

    @Test
    void of_another_machine_only_age_tells() {
        Owner foreign = new Owner(1, 1, "elsewhere");

        assertThat(foreign.state()).isEqualTo(Owner.State.UNKNOWN);
        assertThat(Sweep.isOrphan(made(foreign, "2026-11-20T01:00:00Z"), NOON)).isFalse();
        assertThat(Sweep.isOrphan(made(foreign, "2026-11-19T23:00:00Z"), NOON)).isTrue();
        assertThat(Sweep.isOrphan(made(foreign, "yesterday"), NOON)).isFalse();
    }

    @Test
    void what_is_not_ours_is_never_touched() {
        assertThat(Sweep.isOrphan(null, NOON)).isFalse();
        assertThat(Sweep.isOrphan(Map.of("maintainer", "somebody"), NOON)).isFalse();
        assertThat(Sweep.isOrphan(Map.of(Owner.LABEL, "somebody's"), NOON)).isFalse();
    }

    private static Map<String, String> made(Owner owner, String created) {
        return Map.of(Owner.LABEL, owner.text(), Owner.CREATED, created);
    }
}
