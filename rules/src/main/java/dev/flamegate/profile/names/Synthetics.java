package dev.flamegate.profile.names;

import java.util.regex.Pattern;

/** The parts that are removed from the names of generated code, by the generator. */
final class Synthetics {
    private static final String ADDRESS = "0x[0-9a-fA-F]+";

    private static final Rule[] RULES = {
        // The virtual machine: Foo$$Lambda$14/0x0000000800066840, Foo$$Lambda/0x00007f.., Foo$$Lambda$14/1234567;
        // Pyroscope's server writes Foo$$Lambda_ and GeneratedMethodAccessor_
        new Rule(
                "$$Lambda",
                "\\$\\$Lambda(?:(?:[/$.+](?:" + ADDRESS + "|\\d+)(?![\\w]))+|\\$?_(?=[./]|$))",
                "\\$\\$Lambda"),
        // Hidden classes, method handles: LambdaForm$MH/0x.., Foo+0x../123; before JDK 9 LambdaForm$MH/1234567
        new Rule("0x", "[/.+]" + ADDRESS + "(?:[/.]\\d+)?(?![\\w])", ""),
        new Rule("/", "/\\d+(?=\\.|$)", ""),
        new Rule("LambdaForm$", "\\b(java.lang.invoke.LambdaForm\\$\\w+)\\.\\d+(?=\\.|$)", "$1"),
        // Reflection
        new Rule(
                "Accessor",
                "\\breflect([./])(Generated(?:Serialization)?(?:Method|Constructor)Accessor)(?:\\d+|_)(?=[./]|$)",
                "reflect$1$2"),
        // The JDK's proxies: com.sun.proxy.$Proxy42, jdk.proxy2.$Proxy42, com.sun.proxy.jdk.proxy1.$Proxy5
        new Rule("$Proxy", "(^|[./])\\$Proxy\\d+(?=\\.|$)", "$1\\$Proxy"),
        new Rule("proxy", "(^|\\bcom[./]sun[./]proxy[./])jdk([./])proxy\\d+(?=[./])", "$1jdk$2proxy"),
        // javac: the n-th lambda of a class, with the name of its method
        new Rule("lambda$", "(?<![\\w$])lambda\\$([\\w$]+?)\\$\\d+(?![\\w$])", "lambda\\$$1"),
        // CGLIB, Spring's copy of it, Guice
        new Rule("$$", "(\\$\\$\\w*(?:CGLIB|Guice))\\$\\$[0-9a-f]+(?:_\\d+)?(?=[.$]|$)", "$1"),
        new Rule("FastClass$$", "\\$\\$FastClass\\$\\$[0-9a-f]+(?=[.$]|$)", "\\$\\$FastClass"),
        new Rule("CGLIB$", "\\bCGLIB\\$(\\w+?)\\$\\d+(?![\\w$])", "CGLIB\\$$1"),
        new Rule("CGLIB$STATICHOOK", "\\bCGLIB\\$STATICHOOK\\d+", "CGLIB\\$STATICHOOK"),
        // Byte Buddy and who uses it
        new Rule(
                "$",
                "\\$(ByteBuddy|Hibernate(?:Basic)?Proxy|HibernateInstantiator|HibernateAccessOptimizer|MockitoMock)"
                        + "\\$(?!auxiliary(?!\\w))\\w+",
                "\\$$1"),
        new Rule("$auxiliary$", "\\$auxiliary\\$\\w+", "\\$auxiliary"),
        // Javassist
        new Rule("_$$_jvst", "_\\$\\$_jvst[0-9a-f_]+(?=\\.|$)", "_\\$\\$_jvst"),
        new Rule("_$$_javassist", "_\\$\\$_javassist_\\d+", "_\\$\\$_javassist"),
        // Spring Data, Spring's expressions, Jackson
        new Rule("__Accessor_", "__Accessor_[a-z0-9]{5,}(?=\\.|$)", "__Accessor"),
        new Rule("_Instantiator_", "_Instantiator_(?=[a-z]*\\d)[a-z0-9]{5,}(?=\\.|$)", "_Instantiator"),
        new Rule("spel", "^spel([./])Ex\\d+(?=\\.|$)", "spel$1Ex"),
        new Rule("$Access4Jackson", "\\$(Access4Jackson(?:Serializer|Deserializer))[0-9a-f]+(?=\\.|$)", "\\$$1"),
        // Groovy: Foo$_bar_closure3.doCall, Foo$_bar_closure3$_closure4.doCall, Foo$_bar_lambda1.doCall
        new Rule("$_", "(\\$_(?:\\w+_)?(?:closure|lambda))\\d+(?=[.$]|$)", "$1"),
        // Kotlin: FooKt.bar$lambda$0, bar$lambda-0$lambda-1; as classes Foo$bar$1$2.invoke and .invokeSuspend
        new Rule("$lambda", "(?<!access)\\$lambda[$-]\\d+(?![\\w])", "\\$lambda"),
        new Rule(".invoke", "(\\$[a-z]\\w*)(?:\\$\\d+)+(?=\\.invoke(?:Suspend)?(?![\\w$]))", "$1\\$lambda"),
        new Rule("$$inlined$", "(\\$\\$inlined\\$[A-Za-z_]\\w*)(?:\\$\\d+)+(?=[.$]|$)", "$1"),
        // Scala: $anonfun$bar$1, $anonfun$bar$1$adapted; 2.11 Foo$$anonfun$bar$1.apply; 3 bar$$anonfun$1
        new Rule("$anonfun$", "(?<![\\w$])(\\$anonfun\\$[\\w$]+?)\\$\\d+(?=\\$adapted|[^\\w$]|$)", "$1"),
        new Rule("$$anonfun$", "(\\$\\$anonfun\\$(?!\\d)[\\w$]+?)\\$\\d+(?=\\.|\\$\\$anonfun)", "$1"),
        new Rule("$$anonfun$", "(?<=[\\w$])\\$\\$anonfun\\$\\d+(?=[\\w$]*(?:\\(|$))", "\\$\\$anonfun"),
        // Native code: hashes of LLVM and Rust
        new Rule(".llvm.", "\\.llvm\\.\\d+", ""),
        new Rule("::h", "::h[0-9a-f]{16}$", ""),
    };

    private Synthetics() {}

    /** Applies every rule once. */
    static String strip(String name) {
        String stripped = name;
        for (Rule rule : RULES) {
            stripped = rule.apply(stripped);
        }
        return stripped;
    }

    /** One rule; searching for its fixed part first keeps plain names cheap. */
    private record Rule(String hint, Pattern pattern, String by) {
        Rule(String hint, String pattern, String by) {
            this(hint, Pattern.compile(pattern), by);
        }

        String apply(String name) {
            return name.contains(hint) ? pattern.matcher(name).replaceAll(by) : name;
        }
    }
}
