package shop;

import java.util.ArrayList;
import java.util.List;

/** Code whose work is known. */
public final class Example implements Runnable {
    private int loops;

    @Override
    public void run() {
        loops = 0;
        for (int i = 0; i < 10; i++) {
            loops += step(i, 2.5, 7L);
        }
    }

    private static int step(int number, double ignored, long alsoIgnored) {
        if (number % 2 == 0) {
            return 1;
        }
        try {
            throw new IllegalStateException("odd");
        } catch (IllegalStateException e) {
            return 2;
        }
    }

    /** Begins with a loop: the first instruction is one that is jumped to. */
    public static int endless(int[] turns) {
        do {
            turns[0]--;
        } while (turns[0] > 0);
        return turns[0];
    }

    /** An object is under construction while another branch is chosen. */
    public static List<Object> nested(boolean first) {
        return new ArrayList<>(List.of(first ? new Object() : new StringBuilder(first ? "a" : "b")));
    }
}
