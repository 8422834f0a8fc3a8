package dev.flamegate.program;

import dev.flamegate.program.FaultCase.After;
import dev.flamegate.program.FaultCase.Cause;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Faults of some phases; {@link #all} has those of all. */
abstract class FaultCases {
    private final List<FaultCase> cases = new ArrayList<>();

    /** Every fault, by phase in the order of a measurement. */
    static List<FaultCase> all() {
        List<FaultCase> all = new ArrayList<>();
        for (FaultCases part : List.of(
                new MeasuringFaults(),
                new WorkFaults(),
                new SurroundingFaults(),
                new CollectFaults(),
                new RecordFaults(),
                new FileFaults(),
                new ExtensionFaults(),
                new BankFaults())) {
            part.list();
            all.addAll(part.cases);
        }
        return List.copyOf(all);
    }

    /** Adds the faults. */
    abstract void list();

    final void add(
            String phase, String fault, String how, Set<Integer> codes, List<String> words, After after, Cause cause) {
        cases.add(new FaultCase(phase, fault, how, codes, words, after, cause));
    }

    /** A fault after which the stored run is judged again. */
    final void judged(String phase, String fault, String how, int code, List<String> words, Cause cause) {
        add(phase, fault, how, Set.of(code), words, After.JUDGE, cause);
    }

    /** Makes the ground ready for a gate. */
    interface Preparation {
        void of(FaultGround ground) throws Exception;
    }

    /**
     * The signals that end a gate, each sent when it has said how far it is.
     *
     * @param words that it says then
     */
    final void signals(String phase, String how, String words, Preparation first, String... arguments) {
        for (String signal : List.of("INT", "TERM", "KILL")) {
            add(phase, "SIG" + signal, how, Set.of(code(signal)), List.of(), next(signal), ground -> {
                first.of(ground);
                return ground.signalled(signal, words, arguments);
            });
        }
    }

    /** The exit code of a program that a signal ended. */
    static int code(String signal) {
        return switch (signal) {
            case "INT" -> 130;
            case "TERM" -> 143;
            default -> 137;
        };
    }

    /** What a killed gate leaves goes with the next one that measures. */
    static After next(String signal) {
        return signal.equals("KILL") ? After.RUN : After.JUDGE;
    }
}
