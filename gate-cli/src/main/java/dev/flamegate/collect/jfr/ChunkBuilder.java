package dev.flamegate.collect.jfr;

import dev.flamegate.profile.ProfileEvent;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;
import org.jspecify.annotations.Nullable;

/** Collects the events of one chunk. */
final class ChunkBuilder {
    private final ChunkHeader header;
    private final EventReader reader;
    private final Map<ProfileEvent, Samples> samples = new EnumMap<>(ProfileEvent.class);
    private final Map<String, String> settings = new HashMap<>();
    private long pid;

    ChunkBuilder(ChunkHeader header, EventReader reader) {
        this.header = header;
        this.reader = reader;
        samples.put(ProfileEvent.CPU, new Samples(header.start(), false, false));
        samples.put(ProfileEvent.WALL, new Samples(header.start(), true, false));
        samples.put(ProfileEvent.ALLOC, new Samples(header.start(), false, true));
        samples.put(ProfileEvent.LOCK, new Samples(header.start(), true, true));
    }

    void add(RecordedEvent event) {
        switch (event.getEventType().getName()) {
            case "jdk.ExecutionSample" -> addExecution(event);
            case "profiler.WallClockSample" -> addWall(event);
            case "jdk.ObjectAllocationInNewTLAB" -> addAllocation(event, "tlabSize");
            case "jdk.ObjectAllocationOutsideTLAB" -> addAllocation(event, "allocationSize");
            case "jdk.JavaMonitorEnter", "jdk.ThreadPark" -> addWait(event);
            case "jdk.ActiveSetting" -> addSetting(event);
            case "jdk.JVMInformation" -> pid = EventReader.number(event, "pid");
            default -> {
                // The recording holds more than profiles need.
            }
        }
    }

    RecordedChunk build() {
        samples.values().forEach(Samples::trim);
        return new RecordedChunk(header.start(), header.end(), pid, new ProfilerSettings(settings), samples);
    }

    /** The profiler's own settings have a value each; those of JDK events by these names come with other event types. */
    private void addSetting(RecordedEvent event) {
        String name = event.getString("name");
        String value = event.getString("value");
        if (name != null && value != null) {
            settings.putIfAbsent(name, value);
        }
    }

    /**
     * A CPU sample has no thread state. With one it is a wall clock sample: older profilers, and those that do not
     * batch, write these as execution samples too.
     */
    private void addExecution(RecordedEvent event) {
        String state = state(event);
        boolean cpu = !state.equals("runnable") && !state.equals("sleeping");
        add(
                cpu ? ProfileEvent.CPU : ProfileEvent.WALL,
                event,
                thread(event, "sampledThread"),
                cpu ? "running" : state,
                0,
                1,
                0);
    }

    private void addWall(RecordedEvent event) {
        int count = event.hasField("samples") ? event.getInt("samples") : 1;
        Duration span = event.hasField("timeSpan") ? event.getDuration("timeSpan") : Duration.ZERO;
        add(
                ProfileEvent.WALL,
                event,
                thread(event, "sampledThread"),
                state(event),
                span.toNanos(),
                Math.max(1, count),
                0);
    }

    private void addAllocation(RecordedEvent event, String size) {
        add(ProfileEvent.ALLOC, event, event.getThread(), "", 0, 1, Math.max(0, event.getLong(size)));
    }

    private void addWait(RecordedEvent event) {
        long nanos = Math.max(0, event.getDuration().toNanos());
        add(ProfileEvent.LOCK, event, event.getThread(), "", nanos, 1, nanos);
    }

    private void add(
            ProfileEvent kind,
            RecordedEvent event,
            @Nullable RecordedThread thread,
            String state,
            long span,
            int count,
            long weight) {
        EventReader.Stack stack = reader.stack(event);
        int facet = reader.facet(event, thread, stack.agent(), state);
        long nanos = Recordings.nanos(event.getStartTime());
        Samples column = samples.get(kind);
        if (column != null) {
            column.add(nanos, span, count, stack.node(), facet, weight);
        }
    }

    private static @Nullable RecordedThread thread(RecordedEvent event, String field) {
        return event.hasField(field) ? event.getThread(field) : event.getThread();
    }

    private static String state(RecordedEvent event) {
        String state = event.hasField("state") ? event.getString("state") : null;
        return switch (state == null ? "" : state) {
            case "STATE_RUNNABLE" -> "runnable";
            case "STATE_SLEEPING" -> "sleeping";
            default -> "";
        };
    }
}
