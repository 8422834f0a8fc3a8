package dev.flamegate.probe;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes some methods of a class file say that they were entered: {@code Calls.hit(counter)} before their first
 * instruction, which in a constructor is before {@code super()}. Only what the virtual machine reads is looked at, so no
 * library is needed inside the target.
 *
 * <p>The addition has eight bytes for each counter, two of which do nothing: switches are aligned to four bytes, so
 * they and all relative jumps stay as they are. Only absolute places move: handlers, tables for debuggers, and the
 * first frame for the verifier.
 */
final class EntryPatch {
    /** Name of the class that is called. */
    static final String CALLS = "dev/flamegate/probe/boot/Calls";

    /** The largest counter that the added instruction can name. */
    static final int MOST_COUNTERS = Short.MAX_VALUE;

    private static final int ADDED_CONSTANTS = 6;
    private static final int ADDED_BYTES = 8;
    private static final int LONGEST_CODE = 65_535;
    private static final int NOP = 0x00;
    private static final int SIPUSH = 0x11;
    private static final int INVOKESTATIC = 0xb8;

    private final ByteBuffer in;
    private final Output bytes;
    private final DataOutputStream out;
    private final Map<String, int[]> wanted;
    private final BitSet patched = new BitSet();
    private int[] constants = {};
    private int hit;
    private boolean skipped;

    private EntryPatch(byte[] file, Map<String, int[]> wanted) {
        this.in = ByteBuffer.wrap(file);
        this.bytes = new Output(file.length + 1024);
        this.out = new DataOutputStream(bytes);
        this.wanted = wanted;
    }

    /**
     * The class file with the additions.
     *
     * @param wanted counters by the name and the descriptor of a method, written without anything between them
     * @param counters the counters that have a method are added to it
     * @return {@code null} where the class declares none of the methods, or none with code
     * @throws IOException when a method has no room for the addition, or the file is none that is understood
     */
    static byte @Nullable [] apply(byte[] file, Map<String, int[]> wanted, BitSet counters) throws IOException {
        EntryPatch patch = new EntryPatch(file, wanted);
        try {
            patch.run();
        } catch (RuntimeException e) {
            throw new IOException("not understood: " + e, e);
        }
        if (patch.skipped) {
            throw new IOException("a method is too long for a counter");
        }
        counters.or(patch.patched);
        return patch.patched.isEmpty() ? null : patch.bytes.toByteArray();
    }

    private void run() throws IOException {
        copy(8);
        constants();
        copy(6);
        copy(2 * copyShort()); // interfaces
        for (int fields = copyShort(); fields > 0; fields--) {
            copy(6);
            for (int attributes = copyShort(); attributes > 0; attributes--) {
                copyAttribute();
            }
        }
        for (int methods = copyShort(); methods > 0; methods--) {
            method();
        }
        copy(in.remaining());
    }

    private void constants() throws IOException {
        int count = in.getShort() & 0xffff;
        if (count + ADDED_CONSTANTS > 0xffff) {
            throw new IOException("its constant pool is full");
        }
        out.writeShort(count + ADDED_CONSTANTS);
        int begin = in.position();
        constants = new int[count];
        for (int i = 1; i < count; i++) {
            constants[i] = in.position();
            int tag = in.get();
            in.position(in.position() + constantLength(tag));
            if (tag == 5 || tag == 6) { // long and double take two numbers
                i++;
            }
        }
        int end = in.position();
        in.position(begin);
        copy(end - begin);
        out.writeByte(1);
        out.writeUTF(CALLS);
        out.writeByte(7);
        out.writeShort(count);
        out.writeByte(1);
        out.writeUTF("hit");
        out.writeByte(1);
        out.writeUTF("(I)V");
        out.writeByte(12);
        out.writeShort(count + 2);
        out.writeShort(count + 3);
        out.writeByte(10);
        out.writeShort(count + 1);
        out.writeShort(count + 4);
        hit = count + 5;
    }

    private int constantLength(int tag) throws IOException {
        switch (tag) {
            case 1:
                return 2 + (in.getShort(in.position()) & 0xffff);
            case 7: // class
            case 8: // string
            case 16: // method type
            case 19: // module
            case 20: // package
                return 2;
            case 15: // method handle
                return 3;
            case 3: // int
            case 4: // float
            case 9: // field
            case 10: // method
            case 11: // interface method
            case 12: // name and type
            case 17: // dynamic
            case 18: // invokedynamic
                return 4;
            case 5: // long
            case 6: // double
                return 8;
            default:
                throw new IOException("constant " + tag + " is unknown");
        }
    }

    private void method() throws IOException {
        copy(2);
        String name = text(copyShort()) + text(copyShort());
        int[] counters = wanted.get(name);
        for (int attributes = copyShort(); attributes > 0; attributes--) {
            if (counters != null && isAttribute("Code")) {
                code(counters);
            } else {
                copyAttribute();
            }
        }
    }

