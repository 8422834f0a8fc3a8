package dev.flamegate.load.log;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The fields of a record that can be wrong: texts, references to texts, counts and flags. Nothing is allocated for a
 * length that exceeds the buffer.
 */
final class LogTexts {
    private static final int TEXT_LIMIT = 1 << 20;
    private static final byte LATIN_1 = 0;
    private static final byte UTF_16 = 1;

    /** Texts by reference, that of reference 1 first. */
    private final List<String> known = new ArrayList<>();
    /** Texts of the current record, kept only once it is complete. */
    private final List<String> fresh = new ArrayList<>();

    private long bufferOffset;

    /** Characters of the texts that the record refers to: a name a thousand times makes a thousand times its length. */
    private long referred;

    /**
     * Begins a record.
     *
     * @param offset in the file of the buffer's first byte
     */
    void begin(long offset) {
        bufferOffset = offset;
        fresh.clear();
        referred = 0;
    }

    /** Keeps the texts of a complete record. */
    void commit() {
        known.addAll(fresh);
        fresh.clear();
    }

    String text(ByteBuffer in) {
        int length = length(in);
        if (length == 0) {
            return "";
        }
        if (in.remaining() <= length) {
            throw new BufferUnderflowException();
        }
        byte coding = in.get(in.position() + length);
        boolean halved = coding == UTF_16 && length % 2 != 0;
        if (halved || (coding != LATIN_1 && coding != UTF_16)) {
            throw corrupt(in, Integer.BYTES, "a text of " + length + " bytes in coding " + coding);
        }
        byte[] bytes = new byte[length];
        in.get(bytes).get();
        return new String(bytes, coding == LATIN_1 ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_16LE);
    }

    String reference(ByteBuffer in) {
        return reference(in, false);
    }

    /**
     * Reads a reference at the end of a record. Gatling (3.13 to 3.15) fails to write a new empty text where its buffer
     * has fewer than four bytes left: the next record follows, and the number of the reference is used again.
     */
    String lastReference(ByteBuffer in) {
        return reference(in, true);
    }

    private String reference(ByteBuffer in, boolean last) {
        String text = referred(in, last);
        referred += text.length();
        if (referred > TEXT_LIMIT + 1024) {
            throw corrupt(in, Integer.BYTES, "a record with texts of more than " + TEXT_LIMIT + " characters");
        }
        return text;
    }

    private String referred(ByteBuffer in, boolean last) {
        int index = in.getInt();
        int size = known.size() + fresh.size();
        if (index == size + 1) {
            if (last && isRecordNext(in)) {
                return "";
            }
            String text = text(in);
            fresh.add(text);
            return text;
        }
        if (index >= 0 || index < -size) {
            throw corrupt(in, Integer.BYTES, index + " refers to no text; there are " + size);
        }
        int at = -index - 1;
        return at < known.size() ? known.get(at) : fresh.get(at - known.size());
    }

    /** True if a record begins where a length could be: a length that is allowed begins with 0, a later record never. */
    private static boolean isRecordNext(ByteBuffer in) {
        if (!in.hasRemaining()) {
            throw new BufferUnderflowException();
        }
        return in.get(in.position()) != 0;
    }

    /** Skips a length and that many bytes. */
    void skip(ByteBuffer in) {
        int length = length(in);
        if (in.remaining() < length) {
            throw new BufferUnderflowException();
        }
        in.position(in.position() + length);
    }

    int count(ByteBuffer in, int limit, String what) {
        int count = in.getInt();
        if (count < 0 || count > limit) {
            throw corrupt(in, Integer.BYTES, count + " " + what);
        }
        return count;
    }

    boolean flag(ByteBuffer in) {
        byte flag = in.get();
        if (flag != 0 && flag != 1) {
            throw corrupt(in, Byte.BYTES, flag + " is neither yes nor no");
        }
        return flag == 1;
    }

    /** The error that the field of some bytes just read is wrong. */
    UnreadableLog corrupt(ByteBuffer in, int fieldBytes, String what) {
        return new UnreadableLog(
                "byte " + (bufferOffset + in.position() - fieldBytes) + " of the log is corrupt: " + what);
    }

    private int length(ByteBuffer in) {
        int length = in.getInt();
        if (length < 0 || length > TEXT_LIMIT) {
            throw corrupt(in, Integer.BYTES, "a length of " + length + " bytes");
        }
        return length;
    }
}
