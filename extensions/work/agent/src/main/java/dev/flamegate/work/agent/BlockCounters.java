package dev.flamegate.work.agent;

import dev.flamegate.work.boot.Counters;
import dev.flamegate.work.boot.Work;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.ListIterator;
import java.util.Set;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TryCatchBlockNode;
import org.objectweb.asm.tree.VarInsnNode;

/**
 * Puts counters into the blocks of a class. Each method gets local variables more, behind all others, with its thread's
 * counters and its caller; existing frames for the verifier are extended by them, so no other class has to be looked at.
 */
final class BlockCounters {
    private static final String WORK = Type.getInternalName(Work.class);
    private static final String THREAD = Type.getInternalName(Counters.class);
    private static final String COUNTERS = "[I";
    private static final int STACK = 5;
    private static final int FRAMES_SINCE = Opcodes.V1_6;
    private static final int MAJOR = 0xFFFF;

    private BlockCounters() {}

    /**
     * The class file with counters.
     *
     * @param node the class as read, with expanded frames; it is changed
     * @param layout gets the class's methods
     * @param numbers gives each method its number, from 1 on, by its name
     * @param events what a method's calls are events of, by the method; see {@link Events}
     */
    static byte[] apply(ClassReader in, ClassNode node, Layout layout, Events events, ToIntFunction<String> numbers) {
        boolean frames = (node.version & MAJOR) >= FRAMES_SINCE;
        for (MethodNode method : node.methods) {
            if (MethodBlocks.isCountable(method) && !(layout.platform && JdkClasses.isReplaced(method))) {
                MethodBlocks blocks = MethodBlocks.of(method);
                int number = layout.entriesOnly ? 0 : numbers.applyAsInt(method.name);
                int first = layout.add(method.name, method.desc, blocks);
                int variable = method.maxLocals;
                for (FrameNode frame : frames(method)) {
                    extend(frame, variable, number != 0);
                }
                if (!layout.entriesOnly) {
                    int at = first + (blocks.entryApart ? 1 : 0);
                    for (MethodBlocks.Block block : blocks.blocks) {
                        insert(method, block.first, count(variable, at++));
                    }
                }
                if (number != 0) {
                    follow(method, number, variable);
                }
                Integer event = events.of(node, method);
                if (event != null) {
                    surround(method, event, variable, number != 0, frames);
                }
                InsnList entry = new InsnList();
                if (number == 0) {
                    entry.add(number(layout.type));
                    entry.add(new MethodInsnNode(Opcodes.INVOKESTATIC, WORK, "of", "(I)" + COUNTERS, false));
                } else {
                    entry.add(number(number));
                    entry.add(new MethodInsnNode(Opcodes.INVOKESTATIC, WORK, "called", "(I)L" + THREAD + ";", false));
                    entry.add(new InsnNode(Opcodes.DUP));
                    entry.add(new VarInsnNode(Opcodes.ASTORE, variable + 1));
                    entry.add(new InsnNode(Opcodes.DUP));
                    entry.add(new FieldInsnNode(Opcodes.GETFIELD, THREAD, "caller", "I"));
                    entry.add(new VarInsnNode(Opcodes.ISTORE, variable + 2));
                    entry.add(number(layout.type));
                    entry.add(new MethodInsnNode(Opcodes.INVOKEVIRTUAL, THREAD, "of", "(I)" + COUNTERS, false));
                }
                entry.add(new VarInsnNode(Opcodes.ASTORE, variable));
                if (layout.entriesOnly || blocks.entryApart) {
                    entry.add(count(variable, first));
                }
                method.instructions.insert(entry);
                method.maxLocals += number == 0 ? 1 : 3;
                method.maxStack += STACK;
            }
        }
        ClassWriter out = new ClassWriter(in, 0);
        node.accept(out);
        return out.toByteArray();
    }

    private static List<FrameNode> frames(MethodNode method) {
        List<FrameNode> frames = new ArrayList<>();
        for (AbstractInsnNode node : method.instructions) {
            if (node instanceof FrameNode) {
                frames.add((FrameNode) node);
            }
        }
        return frames;
    }

    /** Adds the variables to a frame, behind places that hold nothing there. */
    private static void extend(FrameNode frame, int variable, boolean follows) {
        List<Object> locals = new ArrayList<>(frame.local == null ? Collections.emptyList() : frame.local);
        int size = 0;
        for (Object local : locals) {
            size += local == Opcodes.LONG || local == Opcodes.DOUBLE ? 2 : 1;
        }
        while (size++ < variable) {
            locals.add(Opcodes.TOP);
        }
        locals.add(COUNTERS);
        if (follows) {
            locals.add(THREAD);
            locals.add(Opcodes.INTEGER);
        }
        frame.local = locals;
    }

