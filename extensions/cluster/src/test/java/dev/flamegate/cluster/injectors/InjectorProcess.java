package dev.flamegate.cluster.injectors;

import dev.flamegate.load.TestGatling;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** An agent in a process of its own, as in a pod; {@link #main} is what runs there. */
final class InjectorProcess implements AutoCloseable, InjectorPlace {
    static final String TOKEN = "0123456789abcdef";

    private final Process process;
    private final InetSocketAddress address;

    private InjectorProcess(Process process, InetSocketAddress address) {
        this.process = process;
        this.address = address;
    }

    public static void main(String... arguments) throws IOException, InterruptedException {
        Path folder = Path.of(arguments[0]);
        InjectorAgent agent = InjectorAgent.open(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                TOKEN,
                new InjectorWork(TestGatling.home(), folder, TestGatling.children(folder)));
        System.out.println(agent.address().getPort());
        TimeUnit.HOURS.sleep(1);
    }

    static InjectorProcess start(Path folder) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xmx128m", "-XX:TieredStopAtLevel=1"));
        for (String property : List.of("jars", "classes", "simulations")) {
            String name = "flamegate.test.gatling." + property;
            command.add("-D" + name + "=" + new File(System.getProperty(name)).getAbsolutePath());
        }
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), InjectorProcess.class.getName()));
        command.add(folder.toString());
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String line =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8)).readLine();
        return new InjectorProcess(
                process, new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(line)));
    }

    /** Kills it as a node does that runs out of memory. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** The generators that it runs. */
    List<ProcessHandle> generators() {
        return process.descendants().filter(ProcessHandle::isAlive).toList();
    }

    @Override
    public InetSocketAddress await() {
        return address;
    }

    @Override
    public String token() {
        return TOKEN;
    }

    @Override
    public double cpus() {
        return Double.POSITIVE_INFINITY;
    }

    @Override
    public String fate() {
        return process.isAlive() ? "" : "its process has ended";
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
