package dev.flamegate.gatling;

import static io.gatling.javaapi.core.CoreDsl.atOnceUsers;
import static io.gatling.javaapi.core.CoreDsl.constantConcurrentUsers;
import static io.gatling.javaapi.core.CoreDsl.constantUsersPerSec;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.rampConcurrentUsers;
import static io.gatling.javaapi.core.CoreDsl.rampUsers;
import static io.gatling.javaapi.core.CoreDsl.rampUsersPerSec;
import static io.gatling.javaapi.core.CoreDsl.reachRps;
import static io.gatling.javaapi.core.CoreDsl.scenario;
import static io.gatling.javaapi.core.CoreDsl.stressPeakUsers;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gatling.core.controller.inject.InjectionProfile;
import io.gatling.core.structure.PopulationBuilder;
import io.gatling.javaapi.core.ScenarioBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InjectorShareTest {
    private static final ScenarioBuilder SHOP = scenario("shop").exec(exec(session -> session));

    @ParameterizedTest
    @CsvSource({"10, 4", "3, 4", "0, 2", "1000003, 64", "7, 1"})
    void the_parts_of_all_injectors_are_the_whole(long users, int injectors) {
        long[] parts = IntStream.rangeClosed(1, injectors)
                .mapToLong(number -> new InjectorShare(number, injectors).users(users))
                .toArray();

        assertThat(LongStream.of(parts).sum()).isEqualTo(users);
        assertThat(LongStream.of(parts).max().orElseThrow()
                        - LongStream.of(parts).min().orElseThrow())
                .isLessThanOrEqualTo(1);
    }

    @Test
    void rates_and_users_of_every_step_are_divided_and_durations_kept() {
        PopulationBuilder open = SHOP.injectOpen(
                        atOnceUsers(10),
                        rampUsers(9).during(5),
                        rampUsersPerSec(2).to(40).during(10),
                        stressPeakUsers(8).during(4),
                        constantUsersPerSec(40).during(20))
                .asScala();
        assertThat(steps(new InjectorShare(2, 4).of(open)))
                .containsExactly(
                        "AtOnceOpenInjection(3)",
                        "RampOpenInjection(2,5 seconds)",
                        "RampRateOpenInjection(0.5,10.0,10 seconds)",
                        "HeavisideOpenInjection(2,4 seconds)",
                        "ConstantRateOpenInjection(10.0,20 seconds)");

        PopulationBuilder closed = SHOP.injectClosed(
                        rampConcurrentUsers(2).to(10).during(5),
                        constantConcurrentUsers(10).during(20))
                .asScala();
        assertThat(steps(new InjectorShare(4, 4).of(closed)))
                .containsExactly(
                        "RampConcurrentUsersInjection(1,3,5 seconds)",
                        "ConstantConcurrentUsersInjection(3,20 seconds)");
    }

    @Test
    void injectors_of_a_constant_rate_take_turns_and_it_stays_a_constant_rate() {
        PopulationBuilder whole =
                SHOP.injectOpen(constantUsersPerSec(40).during(20)).asScala();

        assertThat(steps(new InjectorShare(1, 4).of(whole)))
                .containsExactly("ConstantRateOpenInjection(10.0,20 seconds)");
        InjectionProfile third = new InjectorShare(3, 4).of(whole).injectionProfile();
        assertThat(steps(third))
                .containsExactly(
                        "NothingForOpenInjection(50000 microseconds)", "ConstantRateOpenInjection(10.0,20 seconds)");
        Optional<SteadyProfile> steady = SteadyProfile.of(third, 1);
        assertThat(steady).hasValueSatisfying(found -> {
            assertThat(found.constant()).isTrue();
            assertThat(found.usersPerSecond()).isEqualTo(10);
        });
    }

    @Test
    void injectors_of_a_random_rate_take_no_turns_and_it_stays_random() {
        PopulationBuilder whole = SHOP.injectOpen(
                        rampUsersPerSec(4).to(40).during(10).randomized(),
                        constantUsersPerSec(40).during(20).randomized())
                .asScala();

        assertThat(steps(new InjectorShare(3, 4).of(whole)))
                .satisfiesExactly(
                        ramp -> assertThat(ramp).startsWith("PoissonOpenInjection(10 seconds,1.0,10.0,"),
                        rate -> assertThat(rate).startsWith("PoissonOpenInjection(20 seconds,10.0,10.0,"));
    }

    @Test
    void one_injector_and_a_population_that_is_not_to_be_divided_are_left_alone() {
        PopulationBuilder whole = SHOP.injectOpen(atOnceUsers(4)).asScala();
        assertThat(new InjectorShare(1, 1).of(whole)).isSameAs(whole);

        PopulationBuilder kept = SHOP.injectOpen(atOnceUsers(4)).noShard().asScala();
        assertThat(new InjectorShare(2, 4).of(kept)).isSameAs(kept);
    }

    @Test
    void what_cannot_be_divided_is_named() {
        InjectorShare share = new InjectorShare(2, 4);
        PopulationBuilder throttled =
                SHOP.injectOpen(atOnceUsers(4)).throttle(reachRps(5).in(1)).asScala();
        assertThatThrownBy(() -> share.of(throttled)).hasMessageContaining("shop is throttled");

        PopulationBuilder followed = SHOP.injectOpen(atOnceUsers(4))
                .andThen(scenario("then").exec(exec(session -> session)).injectOpen(atOnceUsers(1)))
                .asScala();
        assertThatThrownBy(() -> share.of(followed)).hasMessageContaining("shop is followed by other populations");
    }

    private static List<String> steps(PopulationBuilder population) {
        return steps(population.injectionProfile());
    }

    private static List<String> steps(InjectionProfile profile) {
        List<String> steps = new ArrayList<>();
        SteadyProfile.steps(profile).forEach(step -> steps.add(step.toString()));
        return steps;
    }
}
