package dev.flamegate.probe;

/** Entry point of the agent. The application starts whatever goes wrong here. */
public final class ProbeAgent {
    private ProbeAgent() {}

    /** Called by the virtual machine before {@code main}. */
    @SuppressWarnings("CatchAndPrintStackTrace") // one line on stderr is all an agent may do
    public static void premain(String arguments) {
        try {
            ProbeArguments parsed = ProbeArguments.parse(arguments, System.getenv(ProbeArguments.TOKEN));
            Thread thread = new Thread(new ProbeLoop(parsed), CpuGroup.PROBE_THREAD);
            thread.setDaemon(true);
            thread.setContextClassLoader(null); // keeps no reference to a class loader of the application
            thread.start();
        } catch (Throwable e) {
            System.err.println("flamegate-probe: not started: " + e);
        }
    }
}
