package dev.flamegate.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceAccessMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/**
 * A test that measures by a plan before its body runs. It fails with the gate's findings where a rule is broken, and aborts where
 * nothing could be measured or the evidence does not suffice. A wrong plan fails it too.
 *
 * <p>The installed gate is that of {@link dev.flamegate.launch.InstalledGate#find}. It is started in the working directory of the
 * tests, and what it prints appears while it runs. A measurement takes minutes and wants the machine for itself: these tests have
 * the tag {@value #TAG}, by which builds leave them out or run nothing else, and JUnit runs no other test of its JVM meanwhile.
 */
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Test
@Tag(Flamegate.TAG)
@ResourceLock(value = Resources.GLOBAL, mode = ResourceAccessMode.READ_WRITE)
@ExtendWith(FlamegateExtension.class)
public @interface Flamegate {
    /** The tag of all tests that measure. */
    String TAG = "flamegate";

    /** The plan; relative to the working directory of the tests. */
    String plan() default "flamegate.yaml";

    /** What the gate does. */
    Command command() default Command.RUN;

    /** Further options of the command, such as {@code "--budget", "10m"}. */
    String[] arguments() default {};

    /** Whether a test fails, instead of being aborted, where nothing could be measured or the evidence does not suffice. */
    boolean mustDecide() default false;
}
