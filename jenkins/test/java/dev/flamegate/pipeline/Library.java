package dev.flamegate.pipeline;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** How a pipeline asks for a shared library. */
@Retention(RetentionPolicy.SOURCE)
public @interface Library {
    /** Names of the libraries. */
    String[] value();
}
