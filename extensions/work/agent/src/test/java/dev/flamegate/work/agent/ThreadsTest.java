package dev.flamegate.work.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.work.boot.Counters;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import shop.Example;

/** The agent's answers, while threads of this test run counted code. */
class ThreadsTest {
    private static final AtomicInteger POOLS = new AtomicInteger();

    private final CountingTransformer counting = new CountingTransformer();
    private final Questions questions = new Questions(counting, new HashMap<>());
    private final String own = "pool-of-test-" + (char) ('a' + POOLS.getAndIncrement());
    private final ExecutorService serving = pool(own);
    private final ExecutorService other = pool(own + "-background");
    private Runnable example = () -> {};

    private static ExecutorService pool(String name) {
        return Executors.newFixedThreadPool(1, task -> new Thread(task, name + "-1"));
    }

    @BeforeEach
    void load() throws Exception {
        Class<?> type =
                new CountedClasses(counting, Example.class.getName()::equals).loadClass(Example.class.getName());
        example = (Runnable) type.getConstructor().newInstance();
    }

    @AfterEach
    void end() {
        serving.shutdownNow();
        other.shutdownNow();
    }

    @Test
    void the_work_of_a_request_is_that_of_the_threads_that_serve_requests() throws Exception {
        settle();

        long[] one = counted(() -> serving.submit(example).get());
        long[] two = counted(() -> {
            serving.submit(example).get();
            serving.submit(example).get();
            other.submit(example).get();
        });

        assertThat(one[0]).isGreaterThan(200);
        assertThat(two[0]).isEqualTo(2 * one[0]);
        assertThat(one[1]).isEqualTo(11); // run and ten steps
        assertThat(two[1]).isEqualTo(22);
        assertThat(one[2]).isEqualTo(5); // an exception for each odd step
    }

    @Test
    void the_table_has_calls_and_loops_by_method() throws Exception {
        settle();
        counted(() -> serving.submit(example).get());

        assertThat(questions.apply("table").get("size")).isNotEqualTo("0");
        assertThat(table()).contains("M\tstep\t(IDJ)I").contains("I\tshop/Example\tstep\t(IDJ)I");
        assertThat(questions.apply("classes")).containsEntry("failed", "").containsEntry("classes", "1");
    }

    @Test
    void allocation_of_a_thread_that_ends_is_of_the_whole_machine_or_unknown() throws Exception {
        settle();
        long[] counts = counted(() -> {
            Thread passing = new Thread(
                    () -> {
                        example.run();
                        byte[][] bytes = new byte[100][100_000];
                        Arrays.fill(bytes, null);
                    },
                    own + "-2");
            passing.start();
            passing.join();
        });

        if (Stream.of(com.sun.management.ThreadMXBean.class.getMethods())
                .noneMatch(method -> method.getName().equals("getTotalThreadAllocatedBytes"))) {
            assertThat(counts[3]).isEqualTo(-1);
            assertThat(questions.apply("classes").get("failed")).contains("this JDK does not tell");
        } else {
            assertThat(counts[3]).isBetween(10_000_000L, 12_000_000L);
        }
    }

    @Test
    void a_loop_turns_as_often_as_its_body_runs() throws Exception {
        settle();
        counted(() -> serving.submit(() -> {
                    example.run();
                    example.getClass().getMethod("endless", int[].class).invoke(null, new int[] {50});
                    return null;
                })
                .get());

        assertThat(table().lines().filter(line -> line.startsWith("L")).map(line -> line.replaceFirst(".*\t", "")))
                .containsExactly("10", "50"); // the head of the first one runs eleven times, to see that it is over
    }

    @Test
    void a_call_is_that_of_the_counted_method_that_runs_also_after_an_exception() throws Exception {
        settle();
        counted(() -> serving.submit(example).get());

        assertThat(table().lines().filter(line -> line.startsWith("E")))
                .contains("E\t\t\tshop/Example\trun\t1", "E\tshop/Example\trun\tshop/Example\tstep\t10");
    }

    @Test
    void what_is_created_is_said_by_method() throws Exception {
        settle();
        int step = method("step");
        counted(() -> serving.submit(() -> {
                    example.run();
                    Counters own = dev.flamegate.work.boot.Work.called(step);
                    dev.flamegate.work.boot.Work.thrown(new IOException("as the constructor says"));
                    own.current = 0;
                    dev.flamegate.work.boot.Work.thrown(new IOException("of code that is not counted"));
                })
                .get());

        assertThat(table())
                .contains("X\tjava.io.IOException\t1\t\t\n", "X\tjava.io.IOException\t1\tshop/Example\tstep\n")
                .containsPattern("M\tstep\t[^\n]*\nO\t5\n");
    }

    private int method(String name) {
        int number = 1;
        while (!counting.method(number)[1].equals(name)) {
            number++;
        }
        return number;
    }

    private String table() throws IOException {
        questions.apply("table");
        byte[] bytes = Base64.getDecoder().decode(questions.apply("table 0").get("bytes"));
        return new String(new GZIPInputStream(new ByteArrayInputStream(bytes)).readAllBytes(), StandardCharsets.UTF_8);
    }

    @Test
    void what_is_no_question_is_a_problem() {
        assertThat(questions.apply("sing")).containsKey("problem");
        assertThat(questions.apply("end -1")).containsKey("problem");
        assertThat(questions.apply("end x")).containsKey("problem");
        assertThat(questions.apply("table x")).containsKey("problem");
    }

    /** A load, of which one thread in the background works once. */
    private void settle() throws Exception {
        questions.apply("idle");
        other.submit(example).get();
        questions.apply("loaded");
        for (int i = 0; i < 100; i++) {
            serving.submit(example).get();
            if (i == 50) {
                other.submit(example).get();
            }
            questions.apply("settled");
        }
        assertThat(questions.apply("serving").get("background")).contains(own + "-background-#");
    }

    private long[] counted(Work work) throws Exception {
        questions.apply("begin");
        work.run();
        String[] counts = questions.apply("end 0").get("counts").split(" ");
        long[] numbers = new long[counts.length];
        for (int i = 0; i < counts.length; i++) {
            numbers[i] = Long.parseLong(counts[i]);
        }
        return numbers;
    }

    private interface Work {
        void run() throws Exception;
    }
}
