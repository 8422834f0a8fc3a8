package dev.flamegate.model;

import java.util.Locale;

/** A kind of work that is counted exactly, for each request. */
public enum WorkCount implements Cost {
    /** Bytecode instructions of the application and its libraries, without those of the JDK unless they are counted too. */
    INSTRUCTIONS("instructions", "Bytecode instructions executed per request, without those of the JDK"),
    /** Calls of their methods. */
    CALLS("calls", "Methods of the application and its libraries called per request"),
    /** Objects and arrays that they create. */
    OBJECTS("objects", "Objects and arrays created per request by the application and its libraries"),
    /** Bytes of the heap that threads which serve requests allocate. */
    ALLOCATION("allocation", "Heap allocated per request, counted exactly and by one request at a time"),
    /** Exceptions constructed, those of the JDK too. */
    EXCEPTIONS("exceptions", "Exceptions constructed per request"),
    /** Statements sent to a database by JDBC. */
    STATEMENTS("statements", "Database statements executed per request"),
    /** Rows read from their results. */
    ROWS("rows", "Rows read per request from results of database statements"),
    /** Requests sent to other services by an HTTP client. */
    REQUESTS("requests", "Requests sent to other services per request"),
    /** Bytecode instructions of requests of which each comes right after a collection. */
    COLD_INSTRUCTIONS(
            "cold-instructions",
            "Bytecode instructions executed by a request right after a collection, which empties weak caches");

    private static final String RESULT_KEY = "work";

    private final String word;
    private final String description;

    WorkCount(String word, String description) {
        this.word = word;
        this.description = description;
    }

    /** Name in rules, after {@code work.}; in results mostly the unit too. */
    public String word() {
        return word;
    }

    /** One sentence for people, without the full stop. */
    public String description() {
        return description;
    }

    @Override
    public Unit unit() {
        return switch (this) {
            case ALLOCATION -> Unit.KIBIBYTES;
            case COLD_INSTRUCTIONS -> INSTRUCTIONS.unit();
            default -> Unit.count(word);
        };
    }

    /** The count by which methods are told apart that this one grew in. */
    public WorkCount byMethod() {
        return switch (this) {
            case ALLOCATION, OBJECTS -> OBJECTS;
            case EXCEPTIONS -> EXCEPTIONS;
            default -> INSTRUCTIONS;
        };
    }

    @Override
    public String resultKey() {
        return this == INSTRUCTIONS ? RESULT_KEY : RESULT_KEY + "." + word;
    }

    @Override
    public String perRequest() {
        return "per request";
    }

    /** Name in a stored run: {@code INSTRUCTIONS}, in lower case. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }
}
