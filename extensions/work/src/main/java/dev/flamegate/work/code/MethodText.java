package dev.flamegate.work.code;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** A method's code as text that is equal for equal code: one line for each instruction and annotation. */
final class MethodText extends MethodVisitor {
    /** Names that Java and Kotlin, and Scala, give the body of a lambda. */
    private static final List<String> LAMBDAS = List.of("lambda$", "$anonfun$");

    private final String type;
    private final int access;
    private final String name;
    private final String descriptor;
    private final StringBuilder text = new StringBuilder();
    private final Map<Label, Integer> labels = new HashMap<>();
    private final List<String> bodies = new ArrayList<>();
    private boolean code;

    MethodText(String type, int access, String name, String descriptor) {
        super(Opcodes.ASM9);
        this.type = type;
        this.access = access;
        this.name = name;
        this.descriptor = descriptor;
    }

    String name() {
        return name;
    }

    String descriptor() {
        return descriptor;
    }

    boolean isSynthetic() {
        return (access & Opcodes.ACC_SYNTHETIC) != 0;
    }

    boolean hasCode() {
        return code;
    }

    /** The method's text without its name, so that lambdas that were only renumbered are equal. */
    String text() {
        int kept = Opcodes.ACC_SYNCHRONIZED | Opcodes.ACC_STATIC | Opcodes.ACC_NATIVE | Opcodes.ACC_ABSTRACT;
        return (access & kept) + descriptor + "\n" + text;
    }

    /** Methods of the same class, by name and descriptor, that it makes a function of; in order. */
    List<String> bodies() {
        return bodies;
    }

    private void line(@Nullable Object... words) {
        for (Object word : words) {
            text.append(word).append(' ');
        }
        text.append('\n');
    }

    private int label(Label label) {
        return labels.computeIfAbsent(label, unknown -> labels.size());
    }

    private String all(Label... targets) {
        return Stream.of(targets).map(target -> String.valueOf(label(target))).collect(Collectors.joining(" "));
    }

    /** A constant; the body of a lambda is noted. */
    private String constant(@Nullable Object constant) {
        if (!(constant instanceof Handle handle)) {
            return constant == null ? "null" : constant.getClass().getSimpleName() + " " + constant;
        }
        int tag = handle.getTag();
        if (tag >= Opcodes.H_INVOKEVIRTUAL) {
            String key = handle.getName() + handle.getDesc();
            // A lambda: what it does is added to this text, and its number is not.
            if (handle.getOwner().equals(type) && LAMBDAS.stream().anyMatch(handle.getName()::contains)) {
                bodies.add(key);
                return "lambda " + handle.getDesc();
            }
        }
        return handle.toString();
    }

    @Override
    public AnnotationVisitor visitAnnotation(String annotation, boolean visible) {
        line("@", annotation);
        return new Annotation();
    }

    @Override
    public void visitCode() {
        code = true;
    }

    @Override
    public void visitInsn(int opcode) {
        line(opcode);
    }

    @Override
    public void visitIntInsn(int opcode, int operand) {
        line(opcode, operand);
    }

    @Override
    public void visitVarInsn(int opcode, int variable) {
        line(opcode, variable);
    }

    @Override
    public void visitTypeInsn(int opcode, String named) {
        line(opcode, named);
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String field, String fieldType) {
        line(opcode, owner, field, fieldType);
    }

    @Override
    public void visitMethodInsn(int opcode, String owner, String method, String type, boolean onInterface) {
        line(opcode, owner, method, type);
    }

    @Override
    public void visitInvokeDynamicInsn(String method, String type, Handle bootstrap, Object... arguments) {
        line(
                "dynamic",
                method,
                type,
                bootstrap,
                Stream.of(arguments).map(this::constant).collect(Collectors.joining(" ")));
    }

    @Override
    public void visitJumpInsn(int opcode, Label target) {
        line(opcode, label(target));
    }

    @Override
    public void visitLabel(Label label) {
        line("label", label(label));
    }

    @Override
    public void visitLdcInsn(Object constant) {
        line("constant", constant(constant));
    }

    @Override
    public void visitIincInsn(int variable, int increment) {
        line("increment", variable, increment);
    }

    @Override
    public void visitTableSwitchInsn(int least, int most, Label otherwise, Label... targets) {
        line("table", least, most, label(otherwise), all(targets));
    }

    @Override
    public void visitLookupSwitchInsn(Label otherwise, int[] keys, Label[] targets) {
        line("lookup", Arrays.toString(keys), label(otherwise), all(targets));
    }

    @Override
    public void visitMultiANewArrayInsn(String array, int dimensions) {
        line("array", array, dimensions);
    }

    @Override
    public void visitTryCatchBlock(Label start, Label end, Label handler, @Nullable String caught) {
        line("try", label(start), label(end), label(handler), caught);
    }

    /** Everything in an annotation, such as the name of a cache. */
    private final class Annotation extends AnnotationVisitor {
        Annotation() {
            super(Opcodes.ASM9);
        }

        @Override
        public void visit(@Nullable String key, Object value) {
            line(key, value.getClass().isArray() ? elements(value) : value);
        }

        @Override
        public void visitEnum(@Nullable String key, String enumeration, String value) {
            line(key, enumeration, value);
        }

        @Override
        public AnnotationVisitor visitAnnotation(@Nullable String key, String annotation) {
            line(key, "@", annotation);
            return this;
        }

        @Override
        public AnnotationVisitor visitArray(@Nullable String key) {
            line(key, "array");
            return this;
        }

        private static String elements(Object array) {
            return IntStream.range(0, java.lang.reflect.Array.getLength(array))
                    .mapToObj(i -> String.valueOf(java.lang.reflect.Array.get(array, i)))
                    .collect(Collectors.joining(" "));
        }
    }
}
