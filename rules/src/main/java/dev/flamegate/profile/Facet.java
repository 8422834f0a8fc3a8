package dev.flamegate.profile;

/**
 * What is known of a sample besides its stack.
 *
 * @param pool thread name with its numbers as {@code #}; bracketed for the machine's own: {@code [jit]},
 *     {@code [gc]}, {@code [vm]}, {@code [profiler]}
 * @param request the label {@code endpoint} or its like; empty when there is none
 * @param state {@code running}, {@code runnable} or {@code sleeping}; empty when unknown
 */
public record Facet(String pool, String request, String state) {
    /** Nothing known. */
    public static final Facet NONE = new Facet("", "", "");

    /** Whether the sample belongs to the virtual machine or the profiler and not to the application. */
    public boolean isMachine() {
        return pool.startsWith("[");
    }
}
