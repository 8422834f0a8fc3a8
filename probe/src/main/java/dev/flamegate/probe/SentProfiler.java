package dev.flamegate.probe;

import java.io.DataInputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.instrument.Instrumentation;
import java.lang.management.ManagementFactory;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import org.jspecify.annotations.Nullable;

/**
 * Gets the profiler's jar from the gate and starts it, as {@code -javaagent:} would: for places where the gate can put
 * one small file, but not a large one. The target waits for it, so that both builds of a comparison, and all starts,
 * begin in the same way.
 *
 * <p>The probe asks {@code flamegate-profiler MILLIS}, the age of the virtual machine; the gate answers with the jar's
 * length in eight bytes, then the jar. Length 0 is no profiler.
 */
final class SentProfiler {
    /** The beginning of the question. */
    static final String QUESTION = "flamegate-profiler ";

    private static final int ANSWER_WITHIN_MILLIS = 60_000;
    private static final int BUFFER = 64 * 1024;
    private static final long LARGEST = 256L << 20;

    private static volatile String problem = "";

    private SentProfiler() {}

    /** The reason why the profiler that the gate sent does not run; empty while it runs. */
    static String problem() {
        return problem;
    }

    /** Remembers the failure for the hello message; otherwise the gate would wait for profiles in vain. */
    static void failed(Throwable failure) {
        Throwable cause = failure instanceof InvocationTargetException ? failure.getCause() : failure;
        problem = String.valueOf(cause);
    }

    /**
     * Waits for the gate's answer, and starts what it sends.
     *
     * @param relay where the gate is found
     * @param folder that the jar is written to
     * @throws IOException when the gate does not answer in time, or the file cannot be written
     * @throws ReflectiveOperationException when the jar is no agent, or the agent does not start
     */
    static void start(InetSocketAddress relay, File folder, Instrumentation instrumentation)
            throws IOException, ReflectiveOperationException {
        File jar = fetch(relay, folder);
        if (jar != null) {
            jar.deleteOnExit();
            load(new JarFile(jar), instrumentation);
        }
    }

    private static @Nullable File fetch(InetSocketAddress relay, File folder) throws IOException {
        try (Socket socket = new Socket(Proxy.NO_PROXY)) {
            socket.connect(relay, ANSWER_WITHIN_MILLIS);
            socket.setSoTimeout(ANSWER_WITHIN_MILLIS);
            long age = System.currentTimeMillis()
                    - ManagementFactory.getRuntimeMXBean().getStartTime();
            socket.getOutputStream().write((QUESTION + Math.max(0, age) + "\n").getBytes(StandardCharsets.US_ASCII));
            DataInputStream in = new DataInputStream(socket.getInputStream());
            long length = in.readLong();
            if (length < 0 || length > LARGEST) {
                throw new IOException("the gate announces " + length + " bytes");
            }
            return length == 0 ? null : write(in, length, folder);
        }
    }

    /** Writes the profiler to a new file: another virtual machine in the same pod may have one open. */
    private static File write(DataInputStream in, long length, File folder) throws IOException {
        File file = File.createTempFile("profiler", ".jar", folder);
        try (OutputStream out = Files.newOutputStream(file.toPath())) {
            byte[] buffer = new byte[BUFFER];
            long left = length;
            while (left > 0) {
                int read = in.read(buffer, 0, (int) Math.min(buffer.length, left));
                if (read < 0) {
                    throw new IOException("the gate sent " + left + " bytes less than announced");
                }
                out.write(buffer, 0, read);
                left -= read;
            }
        }
        return file;
    }

    /** The jar stays open, as the agent's classes come from it. */
    private static void load(JarFile jar, Instrumentation instrumentation)
            throws IOException, ReflectiveOperationException {
        instrumentation.appendToSystemClassLoaderSearch(jar);
        String name = jar.getManifest().getMainAttributes().getValue(new Attributes.Name("Premain-Class"));
        if (name == null) {
            throw new ClassNotFoundException("the jar names no Premain-Class");
        }
        Class<?> agent = ClassLoader.getSystemClassLoader().loadClass(name);
        try {
            Method premain = agent.getDeclaredMethod("premain", String.class, Instrumentation.class);
            premain.invoke(null, "", instrumentation);
        } catch (NoSuchMethodException e) {
            agent.getDeclaredMethod("premain", String.class).invoke(null, "");
        }
    }
}
