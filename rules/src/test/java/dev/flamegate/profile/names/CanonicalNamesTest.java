package dev.flamegate.profile.names;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CanonicalNamesTest {
    @ParameterizedTest
    @CsvSource({
        "a.Foo$$Lambda$14/0x0000000800066840.run, a.Foo$$Lambda.run",
        "a.Foo$$Lambda$14.0x0000000800066840.run, a.Foo$$Lambda.run",
        "a.Foo$$Lambda/0x00007f1c2c0a0000.run, a.Foo$$Lambda.run",
        "a.Foo$$Lambda.0x00007f1c2c0a0000.run, a.Foo$$Lambda.run",
        "a.Foo$$Lambda$14/1234567.run, a.Foo$$Lambda.run",
        "a.Foo$$Lambda$14+0x0000000800066840/1234567.run, a.Foo$$Lambda.run",
        "a/Foo$$Lambda_.run, a.Foo$$Lambda.run",
        "a.Foo$$Lambda_x.run, a.Foo$$Lambda_x.run",
        "jdk/internal/reflect/GeneratedMethodAccessor_.invoke, jdk.internal.reflect.GeneratedMethodAccessor.invoke",
        "a.Foo.lambda$handle$3, a.Foo.lambda$handle",
        "a.Foo.lambda$null$12, a.Foo.lambda$null",
        "java.lang.invoke.LambdaForm$MH/0x0000000800c0a400.invoke, java.lang.invoke.LambdaForm$MH.invoke",
        "java.lang.invoke.LambdaForm$DMH.0x0000000800c0a400.invokeStatic, java.lang.invoke.LambdaForm$DMH.invokeStatic",
        "a.Hidden/0x0000000800c0a400.call, a.Hidden.call",
        "jdk.internal.reflect.GeneratedMethodAccessor17.invoke, jdk.internal.reflect.GeneratedMethodAccessor.invoke",
        "sun.reflect.GeneratedConstructorAccessor3.newInstance, sun.reflect.GeneratedConstructorAccessor.newInstance",
        "com.sun.proxy.$Proxy42.find, com.sun.proxy.$Proxy.find",
        "jdk.proxy2.$Proxy42.find, jdk.proxy.$Proxy.find",
        "a.S$$EnhancerBySpringCGLIB$$1f2e3d4c.find, a.S$$EnhancerBySpringCGLIB.find",
        "a.S$$SpringCGLIB$$0.find, a.S$$SpringCGLIB.find",
        "a.S$$SpringCGLIB$$FastClass$$1.invoke, a.S$$SpringCGLIB$$FastClass.invoke",
        "a.S$$EnhancerBySpringCGLIB$$1f2e3d4c.CGLIB$find$0, a.S$$EnhancerBySpringCGLIB.CGLIB$find",
        "a.E$HibernateProxy$aBcD1234.getId, a.E$HibernateProxy.getId",
        "sun/misc/Foo.bar, sun.misc.Foo.bar",
        "libasyncProfiler-linux-x64-94af16d95b27e7e3346a51e8d43e744de92a62a3.so.x, libasyncProfiler-linux-x64.so.x",
        "libc.so.6.__futex_abstimed_wait_common, libc.so.6.__futex_abstimed_wait_common",
        "libjvm.so.ClassFileParser::parse_stream, libjvm.so.ClassFileParser::parse_stream",
        "a.Foo$1.run, a.Foo$1.run",
        "a.B2.c3, a.B2.c3",
    })
    void what_is_numbered_anew_each_time_is_taken_out(String name, String canonical) {
        assertThat(CanonicalNames.frame(name)).isEqualTo(canonical);
        assertThat(CanonicalNames.frame(canonical)).as("canonical already").isEqualTo(canonical);
    }

    @Test
    void pools_are_threads_without_their_numbers() {
        assertThat(CanonicalNames.pool("http-nio-8080-exec-12")).isEqualTo("http-nio-#-exec-#");
        assertThat(MachinePools.of("C2 CompilerThre")).hasValue("[jit]");
        assertThat(MachinePools.of("GC Thread#1")).hasValue("[gc]");
        assertThat(MachinePools.of("ZWorkerYoung#0")).hasValue("[gc]");
        assertThat(MachinePools.of("VM Periodic Task Thread")).hasValue("[vm]");
        assertThat(MachinePools.of("Async-profiler Timer")).hasValue("[profiler]");
        assertThat(MachinePools.of("worker-1")).isEmpty();
    }

    @Test
    void the_agent_is_known_by_its_frames_but_for_the_labels_around_the_applications_work() {
        assertThat(MachinePools.isProfiler("io.pyroscope.javaagent.impl.QueuedExporter.exportLoop"))
                .isTrue();
        assertThat(MachinePools.isProfiler("io.pyroscope.vendor.okio.AsyncTimeout.read"))
                .isTrue();
        assertThat(MachinePools.isProfiler("io.pyroscope.labels.v2.Pyroscope$LabelsWrapper.run"))
                .isFalse();
        assertThat(MachinePools.isProfiler("shop.io.pyroscope.Reader.read")).isFalse();
    }
}
