package dev.flamegate.doctor;

import dev.flamegate.collect.CollectionFailed;
import dev.flamegate.collect.http.Answer;
import dev.flamegate.collect.http.ApiClient;
import dev.flamegate.collect.http.ApiLimits;
import dev.flamegate.collect.http.Form;
import dev.flamegate.collect.http.ServerAddress;
import dev.flamegate.plan.TargetSpec;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Whether what the plan calls the target is there. */
final class TargetCheck implements Check {
    private static final Duration WITHIN = Duration.ofSeconds(3);

    private final Situation situation;
    private final TargetSpec target;

    TargetCheck(Situation situation, TargetSpec target) {
        this.situation = situation;
        this.target = target;
    }

    @Override
    public String id() {
        return "target";
    }

    @Override
    public Group group() {
        return Group.PLAN;
    }

    @Override
    public CheckResult look() throws InterruptedException {
        if (target.url() != null) {
            return running(target.url());
        } else if (target.jar() != null) {
            return file("jar", target.jar(), build());
        } else if (target.dockerfile() != null) {
            return file("dockerfile", target.dockerfile(), "Correct target: dockerfile.");
        } else if (target.image() != null) {
            return CheckResult.ok("the image " + target.image() + "; see the checks of containers");
        }
        return command(target.command());
    }

    private String build() {
        String build = situation.plan() == null ? null : situation.plan().build();
        return build == null
                ? "Build it, or correct target: jar."
                : "Build it (" + build + "), or correct target: jar.";
    }

    private CheckResult file(String key, String path, String remedy) {
        Path file = situation.folder().resolve(path);
        return Files.isRegularFile(file)
                ? CheckResult.ok(path + " is there")
                : CheckResult.fail("target: " + key + ": " + path + " is not there", remedy);
    }

    private CheckResult command(List<String> command) {
        String program = command.isEmpty() ? "" : command.get(0);
        boolean path = program.contains("/") || program.contains("\\");
        boolean there = path
                ? Files.isExecutable(situation.folder().resolve(program))
                : Commands.find(program, situation.environment()).isPresent();
        return there
                ? CheckResult.ok(program + " is there")
                : CheckResult.fail(
                        "target: command: " + program
                                + (path ? " is not there, or may not be executed" : " is not on the PATH"),
                        "Correct target: command, or install or build the program.");
    }

    private CheckResult running(String url) throws InterruptedException {
        String path = target.ready().path();
        String remedy = "Start it, or correct target: url and ready: path.";
        try {
            ServerAddress address = ServerAddress.of(URI.create(url));
            Answer answer = new ApiClient(
                            address,
                            "The target",
                            "Is it running there?",
                            ApiLimits.within(WITHIN).once())
                    .get(path, Form.EMPTY, "*/*");
            return answer.status() < 400
                    ? CheckResult.ok(address + " answers " + path + " with " + answer.status())
                    : CheckResult.fail(address + " answers " + path + " with " + answer.status(), remedy);
        } catch (CollectionFailed | IllegalArgumentException e) {
            return CheckResult.fail(String.valueOf(e.getMessage()), remedy);
        }
    }
}
