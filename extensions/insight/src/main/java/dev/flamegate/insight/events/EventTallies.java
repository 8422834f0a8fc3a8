package dev.flamegate.insight.events;

import dev.flamegate.model.Pair.JvmEvents.Kind;
import dev.flamegate.model.Pair.JvmEvents.Tally;
import dev.flamegate.model.Window;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordingFile;
import org.jspecify.annotations.Nullable;

/**
 * Reads a recording and adds up its events by subject. The JDK's own reader suffices: a few thousand selected events,
 * not the millions of samples in the profiler's recordings (decision 13).
 */
public final class EventTallies {
    /** The most subjects of one kind; the rest are added up in one more, without a name. */
    private static final int MOST_OF_A_KIND = 50;

    private static final int LONGEST_NAME = 300;

    /** Operations of collectors, whose pauses are counted as such. */
    private static final Pattern COLLECTION = Pattern.compile(
            "(G1|GenCollect|Parallel|Serial|Shenandoah|CMS|CGC_|Z(Mark|Relocate|Verify|Op)|X(Mark|Relocate|Verify)|Collect).*");

    /** Classes at which threads wait for another thread to leave; threads that wait elsewhere are idle. */
    private static final Pattern LOCK =
            Pattern.compile("java\\.util\\.concurrent\\.locks\\.(ReentrantLock|ReentrantReadWriteLock|StampedLock)\\b.*"
                    + "|java\\.util\\.concurrent\\.Semaphore\\b.*");

    private static final Pattern NUMBERS = Pattern.compile("(0x[0-9a-f]+|\\d+)");

    /** Frames of the JDK, which only carry out what others ask for. */
    private static final Pattern JDK = Pattern.compile("(java|javax|jdk|sun|com\\.sun)\\..*");

    private final Window window;
    private final Map<Kind, Map<Key, Sum>> sums = new EnumMap<>(Kind.class);
    private final Set<String> classes = new HashSet<>();

    /** Levels as they were last seen: full code caches and memory, by their names. */
    private final Map<String, Tally> levels = new LinkedHashMap<>();

    private record Key(String what, String where) {}

    private static final class Sum {
        private long count;
        private double amount;
    }

    private EventTallies(Window window) {
        this.window = window;
    }

    /**
     * The tallies of a recording.
     *
     * @param window that events begin in, by the target's clock; levels are those at the end of the recording
     * @throws IOException when it cannot be read, or is no recording
     */
    public static List<Tally> read(Path recording, Window window) throws IOException {
        EventTallies tallies = new EventTallies(window);
        try (RecordingFile file = new RecordingFile(recording)) {
            while (file.hasMoreEvents()) {
                tallies.add(file.readEvent());
            }
        } catch (RuntimeException e) {
            throw new IOException("it is no recording of events: " + e, e);
        }
        return tallies.all();
    }

    private void add(RecordedEvent event) {
        switch (event.getEventType().getName()) {
            case "jdk.CodeCacheStatistics" -> codeCache(event);
            case "jdk.DirectBufferStatistics" -> memory("direct buffers", event.getLong("memoryUsed"));
            case "jdk.NativeMemoryUsage" ->
                memory("native memory of kind " + text(event, "type"), event.getLong("committed"));
            default -> {
                Instant start = event.getStartTime();
                if (!start.isBefore(window.start()) && start.isBefore(window.end())) {
                    during(event);
                }
            }
        }
    }

    private void during(RecordedEvent event) {
        switch (event.getEventType().getName()) {
            case "jdk.Deoptimization" ->
                sum(Kind.DEOPTIMISATION, text(event, "reason"), method(event.getValue("method")), 0);
            case "jdk.GarbageCollection" ->
                sum(
                        Kind.GC_PAUSE,
                        text(event, "cause"),
                        text(event, "name"),
                        seconds(event.getDuration("sumOfPauses")));
            case "jdk.ExecuteVMOperation" -> {
                String operation = text(event, "operation");
                if (event.getBoolean("safepoint")
                        && !COLLECTION.matcher(operation).matches()) {
                    sum(Kind.SAFEPOINT, operation, "", seconds(event.getDuration()));
                }
            }
            case "jdk.ExecutionSample" -> sampled(event.getStackTrace());
            case "jdk.ClassLoad" -> loaded(event, event.getClass("loadedClass"));
            case "jdk.ClassDefine" -> loaded(event, event.getClass("definedClass"));
            case "jdk.JavaMonitorEnter" -> waited(event, name(event.getClass("monitorClass")));
            case "jdk.ThreadPark" -> {
                String lock = name(event.getClass("parkedClass"));
                if (LOCK.matcher(lock).matches()) {
                    waited(event, lock);
                }
            }
            default -> {
                // Another recording of the target has other events.
            }
        }
    }

