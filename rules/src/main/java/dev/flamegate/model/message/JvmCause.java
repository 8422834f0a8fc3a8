package dev.flamegate.model.message;

/** A cause inside the virtual machine that its events show, as the id and the remedy of a diagnosis. */
public enum JvmCause implements Message {
    DEOPTIMISATIONS(
            "Compiled code is given up again and again after the warm-up: what it was compiled for does not hold. Each time"
                    + " the method runs interpreted until it is compiled anew.",
            "Look at what reaches the named method: classes, nulls or branches that the compiler was told not to expect"
                    + " (class_check, null_check, unstable_if), or exceptions on the hot path, each of which is one with"
                    + " -XX:-OmitStackTraceInFastThrow (range_check, null_check). Keep the receivers of one call to two classes,"
                    + " split the method by case, and stop loading classes under load."),
    CODE_CACHE_FULL(
            "The code cache was full, so the compiler stopped or threw compiled code away, and methods run interpreted or"
                    + " poorly compiled.",
            "Raise -XX:ReservedCodeCacheSize, or remove the option that lowered it. If it still fills up, look for code that"
                    + " is generated over and over."),
    INTERPRETED_CODE(
            "Methods run interpreted although the service is warm: the compiler does not compile them, or discards what it"
                    + " compiled.",
            "Look at the named method. HotSpot never compiles a method with more than 8,000 bytes of bytecode: split it."
                    + " Otherwise, look for compiler directives or -XX:CompileCommand that exclude it, and for a full code"
                    + " cache. If it is compiled later on, warm up for longer."),
    LOST_INLINING(
            "A method that the compiler used to inline is now called, so it is no longer optimised together with its callers.",
            "Check what changed in the named method. HotSpot does not inline a method with more than 325 bytes of bytecode"
                    + " (-XX:FreqInlineSize), nor a call that reaches three or more implementations. Move the rare path into a"
                    + " method of its own. -XX:+UnlockDiagnosticVMOptions -XX:+PrintInlining prints the compiler's reason."),
    GC_PAUSES(
            "The collector stops the application for a larger part of the time.",
            "If allocation grew, allocate less (alloc.per-request and its profile name the method). If it did not, the heap"
                    + " is smaller or fuller: compare -Xmx and the collector of both arms, and look for what is kept alive. A"
                    + " cause System.gc() is a call in the code; Metadata GC Threshold means that classes are loaded all the"
                    + " time."),
    SAFEPOINTS(
            "The virtual machine stops the application for an operation that is no garbage collection.",
            "Find who asks for the named operation: thread dumps, heap inspection and deadlock detection come from monitoring;"
                    + " RevokeBias and BulkRevokeBias from biased locking of older JDKs (-XX:-UseBiasedLocking); class"
                    + " redefinition from agents."),
    CLASS_LOADING(
            "Classes are loaded all the time under load, such as proxies, lambda forms, scripts or templates that are made"
                    + " per request.",
            "Make the proxy, the compiled template or the class loader once and keep it. The named method is where the classes"
                    + " come from."),
    LOCK_WAITS(
            "Threads wait longer for a monitor or a lock, of the code or of a library.",
            "Hold the lock for less, split it, or use a structure that needs none. In a library, look for its option or a"
                    + " version without the lock, and do not share the object between threads."),
    NATIVE_MEMORY(
            "The process holds more memory outside of the heap, as the virtual machine accounts for it.",
            "Look at what the named kind is for: direct buffers that are not released or pooled, threads, classes and their"
                    + " loaders. With -XX:NativeMemoryTracking=summary in both arms (JDK 20 or later) all kinds are told apart.");

    private final Entry entry;

    JvmCause(String cause, String remedy) {
        entry = new Entry(cause, remedy);
    }

    @Override
    public Entry entry() {
        return entry;
    }
}
