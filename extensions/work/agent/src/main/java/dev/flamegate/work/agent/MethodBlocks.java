package dev.flamegate.work.agent;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LineNumberNode;
import org.objectweb.asm.tree.LookupSwitchInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TableSwitchInsnNode;
import org.objectweb.asm.tree.TryCatchBlockNode;

/**
 * The basic blocks of a method: stretches of instructions that run one after the other, unless an exception ends one.
 * The first one stands for the entry of the method, so it has no instruction where a loop leads back to the beginning.
 */
final class MethodBlocks {
    private static final int NONE = -1;

    /** One block; its instructions are those from {@code first} up to the next block's. */
    static final class Block {
        /** The first instruction. */
        final AbstractInsnNode first;

        /** True for the target of a jump from further below: the head of a loop. */
        final boolean loop;

        final int line;

        /**
         * True for a head that ends with the test whether to turn once more. The block after it runs once a turn, and the
         * head itself once more than that, unless the loop is left in another way.
         */
        boolean tests;

        int instructions;
        int objects;
        final List<AbstractInsnNode> calls = new ArrayList<>();

        /** Place of the last jump back to the head of a loop. */
        private final int end;

        private Block(AbstractInsnNode first, int end, int line) {
            this.first = first;
            this.loop = end != NONE;
            this.end = end;
            this.line = line;
        }
    }

    /** True if the entry is counted apart from the first block. */
    final boolean entryApart;

    /** The blocks, in the order of the code. */
    final List<Block> blocks;

    private MethodBlocks(boolean entryApart, List<Block> blocks) {
        this.entryApart = entryApart;
        this.blocks = blocks;
    }

    /** The counters that the method takes: one for each block, and for an entry that is counted apart. */
    int counters() {
        return blocks.size() + (entryApart ? 1 : 0);
    }

    /** True if a method has code that can be counted. */
    static boolean isCountable(MethodNode method) {
        return (method.access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) == 0 && method.instructions.size() > 0;
    }

    static MethodBlocks of(MethodNode method) {
        Map<LabelNode, Integer> places = new HashMap<>();
        int place = 0;
        for (AbstractInsnNode node = method.instructions.getFirst(); node != null; node = node.getNext()) {
            if (node instanceof LabelNode) {
                places.put((LabelNode) node, place);
            } else if (node.getOpcode() >= 0) {
                place++;
            }
        }
        Set<LabelNode> targets = new HashSet<>();
        Map<LabelNode, Integer> heads = new HashMap<>();
        for (TryCatchBlockNode handler : method.tryCatchBlocks) {
            targets.add(handler.handler);
        }
        place = 0;
        for (AbstractInsnNode node = method.instructions.getFirst(); node != null; node = node.getNext()) {
            for (LabelNode target : targets(node)) {
                targets.add(target);
                if (places.getOrDefault(target, Integer.MAX_VALUE) <= place) {
                    heads.put(target, place);
                }
            }
            place += node.getOpcode() >= 0 ? 1 : 0;
        }
        return split(method, targets, heads, places);
    }

    /**
     * Splits the code.
     *
     * @param heads of loops, with the place of the last jump back to each
     * @param places of all labels
     */
    private static MethodBlocks split(
            MethodNode method, Set<LabelNode> targets, Map<LabelNode, Integer> heads, Map<LabelNode, Integer> places) {
        List<Block> blocks = new ArrayList<>();
        boolean entryApart = false;
        boolean begins = true;
        int end = NONE;
        int line = 0;
        Block block = null;
        for (AbstractInsnNode node = method.instructions.getFirst(); node != null; node = node.getNext()) {
            if (node instanceof LabelNode) {
                begins |= targets.contains(node);
                end = Math.max(end, heads.getOrDefault(node, NONE));
                entryApart |= block == null && targets.contains(node);
            } else if (node instanceof LineNumberNode) {
                line = ((LineNumberNode) node).line;
            } else if (node.getOpcode() >= 0) {
                if (begins || block == null) {
                    block = new Block(node, end, line);
                    blocks.add(block);
                    begins = false;
                    end = NONE;
                }
                add(block, node);
                begins = endsBlock(node);
                block.tests = block.end != NONE
                        && isTest(node)
                        && places.getOrDefault(((JumpInsnNode) node).label, 0) > block.end;
            }
        }
        return new MethodBlocks(entryApart, blocks);
    }

    private static void add(Block block, AbstractInsnNode node) {
        block.instructions++;
        switch (node.getOpcode()) {
            case Opcodes.NEW:
            case Opcodes.NEWARRAY:
            case Opcodes.ANEWARRAY:
            case Opcodes.MULTIANEWARRAY:
                block.objects++;
                break;
            case Opcodes.INVOKEVIRTUAL:
            case Opcodes.INVOKESPECIAL:
            case Opcodes.INVOKESTATIC:
            case Opcodes.INVOKEINTERFACE:
                block.calls.add(node);
                break;
            default:
                break;
        }
    }

    private static boolean isTest(AbstractInsnNode node) {
        return node instanceof JumpInsnNode && node.getOpcode() != Opcodes.GOTO && node.getOpcode() != Opcodes.JSR;
    }

    private static boolean endsBlock(AbstractInsnNode node) {
        int opcode = node.getOpcode();
        return node instanceof JumpInsnNode
                || opcode == Opcodes.TABLESWITCH
                || opcode == Opcodes.LOOKUPSWITCH
                || opcode == Opcodes.ATHROW
                || opcode == Opcodes.RET
                || (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN);
    }

    private static List<LabelNode> targets(AbstractInsnNode node) {
        List<LabelNode> targets = new ArrayList<>();
        if (node instanceof JumpInsnNode) {
            targets.add(((JumpInsnNode) node).label);
        } else if (node instanceof TableSwitchInsnNode) {
            targets.add(((TableSwitchInsnNode) node).dflt);
            targets.addAll(((TableSwitchInsnNode) node).labels);
        } else if (node instanceof LookupSwitchInsnNode) {
            targets.add(((LookupSwitchInsnNode) node).dflt);
            targets.addAll(((LookupSwitchInsnNode) node).labels);
        }
        return targets;
    }
}
