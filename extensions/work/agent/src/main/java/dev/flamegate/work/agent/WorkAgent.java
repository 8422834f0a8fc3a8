package dev.flamegate.work.agent;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;

/** Entry point of the agent, which needs the probe in the same virtual machine. */
public final class WorkAgent {
    private static final String PROBE = "dev.flamegate.probe.Answers";
    private static final List<String> BRIDGE = Arrays.asList(
            "dev/flamegate/work/boot/Work", "dev/flamegate/work/boot/Counters", "dev/flamegate/work/boot/Calls");

    /** Without it, each answer of the JDK's own server waits 40 ms for an acknowledgement. */
    private static final String NO_DELAY = "sun.net.httpserver.nodelay";

    /** A property of the target's command: whether classes of the JDK are counted, too. */
    private static final String JDK = "dev.flamegate.work.jdk";

    private WorkAgent() {}

    /** Called by the virtual machine before {@code main}, or by the probe. */
    @SuppressWarnings("CatchAndPrintStackTrace") // one line on stderr is all an agent may do
    public static void premain(String arguments, Instrumentation instrumentation) {
        try {
            File bridge = bridge();
            try (JarFile jar = new JarFile(bridge)) {
                instrumentation.appendToBootstrapClassLoaderSearch(jar);
            }
            Starting.start(instrumentation);
            // The virtual machine has it open; a target that is killed would leave its file behind.
            bridge.delete();
        } catch (Throwable e) {
            System.err.println("flamegate-work: nothing is counted: " + e);
        }
    }

    /** Classes of the agent that use the bridge, which must be in place before they are loaded. */
    private static final class Starting {
        static void start(Instrumentation instrumentation) throws ReflectiveOperationException {
            if (System.getProperty(NO_DELAY) == null) {
                System.setProperty(NO_DELAY, "true");
            }
            CountingTransformer classes = new CountingTransformer();
            Map<String, String> problems = new HashMap<>();
            answer(new Questions(classes, problems));
            instrumentation.addTransformer(classes);
            boolean jdk = Boolean.getBoolean(JDK);
            instrumentation.addTransformer(classes.ofJdk(jdk), jdk);
            if (jdk) {
                new LoadedClasses(instrumentation, classes).count();
            }
            try {
                instrumentation.addTransformer(new ThrownTransformer(), true);
                instrumentation.retransformClasses(Throwable.class);
            } catch (Throwable e) {
                problems.put("exceptions", String.valueOf(e));
            }
        }

        private static void answer(Function<String, Map<String, String>> questions)
                throws ReflectiveOperationException {
            Class.forName(PROBE, true, ClassLoader.getSystemClassLoader())
                    .getMethod("register", String.class, Function.class)
                    .invoke(null, "work", questions);
        }
    }

    /** A jar with the classes that counted code calls, for the loader that all others ask first. */
    private static File bridge() throws IOException {
        File file = File.createTempFile("flamegate-work", ".jar");
        file.deleteOnExit();
        try (OutputStream out = Files.newOutputStream(file.toPath());
                JarOutputStream jar = new JarOutputStream(out)) {
            for (String name : BRIDGE) {
                String entry = name + ".class";
                try (InputStream in = WorkAgent.class.getResourceAsStream("/" + entry)) {
                    if (in == null) {
                        throw new IOException("the agent's jar has no " + entry);
                    }
                    jar.putNextEntry(new JarEntry(entry));
                    jar.write(all(in));
                    jar.closeEntry();
                }
            }
        }
        return file;
    }

    private static byte[] all(InputStream in) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        byte[] buffer = new byte[4096];
        for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
            bytes.write(buffer, 0, read);
        }
        return bytes.toByteArray();
    }
}
