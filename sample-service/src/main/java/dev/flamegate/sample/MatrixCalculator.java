package dev.flamegate.sample;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Computes the product of a fixed chain of square matrices, most of which are the identity, like the transforms of a
 * pipeline whose stages are mostly switched off.
 *
 * <p>Multiplying by the identity in full is the sample's built-in regression; with {@code skipIdentity} such a factor
 * only costs one pass over its entries. On the two-core machine it was sized on, a warm chain with two identities after
 * each transform takes 3.8 to 4.2 ms of CPU with it and 10.0 to 10.8 ms without.
 */
final class MatrixCalculator {
    private static final int SIZE = 118;
    private static final int TRANSFORMS = 5;
    private static final double[] IDENTITY = identity();

    private final boolean skipIdentity;
    private final List<double[]> factors = new ArrayList<>();

    /**
     * A chain.
     *
     * @param identities after each of its transforms
     */
    MatrixCalculator(boolean skipIdentity, int identities) {
        this.skipIdentity = skipIdentity;
        for (int i = 0; i < TRANSFORMS; i++) {
            factors.add(transform(i));
            for (int j = 0; j < identities; j++) {
                factors.add(identity());
            }
        }
    }

    int factors() {
        return factors.size();
    }

    /** A number that depends on every entry of the chain's product. */
    long checksum() {
        double[] product = identity();
        for (double[] factor : factors) {
            product = multiply(product, factor);
        }
        long sum = 17;
        for (double entry : product) {
            sum = sum * 31 + Math.round(entry * 1024);
        }
        return sum;
    }

    /** The product of two matrices, stored row by row. */
    double[] multiply(double[] left, double[] right) {
        if (skipIdentity && isIdentity(right)) {
            return left;
        }
        double[] product = new double[SIZE * SIZE];
        for (int row = 0; row < SIZE; row++) {
            for (int column = 0; column < SIZE; column++) {
                double sum = 0;
                for (int i = 0; i < SIZE; i++) {
                    sum += left[row * SIZE + i] * right[i * SIZE + column];
                }
                product[row * SIZE + column] = sum;
            }
        }
        return product;
    }

    private static boolean isIdentity(double[] matrix) {
        return Arrays.equals(matrix, IDENTITY);
    }

    private static double[] identity() {
        double[] matrix = new double[SIZE * SIZE];
        for (int i = 0; i < SIZE; i++) {
            matrix[i * SIZE + i] = 1;
        }
        return matrix;
    }

    /** A matrix of small fractions, different for each stage. */
    private static double[] transform(int stage) {
        double[] matrix = new double[SIZE * SIZE];
        for (int i = 0; i < matrix.length; i++) {
            matrix[i] = (i * 31 + stage * 17) % 7 / 32.0;
        }
        return matrix;
    }
}
