package dev.flamegate.judge.attribution;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SourceCodeTest {
    @Test
    void a_file_is_that_of_the_outermost_class() {
        assertThat(SourceCode.file("dev.acme.Matrix.multiply")).contains("dev/acme/Matrix.java");
        assertThat(SourceCode.file("dev.acme.Matrix$Row$1.sum")).contains("dev/acme/Matrix.java");
        assertThat(SourceCode.file("dev.acme.Matrix.lambda$multiply")).contains("dev/acme/Matrix.java");
        assertThat(SourceCode.file("dev.acme.Matrix$$Lambda.apply")).contains("dev/acme/Matrix.java");
        assertThat(SourceCode.file("Main.main")).contains("Main.java");
        assertThat(SourceCode.file("dev.acme.UtilKt.parse")).contains("dev/acme/Util.kt");
    }

    @Test
    void what_nobody_changes_has_no_file() {
        assertThat(SourceCode.file("java.util.HashMap.get")).isEmpty();
        assertThat(SourceCode.file("com.sun.net.httpserver.Filter.doFilter")).isEmpty();
        assertThat(SourceCode.file("G1ParTask::work")).isEmpty();
        assertThat(SourceCode.file("libc.so.6.write")).isEmpty();
        assertThat(SourceCode.file("[gc]")).isEmpty();
    }

    @Test
    void a_well_known_library_is_not_the_application() {
        assertThat(SourceCode.isApplication("shop.Cart.price")).isTrue();
        assertThat(SourceCode.isApplication("io.netty.channel.ChannelHandler.read"))
                .isFalse();
        assertThat(SourceCode.isApplication("java.util.HashMap.get")).isFalse();
        assertThat(SourceCode.isApplication("playground.Game.move")).isTrue();
    }

    @Test
    void frames_of_one_library_or_organisation_are_related() {
        assertThat(SourceCode.isRelated("io.netty.buffer.ByteBuf.get", "io.netty.codec.Encoder.encode"))
                .isTrue();
        assertThat(SourceCode.isRelated("io.netty.buffer.ByteBuf.get", "io.vertx.core.Vertx.run"))
                .isFalse();
    }

    @Test
    void a_lambda_stands_in_a_method() {
        assertThat(SourceCode.method("dev.acme.Matrix.lambda$multiply")).isEqualTo("multiply");
        assertThat(SourceCode.method("dev.acme.Matrix.<init>")).isEqualTo("<init>");
    }
}
