package dev.flamegate.selftest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.flamegate.judge.attribution.RequestCosts;
import dev.flamegate.profile.format.Collapsed;
import org.junit.jupiter.api.Test;

/** Chooses the methods of a profile that are made slower. */
class ProfiledMethodTest {
    @Test
    void the_outermost_has_all_of_a_request_and_the_innermost_a_tenth_of_it() {
        RequestCosts costs = costs("""
                io.netty.Loop.run;shop.Web.get;shop.Cart.total;java.util.HashMap.get 60
                io.netty.Loop.run;shop.Web.get;shop.Cart.total;shop.Price.of 12
                io.netty.Loop.run;shop.Web.get;shop.Tax.of 8
                jdk.internal.misc.Unsafe.park 20
                """);

        assertThat(ProfiledMethod.outermost(costs)).hasValue(new ProfiledMethod("shop.Web.get", 0.8));
        assertThat(ProfiledMethod.innermost(costs)).hasValue(new ProfiledMethod("shop.Price.of", 0.12));
    }

    @Test
    void without_code_of_its_own_a_library_is_made_slower_but_never_what_is_in_no_file() {
        assertThat(ProfiledMethod.outermost(
                        costs("java.lang.Thread.run;io.netty.Codec.read;jdk.proxy2.$Proxy7.get 5\n")))
                .hasValue(new ProfiledMethod("io.netty.Codec.read", 1));
        assertThat(ProfiledMethod.outermost(costs("shop.Cart.<init>;java.util.HashMap.get 5\n")))
                .isEmpty();
    }

    @Test
    void the_class_is_told_from_the_method() {
        ProfiledMethod method = new ProfiledMethod("shop.Cart$Row.sum", 1);

        assertThat(method.type()).isEqualTo("shop.Cart$Row");
        assertThat(method.method()).isEqualTo("sum");
    }

    private static RequestCosts costs(String stacks) {
        return new RequestCosts(Collapsed.read(stacks), 1e-9);
    }
}
