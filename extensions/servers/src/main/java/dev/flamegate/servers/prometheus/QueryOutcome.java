package dev.flamegate.servers.prometheus;

import dev.flamegate.model.Warning;
import java.util.List;

/** A server's answer to a query that should return one number. */
public sealed interface QueryOutcome {
    List<Warning> warnings();

    /** The reason why the number is missing, as a clause for people; empty if it is not. */
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

    /** A value that is NaN, such as 0 / 0, or infinite. */
    record NotFinite(double value, List<Warning> warnings) implements QueryOutcome {
        public NotFinite {
            warnings = List.copyOf(warnings);
        }

        @Override
        public String reason() {
            return "the query returns " + (Double.isNaN(value) ? "NaN" : value > 0 ? "+Inf" : "-Inf")
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
     * Several series where one number is expected.
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
            return "the query returns " + series + " series (" + String.join(", ", examples)
                    + (series > examples.size() ? ", ..." : "") + "); put sum(...) or max(...) around it";
        }
    }

    /**
     * A reply other than numbers.
     *
     * @param kind what it is, as a noun with its article
     */
    record NoNumber(String kind, List<Warning> warnings) implements QueryOutcome {
        public NoNumber {
            warnings = List.copyOf(warnings);
        }

        @Override
        public String reason() {
            return "the query returns " + kind + " instead of one number";
        }
    }

    /**
     * The server did not execute the query.
     *
     * @param reason the server's message, with what to do about it
     */
    record Refused(String reason, List<Warning> warnings) implements QueryOutcome {
        public Refused {
            warnings = List.copyOf(warnings);
        }
    }
}
