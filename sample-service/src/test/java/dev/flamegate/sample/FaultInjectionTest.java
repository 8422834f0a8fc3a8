package dev.flamegate.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FaultInjectionTest {
    @Test
    void without_a_fault_nothing_happens() {
        FaultInjection none = FaultInjection.of(Map.of());
        none.onStart();
        none.onRequest("/matrix");
        assertThat(none.ready()).isTrue();
    }

    @Test
    void answers_of_one_endpoint_fail_and_others_do_not() {
        FaultInjection one = FaultInjection.of(Map.of("FAULT", "answer-500", "FAULT_PATH", "/matrix"));

        one.onRequest("/orders");
        assertThatThrownBy(() -> one.onRequest("/matrix")).hasMessage("FAULT=answer-500");
    }

    @Test
    void with_a_mark_the_first_start_is_spared(@TempDir Path folder) {
        Map<String, String> environment = Map.of(
                "FAULT", "never-ready", "FAULT_MARK", folder.resolve("mark").toString());

        assertThat(FaultInjection.of(environment).ready()).isTrue();
        assertThat(FaultInjection.of(environment).ready()).isFalse();
    }

    @Test
    void exit_on_start_ends_the_process_with_status_1() throws Exception {
        Process service = service(Map.of("FAULT", "exit-on-start"));
        assertThat(output(service)).containsExactly("FAULT=exit-on-start: exiting with status 1");
        assertThat(service.waitFor()).isEqualTo(1);
    }

    @Test
    void die_under_load_survives_the_requests_it_was_given() throws Exception {
        Process service = service(Map.of("FAULT", "die-under-load", "FAULT_AFTER", "2"));
        try (BufferedReader out = service.inputReader()) {
            Matcher port = Pattern.compile("port (\\d+)").matcher(out.readLine());
            assertThat(port.find()).isTrue();
            URI delay = URI.create("http://127.0.0.1:" + port.group(1) + "/delay?ms=0");
            HttpRequest request = HttpRequest.newBuilder(delay).build();
            HttpClient client = HttpClient.newHttpClient();
            assertThat(client.send(request, BodyHandlers.discarding()).statusCode())
                    .isEqualTo(200);
            assertThat(client.send(request, BodyHandlers.discarding()).statusCode())
                    .isEqualTo(200);
            assertThatThrownBy(() -> client.send(request, BodyHandlers.discarding()))
                    .isInstanceOf(IOException.class);
            assertThat(service.waitFor()).isEqualTo(1);
        } finally {
            service.destroyForcibly();
        }
    }

    private static Process service(Map<String, String> environment) throws IOException {
        ProcessBuilder command = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        SampleService.class.getName(),
                        "--port",
                        "0")
                .redirectErrorStream(true);
        command.environment().putAll(environment);
        return command.start();
    }

    private static List<String> output(Process process) throws IOException {
        try (BufferedReader out = process.inputReader()) {
            return out.lines().toList();
        }
    }

    @Test
    void an_unknown_fault_is_refused_with_the_known_ones() {
        assertThatThrownBy(() -> FaultInjection.of(Map.of("FAULT", "explode")))
                .hasMessage("explode: FAULT is one of none, exit-on-start, never-ready, answer-500, die-under-load");
    }
}
