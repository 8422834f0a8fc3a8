package dev.flamegate.gatling;

import io.gatling.app.Gatling;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Main class of the JVM that the gate starts. It runs Gatling's own main class and does four things for any simulation:
 * the JVM ends when the gate dies (system property {@code flamegate.gate}, its process id), Gatling does not ask the
 * network for its latest version, a simulation that cannot be loaded is reported in one line, and one that does not
 * know the gate is run as a {@link PlainSimulation} where Gatling's version allows that, else as it is after the gate's
 * {@code go}; it is not constructed before the target answers, because it may ask it for a token.
 *
 * <p>Arguments are Gatling's.
 */
public final class Launcher {
    /** The start of the line that says why a simulation cannot be loaded; the gate looks for it. */
    static final String CANNOT_LOAD = "flamegate: cannot load the simulation: ";

    private static final int BAD_SIMULATION = 1;

    private Launcher() {}

    /** Runs Gatling; the JVM exits with Gatling's exit status. */
    public static void main(String[] arguments) {
        Optional.ofNullable(Long.getLong("flamegate.gate")).ifPresent(Launcher::endWithTheGate);
        LatestVersion.doNotAsk();
        String name = simulationName(arguments);
        Class<?> simulation = load(name);
        if (PlainSimulation.isPlain(simulation)) {
            LoadControl control = LoadControl.fromSystemProperties();
            control.awaitTarget();
            if (PlainSimulation.isPossible()) {
                System.setProperty(PlainSimulation.CLASS, name);
                arguments[Arrays.asList(arguments).indexOf(name)] = PlainSimulation.class.getName();
            } else if (InjectorShare.fromSystemProperties().isAll()) {
                control.awaitGo();
            } else {
                cannotLoad(InjectorShare.undivided("this version of Gatling does not say which users it injects"));
            }
        }
        Gatling.main(arguments);
    }

    private static String simulationName(String[] arguments) {
        int option = Arrays.asList(arguments).indexOf("-s");
        if (option < 0 || option + 1 == arguments.length) {
            throw new IllegalArgumentException("the simulation must be given as -s CLASS");
        }
        return arguments[option + 1];
    }

    private static Class<?> load(String name) {
        try {
            return Class.forName(name, false, Launcher.class.getClassLoader());
        } catch (ClassNotFoundException | LinkageError e) {
            cannotLoad(e.toString());
            throw new IllegalStateException(e);
        }
    }

    private static void cannotLoad(String why) {
        System.out.println(CANNOT_LOAD + why);
        System.exit(BAD_SIMULATION);
    }

    /** Ends the load once the gate is dead: nothing else would, if the gate was killed. */
    private static void endWithTheGate(long pid) {
        Thread watch = new Thread(() -> {
            while (alive(pid)) {
                try {
                    TimeUnit.SECONDS.sleep(1);
                } catch (InterruptedException e) {
                    return;
                }
            }
            System.out.println("flamegate: the gate (process " + pid + ") is gone; ending");
            Runtime.getRuntime().halt(BAD_SIMULATION);
        });
        watch.setName("flamegate-watch");
        watch.setDaemon(true);
        watch.start();
    }

    private static boolean alive(long pid) {
        return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
    }
}
