package dev.flamegate.probe;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Counts calls of the methods that the gate names, from {@link #begin} to {@link #end}: their classes get a counter at
 * the entry of each method, and get back what they were. Outside of that, nothing of it is in the target. A class that
 * cannot be changed is named, and the others are counted. Used by the probe's thread only.
 */
final class CallCounting {
    private static final String CALLS = EntryPatch.CALLS.replace('/', '.');

    private final Instrumentation instrumentation;
    private final Map<ClassLoader, Boolean> seeing = new IdentityHashMap<>();
    private final Set<Class<?>> classes = new HashSet<>();
    private @Nullable Class<?> calls;
    private @Nullable CallPatches patches;

    CallCounting(Instrumentation instrumentation) {
        this.instrumentation = instrumentation;
    }

    /** A method of the target, by the names of its class file. */
    static final class Method {
        final int counter;
        final boolean overridden;
        final String owner;
        final String name;
        final String descriptor;

        private Method(int counter, boolean overridden, String owner, String name, String descriptor) {
            this.counter = counter;
            this.overridden = overridden;
            this.owner = owner;
            this.name = name;
            this.descriptor = descriptor;
        }

        /**
         * Reads {@code COUNTER KIND OWNER NAME DESCRIPTOR}: {@code *} as kind for a method that may be overridden,
         * whose calls are those of every method that does; {@code =} for exactly this one.
         *
         * @throws IllegalArgumentException when it is something else
         */
        static Method parse(String line) {
            String[] parts = line.split(" ", -1);
            if (parts.length != 5) {
                throw new IllegalArgumentException(line + ": not a method");
            }
            int counter = Integer.parseInt(parts[0]);
            if (counter < 0 || counter > EntryPatch.MOST_COUNTERS) {
                throw new IllegalArgumentException(line + ": no counter");
            }
            return new Method(counter, parts[1].equals("*"), parts[2], parts[3], parts[4]);
        }
    }

    /**
     * Begins to count, and ends an earlier counting.
     *
     * @return how many methods of how many classes are counted now, and which classes are not
     */
    Map<String, String> begin(List<Method> methods) {
        end();
        Map<String, String> answer = new HashMap<>();
        try {
            if (!instrumentation.isRetransformClassesSupported()) {
                throw new IOException("this virtual machine does not change classes that are loaded");
            }
            int counters = 0;
            for (Method method : methods) {
                counters = Math.max(counters, method.counter + 1);
            }
            Class<?> bridge = bridge();
            Map<String, Map<String, int[]>> wanted = new HashMap<>();
            Set<Class<?>> loaded = wanted(methods, wanted);
            Set<ClassLoader> loaders = new HashSet<>();
            CallPatches now = new CallPatches(wanted, loaders);
            for (Class<?> type : loaded) {
                if (sees(type.getClassLoader(), bridge)) {
                    loaders.add(type.getClassLoader());
                    classes.add(type);
                } else {
                    now.fail(internal(type), new ClassNotFoundException(CALLS));
                }
            }
            bridge.getMethod("begin", int.class).invoke(null, counters);
            patches = now;
            instrumentation.addTransformer(now, true);
            transform(now);
            now.report(answer);
        } catch (Throwable e) {
            end();
            answer.put("problem", String.valueOf(e));
        }
        return answer;
    }

    /** Calls since the beginning, by counter; -1 for one with a method in a class that could not be changed. */
    Map<String, String> read() {
        Map<String, String> answer = new HashMap<>();
        CallPatches now = patches;
        Class<?> bridge = calls;
        if (now == null || bridge == null) {
            answer.put("problem", "nothing is counted");
            return answer;
        }
        try {
            StringBuilder text = new StringBuilder();
            long[] counts = (long[]) bridge.getMethod("read").invoke(null);
            for (int i = 0; i < counts.length; i++) {
                text.append(i == 0 ? "" : " ").append(now.isLost(i) ? -1 : counts[i]);
            }
            now.report(answer);
            answer.put("counts", text.toString());
        } catch (Throwable e) {
            answer.put("problem", String.valueOf(e));
        }
        return answer;
    }

    /** Ends the counting, if it has begun: the classes are again what they were. */
    void end() {
        CallPatches now = patches;
        Class<?> bridge = calls;
        patches = null;
        if (now != null && bridge != null) {
            instrumentation.removeTransformer(now);
            transform(null);
            try {
                bridge.getMethod("begin", int.class).invoke(null, 0);
            } catch (Throwable e) {
                // Unread counters do no harm.
            }
        }
        // No class loader of the application is kept.
        classes.clear();
        seeing.clear();
    }

    /** All at once, which stops the application once; one by one if one of them cannot be changed. */
    private void transform(@Nullable CallPatches now) {
        if (classes.isEmpty()) {
            return;
        }
        try {
            instrumentation.retransformClasses(classes.toArray(new Class<?>[0]));
        } catch (Throwable all) {
            for (Class<?> type : classes) {
                try {
                    instrumentation.retransformClasses(type);
                } catch (Throwable e) {
                    if (now != null) {
                        now.fail(internal(type), e);
                    }
                }
            }
        }
    }

    /**
     * The loaded classes that declare, inherit or override one of the methods.
     *
     * @param wanted gets their counters by class and method, and those of classes that may be loaded meanwhile
     */
    private Set<Class<?>> wanted(List<Method> methods, Map<String, Map<String, int[]>> wanted) {
        Map<String, List<Method>> byOwner = new HashMap<>();
        for (Method method : methods) {
            byOwner.computeIfAbsent(method.owner, owner -> new ArrayList<>()).add(method);
            add(wanted, method.owner, method);
        }
        Set<Class<?>> loaded = new HashSet<>();
        for (Class<?> type : instrumentation.getAllLoadedClasses()) {
            if (!isChangeable(type)) {
                continue;
            }
            for (Class<?> above : withSupertypes(type)) {
                for (Method method : byOwner.getOrDefault(internal(above), Collections.<Method>emptyList())) {
                    if (above == type || method.overridden) {
                        Class<?> place = above == type ? declaring(type, method) : type;
                        add(wanted, internal(place), method);
                        loaded.add(place);
                    }
                }
            }
        }
        return loaded;
    }

    private static void add(Map<String, Map<String, int[]>> wanted, String type, Method method) {
        Map<String, int[]> methods = wanted.computeIfAbsent(type, name -> new HashMap<>());
        int[] counters = methods.getOrDefault(method.name + method.descriptor, new int[0]);
        for (int counter : counters) {
            if (counter == method.counter) {
                return;
            }
        }
        int[] more = Arrays.copyOf(counters, counters.length + 1);
        more[counters.length] = method.counter;
        methods.put(method.name + method.descriptor, more);
    }

    /** The class itself or the superclass of the application that it has the method from. */
    private Class<?> declaring(Class<?> type, Method method) {
        Class<?> at = type;
        while (at != null && isChangeable(at) && !declares(at, method.name)) {
            at = at.getSuperclass();
        }
        return at == null || !isChangeable(at) ? type : at;
    }

    private static boolean declares(Class<?> type, String name) {
        if (name.startsWith("<") || type.isInterface()) {
            return true;
        }
        try {
            for (java.lang.reflect.Method method : type.getDeclaredMethods()) {
                if (method.getName().equals(name)) {
                    return true;
                }
            }
            return false;
        } catch (Throwable e) {
            return true; // a class in its signatures is missing
        }
    }

    private boolean isChangeable(Class<?> type) {
        return type.getClassLoader() != null && !type.isArray() && instrumentation.isModifiableClass(type);
    }

    private static Set<Class<?>> withSupertypes(Class<?> type) {
        Set<Class<?>> all = new HashSet<>();
        Deque<Class<?>> open = new ArrayDeque<>();
        open.add(type);
        while (!open.isEmpty()) {
            Class<?> next = open.remove();
            if (all.add(next)) {
                if (next.getSuperclass() != null) {
                    open.add(next.getSuperclass());
                }
                open.addAll(Arrays.asList(next.getInterfaces()));
            }
        }
        return all;
    }

    private static String internal(Class<?> type) {
        return type.getName().replace('.', '/');
    }

    /** A class loader that does not ask the bootstrap one would make the application fail at its first call. */
    private boolean sees(ClassLoader loader, Class<?> bridge) {
        return seeing.computeIfAbsent(loader, key -> {
            try {
                return Class.forName(CALLS, false, key) == bridge;
            } catch (Throwable e) {
                return false;
            }
        });
    }

    /** The class with the counters, which every class loader of the application sees. */
    private Class<?> bridge() throws IOException, ReflectiveOperationException {
        Class<?> known = calls;
        if (known == null) {
            File file = File.createTempFile("flamegate-calls", ".jar");
            file.deleteOnExit();
            String entry = EntryPatch.CALLS + ".class";
            try (InputStream in = CallCounting.class.getResourceAsStream("/" + entry);
                    OutputStream out = Files.newOutputStream(file.toPath());
                    JarOutputStream jar = new JarOutputStream(out)) {
                if (in == null) {
                    throw new IOException("the probe's jar has no " + entry);
                }
                jar.putNextEntry(new JarEntry(entry));
                jar.write(all(in));
                jar.closeEntry();
            }
            instrumentation.appendToBootstrapClassLoaderSearch(new JarFile(file));
            known = Class.forName(CALLS, true, null);
            calls = known;
        }
        return known;
    }

    private static byte[] all(InputStream in) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        byte[] buffer = new byte[4096];
        for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
            bytes.write(buffer, 0, read);
        }
        return bytes.toByteArray();
    }
}
