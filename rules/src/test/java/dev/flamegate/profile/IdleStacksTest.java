package dev.flamegate.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.profile.format.Collapsed;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IdleStacksTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "java.util.concurrent.ThreadPoolExecutor.getTask;java.util.concurrent.locks.LockSupport.park | true",
                "java.util.TimerThread.run;java.util.TimerThread.mainLoop;java.lang.Object.wait;java.lang.Object.wait0 | true",
                "java.util.TimerThread.run;java.util.TimerThread.mainLoop;shop.Expiry.run;java.lang.Object.wait | false",
                "java.lang.Thread.run;shop.Orders.load;java.lang.Object.wait | false",
            })
    void workers_without_a_task_and_timers_between_tasks_are_idle(String stack, boolean idle) {
        CallTree tree = Collapsed.read(stack + " 1\n");

        assertThat(IdleStacks.of(tree)[tree.size() - 1]).isEqualTo(idle);
    }
}
