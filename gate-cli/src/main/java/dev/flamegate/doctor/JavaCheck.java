package dev.flamegate.doctor;

import dev.flamegate.targets.ProcessTarget;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The virtual machines of the gate and of the target. */
final class JavaCheck implements Check {
    private static final Pattern PROPERTY = Pattern.compile("(?m)^\\s*(java\\.(?:version|vendor|home)) = (.*)$");

    private final Situation situation;
    private final Path home;

    JavaCheck(Situation situation) {
        this(situation, ProcessTarget.javaHome());
    }

    /** With the home of the target's virtual machine. */
    JavaCheck(Situation situation, Path home) {
        this.situation = situation;
        this.home = home;
    }

    @Override
    public String id() {
        return "java";
    }

    @Override
    public Group group() {
        return Group.JAVA;
    }

    @Override
    public CheckResult look() throws IOException, InterruptedException {
        String own = named(System.getProperty("java.version", ""), System.getProperty("java.vendor", ""));
        if (!situation.startsProcess()) {
            return CheckResult.ok(own + " for the gate; the target brings its own");
        }
        String present = home.resolve("bin").resolve("java").toString();
        boolean there = Files.isExecutable(Path.of(present)) || Files.isExecutable(Path.of(present + ".exe"));
        Commands.Ended ended;
        try {
            ended = Commands.run(
                    List.of(there ? present : "java", "-XshowSettings:properties", "-version"),
                    null,
                    Map.of(),
                    Duration.ofSeconds(3));
        } catch (IOException e) {
            return CheckResult.fail(
                    "the target cannot be started: no java in " + home + ", nor on the PATH",
                    "Point JAVA_HOME to a JDK.");
        }
        if (!ended.isOk()) {
            return CheckResult.fail(
                    (there ? present : "java") + " does not work: " + ended.firstLine(), "Point JAVA_HOME to a JDK.");
        }
        return result(own, ended.text(), there);
    }

    private CheckResult result(String own, String settings, boolean there) {
        String targets = named(property(settings, "java.version"), property(settings, "java.vendor"));
        String from = situation.environment().containsKey("JAVA_HOME") ? "JAVA_HOME=" + home : home.toString();
        if (!there) {
            return CheckResult.warn(
                    "JAVA_HOME=" + home + " holds no bin/java; the target gets the one on the PATH: " + targets,
                    "Point JAVA_HOME to the JDK that the service is to run on.");
        }
        return CheckResult.ok(
                targets.equals(own)
                        ? own + " for gate and target, " + from
                        : own + " for the gate, " + targets + " for the target, " + from);
    }

    private static String property(String settings, String name) {
        Matcher matcher = PROPERTY.matcher(settings);
        while (matcher.find()) {
            if (matcher.group(1).equals(name)) {
                return matcher.group(2).strip();
            }
        }
        return "";
    }

    private static String named(String version, String vendor) {
        return version + (vendor.isBlank() ? "" : " of " + vendor);
    }
}
