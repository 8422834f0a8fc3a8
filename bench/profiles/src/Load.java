import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/**
 * Work for a profiler to record: 64 threads that go down one of 8 000 call paths, 20 to 80 calls deep, burn CPU at the
 * bottom for a while and sleep now and then. With the argument "slower" every eighth path burns half as much again.
 */
public final class Load {
    private static final int THREADS = 64;
    private static final int PATHS = 8_000;
    private static volatile double sink;

    private static int slower;

    private Load() {}

    public static void main(String[] arguments) throws InterruptedException {
        long end = System.nanoTime() + Long.parseLong(arguments[0]) * 1_000_000_000L;
        slower = arguments.length > 1 && arguments[1].equals("slower") ? 1 : 0;
        Thread[] threads = new Thread[THREADS];
        for (int i = 0; i < THREADS; i++) {
            int seed = i;
            threads[i] = new Thread(() -> work(seed, end), "worker-" + i);
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private static void work(int seed, long end) {
        Random random = new Random(seed);
        while (System.nanoTime() < end) {
            int path = random.nextInt(PATHS);
            Random turns = new Random(path);
            a(turns, 20 + turns.nextInt(61), path);
            if (random.nextInt(4) == 0) {
                LockSupport.parkNanos(20_000_000);
            }
        }
    }

    private static double next(Random turns, int depth, int path) {
        if (depth <= 0) {
            return burn(path);
        }
        return switch (turns.nextInt(12)) {
            case 0 -> a(turns, depth - 1, path);
            case 1 -> b(turns, depth - 1, path);
            case 2 -> c(turns, depth - 1, path);
            case 3 -> d(turns, depth - 1, path);
            case 4 -> e(turns, depth - 1, path);
            case 5 -> f(turns, depth - 1, path);
            case 6 -> g(turns, depth - 1, path);
            case 7 -> h(turns, depth - 1, path);
            case 8 -> i(turns, depth - 1, path);
            case 9 -> j(turns, depth - 1, path);
            case 10 -> k(turns, depth - 1, path);
            default -> l(turns, depth - 1, path);
        };
    }

    private static double burn(int path) {
        double sum = 0;
        int rounds = path % 8 == 0 && slower > 0 ? 60_000 : 40_000;
        for (int round = 0; round < rounds; round++) {
            sum += Math.sqrt(round + path);
        }
        sink = sum;
        return sum;
    }

    private static double a(Random turns, int depth, int path) {
        return next(turns, depth, path) + 1;
    }

    private static double b(Random turns, int depth, int path) {
        return next(turns, depth, path) + 2;
    }

    private static double c(Random turns, int depth, int path) {
        return next(turns, depth, path) + 3;
    }

    private static double d(Random turns, int depth, int path) {
        return next(turns, depth, path) + 4;
    }

    private static double e(Random turns, int depth, int path) {
        return next(turns, depth, path) + 5;
    }

    private static double f(Random turns, int depth, int path) {
        return next(turns, depth, path) + 6;
    }

    private static double g(Random turns, int depth, int path) {
        return next(turns, depth, path) + 7;
    }

    private static double h(Random turns, int depth, int path) {
        return next(turns, depth, path) + 8;
    }

    private static double i(Random turns, int depth, int path) {
        return next(turns, depth, path) + 9;
    }

    private static double j(Random turns, int depth, int path) {
        return next(turns, depth, path) + 10;
    }

    private static double k(Random turns, int depth, int path) {
        return next(turns, depth, path) + 11;
    }

    private static double l(Random turns, int depth, int path) {
        return next(turns, depth, path) + 12;
    }
}
