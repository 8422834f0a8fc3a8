package dev.flamegate.fuzz;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** What a fuzz test starts from, taken from what other tests use already. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Seeds {
    /** Glob patterns of files, relative to the checkout. */
    String[] files() default {};

    /** A static method of the test's class, without parameters, that returns a {@code List<byte[]>}; empty for none. */
    String made() default "";
}
