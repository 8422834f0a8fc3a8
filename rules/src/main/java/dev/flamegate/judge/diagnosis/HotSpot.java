package dev.flamegate.judge.diagnosis;

import dev.flamegate.format.Numbers;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.finding.Diagnosis;
import dev.flamegate.profile.names.NativeNames;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Known expensive code on a hot path: a hint if its share of the CPU is notable, a warning if that grew. */
enum HotSpot implements Recogniser {
    REGEX(
            "regex",
            0.05,
            "java\\.util\\.regex\\..*",
            "regular expressions",
            "Compile the pattern once, search for plain text instead, or rewrite a pattern that backtracks",
            "https://docs.oracle.com/en/java/javase/17/docs/api/java.base/java/util/regex/Pattern.html"),
    EXCEPTIONS(
            "exceptions",
            0.03,
            "java\\.lang\\.Throwable\\.(fillInStackTrace|getOurStackTrace|printStackTrace)|java_lang_Throwable::.*",
            "stack traces of exceptions",
            "Do not use exceptions for what happens often: return a value, or throw one without a stack trace",
            "https://docs.oracle.com/en/java/javase/17/docs/api/java.base/java/lang/Throwable.html"),
    LOGGING(
            "logging",
            0.05,
            "(ch\\.qos\\.logback|org\\.apache\\.logging\\.log4j\\.core|org\\.apache\\.log4j|java\\.util\\.logging)\\..*",
            "logging",
            "Log less on this path, guard what is costly to build, or use an asynchronous appender",
            "https://logging.apache.org/log4j/2.x/manual/async.html"),
    REFLECTION(
            "reflection",
            0.03,
            "java\\.lang\\.Class\\.(forName0?|getMethods?0?|getDeclared\\w+|privateGet\\w+|searchMethods|searchFields"
                    + "|getFields?0?|getConstructors?0?|getAnnotations?|copyMethods)"
                    + "|java\\.lang\\.reflect\\.(Method|Field|Constructor)\\.copy|.*\\.MethodAccessorGenerator\\..*"
                    + "|java\\.lang\\.invoke\\.(LambdaMetafactory|MethodHandles\\$Lookup|StringConcatFactory)\\..*",
            "looking up classes, methods and fields by reflection",
            "Look members up once and keep them (a field, a ClassValue, a method handle)",
            "https://docs.oracle.com/en/java/javase/17/docs/api/java.base/java/lang/ClassValue.html");

    /** Points of the CPU by which it has to grow to be more than a hint. */
    private static final double GROWN = 0.02;

    private final String id;
    private final double least;
    private final Pattern frames;
    private final String what;
    private final String remedy;
    private final String reference;

    HotSpot(String id, double least, String frames, String what, String remedy, String reference) {
        this.id = id;
        this.least = least;
        this.frames = Pattern.compile(frames);
        this.what = what;
        this.remedy = remedy;
        this.reference = reference;
    }

    @Override
    public Optional<Diagnosis> in(Profiles now, @Nullable Profiles before) {
        double share = share(now);
        double was = Recogniser.was(before, this::share);
        boolean grown = share - was > GROWN;
        if (!(share > least) && !grown) {
            return Optional.empty();
        }
        Weights cpu = now.of(ProfileEvent.CPU);
        return Optional.of(new Diagnosis(
                id,
                grown ? Diagnosis.Severity.WARN : Diagnosis.Severity.HINT,
                Numbers.rough(share) + " of the CPU goes into " + what + Recogniser.inBaseline(was)
                        + ", most of it from " + Weights.largest(cpu.byCaller(meant(cpu), below(cpu))),
                remedy,
                reference,
                share,
                share > least ? least : was + GROWN));
    }

    private double share(Profiles profiles) {
        Weights cpu = profiles.of(ProfileEvent.CPU);
        return cpu.sum(meant(cpu)) / cpu.all();
    }

    private boolean[] below(Weights cpu) {
        return cpu.below(name -> frames.matcher(NativeNames.function(name)).matches());
    }

    private Weights.Meant meant(Weights cpu) {
        boolean[] below = below(cpu);
        return (node, facet) -> below[node] && !facet.isMachine();
    }

    @Override
    public Set<ProfileEvent> explains() {
        return Set.of(ProfileEvent.CPU, ProfileEvent.WALL, ProfileEvent.ALLOC);
    }
}
