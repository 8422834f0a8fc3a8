package dev.flamegate.sample;

import dev.flamegate.sample.http.Answer;
import dev.flamegate.sample.http.Endpoint;
import dev.flamegate.sample.http.Request;

/** Multiplies a chain of matrices: the service's CPU-bound work. */
final class MatrixEndpoint implements Endpoint {
    private final MatrixCalculator calculator;

    MatrixEndpoint(MatrixCalculator calculator) {
        this.calculator = calculator;
    }

    @Override
    public String method() {
        return "GET";
    }

    @Override
    public String path() {
        return "/matrix";
    }

    @Override
    public Answer answer(Request request) {
        return Answer.json(200, new Product(calculator.factors(), calculator.checksum()));
    }

    /**
     * Answer to {@code GET /matrix}.
     *
     * @param factors matrices multiplied
     * @param checksum of the product; the same for every request and for both ways of computing it
     */
    record Product(int factors, long checksum) {}
}
