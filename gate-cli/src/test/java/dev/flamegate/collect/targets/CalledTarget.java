package dev.flamegate.collect.targets;

import java.util.List;
import java.util.stream.IntStream;

/** A program that calls methods a known number of times whenever it reads a line, from two threads, then prints one. */
public final class CalledTarget {
    private static long sum;

    private CalledTarget() {}

    public static void main(String[] args) throws Exception {
        int times = Integer.parseInt(args[0]);
        round(times); // so that its classes are loaded
        System.out.println("waiting");
        for (int round = 1; System.in.read() >= 0; round++) {
            while (System.in.read() != '\n') {
                // The rest of the line.
            }
            Thread other = new Thread(() -> round(times));
            other.start();
            round(times);
            other.join();
            System.out.println("round " + round);
        }
    }

    private static void round(int times) {
        List<Price> prices = List.of(new Fixed(2), new Special(3));
        synchronized (CalledTarget.class) {
            sum += IntStream.range(0, times)
                    .mapToLong(i -> prices.get(i % 2).of(i) + prices.get(1).rounded(i))
                    .sum();
        }
    }

    /** Calls of it are calls of whatever implements it. */
    interface Price {
        int of(int pieces);

        default int rounded(int pieces) {
            return of(pieces) / 10 * 10;
        }
    }

    static class Fixed implements Price {
        private final int each;

        Fixed(int each) {
            this.each = each;
        }

        @Override
        public int of(int pieces) {
            return each * pieces;
        }
    }

    /** Inherits what is called on it. */
    static final class Special extends Fixed {
        Special(int each) {
            super(each - 1);
        }
    }
}
