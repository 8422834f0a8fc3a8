package dev.flamegate.probe;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Records events of this virtual machine with the JDK's Flight Recorder, from {@link #begin} to {@link #end}, with no
 * other events than the gate names. It is used by reflection, since Java 8 may not have it; before the first recording
 * none of its classes is loaded. Used by the probe's thread only.
 */
final class EventRecording {
    /** Older events are dropped beyond this. */
    private static final long LARGEST = 16 << 20;

    private static final int PART = 256 * 1024;

    private @Nullable Object recording;
    private @Nullable File file;

    /**
     * Begins to record; an earlier recording is given up.
     *
     * @param settings as those of {@code jdk.jfr.Recording}: {@code jdk.GarbageCollection#enabled} and its value
     */
    Map<String, String> begin(Map<String, String> settings) {
        close();
        try {
            Object fresh = Class.forName("jdk.jfr.Recording").getConstructor().newInstance();
            recording = fresh;
            call(fresh, "setName", String.class, "flamegate");
            call(fresh, "setMaxSize", long.class, LARGEST);
            call(fresh, "setSettings", Map.class, settings);
            fresh.getClass().getMethod("start").invoke(fresh);
            return new HashMap<>();
        } catch (ClassNotFoundException e) {
            return problem("this virtual machine has no Flight Recorder");
        } catch (Throwable e) {
            close();
            return problem(text(e));
        }
    }

    /** Ends the recording; its size in bytes. */
    Map<String, String> end() {
        Object ended = recording;
        if (ended == null) {
            return problem("nothing is recorded");
        }
        try {
            ended.getClass().getMethod("stop").invoke(ended);
            File written = File.createTempFile("flamegate-events", ".jfr");
            file = written;
            written.deleteOnExit();
            call(ended, "dump", Path.class, written.toPath());
            Map<String, String> answer = new HashMap<>();
            answer.put("size", Long.toString(written.length()));
            return answer;
        } catch (Throwable e) {
            return problem(text(e));
        }
    }

    /** A part of the recording, in Base64; empty at its end. */
    Map<String, String> read(long offset) {
        File from = file;
        if (from == null) {
            return problem("nothing was recorded");
        }
        try (RandomAccessFile in = new RandomAccessFile(from, "r")) {
            byte[] part = new byte[(int) Math.max(0, Math.min(PART, in.length() - offset))];
            in.seek(offset);
            in.readFully(part);
            Map<String, String> answer = new HashMap<>();
            answer.put("bytes", Base64.getEncoder().encodeToString(part));
            return answer;
        } catch (IOException e) {
            return problem(text(e));
        }
    }

    /** Gives up a running recording, and removes an ended one. */
    void close() {
        Object old = recording;
        recording = null;
        if (old != null) {
            try {
                old.getClass().getMethod("close").invoke(old);
            } catch (Throwable e) {
                // It ends with the virtual machine.
            }
        }
        File written = file;
        file = null;
        if (written != null && !written.delete()) {
            written.deleteOnExit();
        }
    }

    private static void call(Object on, String method, Class<?> type, Object argument) throws Exception {
        on.getClass().getMethod(method, type).invoke(on, argument);
    }

    private static String text(Throwable e) {
        Throwable cause = e instanceof InvocationTargetException ? e.getCause() : e;
        return String.valueOf(cause);
    }

    private static Map<String, String> problem(String text) {
        Map<String, String> answer = new HashMap<>();
        answer.put("problem", text);
        return answer;
    }
}
