package dev.flamegate.probe;

import java.io.File;
import java.lang.instrument.Instrumentation;
import java.net.InetSocketAddress;

/** Entry point of the agent. The application starts whatever goes wrong here. */
public final class ProbeAgent {
    private ProbeAgent() {}

    /** Called by the virtual machine before {@code main}. */
    @SuppressWarnings("CatchAndPrintStackTrace") // one line on stderr is all an agent may do
    public static void premain(String arguments, Instrumentation instrumentation) {
        try {
            ProbeArguments parsed = ProbeArguments.parse(arguments, System.getenv(ProbeArguments.TOKEN));
            String folder = parsed.folder();
            if (folder != null) {
                InetSocketAddress relay = Relay.open(parsed.port(), parsed.token());
                startProfiler(relay, new File(folder), instrumentation);
            }
            Thread thread = new Thread(new ProbeLoop(parsed), CpuGroup.PROBE_THREAD);
            thread.setDaemon(true);
            thread.setContextClassLoader(null); // keeps no reference to a class loader of the application
            thread.start();
        } catch (Throwable e) {
            System.err.println("flamegate-probe: not started: " + e);
        }
    }

    /** The probe counts, too, where there is no profiler. */
    private static void startProfiler(InetSocketAddress relay, File folder, Instrumentation instrumentation) {
        try {
            SentProfiler.start(relay, folder, instrumentation);
        } catch (Throwable e) {
            SentProfiler.failed(e);
            System.err.println("flamegate-probe: the profiler did not start: " + SentProfiler.problem());
        }
    }
}
