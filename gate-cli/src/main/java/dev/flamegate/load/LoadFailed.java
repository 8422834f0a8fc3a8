package dev.flamegate.load;

import java.util.List;

/** The load could not be generated or read: the failure, the attempt, the remedy, and the end of the output. */
public final class LoadFailed extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final String what;
    private final String tried;
    private final String remedy;
    private final transient List<String> logTail;

    /**
     * One failure.
     *
     * @param what failed, one clause without the full stop
     * @param tried to get there; empty when there is nothing to say
     * @param remedy what to do about it
     * @param logTail last lines of the child's output; may be empty
     */
    public LoadFailed(String what, String tried, String remedy, List<String> logTail) {
        super(message(what, tried, remedy, logTail));
        this.what = what;
        this.tried = tried;
        this.remedy = remedy;
        this.logTail = List.copyOf(logTail);
    }

    /** This failure with the name of the generator, one of several, that failed. */
    public LoadFailed of(String generator) {
        LoadFailed named = new LoadFailed(generator + ": " + what, tried, remedy, logTail);
        named.initCause(this);
        return named;
    }

    public String what() {
        return what;
    }

    public String tried() {
        return tried;
    }

    public String remedy() {
        return remedy;
    }

    public List<String> logTail() {
        return logTail;
    }

    private static String message(String what, String tried, String remedy, List<String> logTail) {
        StringBuilder message = new StringBuilder("the load failed: ").append(what);
        if (!tried.isEmpty()) {
            message.append("\n  tried: ").append(tried);
        }
        message.append("\n  remedy: ").append(remedy);
        if (!logTail.isEmpty()) {
            message.append("\n  the end of its output:");
            logTail.forEach(line -> message.append("\n    ").append(line));
        }
        return message.toString();
    }
}
