package dev.flamegate.selftest.agent;

import java.io.File;
import java.lang.instrument.Instrumentation;
import java.util.HashMap;
import java.util.Map;
import java.util.jar.JarFile;

/**
 * Entry point of the agent. Its arguments are {@code KEY=VALUE} with commas between them: {@code jar}, where it is, and
 * those of {@link MethodTransformer#install}.
 */
public final class SelfTestAgent {
    private SelfTestAgent() {}

    /** Called by the virtual machine before {@code main}. */
    @SuppressWarnings("CatchAndPrintStackTrace") // one line on stderr is all an agent may do
    public static void premain(String arguments, Instrumentation instrumentation) {
        try {
            Map<String, String> given = new HashMap<>();
            for (String argument : arguments.split(",", -1)) {
                int equals = argument.indexOf('=');
                given.put(argument.substring(0, equals), argument.substring(equals + 1));
            }
            try (JarFile jar = new JarFile(new File(String.valueOf(given.get("jar"))))) {
                instrumentation.appendToBootstrapClassLoaderSearch(jar);
            }
            // From here on all loaders see the same classes of this jar, but for this one.
            MethodTransformer.install(given, instrumentation);
        } catch (Throwable e) {
            System.err.println("flamegate-self-test: nothing is changed: " + e);
        }
    }
}
