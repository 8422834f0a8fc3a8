package dev.flamegate.pipeline;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A controller with one agent and its gate, for tests. */
final class Pipelines {
    final Gate gate;
    final Agent agent;
    final Jenkins jenkins;

    private Pipelines(Path folder, boolean unix) throws IOException {
        gate = new Gate(folder.resolve("bin"));
        Path workspace = Files.createDirectories(folder.resolve("workspace"));
        agent = new Agent(
                workspace, gate, unix, Map.of("github-token", "s3cret", "jenkins-reader", "reader:pa\"ss\\word"));
        jenkins = new Jenkins(agent);
        jenkins.environment().put("NODE_NAME", "agent");
        jenkins.environment().put("BUILD_URL", "https://ci.example/job/shop/7/");
        jenkins.environment().put("JOB_URL", "https://ci.example/job/shop/");
    }

    static Pipelines onLinux(Path folder) throws IOException {
        return new Pipelines(folder, true);
    }

    static Pipelines onWindows(Path folder) throws IOException {
        return new Pipelines(folder, false);
    }

    /** Makes it the build of a pull request. */
    Pipelines ofPullRequest() {
        jenkins.environment().put("CHANGE_ID", "12");
        jenkins.environment().put("CHANGE_URL", "https://github.com/shop/shop/pull/12");
        jenkins.environment().put("CHANGE_TARGET", "main");
        return this;
    }

    @Nullable
    Object run(String pipeline) {
        return jenkins.run(pipeline);
    }

    String result() {
        return jenkins.build().getResult();
    }

    String failed() {
        return jenkins.build().failed();
    }

    /** The arguments of the only measuring call. */
    List<String> words() {
        List<List<String>> calls = gate.calls().stream()
                .filter(words -> List.of("run", "compare").contains(words.get(0)))
                .toList();
        if (calls.size() != 1) {
            throw new AssertionError("measured " + calls.size() + " times: " + calls);
        }
        return calls.get(0);
    }
}
