package dev.flamegate.probe;

import java.io.IOException;
import java.util.BitSet;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassTooLargeException;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodTooLargeException;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Makes some methods of a class file say that they were entered: {@code Calls.hit(counter)} before their first
 * instruction, which in a constructor is before {@code super()}. Nothing else of the class changes, and its frames for
 * the verifier stay what they are, so no other class has to be looked at.
 */
final class EntryPatch extends ClassVisitor {
    static final String CALLS = "dev/flamegate/probe/boot/Calls";

    /** The largest counter that the added instruction can name. */
    static final int MOST_COUNTERS = Short.MAX_VALUE;

    private static final int ASM = Opcodes.ASM9;

    private final Map<String, int[]> wanted;
    private final BitSet patched = new BitSet();

    private EntryPatch(ClassWriter out, Map<String, int[]> wanted) {
        super(ASM, out);
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
        try {
            ClassReader in = new ClassReader(file);
            // What it gets from the reader are the constants, and all methods that are not wanted, as they are.
            ClassWriter out = new ClassWriter(in, 0);
            EntryPatch patch = new EntryPatch(out, wanted);
            in.accept(patch, 0);
            if (patch.patched.isEmpty()) {
                return null;
            }
            byte[] result = out.toByteArray();
            counters.or(patch.patched);
            return result;
        } catch (MethodTooLargeException e) {
            throw new IOException("a method is too long for a counter", e);
        } catch (ClassTooLargeException e) {
            throw new IOException("its constant pool is full", e);
        } catch (RuntimeException e) {
            throw new IOException("not understood: " + e, e);
        }
    }

    @Override
    public MethodVisitor visitMethod(
            int access, String name, String descriptor, @Nullable String signature, String @Nullable [] exceptions) {
        MethodVisitor method = super.visitMethod(access, name, descriptor, signature, exceptions);
        int[] here = wanted.get(name + descriptor);
        return here == null ? method : new Counted(method, here);
    }

    /** A method with code gets its counters. */
    private final class Counted extends MethodVisitor {
        private final int[] counters;
        private final Label begin = new Label();
        private final Label end = new Label();

        Counted(MethodVisitor out, int[] counters) {
            super(ASM, out);
            this.counters = counters;
        }

        @Override
        public void visitCode() {
            super.visitCode();
            super.visitLabel(begin);
            for (int counter : counters) {
                super.visitIntInsn(Opcodes.SIPUSH, counter);
                super.visitMethodInsn(Opcodes.INVOKESTATIC, CALLS, "hit", "(I)V", false);
                patched.set(counter);
            }
            super.visitLabel(end);
        }

        /** The addition is on the method's first line. */
        @Override
        public void visitLineNumber(int line, Label start) {
            super.visitLineNumber(line, start.getOffset() == end.getOffset() ? begin : start);
        }

        /** Takes what was there, which nothing has to compute: a counter needs one place of the stack. */
        @Override
        public void visitMaxs(int stack, int locals) {
            super.visitMaxs(Math.max(1, stack), locals);
        }
    }
}
