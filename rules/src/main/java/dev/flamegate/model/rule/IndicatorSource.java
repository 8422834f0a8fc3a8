package dev.flamegate.model.rule;

import dev.flamegate.model.Counter;
import dev.flamegate.model.Gauge;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.WorkCount;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The source of an indicator's values, and the way they follow from what was recorded. Code that treats sources
 * differently implements {@link Cases}, so the compiler finds every place affected by a new kind of source.
 */
public sealed interface IndicatorSource {
    <T> T match(Cases<T> cases);

    /** The events whose profiles can explain a change of the indicator, the best first; empty if none can. */
    List<ProfileEvent> events();

    /** A case for each kind of source; see the type of that name. */
    interface Cases<T> {
        T increase(Increase source);

        T level(Level source);

        T startup();

        T latency(Latency source);

        T requests(Requests source);

        T profileShare(ProfileShare source);

        T starvation();

        T query(Query source);

        T counted(Counted source);
    }

    /**
     * The increase of a counter of the target's process, per unit of something else.
     *
     * @param without a counter of a part that is left out; {@code null} for none
     */
    record Increase(Counter counter, @Nullable Counter without, Per per) implements IndicatorSource {
        public Increase(Counter counter, Per per) {
            this(counter, null, per);
        }

        /** True if it is about what stays in memory, which is looked at only for rules about it. */
        public boolean isOfMemory() {
            return counter == Counter.LIVE_HEAP || counter == Counter.LIVE_OBJECTS || counter == Counter.RESIDENT;
        }

        /** The divisor of the increase. */
        public enum Per {
            /** Successful requests. */
            REQUEST,
            /** Thousands of successful requests. */
            THOUSAND_REQUESTS,
            /** Measured seconds. */
            SECOND,
            /** Measured hours. */
            HOUR,
            /** Measured seconds times the CPUs that the target may use. */
            CPU_SECOND
        }

        @Override
        public <T> T match(Cases<T> cases) {
            return cases.increase(this);
        }

        @Override
        public List<ProfileEvent> events() {
            return switch (counter) {
                case CPU_PROCESS, CPU_APPLICATION, CPU_JIT, CPU_GC, CPU_VM, CPU_PROFILER, CPU_THROTTLED_TIME ->
                    List.of(ProfileEvent.CPU);
                case ALLOCATED -> List.of(ProfileEvent.ALLOC);
                case GC_TIME,
                        GC_COUNT,
                        COMPILE_TIME,
                        CLASSES_LOADED,
                        LIVE_HEAP,
                        LIVE_OBJECTS,
                        RESIDENT,
                        HOST_STEAL,
                        GENERATOR_CPU -> List.of();
            };
        }
    }

    /** The largest level seen of the target's process. */
    record Level(Gauge gauge) implements IndicatorSource {
        @Override
        public <T> T match(Cases<T> cases) {
            return cases.level(this);
        }

        @Override
        public List<ProfileEvent> events() {
            return List.of();
        }
    }

    /** The time that the target took to start. */
    record Startup() implements IndicatorSource {
        @Override
        public <T> T match(Cases<T> cases) {
            return cases.startup();
        }

        @Override
        public List<ProfileEvent> events() {
            return List.of();
        }
    }

    /** A statistic of response times. */
    record Latency(Side side, LatencyStatistic statistic) implements IndicatorSource {
        /** The side that measured the response times. */
        public enum Side {
            /** The load generator. */
            CLIENT,
            /** The service itself, in its histograms. */
            SERVER
        }

        @Override
        public <T> T match(Cases<T> cases) {
            return cases.latency(this);
        }

        @Override
        public List<ProfileEvent> events() {
            return List.of(ProfileEvent.WALL, ProfileEvent.CPU);
        }
    }

    /** A ratio of the load generator's requests. */
    enum Requests implements IndicatorSource {
        /** Successful requests per second. */
        THROUGHPUT,
        /** Failed requests as a share of all requests. */
        ERROR_RATIO;

        @Override
        public <T> T match(Cases<T> cases) {
            return cases.requests(this);
        }

        @Override
        public List<ProfileEvent> events() {
            return List.of();
        }
    }

    /** A part of all samples of an event. */
    record ProfileShare(ProfileEvent event, Part part) implements IndicatorSource {
        /** The part of the samples that counts. */
        public enum Part {
            /** Samples in the frame or in anything it calls. */
            TOTAL("total", "in the frame or below it"),
            SELF("self", "in the frame itself"),
            WORST_METHOD("worst-method", "of any one method, whichever grew most");

            private final String key;
            private final String description;

            Part(String key, String description) {
                this.key = key;
                this.description = description;
            }

            /** Name in rules, after {@code profile.EVENT.}. */
            String key() {
                return key;
            }

            /** Describes the part, after the words "share of the profile". */
            String description() {
                return description;
            }
        }

        @Override
        public <T> T match(Cases<T> cases) {
            return cases.profileShare(this);
        }

        @Override
        public List<ProfileEvent> events() {
            return List.of(event);
        }
    }

    /** Runnable wall time over CPU time, from the two profiles. */
    record Starvation() implements IndicatorSource {
        @Override
        public <T> T match(Cases<T> cases) {
            return cases.starvation();
        }

        @Override
        public List<ProfileEvent> events() {
            return List.of(ProfileEvent.WALL);
        }
    }

    /** The work of requests, counted exactly in starts of its own. */
    record Counted(WorkCount count) implements IndicatorSource {
        @Override
        public <T> T match(Cases<T> cases) {
            return cases.counted(this);
        }

        @Override
        public List<ProfileEvent> events() {
            return List.of();
        }
    }

    /**
     * The answer to a user's own query.
     *
     * @param promql as written, with its placeholders
     */
    record Query(String promql) implements IndicatorSource {
        @Override
        public <T> T match(Cases<T> cases) {
            return cases.query(this);
        }

        @Override
        public List<ProfileEvent> events() {
            return List.of();
        }
    }
}
