package dev.flamegate.junit;

import dev.flamegate.launch.Ended;
import dev.flamegate.launch.GateProcess;
import dev.flamegate.launch.InstalledGate;
import dev.flamegate.launch.Listener;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.platform.commons.support.AnnotationSupport;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

/**
 * Starts the gate in place of a test's body, and lets the body follow where the rules hold. So a {@code @Timeout} of the test ends
 * the gate as well.
 */
final class FlamegateExtension implements InvocationInterceptor {
    private static final Listener CONSOLE = new Listener() {
        @Override
        public void result(String line) {
            System.out.println(line);
        }

        @Override
        public void progress(String line) {
            System.err.println(line);
        }

        @Override
        public void warning(String text) {
            System.err.println("warning: " + text);
        }
    };

    @Override
    public void interceptTestMethod(
            Invocation<Void> body, ReflectiveInvocationContext<Method> invocation, ExtensionContext context)
            throws Throwable {
        Flamegate test = AnnotationSupport.findAnnotation(invocation.getExecutable(), Flamegate.class)
                .orElseThrow();
        check(
                test,
                new GateProcess(installation(), CONSOLE)
                        .run(line(test), Path.of("").toAbsolutePath()));
        body.proceed();
    }

    private static InstalledGate installation() {
        try {
            return InstalledGate.find();
        } catch (IOException e) {
            throw new ExtensionConfigurationException(e.getMessage(), e);
        }
    }

    private static List<String> line(Flamegate test) {
        List<String> line = new ArrayList<>(List.of(test.command().word(), "--plan", test.plan()));
        line.add("--fail-on-inconclusive"); // a test that is neither passed nor failed is not green
        line.addAll(List.of(test.arguments()));
        return line;
    }

    private static void check(Flamegate test, Ended gate) {
        switch (gate.code()) {
            case Ended.OK -> {}
            case Ended.FAIL -> throw new AssertionFailedError(findings(gate));
            case Ended.UNMEASURED, Ended.INCONCLUSIVE -> {
                if (test.mustDecide()) {
                    throw new AssertionFailedError(gate.sentence());
                }
                throw new TestAbortedException(gate.sentence());
            }
            case Ended.WRONG -> throw new ExtensionConfigurationException(gate.sentence());
            default ->
                throw new IllegalStateException(
                        "flamegate ended with exit code " + gate.code() + ": " + gate.sentence());
        }
    }

    /** A JVM that cannot start ends with the code of a broken rule as well, but finds nothing. */
    private static String findings(Ended gate) {
        String findings = String.join("\n", gate.results()).strip();
        if (findings.isEmpty()) {
            throw new IllegalStateException("flamegate ended without a verdict: " + gate.sentence());
        }
        return findings;
    }
}
