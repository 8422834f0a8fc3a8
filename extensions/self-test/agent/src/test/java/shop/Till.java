package shop;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.function.IntUnaryOperator;

/** Code that is made slower: it loops, branches, throws, and calls itself. */
public final class Till implements IntUnaryOperator {
    @Override
    public int applyAsInt(int items) {
        IntSupplier total = () -> total(items);
        return total.getAsInt();
    }

    private static int total(int items) {
        if (items < 0) {
            throw new IllegalArgumentException("less than nothing");
        }
        List<Integer> prices = new ArrayList<>();
        for (int i = 0; i < items; i++) {
            prices.add(i % 7 * 1000);
        }
        int sum = items > 2 ? total(2) : 0;
        for (int price : prices) {
            sum += price;
        }
        return sum;
    }
}