    private void code(int[] counters) throws IOException {
        int begin = in.position();
        int added = ADDED_BYTES * counters.length;
        int length = in.getInt(begin + 10);
        if (length + added > LONGEST_CODE) {
            skipped = true;
            copyAttribute();
            return;
        }
        copy(2);
        int end = begin + 6 + in.getInt();
        int header = bytes.size();
        out.writeInt(0); // its length, once that is known
        out.writeShort(Math.max(1, in.getShort() & 0xffff)); // stack
        copy(2); // locals
        in.getInt();
        out.writeInt(length + added);
        for (int counter : counters) {
            out.writeByte(SIPUSH);
            out.writeShort(counter);
            out.writeByte(INVOKESTATIC);
            out.writeShort(hit);
            out.writeByte(NOP);
            out.writeByte(NOP);
            patched.set(counter);
        }
        copy(length);
        for (int handlers = copyShort(); handlers > 0; handlers--) {
            movePlace(added);
            movePlace(added);
            movePlace(added);
            copy(2);
        }
        attributes(added);
        if (in.position() != end) {
            throw new IOException("a method's code does not end where it should");
        }
        lengthAt(header);
    }

    /** Attributes of code: those with places in it are moved, and annotations of types, which nothing reads here, left out. */
    private void attributes(int added) throws IOException {
        int count = in.getShort() & 0xffff;
        int number = bytes.size();
        out.writeShort(0);
        int kept = 0;
        for (; count > 0; count--) {
            if (isAttribute("RuntimeVisibleTypeAnnotations") || isAttribute("RuntimeInvisibleTypeAnnotations")) {
                in.position(in.position() + 6 + in.getInt(in.position() + 2));
                continue;
            }
            kept++;
            if (isAttribute("StackMapTable")) {
                frames(added);
            } else if (isAttribute("LineNumberTable")) {
                copy(6);
                for (int lines = copyShort(); lines > 0; lines--) {
                    int place = in.getShort() & 0xffff;
                    out.writeShort(place == 0 ? 0 : place + added); // the addition is on the first line
                    copy(2);
                }
            } else if (isAttribute("LocalVariableTable") || isAttribute("LocalVariableTypeTable")) {
                copy(6);
                for (int variables = copyShort(); variables > 0; variables--) {
                    movePlace(added);
                    copy(8);
                }
            } else {
                copyAttribute();
            }
        }
        bytes.shortAt(number, kept);
    }

    /** Each frame says how far it is from the one before, so only the first one moves. */
    private void frames(int added) throws IOException {
        copy(2);
        in.getInt();
        int header = bytes.size();
        out.writeInt(0);
        int count = copyShort();
        for (int i = 0; i < count; i++) {
            int type = in.get() & 0xff;
            int move = i == 0 ? added : 0;
            if (type < 128) {
                boolean item = type >= 64;
                int distance = type % 64 + move;
                if (distance < 64) {
                    out.writeByte(distance + (item ? 64 : 0));
                } else {
                    out.writeByte(item ? 247 : 251);
                    out.writeShort(distance);
                }
                types(item ? 1 : 0, added);
            } else if (type >= 247) {
                out.writeByte(type);
                out.writeShort((in.getShort() & 0xffff) + move);
                if (type == 247) {
                    types(1, added);
                } else if (type == 255) {
                    types(copyShort(), added);
                    types(copyShort(), added);
                } else if (type > 251) {
                    types(type - 251, added);
                }
            } else {
                throw new IOException("frame " + type + " is unknown");
            }
        }
        lengthAt(header);
    }

    private void types(int number, int added) throws IOException {
        for (int i = 0; i < number; i++) {
            int tag = in.get();
            out.writeByte(tag);
            if (tag == 7) { // an object of a class
                copy(2);
            } else if (tag == 8) { // what a new made, at its place
                movePlace(added);
            }
        }
    }

    private void movePlace(int added) throws IOException {
        out.writeShort((in.getShort() & 0xffff) + added);
    }

    private boolean isAttribute(String name) {
        return text(in.getShort(in.position()) & 0xffff).equals(name);
    }

    private String text(int constant) {
        int place = constants[constant];
        int length = in.getShort(place + 1) & 0xffff;
        return new String(in.array(), place + 3, length, StandardCharsets.UTF_8);
    }

    private void copyAttribute() throws IOException {
        copy(6 + in.getInt(in.position() + 2));
    }

    private int copyShort() throws IOException {
        int value = in.getShort() & 0xffff;
        out.writeShort(value);
        return value;
    }

    private void copy(int length) throws IOException {
        out.write(in.array(), in.position(), length);
        in.position(in.position() + length);
    }

    /** Writes how much follows a length that was left open. */
    private void lengthAt(int place) {
        int length = bytes.size() - place - 4;
        bytes.shortAt(place, length >>> 16);
        bytes.shortAt(place + 2, length);
    }

    /** What was written can still be changed. */
    private static final class Output extends ByteArrayOutputStream {
        Output(int size) {
            super(size);
        }

        void shortAt(int place, int value) {
            buf[place] = (byte) (value >>> 8);
            buf[place + 1] = (byte) value;
        }
    }
}
