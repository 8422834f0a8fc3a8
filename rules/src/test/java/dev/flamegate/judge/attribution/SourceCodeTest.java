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
    void a_lambda_stands_in_a_method() {
        assertThat(SourceCode.method("dev.acme.Matrix.lambda$multiply")).isEqualTo("multiply");
        assertThat(SourceCode.method("dev.acme.Matrix.<init>")).isEqualTo("<init>");
    }
}
