package dev.flamegate.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.flamegate.probe.boot.Calls;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;
import java.util.jar.JarFile;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.Attribute;
import org.objectweb.asm.ByteVector;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

class EntryPatchTest {
    @AfterEach
    void end() {
        Calls.begin(0);
    }

    @Test
    void every_kind_of_method_counts_its_calls_and_does_what_it_did() throws Exception {
        Patching loader = new Patching(name -> name.startsWith(Work.class.getName()));
        Class<?> work = loader.loadClass(Work.class.getName());
        Calls.begin(1_000); // more than there are methods: some classes are loaded later

        assertThat(work.getMethod("all", int.class).invoke(null, 40)).isEqualTo(Work.all(40));

        assertThat(calls(loader, "all(I)")).isEqualTo(1);
        assertThat(calls(loader, "loop(I)")).isEqualTo(40);
        assertThat(calls(loader, "switched(I)")).isEqualTo(80);
        assertThat(calls(loader, "caught(Ljava/lang/Object;)")).isEqualTo(40);
        assertThat(calls(loader, "recursive(I)")).isEqualTo(41);
        assertThat(calls(loader, "wide(JDLjava/lang/String;)")).isEqualTo(40);
        assertThat(calls(loader, "Work$Thing <init>(I)")).isEqualTo(40);
        assertThat(calls(loader, "Work$Base <init>(I)")).isEqualTo(40);
        assertThat(calls(loader, "lambda$all$")).isEqualTo(40);
    }

    /** The verifier looks at every method when a class is linked. */
    @Test
    void the_classes_of_a_large_library_stay_valid() throws Exception {
        Path jar = Path.of(Assertions.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        List<String> names = new ArrayList<>();
        try (JarFile file = new JarFile(jar.toFile())) {
            file.stream()
                    .map(entry -> entry.getName())
                    .filter(name -> name.startsWith("org/assertj/") && name.endsWith(".class"))
                    .forEach(name ->
                            names.add(name.substring(0, name.length() - 6).replace('/', '.')));
        }
        Patching loader = new Patching(name -> name.startsWith("org.assertj."));
        int linked = 0;
        for (String name : names) {
            try {
                loader.loadClass(name).getDeclaredMethods();
                linked++;
            } catch (NoClassDefFoundError e) {
                assertThat(e).hasMessageNotContaining("Verify"); // an optional dependency
            }
        }
        assertThat(linked).isGreaterThan(500);
        assertThat(loader.keys.size()).isGreaterThan(5_000);
    }

    @Test
    void two_counters_of_one_method_count_both() throws Exception {
        byte[] file = Patching.bytes(Work.class.getName());
        BitSet counters = new BitSet();
        byte[] patched = EntryPatch.apply(file, Map.of("loop(I)I", new int[] {1, 300}), counters);
        Class<?> work = new ClassLoader(getClass().getClassLoader()) {
            @Override
            protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
                return name.equals(Work.class.getName())
                        ? defineClass(name, patched, 0, patched.length)
                        : super.loadClass(name, resolve);
            }
        }.loadClass(Work.class.getName());
        Calls.begin(301);
        Method loop = work.getDeclaredMethod("loop", int.class);
        loop.setAccessible(true);

        assertThat(loop.invoke(null, 7)).isEqualTo(Work.loop(7));

        assertThat(Calls.read()[1]).isEqualTo(1);
        assertThat(Calls.read()[300]).isEqualTo(1);
        assertThat(counters.stream().toArray()).containsExactly(1, 300);
    }

    @Test
    void a_class_without_the_method_is_left_alone_and_what_is_no_class_is_said() throws Exception {
        byte[] file = Patching.bytes(Work.class.getName());

        assertThat(EntryPatch.apply(file, Map.of("nothing()V", new int[] {0}), new BitSet()))
                .isNull();
        assertThatThrownBy(() -> EntryPatch.apply(
                        "no class at all".getBytes(StandardCharsets.UTF_8),
                        Map.of("loop(I)I", new int[] {0}),
                        new BitSet()))
                .isInstanceOf(IOException.class);
    }

