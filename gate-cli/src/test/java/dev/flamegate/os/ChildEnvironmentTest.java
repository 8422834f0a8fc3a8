package dev.flamegate.os;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChildEnvironmentTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "AWS_ACCESS_KEY_ID",
                "AWS_SECRET_ACCESS_KEY",
                "AWS_SESSION_TOKEN",
                "AWS_CONTAINER_CREDENTIALS_FULL_URI",
                "GITHUB_TOKEN",
                "GH_TOKEN",
                "GITHUB_ENV",
                "GITHUB_PATH",
                "GITHUB_OUTPUT",
                "GITHUB_STEP_SUMMARY",
                "ACTIONS_RUNTIME_TOKEN",
                "ACTIONS_RUNTIME_URL",
                "ACTIONS_ID_TOKEN_REQUEST_URL",
                "GITLAB_TOKEN",
                "CI_JOB_TOKEN",
                "CI_REPOSITORY_URL",
                "CI_REGISTRY_PASSWORD",
                "PROMETHEUS_TOKEN",
                "SONAR_TOKEN",
                "npm_config__authToken",
                "PGPASSWORD",
                "DB_PASS",
                "MAVEN_GPG_PASSPHRASE",
                "STRIPE_API_KEY",
                "SSH_AUTH_SOCK",
                "SLACK_WEBHOOK_URL",
                "FLAMEGATE_WEBHOOK",
                "TEAMS_WEBHOOK_URL",
                "SENTRY_DSN",
                "DB_PWD",
                "NPM_CONFIG__AUTH",
                "AUTHORIZATION",
                "HTTP_AUTHORIZATION",
                "SESSION_COOKIE",
                "AZURE_STORAGE_CONNECTION_STRING",
                "GIT_CONFIG_COUNT",
                "GIT_CONFIG_KEY_0",
                "GIT_CONFIG_VALUE_0",
                "GIT_CONFIG_PARAMETERS"
            })
    void what_looks_like_a_secret_is_withheld(String name) {
        ChildEnvironment environment = ChildEnvironment.of(Map.of(name, "s3cr3t"), List.of(), List.of());

        assertThat(environment.variables()).isEmpty();
        assertThat(environment.withheld()).containsExactly(name);
        assertThat(environment.hint()).contains(name, "inherit:").doesNotContain("s3cr3t");
        assertThat(Secrets.value(name, "s3cr3t"))
                .as("what is withheld is hidden, too")
                .isEqualTo("(hidden)");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "PATH",
                "Path",
                "HOME",
                "PWD",
                "OLDPWD",
                "AUTH_MODE",
                "XDG_SESSION_ID",
                "GIT_CONFIG_GLOBAL",
                "USER",
                "LANG",
                "LC_ALL",
                "TZ",
                "TMPDIR",
                "JAVA_HOME",
                "JAVA_TOOL_OPTIONS",
                "MAVEN_OPTS",
                "GRADLE_USER_HOME",
                "http_proxy",
                "HTTPS_PROXY",
                "NO_PROXY",
                "SSL_CERT_FILE",
                "SystemRoot",
                "XDG_RUNTIME_DIR",
                "XAUTHORITY",
                "DOCKER_HOST",
                "AWS_REGION",
                "CI",
                "GITHUB_SHA",
                "CI_COMMIT_SHA",
                "SPRING_PROFILES_ACTIVE",
                "MAX_TOKENS",
                "KEYBOARD_LAYOUT",
                "KEY",
                "PATTERN",
                "COMPASS"
            })
    void what_services_need_is_passed_on(String name) {
        ChildEnvironment environment = ChildEnvironment.of(Map.of(name, "x"), List.of(), List.of());

        assertThat(environment.variables()).containsOnlyKeys(name);
        assertThat(environment.hint()).isEmpty();
    }

    @Test
    void a_plan_names_what_it_needs_and_what_else_is_secret() {
        Map<String, String> all = new HashMap<>(Map.of("DB_PASSWORD", "a", "LOGIN", "b", "CI_JOB_TOKEN", "c"));

        ChildEnvironment environment = ChildEnvironment.of(all, List.of("LOGIN"), List.of("DB_PASSWORD"));

        assertThat(environment.variables()).containsExactly(Map.entry("DB_PASSWORD", "a"));
        assertThat(environment.withheld()).containsExactly("CI_JOB_TOKEN", "LOGIN");
    }

    @Test
    void a_hint_stays_short() {
        Map<String, String> many = new HashMap<>();
        for (int i = 0; i < 30; i++) {
            many.put("A" + i + "_TOKEN", "x");
        }

        assertThat(ChildEnvironment.of(many, List.of(), List.of()).hint()).contains("and 22 more");
    }
}
