package dev.flamegate.profile;

/**
 * The facts about a sample, apart from its stack.
 *
 * @param pool thread name with its numbers as {@code #}; bracketed for the machine's own: {@code [jit]}, {@code [gc]},
 *     {@code [vm]}, {@code [profiler]}
 * @param request the label {@code endpoint} or its like; empty without a label
 * @param state {@code running}, {@code runnable} or {@code sleeping}; empty when unknown
 */
public record Facet(String pool, String request, String state) {
    public static final Facet NONE = new Facet("", "", "");

    /** True if the sample belongs to the virtual machine or the profiler and not to the application. */
    public boolean isMachine() {
        return pool.startsWith("[");
    }
}
