package dev.flamegate.collect.prometheus.server;

import dev.flamegate.model.Warning;
import java.util.List;

/** What a server answered to a query that should have one number for an answer. */
public sealed interface QueryOutcome {
    /** What the server warned of. */
    List<Warning> warnings();

    /** Why there is no number, as a clause for people; empty where there is one. */
    String reason();

    /** The number; finite. */
    record Value(double value, List<Warning> warnings) implements QueryOutcome {
        public Value {
            if (!Double.isFinite(value)) {
                throw new IllegalArgumentException(value + ": not a finite number");
            }
            warnings = List.copyOf(warnings);
        }

        @Override
        public String reason() {
            return "";
        }
    }

    /** NaN, as of a division of nothing by nothing, or infinity. */
    record NotFinite(double value, List<Warning> warnings) implements QueryOutcome {
        public NotFinite {
            warnings = List.copyOf(warnings);
        }

        @Override
        public String reason() {
            return "the query answers " + (Double.isNaN(value) ? "NaN" : value > 0 ? "+Inf" : "-Inf")
                    + (Double.isNaN(value) ? ", as 0 / 0 does" : ", as a division by 0 does");
        }
    }

    /** No series at all. */
    record Empty(List<Warning> warnings) implements QueryOutcome {
        public Empty {
            warnings = List.copyOf(warnings);
        }

        @Override
        public String reason() {
            return "the query finds no series in the window";
        }
    }

    /**
     * Several series where one number is wanted.
     *
     * @param series how many
     * @param examples the labels of some
     */
    record Several(int series, List<String> examples, List<Warning> warnings) implements QueryOutcome {
        public Several {
            examples = List.copyOf(examples);
            warnings = List.copyOf(warnings);
        }

        @Override
        public String reason() {
            return "the query answers " + series + " series (" + String.join(", ", examples)
                    + (series > examples.size() ? ", ..." : "") + "); put sum(...) or max(...) around it";
        }
    }

    /**
     * Something else than numbers.
     *
     * @param kind what, as a noun with its article
     */
    record NoNumber(String kind, List<Warning> warnings) implements QueryOutcome {
        public NoNumber {
            warnings = List.copyOf(warnings);
        }

        @Override
        public String reason() {
            return "the query answers " + kind + " and not one number";
        }
    }

    /**
     * The server did not execute it.
     *
     * @param reason what the server says, with what to do
     */
    record Refused(String reason, List<Warning> warnings) implements QueryOutcome {
        public Refused {
            warnings = List.copyOf(warnings);
        }
    }
}
