package dev.flamegate.work.agent;

import dev.flamegate.work.boot.Work;
import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassTooLargeException;
import org.objectweb.asm.MethodTooLargeException;
import org.objectweb.asm.tree.ClassNode;

/**
 * Puts counters into every class that the target loads, but for those of agents, and of the JDK unless they are wanted
 * too. A class that cannot be changed stays as it is, and is named.
 */
final class CountingTransformer implements ClassFileTransformer {
    private static final List<String> LEFT_OUT = Arrays.asList(
            "dev/flamegate/probe/", "dev/flamegate/work/", "java/", "jdk/internal/reflect/", "sun/reflect/");
    private static final String WORK = Work.class.getName();

    private final Events events = new Events();
    private final Map<ClassLoader, Boolean> seeing = Collections.synchronizedMap(new WeakHashMap<>());
    private final List<Layout> layouts = new ArrayList<>();
    private final List<String[]> methods = new ArrayList<>();
    private final Map<String, String> failures = new TreeMap<>();
    private final ThreadLocal<Boolean> busy = new ThreadLocal<>();

    @Override
    public byte @Nullable [] transform(
            ClassLoader loader, String name, Class<?> type, ProtectionDomain domain, byte[] file) {
        boolean counts = name != null && type == null && !isPlatform(loader) && !isLeftOut(name);
        return counts ? guarded(loader, name, file) : null;
    }

    /**
     * Puts counters into classes of the JDK: those whose calls are events, or all that can be counted. Many are loaded
     * already, and so changed again.
     */
    ClassFileTransformer ofJdk(boolean all) {
        return new ClassFileTransformer() {
            @Override
            public byte @Nullable [] transform(
                    ClassLoader loader, String name, Class<?> type, ProtectionDomain domain, byte[] file) {
                return name != null && isPlatform(loader) && isWanted(name, all) ? guarded(loader, name, file) : null;
            }
        };
    }

    /** True if a class of the JDK that is loaded can get counters. */
    static boolean isCountable(Class<?> type) {
        return isPlatform(type.getClassLoader()) && isWanted(type.getName().replace('.', '/'), true);
    }

    private static boolean isWanted(String name, boolean all) {
        return Events.isClient(name) || (all && !isAgent(name) && JdkClasses.isCountable(name));
    }

    /** The bridge is where the JDK is. */
    private static boolean isAgent(String name) {
        return name.startsWith("dev/flamegate/");
    }

    private byte @Nullable [] guarded(@Nullable ClassLoader loader, String name, byte[] file) {
        if (busy.get() != null) {
            return null;
        }
        busy.set(true); // looking at a class loader may load classes
        try {
            if (loader != null && !sees(loader)) {
                fail(name, "its class loader does not look for classes where every other does");
                return null;
            }
            return counted(loader, name, file);
        } catch (Throwable e) {
            fail(name, String.valueOf(e));
            return null;
        } finally {
            busy.remove();
        }
    }

    private static boolean isLeftOut(String name) {
        for (String prefix : LEFT_OUT) {
            if (name.startsWith(prefix)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isPlatform(@Nullable ClassLoader loader) {
        if (loader == null) {
            return true;
        }
        String type = loader.getClass().getName();
        return type.equals("jdk.internal.loader.ClassLoaders$PlatformClassLoader")
                || type.equals("sun.misc.Launcher$ExtClassLoader");
    }

    /** A loader that does not ask the bootstrap one would make the application fail at its first counted call. */
    private boolean sees(ClassLoader loader) {
        Boolean known = seeing.get(loader);
        if (known == null) {
            try {
                known = Class.forName(WORK, false, loader) == Work.class;
            } catch (Throwable e) {
                known = false;
            }
            seeing.put(loader, known);
        }
        return known;
    }

    private byte[] counted(@Nullable ClassLoader loader, String name, byte[] file) {
        ClassReader in = new ClassReader(file);
        try {
            return counted(in, loader, name, false);
        } catch (MethodTooLargeException | ClassTooLargeException e) {
            fail(name, "only entries of methods are counted, since " + e.getMessage());
            return counted(in, loader, name, true);
        }
    }

    private byte[] counted(ClassReader in, @Nullable ClassLoader loader, String name, boolean entriesOnly) {
        ClassNode node = new ClassNode();
        in.accept(node, ClassReader.EXPAND_FRAMES);
        events.note(node);
        Layout layout;
        synchronized (layouts) {
            layout = new Layout(layouts.size(), name, loader, isPlatform(loader), entriesOnly);
            layouts.add(layout);
        }
        byte[] counted = BlockCounters.apply(in, node, layout, events, method -> number(name, method));
        Work.size(layout.type, layout.length());
        return counted;
    }

    /** Notes a class that is not counted, or only in part. */
    void fail(String type, String why) {
        synchronized (failures) {
            failures.put(type.replace('/', '.'), why);
        }
    }

    private int number(String type, String method) {
        synchronized (methods) {
            methods.add(new String[] {type, method});
            return methods.size();
        }
    }

    /** Class and name of a method by its number. */
    String[] method(int number) {
        synchronized (methods) {
            return methods.get(number - 1);
        }
    }

    /** The layout of a counted class, by its position. */
    Layout layout(int type) {
        synchronized (layouts) {
            return layouts.get(type);
        }
    }

    /** The number of classes that are counted. */
    int classes() {
        synchronized (layouts) {
            return layouts.size();
        }
    }

    /** The classes that are not counted, or only in part, with the reasons. */
    Map<String, String> failures() {
        synchronized (failures) {
            return new TreeMap<>(failures);
        }
    }
}
