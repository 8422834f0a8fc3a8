package dev.flamegate.model.rule;

/** The comparison of a criterion: it states the passing condition. */
public enum Operator {
    LESS("<"),
    AT_MOST("<="),
    MORE(">"),
    AT_LEAST(">=");

    private final String symbol;

    Operator(String symbol) {
        this.symbol = symbol;
    }

    public String symbol() {
        return symbol;
    }

    public boolean holds(double value, double limit) {
        return switch (this) {
            case LESS -> value < limit;
            case AT_MOST -> value <= limit;
            case MORE -> value > limit;
            case AT_LEAST -> value >= limit;
        };
    }

    public boolean isUpper() {
        return this == LESS || this == AT_MOST;
    }
}
