package dev.flamegate.profile.format;

import dev.flamegate.profile.VarintWriter;
import dev.flamegate.profile.Varints;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * Reads protocol buffers field by field: {@code while (in.next()) switch (in.field()) ...}; fields that the caller
 * does not read are skipped. Every length is checked against what is there.
 *
 * <p>Hand-written because only a few small messages of this format are read, and profiles of hundreds of thousands of
 * samples are read without an object for each.
 */
public final class Protobuf {
    private static final int VARINT = 0;
    private static final int FIXED64 = 1;
    private static final int BYTES = 2;
    private static final int FIXED32 = 5;

    private final ByteBuffer in;
    private final Varints.Source<IllegalArgumentException> bytes = this::oneByte;
    private int field;
    private int type;
    private boolean pending;

    private Protobuf(ByteBuffer in) {
        this.in = in;
    }

    /** Reads a message that fills the bytes. */
    public static Protobuf of(byte[] message) {
        return new Protobuf(ByteBuffer.wrap(message).order(ByteOrder.LITTLE_ENDIAN));
    }

    /**
     * Goes to the next field.
     *
     * @return false at the end of the message
     * @throws IllegalArgumentException when the bytes are no message
     */
    public boolean next() {
        if (pending) {
            skip();
        }
        if (!in.hasRemaining()) {
            return false;
        }
        long tag = varint();
        field = (int) (tag >>> 3);
        type = (int) (tag & 7);
        pending = true;
        return true;
    }

    /** Number of the current field. */
    public int field() {
        return field;
    }

    /** The current field as a number written plainly. */
    public long number() {
        expect(VARINT);
        return varint();
    }

    /** The current field as a number in zigzag form ({@code sint32}, {@code sint64}). */
    public long signed() {
        return unzigzag(number());
    }

    /** The current field as a double. */
    public double real() {
        expect(FIXED64);
        need(Double.BYTES);
        return in.getDouble();
    }

    /** The current field as a number of 64 bits in full length ({@code fixed64}). */
    long fixed() {
        expect(FIXED64);
        need(Long.BYTES);
        return in.getLong();
    }

    /** The current field as text. */
    public String text() {
        return StandardCharsets.UTF_8.decode(slice()).toString();
    }

    /** The current field as a separate message. */
    public Protobuf message() {
        return new Protobuf(slice());
    }

    /** A reader from the current position on, to read the rest once more. */
    Protobuf again() {
        return new Protobuf(in.duplicate().order(ByteOrder.LITTLE_ENDIAN));
    }

    /** True if the current field is a run of packed numbers rather than one of them. */
    public boolean isPacked() {
        return type == BYTES;
    }

    /** True if bytes of a packed run, made by {@link #message}, are left. */
    public boolean hasPacked() {
        return in.hasRemaining();
    }

    /** The next number written plainly of a packed run. */
    long packedNumber() {
        return varint();
    }

    /** The next number in zigzag form of a packed run. */
    public long packedSigned() {
        return unzigzag(varint());
    }

    /** The next double of a packed run. */
    public double packedReal() {
        need(Double.BYTES);
        return in.getDouble();
    }

    /** The next number in full length of a packed run. */
    long packedFixed() {
        need(Long.BYTES);
        return in.getLong();
    }

    /** A length-delimited message at the start of a stream of them; {@link #hasPacked} says whether there is one. */
    public Protobuf delimited() {
        type = BYTES;
        pending = true;
        return message();
    }

    private ByteBuffer slice() {
        expect(BYTES);
        long length = varint();
        if (length < 0 || length > in.remaining()) {
            throw new IllegalArgumentException("a field of " + length + " bytes where " + in.remaining() + " are left");
        }
        ByteBuffer slice = in.slice().order(ByteOrder.LITTLE_ENDIAN);
        slice.limit((int) length);
        in.position(in.position() + (int) length);
        return slice;
    }

    private void expect(int wanted) {
        if (!pending || type != wanted) {
            throw new IllegalArgumentException("field " + field + " has the wrong wire type");
        }
        pending = false;
    }

    private void skip() {
        switch (type) {
            case VARINT -> number();
            case FIXED64 -> advance(Long.BYTES);
            case BYTES -> slice();
            case FIXED32 -> advance(Integer.BYTES);
            default -> throw new IllegalArgumentException("field " + field + " has the unknown wire type " + type);
        }
    }

    private void advance(int bytes) {
        need(bytes);
        in.position(in.position() + bytes);
        pending = false;
    }

    private long varint() {
        return Varints.read(bytes, Long.SIZE, IllegalArgumentException::new);
    }

    private int oneByte() {
        need(1);
        return in.get() & 0xff;
    }

    private void need(int bytes) {
        if (in.remaining() < bytes) {
            throw new IllegalArgumentException("it ends too early");
        }
    }

    private static long unzigzag(long value) {
        return (value >>> 1) ^ -(value & 1);
    }

    /** Writes protocol buffers field by field. */
    static final class Writer {
        private final VarintWriter out = new VarintWriter();

        /** A number written plainly; zero, too. */
        Writer number(int field, long value) {
            out.number((long) field << 3 | VARINT);
            out.number(value);
            return this;
        }

        /** A number of 64 bits in full length. */
        Writer fixed(int field, long value) {
            out.number((long) field << 3 | FIXED64);
            out.fixed(value);
            return this;
        }

        /** Numbers in full length, in one run. */
        Writer packedFixed(int field, long... values) {
            Writer run = new Writer();
            for (long value : values) {
                run.out.fixed(value);
            }
            return message(field, run);
        }

        Writer text(int field, String text) {
            return bytes(field, text.getBytes(StandardCharsets.UTF_8));
        }

        Writer message(int field, Writer message) {
            return bytes(field, message.bytes());
        }

        /** Numbers in one run. */
        Writer packed(int field, long... values) {
            Writer run = new Writer();
            for (long value : values) {
                run.out.number(value);
            }
            return message(field, run);
        }

        int size() {
            return out.size();
        }

        byte[] bytes() {
            return out.bytes();
        }

        private Writer bytes(int field, byte[] bytes) {
            out.number((long) field << 3 | BYTES);
            out.run(bytes);
            return this;
        }
    }
}
