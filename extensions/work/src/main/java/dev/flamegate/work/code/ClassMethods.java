package dev.flamegate.work.code;

import dev.flamegate.os.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * The methods of a class file, with checksums of what they do: of instructions, constants and annotations, but not of
 * lines, names of variables or the order of constants. The body of a lambda belongs to the method that it is in.
 *
 * @param name of the class, {@code dev/acme/Matrix}
 * @param methods by name and descriptor; without lambdas
 */
record ClassMethods(String name, Map<String, Method> methods) {
    /** Stands for what a class is besides its methods: its supertypes, fields and annotations. */
    static final String HEAD = "<class>";

    /**
     * One method.
     *
     * @param sum of what it does
     * @param code whether it has any: it is not abstract or native, or the head of a type without any code
     */
    record Method(String name, String descriptor, String sum, boolean code) {}

    /**
     * Reads a class file; empty if it cannot be understood.
     *
     * @param file its content
     */
    static Optional<ClassMethods> of(byte[] file) {
        try {
            Reading reading = new Reading();
            new ClassReader(file).accept(reading, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
            return Optional.of(reading.methods());
        } catch (RuntimeException e) {
            return Optional.empty();
        }
    }

    /** The name of the class in a file; empty if it is no class file. */
    static Optional<String> name(byte[] file) {
        try {
            return Optional.of(new ClassReader(file).getClassName());
        } catch (RuntimeException e) {
            return Optional.empty();
        }
    }

    private static final class Reading extends ClassVisitor {
        private final Map<String, MethodText> texts = new LinkedHashMap<>();
        private final StringBuilder head = new StringBuilder();
        private String type = "";

        Reading() {
            super(Opcodes.ASM9);
        }

        @Override
        public void visit(
                int version,
                int access,
                String name,
                @Nullable String signature,
                @Nullable String superName,
                String @Nullable [] interfaces) {
            type = name;
            head.append(access).append(superName).append(Arrays.toString(interfaces));
        }

        @Override
        public AnnotationVisitor visitAnnotation(String annotation, boolean visible) {
            MethodText text = new MethodText(type, 0, HEAD, "");
            texts.put(HEAD + annotation, text);
            return text.visitAnnotation(annotation, visible);
        }

        @Override
        public FieldVisitor visitField(
                int access, String name, String descriptor, @Nullable String signature, @Nullable Object value) {
            head.append('\n').append(access).append(name).append(descriptor).append(value);
            return new FieldVisitor(Opcodes.ASM9) {
                @Override
                public AnnotationVisitor visitAnnotation(String annotation, boolean visible) {
                    MethodText text = new MethodText(type, 0, HEAD, "");
                    texts.put(HEAD + name + annotation, text);
                    return text.visitAnnotation(annotation, visible);
                }
            };
        }

        @Override
        public MethodVisitor visitMethod(
                int access,
                String name,
                String descriptor,
                @Nullable String signature,
                String @Nullable [] exceptions) {
            MethodText text = new MethodText(type, access, name, descriptor);
            texts.put(name + descriptor, text);
            return text;
        }

        ClassMethods methods() {
            Set<String> lambdas = new HashSet<>();
            texts.values().forEach(text -> lambdas.addAll(text.bodies()));
            lambdas.removeIf(key -> {
                MethodText text = texts.get(key);
                return text == null || !text.isSynthetic();
            });
            Map<String, Method> methods = new LinkedHashMap<>();
            texts.forEach((key, text) -> {
                if (key.startsWith(HEAD)) {
                    head.append('\n').append(key).append(text.text());
                }
            });
            texts.keySet().removeIf(key -> key.startsWith(HEAD));
            boolean isShuffled = ShuffledCode.is(type);
            String about = isShuffled ? ShuffledCode.sorted(head.toString()) : head.toString();
            boolean anyCode = texts.values().stream().anyMatch(MethodText::hasCode);
            methods.put(HEAD + "()", new Method(HEAD, "()", sum(List.of(about)), anyCode));
            String shuffled = isShuffled ? sum(List.of(ShuffledCode.sorted(all()))) : null;
            texts.forEach((key, text) -> {
                if (!lambdas.contains(key)) {
                    List<String> parts = new ArrayList<>();
                    collect(text, lambdas, parts, new HashMap<>());
                    String sum = shuffled == null ? sum(parts) : shuffled;
                    methods.put(key, new Method(text.name(), text.descriptor(), sum, text.hasCode()));
                }
            });
            return new ClassMethods(type, methods);
        }

        private String all() {
            return texts.values().stream().map(MethodText::text).collect(Collectors.joining("\n"));
        }

        private static String sum(List<String> parts) {
            return Sha256.of(String.join("\n", parts).getBytes(StandardCharsets.UTF_8));
        }

        /** The method and its lambdas in the order in which it makes them, and theirs. */
        private void collect(MethodText text, Set<String> lambdas, List<String> parts, Map<String, Integer> seen) {
            if (seen.putIfAbsent(text.name() + text.descriptor(), seen.size()) != null) {
                return;
            }
            parts.add(text.text());
            for (String key : text.bodies()) {
                MethodText body = texts.get(key);
                if (body != null && lambdas.contains(key)) {
                    collect(body, lambdas, parts, seen);
                }
            }
        }
    }
}
