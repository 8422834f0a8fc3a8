package dev.flamegate.sample;

import java.lang.reflect.Proxy;
import java.util.function.IntUnaryOperator;

/** Makes the virtual machine give up what it has: compiled code, for what that does not expect, and classes. */
final class Churn {
    /** Calls that are as expected, for each that is not: the method is compiled. */
    private static final int CALLS = 2_000;

    private final int[] prices = {3, 1, 4, 1, 5, 9, 2, 6};

    /**
     * Looks up what is not there, so many times. With {@code -XX:-OmitStackTraceInFastThrow} compiled code leaves each such
     * exception to the interpreter; without it, the exception has no stack trace after a while and costs little.
     *
     * @return the sum of what it saw
     */
    long deoptimise(int times) {
        long sum = 0;
        for (int i = 0; i < times; i++) {
            for (int call = 0; call < CALLS; call++) {
                sum += price(call % prices.length);
            }
            sum += price(prices.length + i);
        }
        return sum;
    }

    private int price(int article) {
        try {
            return prices[article];
        } catch (ArrayIndexOutOfBoundsException e) {
            return 0;
        }
    }

    /** Makes proxies, each of a class of its own, as code does that makes a class loader for every use. */
    long proxies(int number) {
        long sum = 0;
        for (int i = 0; i < number; i++) {
            ClassLoader own = new ClassLoader(Churn.class.getClassLoader()) {};
            IntUnaryOperator proxy = (IntUnaryOperator) Proxy.newProxyInstance(
                    own,
                    new Class<?>[] {IntUnaryOperator.class},
                    (self, method, arguments) -> (Integer) arguments[0] + 1);
            sum += proxy.applyAsInt(i);
        }
        return sum;
    }
}
