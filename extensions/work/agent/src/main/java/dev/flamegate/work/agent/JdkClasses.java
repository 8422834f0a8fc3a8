package dev.flamegate.work.agent;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.tree.AnnotationNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Says what of the JDK can be counted. Counters are asked for at the entry of each counted method, so whatever they use
 * themselves would never end.
 */
final class JdkClasses {
    /** Beginnings of names that are left out; one that ends with {@code $} or {@code /} has everything below. */
    private static final List<String> LEFT_OUT = Arrays.asList(
            // The counters find their thread by these: each would ask for its own counters before it could answer.
            "java/lang/Thread",
            "java/lang/VirtualThread",
            "java/lang/BaseVirtualThread",
            "java/lang/ScopedValue",
            "java/lang/ref/",
            "jdk/internal/misc/",
            // The virtual machine runs them with a stack of its own making, or between two threads.
            "jdk/internal/vm/",
            "java/lang/StackStreamFactory",
            "java/lang/StackWalker",
            "java/security/AccessController",
            // They run while a class is changed or loaded, which the agent takes part in.
            "java/lang/instrument/",
            "sun/instrument/",
            "java/lang/ClassLoader",
            "java/lang/Module",
            "jdk/internal/loader/",
            "jdk/internal/module/",
            // Code that the virtual machine makes or knows: method handles, reflection, its own events.
            "java/lang/invoke/",
            "jdk/internal/reflect/",
            "sun/reflect/",
            "jdk/jfr/",
            "jdk/internal/event/",
            // What they do depends on when other threads come by, and not on the request.
            "java/util/concurrent/ForkJoin",
            "java/util/concurrent/SynchronousQueue",
            "java/util/concurrent/LinkedTransferQueue",
            "java/util/concurrent/Exchanger",
            "java/util/concurrent/Phaser",
            "java/util/concurrent/locks/",
            "java/util/concurrent/atomic/Striped64");

    /** Single classes that are left out. */
    private static final Set<String> ALONE = new HashSet<>(Arrays.asList(
            // Its constructor is a part of every other: the counters' own, too.
            "java/lang/Object",
            // Exceptions are counted as such; these are also made where no memory or stack is left for counting.
            "java/lang/Throwable",
            "java/lang/Error",
            "java/lang/VirtualMachineError",
            "java/lang/OutOfMemoryError",
            "java/lang/StackOverflowError"));

    /**
     * Methods that a compiler may replace by machine code: they would be counted only until then. JDK 8 does not mark them.
     */
    private static final Set<String> REPLACED = new HashSet<>(Arrays.asList(
            "Ljdk/internal/vm/annotation/IntrinsicCandidate;", "Ljdk/internal/HotSpotIntrinsicCandidate;"));

    private JdkClasses() {}

    /** True if a class of the JDK can be counted, by its internal name. */
    static boolean isCountable(String type) {
        if (ALONE.contains(type)) {
            return false;
        }
        for (String beginning : LEFT_OUT) {
            if (type.startsWith(beginning)) {
                return false;
            }
        }
        return true;
    }

    /** True if a method of such a class is left out. */
    static boolean isReplaced(MethodNode method) {
        if (method.visibleAnnotations != null) {
            for (AnnotationNode annotation : method.visibleAnnotations) {
                if (REPLACED.contains(annotation.desc)) {
                    return true;
                }
            }
        }
        return false;
    }
}
