import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;

/** Adds a meter for a job and removes it, among the meters of ten thousand others. */
public final class Service {
    private Service() {}

    public static void main(String[] arguments) throws Exception {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        for (int i = 0; i < 10_000; i++) {
            registry.counter("jobs", List.of(Tag.of("id", Integer.toString(i))));
        }
        Serve.work(() -> {
            Counter counter = registry.counter("jobs", List.of(Tag.of("id", "job-" + Thread.currentThread().getId())));
            counter.increment();
            registry.remove(counter);
            return (long) counter.count();
        });
    }
}
