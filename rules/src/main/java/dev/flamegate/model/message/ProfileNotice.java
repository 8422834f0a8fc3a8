package dev.flamegate.model.message;

/** A warning about the profiles of a measurement: methods may be missing or wrong, figures from counters are not. */
public enum ProfileNotice implements Message {
    NO_PROFILE(
            "No profile covers the window, so no method can be named. The profiler did not start, its pushes did"
                    + " not arrive, or no server keeps profiles of the service.",
            "Run `flamegate doctor`: its check `profiler` starts the agent in the target's JVM. With runtime:"
                    + " attach set pyroscope: url."),
    NO_PROFILE_SERVICE(
            "The Pyroscope server has profiles, but none of a service of this name.",
            "Correct pyroscope: application; the message lists the names that are there."),
    NO_PROFILE_SERIES(
            "The Pyroscope server has profiles of the service, but none with this label.",
            "Correct pyroscope: labels; the message lists the values that are there."),
    LAST_PUSH(
            "The profiler's push that covers the end of the window did not arrive in time.",
            "Look at the target's log for errors of the agent. The methods of the last seconds are missing;"
                    + " nothing else is."),
    PROFILE_UNREADABLE(
            "A push of the profiler could not be read and was skipped.",
            "Look at the message. A version of the agent other than the gate's own may write another format: let"
                    + " the gate attach its agent."),
    PROFILE_TOO_LARGE(
            "A push of the profiler was larger than the gate accepts and was refused.",
            "Profile fewer events (profile: events), or sample less often (profile: interval)."),
    PROFILE_TWICE(
            "Both the agent and an OTLP profiler pushed profiles of the same kind; those by OTLP are ignored.",
            "Let only one of them profile the target: turn the other off, or set profile: events to what the agent should sample."),
    PROFILE_NOT_MEASURED(
            "Profiles of a type that no indicator is about were pushed by OTLP, and are ignored.",
            "Nothing, or push CPU or elapsed time, allocated bytes or time at locks."),
    PROFILER_SETTINGS_CHANGED(
            "The profiler's settings changed inside the window, so one sample does not stand for as much time as"
                    + " another.",
            "Let nothing else control the profiler while the gate measures."),
    FOREIGN_PROFILE(
            "Recordings of another process than the target arrived, such as of one of its children, and are"
                    + " ignored.",
            "Nothing, or take the agent out of the environment of child processes."),
    PROFILE_INTERVAL_UNKNOWN(
            "A recording does not say how much time a sample stands for.",
            "Record with async-profiler, with the JDK, or with the agent of the gate, which note the interval."),
    PROFILE_WEIGHT_UNREAL(
            "A recording says more of its samples than any window can hold; these samples are ignored.",
            "Look for a damaged recording, or for a tool that rewrote it."),
    PROFILE_OF_A_COUNTER(
            "The recording samples another event than time, and its values are counts of that event.",
            "Read them as counts, or record the event cpu, itimer, ctimer or wall."),
    STACKS_TRUNCATED(
            "The recorder cut stacks at its limit of depth, so their outermost frames are missing and they stand"
                    + " next to whole ones.",
            "Record with -XX:FlightRecorderOptions=stackdepth=1024, or with a larger jstackdepth of"
                    + " async-profiler."),
    SAMPLES_LOST(
            "The recorder lost samples where threads were busiest: the CPU shown is too low by them.",
            "Sample less often, such as with jdk.CPUTimeSample#throttle=20ms."),
    SAMPLES_WITHOUT_STACK(
            "The recorder could not walk the stacks of some samples, so their time belongs to no method.",
            "Nothing, if they are few. Otherwise record with another engine, such as async-profiler."),
    PROFILE_NOT_FORWARDED(
            "Not all profiles reached the Pyroscope server of the plan. Those of this measurement are complete.",
            "Look at the reason in the message: the server's address, its limits, or its load."),
    PYROSCOPE_MISSING(
            "No Pyroscope server runs next to the target; only the gate keeps profiles.",
            "Look at the reason in the message. Verdict and culprits do not need the server."),
    PROFILE_TRUNCATED(
            "Pyroscope folded small methods into one called other, and these cannot be named.",
            "Ask for a higher max_flamegraph_nodes_max for the tenant, or let the gate receive the profiles."),
    PROFILE_WALL_SCALE(
            "Pyroscope counts every wall clock sample of the Java agent as 10 ms, whatever the agent's interval.",
            "Read shares of wall time, which are right, and not absolute times."),
    PROFILE_CPU_INFLATED(
            "The agent samples wall time as well as CPU, and Pyroscope may then count CPU samples several times.",
            "Sample only CPU, or let the gate receive the profiles."),
    PROFILE_BLURRED(
            "Pyroscope stores each push as a whole. With pushes far apart, samples from before the window are"
                    + " counted, or some at its end are missing.",
            "Push more often (PYROSCOPE_UPLOAD_INTERVAL of the agent), or measure a longer window.");

    private final Entry entry;

    ProfileNotice(String cause, String remedy) {
        entry = new Entry(cause, remedy);
    }

    @Override
    public Entry entry() {
        return entry;
    }
}