    private void sampled(@Nullable RecordedStackTrace stack) {
        if (stack != null && !stack.getFrames().isEmpty()) {
            RecordedFrame top = stack.getFrames().get(0);
            sum(Kind.CODE_SAMPLE, top.getType(), method(top.getMethod()), 0);
        }
    }

    private void loaded(RecordedEvent event, @Nullable RecordedClass type) {
        // Most classes are both loaded and defined, and some only one of them.
        if (type != null && classes.add(type.getName() + " " + type.getId())) {
            sum(Kind.CLASS_LOAD, NUMBERS.matcher(name(type)).replaceAll("#"), place(event.getStackTrace()), 0);
        }
    }

    private void waited(RecordedEvent event, String lock) {
        sum(Kind.LOCK_WAIT, lock, place(event.getStackTrace()), seconds(event.getDuration()));
    }

    private void codeCache(RecordedEvent event) {
        String heap = text(event, "codeBlobType");
        levels.put(
                "code " + heap,
                new Tally(
                        Kind.CODE_CACHE_FULL,
                        cut(heap),
                        "",
                        Math.max(0, event.getInt("fullCount")),
                        Math.max(0, event.getLong("unallocatedCapacity"))));
    }

    private void memory(String what, long bytes) {
        levels.put("memory " + what, new Tally(Kind.NATIVE_MEMORY, cut(what), "", 1, Math.max(0, bytes)));
    }

    private void sum(Kind kind, String what, String where, double amount) {
        Sum sum = sums.computeIfAbsent(kind, any -> new HashMap<>())
                .computeIfAbsent(new Key(cut(what), cut(where)), any -> new Sum());
        sum.count++;
        sum.amount += Math.max(0, amount);
    }

    private List<Tally> all() {
        List<Tally> all = new ArrayList<>();
        sums.forEach((kind, ofKind) -> {
            List<Tally> sorted = ofKind.entrySet().stream()
                    .map(entry -> new Tally(
                            kind,
                            entry.getKey().what(),
                            entry.getKey().where(),
                            entry.getValue().count,
                            entry.getValue().amount))
                    .sorted(Comparator.comparingDouble(Tally::amount)
                            .thenComparing(Tally::count)
                            .reversed()
                            .thenComparing(Tally::what)
                            .thenComparing(Tally::where))
                    .toList();
            all.addAll(sorted.subList(0, Math.min(MOST_OF_A_KIND, sorted.size())));
            if (sorted.size() > MOST_OF_A_KIND) {
                List<Tally> rest = sorted.subList(MOST_OF_A_KIND, sorted.size());
                all.add(new Tally(
                        kind,
                        "",
                        "",
                        rest.stream().mapToLong(Tally::count).sum(),
                        rest.stream().mapToDouble(Tally::amount).sum()));
            }
        });
        all.addAll(levels.values());
        return all;
    }

    /** The nearest caller outside of the JDK; the method at the top if all frames are the JDK's. */
    private static String place(@Nullable RecordedStackTrace stack) {
        if (stack == null || stack.getFrames().isEmpty()) {
            return "";
        }
        return stack.getFrames().stream()
                .map(RecordedFrame::getMethod)
                .filter(Objects::nonNull)
                .map(EventTallies::method)
                .filter(method -> !JDK.matcher(method).matches())
                .findFirst()
                .orElseGet(() -> method(stack.getFrames().get(0).getMethod()));
    }

    private static String method(@Nullable RecordedMethod method) {
        return method == null ? "" : name(method.getType()) + "." + method.getName();
    }

    private static String name(@Nullable RecordedClass type) {
        return type == null ? "" : Objects.requireNonNullElse(type.getName(), "");
    }

    private static String text(RecordedEvent event, String field) {
        Object value = event.hasField(field) ? event.getValue(field) : null;
        return value == null ? "" : value.toString();
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }

    private static String cut(String text) {
        return text.length() > LONGEST_NAME ? text.substring(0, LONGEST_NAME) : text;
    }
}
