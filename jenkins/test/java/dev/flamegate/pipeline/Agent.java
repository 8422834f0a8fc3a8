package dev.flamegate.pipeline;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Agents: the steps, with a folder of its own for each. All labels are those of the first agent, but {@link #OTHER}. {@code sh} really runs the script; the {@code flamegate} on its path
 * is {@link Gate}.
 */
final class Agent {
    /** The label of the second agent. */
    static final String OTHER = "comments";

    private static final String NODE = "NODE_NAME";

    private final Path workspace;
    private final Gate gate;
    private final boolean unix;
    private final Set<String> missing = new HashSet<>();
    private final List<Step> taken = new ArrayList<>();
    private final Deque<String> folders = new ArrayDeque<>();
    private final Map<String, String> secrets;
    private boolean other;

    Agent(Path workspace, Gate gate, boolean unix, Map<String, String> secrets) {
        this.workspace = workspace;
        this.gate = gate;
        this.unix = unix;
        this.secrets = secrets;
    }

    /** Removes the step of a plugin. */
    Agent without(String step) {
        missing.add(step);
        return this;
    }

    Path workspace() {
        return workspace;
    }

    /** The workspace of the second agent. */
    Path otherWorkspace() {
        return workspace.resolveSibling("other-workspace");
    }

    /** All steps taken, in order. */
    List<Step> taken() {
        return List.copyOf(taken);
    }

    /** The steps taken that have a name, in order. */
    List<Step> taken(String name) {
        return taken.stream().filter(step -> step.name().equals(name)).toList();
    }

    /** The messages of {@code echo}, {@code unstable} and {@code error}. */
    String said() {
        StringBuilder said = new StringBuilder();
        for (Step step : taken) {
            if (Set.of("echo", "unstable", "error").contains(step.name())) {
                said.append(step.text("message")).append('\n');
            }
        }
        return said.toString();
    }

    @Nullable
    Object take(Step step, Jenkins.Build build, Map<String, String> environment)
            throws IOException, InterruptedException {
        if (missing.contains(step.name())) {
            throw new NoSuchMethodError("No such DSL method '" + step.name() + "' found among steps");
        }
        taken.add(step);
        switch (step.name()) {
            case "isUnix" -> {
                return unix;
            }
            case "enterNode" -> {
                String before = environment.get(NODE);
                environment.put(NODE, step.text("label").equals(OTHER) ? OTHER : "agent");
                other = environment.get(NODE).equals(OTHER);
                return before;
            }
            case "leaveNode" -> {
                environment.put(NODE, step.text("name"));
                other = step.text("name").equals(OTHER);
            }
            case "enterDir" -> folders.push(step.text("path"));
            case "leaveDir" -> folders.pop();
            case "deleteDir" -> delete(here());
            case "writeFile" -> {
                Path file = here().resolve(step.text("file"));
                Files.createDirectories(file.getParent());
                Files.writeString(file, step.text("text"));
            }
            case "fileExists" -> {
                return Files.exists(here().resolve(step.text("file")));
            }
            case "readFile" -> {
                return Files.readString(here().resolve(step.text("file")));
            }
            case "libraryResource" -> {
                return Files.readString(Jenkins.LIBRARY.resolve("resources").resolve(step.text("resource")));
            }
            case "string", "usernamePassword" -> {
                return new java.util.HashMap<>(step.named());
            }
            case "enterEnv" ->
                ((List<?>) step.named().getOrDefault("variables", List.of()))
                        .forEach(pair -> set(environment, String.valueOf(pair)));
            case "leaveEnv" ->
                ((List<?>) step.named().getOrDefault("variables", List.of()))
                        .forEach(pair -> environment.remove(String.valueOf(pair).replaceFirst("=.*", "")));
            case "secret" -> {
                String id = step.text("id");
                if (!secrets.containsKey(id)) {
                    throw new IllegalStateException("Could not find credentials entry with ID '" + id + "'");
                }
                return secrets.get(id);
            }
            case "sh", "bat" -> {
                return script(step, environment);
            }
            case "unstable" -> build.atLeast("UNSTABLE");
            case "result" -> build.atLeast(step.text("result"));
            case "error" -> throw new IllegalStateException(step.text("message"));
            case "echo", "junit", "publishHTML", "publishChecks", "archiveArtifacts", "addBadge", "checkout" -> {}
            default -> throw new NoSuchMethodError("No such DSL method '" + step.name() + "' found among steps");
        }
        return null;
    }

    private static void set(Map<String, String> environment, String pair) {
        int equals = pair.indexOf('=');
        environment.put(pair.substring(0, equals), pair.substring(equals + 1));
    }

    private Path here() {
        Path here = other ? otherWorkspace() : workspace;
        for (String folder : folders) {
            here = here.resolve(folder);
        }
        return here;
    }

    private Object script(Step step, Map<String, String> environment) throws IOException, InterruptedException {
        String script = step.text("script");
        int code = step.name().equals("sh") ? sh(script, environment) : bat(script);
        if (Boolean.TRUE.equals(step.named().get("returnStatus"))) {
            return code;
        } else if (code != 0) {
            throw new IllegalStateException("script returned exit code " + code);
        }
        return "";
    }

    private int sh(String script, Map<String, String> environment) throws IOException, InterruptedException {
        Files.createDirectories(here());
        ProcessBuilder builder = new ProcessBuilder("/bin/sh", "-xec", script)
                .directory(here().toFile())
                .redirectErrorStream(true)
                .redirectOutput(workspace.resolveSibling("sh.log").toFile());
        builder.environment().putAll(environment);
        builder.environment().put("PATH", gate.folder() + ":" + System.getenv("PATH"));
        Process process = builder.start();
        if (!process.waitFor(240, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new IllegalStateException("a script has not ended within four minutes: " + script);
        }
        return gate.after(here(), process.exitValue());
    }

    /** There is no Windows here, so it reads the only form of a call that the library writes. */
    private int bat(String script) throws IOException {
        if (script.startsWith("@docker ")) {
            return gate.hasDocker() ? 0 : 1;
        }
        java.util.regex.Matcher size = java.util.regex.Pattern.compile(
                        "@for %%I in \\(\"([^\"%!^]+)\"\\) do @if %%~zI GTR (\\d+) exit /b 1")
                .matcher(script);
        if (size.matches()) {
            return Files.size(here().resolve(size.group(1).replace('\\', '/'))) > Long.parseLong(size.group(2)) ? 1 : 0;
        }
        java.util.regex.Matcher call = java.util.regex.Pattern.compile("@call \"([^\"%!^]+)\" \"@([^\"%!^]+)\"")
                .matcher(script);
        if (!call.matches()) {
            throw new IllegalStateException("not a call of flamegate: " + script);
        }
        gate.calls(here(), call.group(2).replace('\\', '/'));
        return gate.after(here(), Gate.ASKED);
    }

    private static void delete(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }
}
