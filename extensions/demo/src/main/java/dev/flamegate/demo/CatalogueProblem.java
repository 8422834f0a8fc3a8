package dev.flamegate.demo;

import dev.flamegate.model.message.FailureKind;
import dev.flamegate.model.message.KnownFailure;

/** The catalogue's own files are missing or invalid. */
final class CatalogueProblem extends RuntimeException implements KnownFailure {
    private static final long serialVersionUID = 1;

    CatalogueProblem(String message) {
        super(message);
    }

    CatalogueProblem(String message, Throwable cause) {
        super(message, cause);
    }

    @Override
    public FailureKind kind() {
        return FailureKind.CATALOGUE_PROBLEM;
    }
}
