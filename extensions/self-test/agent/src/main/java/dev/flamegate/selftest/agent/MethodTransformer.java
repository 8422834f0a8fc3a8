package dev.flamegate.selftest.agent;

import dev.flamegate.selftest.boot.Injection;
import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.nio.file.Paths;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Makes the methods of one name in one class say when they begin and end. Each gets a local variable more, behind all
 * others, and existing frames for the verifier are extended by it, so no other class has to be looked at.
 */
public final class MethodTransformer implements ClassFileTransformer {
    private static final String INJECTION = Type.getInternalName(Injection.class);
    private static final String LOOKUPS = "flamegate$lookups";
    private static final String LOOKUPS_PREFIX = "flamegate$";
    private static final int FRAMES_SINCE = Opcodes.V1_6;
    private static final int MAJOR = 0xFFFF;
    private static final int STACK = 4;

    private final String type;
    private final String method;
    private final boolean calls;

    /**
     * A transformer of one class.
     *
     * @param type its name, with dots
     * @param method name of its methods, of a lambda without the number
     * @param calls whether the methods also call another one, which the class gets
     */
    MethodTransformer(String type, String method, boolean calls) {
        this.type = type.replace('.', '/');
        this.method = method;
        this.calls = calls;
    }

    /**
     * Changes a method from now on.
     *
     * @param given {@code class} and {@code method}, as profiles have them; {@code kind}, {@code amount} and
     *     {@code sign}, see {@link Injection#set}
     */
    public static void install(Map<String, String> given, Instrumentation instrumentation) {
        String kind = value(given, "kind");
        double amount = Double.parseDouble(value(given, "amount"));
        Injection.set(kind, amount, Paths.get(value(given, "sign")));
        instrumentation.addTransformer(
                new MethodTransformer(value(given, "class"), value(given, "method"), kind.equals("calls")));
    }

    private static String value(Map<String, String> given, String key) {
        String value = given.get(key);
        if (value == null) {
            throw new IllegalArgumentException(key + " is missing");
        }
        return value;
    }

    @Override
    public byte @Nullable [] transform(
            @Nullable ClassLoader loader,
            @Nullable String name,
            @Nullable Class<?> redefined,
            @Nullable ProtectionDomain domain,
            byte[] code) {
        if (!type.equals(name)) {
            return null;
        }
        try {
            return changed(code);
        } catch (Throwable e) {
            System.err.println("flamegate-self-test: " + type + " stays as it is: " + e);
            return null;
        }
    }

    private byte @Nullable [] changed(byte[] code) throws IOException {
        ClassReader reader = new ClassReader(code);
        ClassNode node = new ClassNode();
        reader.accept(node, ClassReader.EXPAND_FRAMES);
        boolean frames = (node.version & MAJOR) >= FRAMES_SINCE;
        List<MethodNode> meant = new ArrayList<>();
        for (MethodNode each : node.methods) {
            if (isMeant(each)) {
                meant.add(each);
            }
        }
        if (meant.isEmpty()) {
            return null;
        }
        for (MethodNode each : meant) {
            change(node, each, frames);
        }
        if (calls) {
            addLookups(node);
        }
        ClassWriter out = new ClassWriter(reader, 0);
        node.accept(out);
        return out.toByteArray();
    }

    private boolean isMeant(MethodNode each) {
        boolean hasCode = (each.access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) == 0;
        String name = each.name.startsWith("lambda$") ? each.name.replaceAll("\\$\\d+$", "") : each.name;
        return hasCode && name.equals(method) && !name.startsWith("<");
    }

    private void change(ClassNode node, MethodNode each, boolean frames) {
        int variable = each.maxLocals;
        for (AbstractInsnNode instruction : each.instructions) {
            if (instruction instanceof FrameNode) {
                extend((FrameNode) instruction, variable);
            }
        }
        for (AbstractInsnNode instruction : each.instructions.toArray()) {
            int opcode = instruction.getOpcode();
            if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
                each.instructions.insertBefore(instruction, exit(variable));
            }
        }
        LabelNode start = new LabelNode();
        LabelNode end = new LabelNode();
        InsnList begin = new InsnList();
        begin.add(new MethodInsnNode(Opcodes.INVOKESTATIC, INJECTION, "enter", "()J", false));
        begin.add(new VarInsnNode(Opcodes.LSTORE, variable));
        begin.add(start);
        if (calls) {
            begin.add(new MethodInsnNode(Opcodes.INVOKESTATIC, INJECTION, "calls", "()I", false));
            begin.add(new MethodInsnNode(Opcodes.INVOKESTATIC, type, LOOKUPS, "(I)I", isInterface(node)));
            begin.add(new MethodInsnNode(Opcodes.INVOKESTATIC, INJECTION, "take", "(I)V", false));
        }
        each.instructions.insert(begin);
        each.instructions.add(end);
        if (frames) {
            FrameNode frame = new FrameNode(
                    Opcodes.F_NEW, 0, new Object[0], 1, new Object[] {Type.getInternalName(Throwable.class)});
            extend(frame, variable);
            each.instructions.add(frame);
        }
        each.instructions.add(exit(variable));
        each.instructions.add(new InsnNode(Opcodes.ATHROW));
        // The last one, so that the method's own handlers come first.
        each.tryCatchBlocks.add(new TryCatchBlockNode(start, end, end, null));
        each.maxLocals += 2;
        each.maxStack += STACK;
    }

    private static InsnList exit(int variable) {
        InsnList exit = new InsnList();
        exit.add(new VarInsnNode(Opcodes.LLOAD, variable));
        exit.add(new MethodInsnNode(Opcodes.INVOKESTATIC, INJECTION, "exit", "(J)V", false));
        return exit;
    }

    /** Adds the variable to a frame, behind places that hold nothing there. */
    private static void extend(FrameNode frame, int variable) {
        List<Object> locals = new ArrayList<>(frame.local == null ? Collections.emptyList() : frame.local);
        int size = 0;
        for (Object local : locals) {
            size += local == Opcodes.LONG || local == Opcodes.DOUBLE ? 2 : 1;
        }
        while (size++ < variable) {
            locals.add(Opcodes.TOP);
        }
        locals.add(Opcodes.LONG);
        frame.local = locals;
    }

    /** Adds copies of the methods to call, as the class's own. */
    private void addLookups(ClassNode node) throws IOException {
        String template = Type.getInternalName(Lookups.class);
        ClassNode read = new ClassNode();
        try (InputStream in = ClassLoader.getSystemResourceAsStream(template + ".class")) {
            if (in == null) {
                throw new IOException("the agent's jar has no " + template);
            }
            new ClassReader(in).accept(read, ClassReader.EXPAND_FRAMES);
        }
        for (MethodNode each : read.methods) {
            if (each.name.startsWith(LOOKUPS_PREFIX)) {
                for (AbstractInsnNode instruction : each.instructions) {
                    if (instruction instanceof MethodInsnNode) {
                        ((MethodInsnNode) instruction).owner = type;
                        ((MethodInsnNode) instruction).itf = isInterface(node);
                    }
                }
                each.access = Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC;
                node.methods.add(each);
            }
        }
    }

    private static boolean isInterface(ClassNode node) {
        return (node.access & Opcodes.ACC_INTERFACE) != 0;
    }
}
