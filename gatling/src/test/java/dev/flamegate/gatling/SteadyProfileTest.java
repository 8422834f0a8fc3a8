package dev.flamegate.gatling;

import static io.gatling.javaapi.core.CoreDsl.atOnceUsers;
import static io.gatling.javaapi.core.CoreDsl.constantConcurrentUsers;
import static io.gatling.javaapi.core.CoreDsl.constantUsersPerSec;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.nothingFor;
import static io.gatling.javaapi.core.CoreDsl.rampUsers;
import static io.gatling.javaapi.core.CoreDsl.rampUsersPerSec;
import static io.gatling.javaapi.core.CoreDsl.scenario;
import static org.assertj.core.api.Assertions.assertThat;

import io.gatling.core.controller.inject.InjectionProfile;
import io.gatling.javaapi.core.OpenInjectionStep;
import io.gatling.javaapi.core.ScenarioBuilder;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SteadyProfileTest {
    private static final ScenarioBuilder SHOP = scenario("shop").exec(exec(session -> session));

    @Test
    void a_constant_rate_is_prolonged_and_multiplied_in_a_hurry() {
        assertThat(of(8, nothingFor(1), constantUsersPerSec(5).during(20))).hasValueSatisfying(steady -> {
            assertThat(steady.usersPerSecond()).isEqualTo(5);
            assertThat(steady.times()).isEqualTo(8);
            assertThat(steady.constant()).isTrue();
            assertThat(last(steady.profile())).isEqualTo("ConstantRateOpenInjection(40.0,24 hours)");
        });
    }

    @Test
    void users_at_random_moments_stay_at_random_moments() {
        assertThat(of(
                        8,
                        rampUsersPerSec(1).to(5).during(3),
                        constantUsersPerSec(5).during(20).randomized()))
                .hasValueSatisfying(steady -> {
                    assertThat(steady.usersPerSecond()).isEqualTo(5);
                    assertThat(steady.rampSeconds()).isEqualTo(3);
                    assertThat(steady.randomized()).isTrue();
                    assertThat(steady.constant())
                            .as("says when each user comes")
                            .isFalse();
                    assertThat(last(steady.profile())).startsWith("PoissonOpenInjection(24 hours,40.0,40.0,");
                });
    }

    @Test
    void a_number_of_users_is_prolonged() {
        InjectionProfile profile = SHOP.injectClosed(constantConcurrentUsers(3).during(10))
                .asScala()
                .injectionProfile();

        assertThat(SteadyProfile.of(profile, 8)).hasValueSatisfying(steady -> {
            assertThat(steady.times()).isEqualTo(1);
            assertThat(last(steady.profile())).isEqualTo("ConstantConcurrentUsersInjection(3,24 hours)");
        });
    }

    @Test
    void a_load_that_changes_until_its_end_is_not_steady() {
        assertThat(of(8, constantUsersPerSec(5).during(20), atOnceUsers(3))).isEmpty();
        assertThat(of(8, rampUsers(20).during(10))).isEmpty();
        assertThat(of(8, rampUsersPerSec(1).to(5).during(10).randomized())).isEmpty();
        assertThat(of(8, constantUsersPerSec(0).during(10).randomized())).isEmpty();
    }

    private static Optional<SteadyProfile> of(int hurry, OpenInjectionStep... steps) {
        return SteadyProfile.of(SHOP.injectOpen(steps).asScala().injectionProfile(), hurry);
    }

    private static String last(InjectionProfile profile) {
        List<Object> steps = SteadyProfile.steps(profile);
        return steps.get(steps.size() - 1).toString();
    }
}