    /**
     * Says that the caller runs again when the method returns or throws, and that the method does when it goes on after an
     * exception. One that passes through says nothing: the next to return or to catch it puts that right, if any is counted.
     */
    private static void follow(MethodNode method, int number, int variable) {
        for (AbstractInsnNode node : method.instructions.toArray()) {
            boolean returns = node.getOpcode() >= Opcodes.IRETURN && node.getOpcode() <= Opcodes.RETURN;
            if (returns || node.getOpcode() == Opcodes.ATHROW) {
                insert(method, node, runs(variable, new VarInsnNode(Opcodes.ILOAD, variable + 2)));
            }
        }
        Set<LabelNode> handlers = new HashSet<>();
        method.tryCatchBlocks.forEach(block -> handlers.add(block.handler));
        for (LabelNode handler : handlers) {
            AbstractInsnNode first = handler;
            while (first.getOpcode() < 0) {
                first = first.getNext();
            }
            insert(method, first, runs(variable, number(number)));
        }
    }

    private static InsnList runs(int variable, AbstractInsnNode number) {
        InsnList code = new InsnList();
        code.add(new VarInsnNode(Opcodes.ALOAD, variable + 1));
        code.add(number);
        code.add(new FieldInsnNode(Opcodes.PUTFIELD, THREAD, "current", "I"));
        return code;
    }

    private static InsnList count(int variable, int counter) {
        InsnList code = new InsnList();
        code.add(new VarInsnNode(Opcodes.ALOAD, variable));
        code.add(number(counter));
        code.add(new InsnNode(Opcodes.DUP2));
        code.add(new InsnNode(Opcodes.IALOAD));
        code.add(new InsnNode(Opcodes.ICONST_1));
        code.add(new InsnNode(Opcodes.IADD));
        code.add(new InsnNode(Opcodes.IASTORE));
        return code;
    }

    /**
     * Inserts code before an instruction. Frames name an object that is not constructed yet by the label before its
     * {@code new}, so that label has to stay there.
     */
    private static void insert(MethodNode method, AbstractInsnNode at, InsnList code) {
        if (at.getOpcode() == Opcodes.NEW) {
            Set<LabelNode> before = new HashSet<>();
            for (AbstractInsnNode node = at.getPrevious();
                    node != null && node.getOpcode() < 0;
                    node = node.getPrevious()) {
                if (node instanceof LabelNode) {
                    before.add((LabelNode) node);
                }
            }
            LabelNode fresh = new LabelNode();
            for (FrameNode frame : frames(method)) {
                rename(frame.local, before, fresh);
                rename(frame.stack, before, fresh);
            }
            code.add(fresh);
        }
        method.instructions.insertBefore(at, code);
    }

    private static void rename(@Nullable List<Object> types, Set<LabelNode> before, LabelNode fresh) {
        if (types != null) {
            for (ListIterator<Object> each = types.listIterator(); each.hasNext(); ) {
                if (before.contains(each.next())) {
                    each.set(fresh);
                }
            }
        }
    }

    /** Makes a method's run an event, whichever way it ends. */
    private static void surround(MethodNode method, int kind, int variable, boolean follows, boolean frames) {
        LabelNode start = new LabelNode();
        LabelNode end = new LabelNode();
        for (AbstractInsnNode node : method.instructions.toArray()) {
            int opcode = node.getOpcode();
            if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
                InsnList exit = new InsnList();
                if (kind == Work.ROW && opcode == Opcodes.IRETURN) {
                    exit.add(new InsnNode(Opcodes.DUP));
                    exit.add(number(kind));
                    exit.add(new InsnNode(Opcodes.SWAP));
                } else {
                    exit.add(number(kind));
                    exit.add(new InsnNode(Opcodes.ICONST_1));
                }
                exit.add(new MethodInsnNode(Opcodes.INVOKESTATIC, WORK, "exit", "(IZ)V", false));
                method.instructions.insertBefore(node, exit);
            }
        }
        InsnList begin = new InsnList();
        begin.add(number(kind));
        begin.add(new MethodInsnNode(Opcodes.INVOKESTATIC, WORK, "enter", "(I)V", false));
        begin.add(start);
        method.instructions.insert(begin);
        method.instructions.add(end);
        if (frames) {
            FrameNode frame = new FrameNode(
                    Opcodes.F_NEW, 0, new Object[0], 1, new Object[] {Type.getInternalName(Throwable.class)});
            extend(frame, variable, follows);
            method.instructions.add(frame);
        }
        method.instructions.add(number(kind));
        method.instructions.add(new InsnNode(Opcodes.ICONST_0));
        method.instructions.add(new MethodInsnNode(Opcodes.INVOKESTATIC, WORK, "exit", "(IZ)V", false));
        method.instructions.add(new InsnNode(Opcodes.ATHROW));
        method.tryCatchBlocks.add(new TryCatchBlockNode(start, end, end, null));
    }

    private static AbstractInsnNode number(int value) {
        if (value <= 5) {
            return new InsnNode(Opcodes.ICONST_0 + value);
        } else if (value <= Byte.MAX_VALUE) {
            return new IntInsnNode(Opcodes.BIPUSH, value);
        } else if (value <= Short.MAX_VALUE) {
            return new IntInsnNode(Opcodes.SIPUSH, value);
        }
        return new LdcInsnNode(value);
    }
}
