package dev.flamegate.judge.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.flamegate.judge.MadeRun;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.profile.Facet;
import org.junit.jupiter.api.Test;

class PoolTableTest {
    @Test
    void a_pool_has_its_threads_cpu_states_and_hottest_leaf() {
        PoolTable table = PoolTable.of(new MadeRun("a")
                .cpu(150, "shop.Cart.price")
                .cpu(50, "shop.Json.write")
                .wall("http-#", "runnable", 300, "shop.Cart.price")
                .wall("http-#", "sleeping", 100, "shop.Cache.put", "ObjectMonitor::enter(JavaThread*)")
                .wall("http-#", "sleeping", 200, "shop.Bank.call")
                .wall("http-#", "sleeping", 3400, "java.util.concurrent.ThreadPoolExecutor.getTask")
                .trial()
                .run());
        PoolTable.PoolRow http = table.pools().get(0);

        assertThat(http.name()).isEqualTo("http-#");
        assertThat(http.threads()).isCloseTo(4, within(1e-9));
        assertThat(http.cpu()).isCloseTo(2, within(1e-9));
        assertThat(http.runnable()).isCloseTo(3, within(1e-9));
        assertThat(http.blocked()).isCloseTo(1, within(1e-9));
        assertThat(http.parked()).isCloseTo(2, within(1e-9));
        assertThat(http.idlePart()).isCloseTo(0.85, within(1e-9));
        assertThat(http.topLeaf()).isEqualTo("shop.Cart.price");
        assertThat(table.seconds()).isEqualTo(MadeRun.SECONDS);
        assertThat(table.count()).isEqualTo(MadeRun.REQUESTS);
        assertThat(table.requests()).as("nothing is labelled").isEmpty();
    }

    @Test
    void requests_have_a_table_of_their_own_and_the_profiler_none() {
        Facet orders = new Facet("http-#", "POST /orders", "running");
        PoolTable table = PoolTable.of(new MadeRun("a")
                .add(ProfileEvent.CPU, orders, 30, "shop.Orders.check")
                .add(ProfileEvent.CPU, new Facet("[profiler]", "", ""), 10, "io.pyroscope.Upload.run")
                .add(ProfileEvent.CPU, new Facet("[gc]", "", ""), 10, "G1ParTask::work")
                .cpu(20, "shop.Metrics.count")
                .trial()
                .run());

        assertThat(table.pools()).extracting(PoolTable.PoolRow::name).containsExactly("http-#", "[gc]");
        assertThat(table.requests()).extracting(PoolTable.PoolRow::name).containsExactly("POST /orders", "");
        assertThat(table.pools().get(0).threads())
                .as("without a wall clock profile")
                .isNaN();
    }
}
