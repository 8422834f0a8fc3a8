package dev.flamegate.work.agent;

import dev.flamegate.work.boot.Work;
import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Makes every exception say that it was constructed. */
final class ThrownTransformer implements ClassFileTransformer {
    @Override
    public byte @Nullable [] transform(
            ClassLoader loader, String name, Class<?> type, ProtectionDomain domain, byte[] file) {
        if (!"java/lang/Throwable".equals(name)) {
            return null;
        }
        ClassReader in = new ClassReader(file);
        ClassWriter out = new ClassWriter(in, 0);
        in.accept(
                new ClassVisitor(Opcodes.ASM9, out) {
                    @Override
                    public MethodVisitor visitMethod(
                            int access,
                            String method,
                            String descriptor,
                            @Nullable String signature,
                            String @Nullable [] exceptions) {
                        MethodVisitor visitor = super.visitMethod(access, method, descriptor, signature, exceptions);
                        return method.equals("<init>") ? new Saying(visitor) : visitor;
                    }
                },
                0);
        return out.toByteArray();
    }

    private static final class Saying extends MethodVisitor {
        Saying(MethodVisitor out) {
            super(Opcodes.ASM9, out);
        }

        @Override
        public void visitInsn(int opcode) {
            if (opcode == Opcodes.RETURN) {
                super.visitVarInsn(Opcodes.ALOAD, 0);
                super.visitMethodInsn(
                        Opcodes.INVOKESTATIC,
                        Type.getInternalName(Work.class),
                        "thrown",
                        "(Ljava/lang/Throwable;)V",
                        false);
            }
            super.visitInsn(opcode);
        }

        @Override
        public void visitMaxs(int stack, int locals) {
            super.visitMaxs(Math.max(1, stack), locals);
        }
    }
}
