package dev.flamegate.load.log;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Decodes one record after the other from a buffer that may end anywhere. State: the run's start and the texts seen so
 * far, changed by whole records only.
 */
final class RecordDecoder {
    private static final String SUPPORTED = "logs of Gatling 3.13, 3.14 and 3.15 can be read";
    private static final Pattern VERSION = Pattern.compile("3\\.(13|14|15)(\\..*)?");
    private static final int GROUPS_LIMIT = 1_000;
    private static final int SCENARIOS_LIMIT = 10_000;
    private static final int ASSERTIONS_LIMIT = 10_000;

    private final LogTexts texts = new LogTexts();
    private LogRecord.Run run = new LogRecord.Run("", "", 0, List.of());
    private boolean begun;

    /**
     * The next record; the buffer is positioned after it.
     *
     * @param offset of the buffer's position in the file, for messages
     * @throws BufferUnderflowException when the buffer ends inside the record; the decoder is as before
     * @throws UnreadableLog when there is no record, or one of another version
     */
    LogRecord decode(ByteBuffer in, long offset) {
        texts.begin(offset - in.position());
        byte type = in.get();
        LogRecord record;
        if (begun) {
            record = next(type, in, offset);
        } else {
            record = first(type, in, offset);
        }
        texts.commit();
        return record;
    }

    private LogRecord next(byte type, ByteBuffer in, long offset) {
        return switch (type) {
            case 1 -> request(in);
            case 2 -> user(in);
            case 3 -> group(in);
            case 4 -> new LogRecord.Problem(texts.reference(in), time(in));
            default -> throw new UnreadableLog("byte " + offset + " of the log: " + type + " is not a record type");
        };
    }

    private LogRecord.Run first(byte type, ByteBuffer in, long offset) {
        if (type == 'R' || type == 'A') {
            throw new UnreadableLog("the log is text, as Gatling wrote it up to 3.12; " + SUPPORTED);
        } else if (type != 0) {
            throw new UnreadableLog("byte " + offset + " of the log: " + type + " is not the start of a Gatling log");
        }
        String version = texts.text(in);
        checkVersion(version);
        String simulation = texts.text(in);
        long start = in.getLong();
        texts.text(in);
        int count = texts.count(in, SCENARIOS_LIMIT, "scenarios");
        List<String> scenarios = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            scenarios.add(texts.text(in));
        }
        int assertions = texts.count(in, ASSERTIONS_LIMIT, "assertions");
        for (int i = 0; i < assertions; i++) {
            texts.skip(in);
        }
        run = new LogRecord.Run(version, simulation, start, scenarios);
        begun = true;
        return run;
    }

    /** Refuses other versions, which may write another format and would be read wrong. */
    private static void checkVersion(String version) {
        if (!VERSION.matcher(version).matches()) {
            throw new UnreadableLog(
                    version + ": the log is of a version of Gatling whose format is not known; " + SUPPORTED);
        }
    }

    private LogRecord.Request request(ByteBuffer in) {
        List<String> groups = groups(in);
        String name = texts.reference(in);
        long start = time(in);
        long end = time(in);
        boolean ok = texts.flag(in);
        return new LogRecord.Request(groups, name, start, end, ok, texts.lastReference(in));
    }

    private LogRecord.User user(ByteBuffer in) {
        int scenario = in.getInt();
        if (scenario < 0 || scenario >= run.scenarios().size()) {
            throw texts.corrupt(in, Integer.BYTES, scenario + " is not the index of a scenario");
        }
        return new LogRecord.User(scenario, texts.flag(in), time(in));
    }

    private LogRecord.Group group(ByteBuffer in) {
        List<String> groups = groups(in);
        long start = time(in);
        long end = time(in);
        int cumulated = in.getInt();
        return new LogRecord.Group(groups, start, end, cumulated, texts.flag(in));
    }

    private List<String> groups(ByteBuffer in) {
        int count = texts.count(in, GROUPS_LIMIT, "groups");
        if (count == 0) {
            return List.of();
        }
        List<String> groups = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            groups.add(texts.reference(in));
        }
        return groups;
    }

    private long time(ByteBuffer in) {
        return run.start() + in.getInt();
    }
}