    @Test
    void a_class_whose_method_has_no_room_is_not_changed_and_a_shorter_one_is() throws Exception {
        assertThatThrownBy(() -> EntryPatch.apply(ofLength(65_530), Map.of("long()V", new int[] {0}), new BitSet()))
                .isInstanceOf(IOException.class)
                .hasMessage("a method is too long for a counter");

        byte[] patched = EntryPatch.apply(ofLength(65_500), Map.of("long()V", new int[] {0}), new BitSet());

        assertThat(patched).hasSizeGreaterThan(65_500);
        define(patched).getDeclaredMethods(); // the verifier has no objection
    }

    @Test
    void a_class_file_of_a_later_version_is_said() throws Exception {
        byte[] file = Patching.bytes(Work.class.getName());
        file[7] = 120;

        assertThatThrownBy(() -> EntryPatch.apply(file, Map.of("loop(I)I", new int[] {0}), new BitSet()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("version 120");
    }

    /** Another compiler may leave such code, whose stack the verifier checks all the same. */
    @Test
    void code_that_is_never_reached_and_attributes_that_nobody_knows_stay_as_they_are() throws Exception {
        ClassWriter file = start();
        MethodVisitor method = file.visitMethod(Opcodes.ACC_STATIC, "dead", "()V", null, null);
        method.visitCode();
        method.visitInsn(Opcodes.RETURN);
        method.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
        method.visitInsn(Opcodes.ICONST_0);
        method.visitInsn(Opcodes.ICONST_0);
        method.visitInsn(Opcodes.POP2);
        method.visitInsn(Opcodes.RETURN);
        method.visitAttribute(new Unknown("OfAMethod"));
        method.visitMaxs(2, 0);
        method.visitEnd();
        file.visitAttribute(new Unknown("OfAClass"));

        byte[] patched = EntryPatch.apply(file.toByteArray(), Map.of("dead()V", new int[] {0}), new BitSet());

        define(patched).getDeclaredMethods();
        assertThat(new String(patched, StandardCharsets.ISO_8859_1))
                .contains("OfAMethod", "content of OfAMethod", "OfAClass", "content of OfAClass");
    }

    @Test
    void what_was_added_is_on_the_first_line_of_its_method() throws Exception {
        byte[] patched =
                EntryPatch.apply(Patching.bytes(Work.class.getName()), Map.of("loop(I)I", new int[] {0}), new BitSet());

        List<Integer> places = new ArrayList<>();
        new ClassReader(patched)
                .accept(
                        new ClassVisitor(Opcodes.ASM9) {
                            @Override
                            public MethodVisitor visitMethod(
                                    int access, String name, String type, String signature, String[] exceptions) {
                                return !name.equals("loop")
                                        ? null
                                        : new MethodVisitor(Opcodes.ASM9) {
                                            private boolean begun;

                                            @Override
                                            public void visitLineNumber(int line, Label start) {
                                                places.add(begun ? 1 : 0);
                                            }

                                            @Override
                                            public void visitIntInsn(int code, int operand) {
                                                begun = true;
                                            }
                                        };
                            }
                        },
                        0);

        assertThat(places.get(0)).isZero();
        assertThat(places).hasSizeGreaterThan(2);
    }

    /** A class with a method of so many bytes. */
    private static byte[] ofLength(int length) {
        ClassWriter file = start();
        MethodVisitor method = file.visitMethod(Opcodes.ACC_STATIC, "long", "()V", null, null);
        method.visitCode();
        for (int i = 1; i < length; i++) {
            method.visitInsn(Opcodes.NOP);
        }
        method.visitInsn(Opcodes.RETURN);
        method.visitMaxs(0, 0);
        method.visitEnd();
        return file.toByteArray();
    }

    private static ClassWriter start() {
        ClassWriter file = new ClassWriter(0);
        file.visit(Opcodes.V1_8, Opcodes.ACC_PUBLIC, "Made", null, "java/lang/Object", null);
        return file;
    }

    private Class<?> define(byte[] file) {
        return new ClassLoader(getClass().getClassLoader()) {
            Class<?> define() {
                return defineClass("Made", file, 0, file.length);
            }
        }.define();
    }

    private static final class Unknown extends Attribute {
        Unknown(String name) {
            super(name);
        }

        @Override
        protected ByteVector write(ClassWriter file, byte[] code, int length, int stack, int locals) {
            byte[] content = ("content of " + type).getBytes(StandardCharsets.UTF_8);
            return new ByteVector().putByteArray(content, 0, content.length);
        }
    }

    private static long calls(Patching loader, String method) {
        long[] counts = Calls.read();
        long sum = 0;
        for (int i = 0; i < loader.keys.size(); i++) {
            sum += loader.keys.get(i).contains(method) ? counts[i] : 0;
        }
        return sum;
    }

    /** Loads some classes of the class path itself, each of their methods with a counter of its own. */
    private static final class Patching extends ClassLoader {
        final List<String> keys = new ArrayList<>();
        private final Predicate<String> mine;

        Patching(Predicate<String> mine) {
            super(EntryPatchTest.class.getClassLoader());
            this.mine = mine;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!mine.test(name)) {
                return super.loadClass(name, resolve);
            }
            Class<?> known = findLoadedClass(name);
            if (known != null) {
                return known;
            }
            try {
                byte[] file = bytes(name);
                byte[] patched = EntryPatch.apply(file, all(name), new BitSet());
                byte[] used = patched == null ? file : patched;
                return defineClass(name, used, 0, used.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }

        /** A counter for whatever method it is asked for. */
        private Map<String, int[]> all(String type) {
            return new AbstractMap<>() {
                @Override
                public int[] get(Object method) {
                    keys.add(type.substring(type.lastIndexOf('.') + 1) + " " + method);
                    return new int[] {(keys.size() - 1) % EntryPatch.MOST_COUNTERS};
                }

                @Override
                public Set<Entry<String, int[]>> entrySet() {
                    return Collections.emptySet();
                }
            };
        }

        static byte[] bytes(String name) throws IOException {
            try (InputStream in = EntryPatchTest.class.getResourceAsStream("/" + name.replace('.', '/') + ".class")) {
                ByteArrayOutputStream out = new ByteArrayOutputStream();
                in.transferTo(out);
                return out.toByteArray();
            }
        }
    }

    /** Methods with everything that has a place in bytecode. */
    public static final class Work {
        private Work() {}

        public static String all(int times) {
            StringBuilder text = new StringBuilder();
            IntUnaryOperator twice = i -> 2 * i;
            for (int i = 0; i < times; i++) {
                text.append(loop(i)).append(switched(i)).append(switched(1000 * i));
                text.append(caught(i % 3 == 0 ? "text" : null));
                text.append(wide(i, i / 3.0, "w"));
                text.append(new Thing(i == 0 ? 1 : i).value);
                text.append(twice.applyAsInt(i));
            }
            return text.append(recursive(times)).toString();
        }

        static int loop(int n) {
            while (n > 5) { // begins at the first instruction
                n = n % 2 == 0 ? n / 2 : n - 1;
            }
            return n;
        }

        static String switched(int n) {
            switch (n) {
                case 0:
                    return "zero";
                case 1:
                case 2:
                    return "few";
                case 1000:
                    return "thousand";
                case 900_000:
                    return "many";
                default:
                    switch (n % 4) {
                        case 0:
                            return "a";
                        case 1:
                            return "b";
                        case 2:
                            return "c";
                        default:
                            return "d";
                    }
            }
        }

        static String caught(Object value) {
            try {
                return value.toString() + new StringBuilder(value == null ? "" : "x");
            } catch (NullPointerException e) {
                return "null";
            } finally {
                loopNothing();
            }
        }

        private static void loopNothing() {}

        static String wide(long one, double other, String text) {
            long sum = one;
            for (String part : List.of(text, text)) {
                sum += part.length() + (long) other;
            }
            return text + sum;
        }

        static int recursive(int n) {
            return n == 0 ? 0 : 1 + recursive(n - 1);
        }

        /** A constructor that does something before its super constructor is called. */
        static final class Thing extends Base {
            Thing(int value) {
                super(value > 3 ? value : value + 1);
            }
        }

        static class Base {
            final int value;

            Base(int value) {
                this.value = value;
            }
        }
    }
}
