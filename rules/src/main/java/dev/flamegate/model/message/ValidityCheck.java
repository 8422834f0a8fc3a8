package dev.flamegate.model.message;

/** A check of whether a measurement is sound. Some of them only raise doubts; the message of the problem says which. */
public enum ValidityCheck implements Message {
    TRIALS(
            "No trial was measured, so there is nothing to judge.",
            "Read the warnings of the run and the logs in the report folder: they say why each trial ended early."),
    CLOCK(
            "The clock of the machine was set, or the machine was suspended, while it was measured: windows and"
                    + " rates mean nothing then.",
            "Measure again. Run one time service only (chrony or systemd-timesyncd, not both), and keep the"
                    + " machine awake."),
    ERRORS(
            "More than 1 % of the requests failed, or all of them, and no rule judges errors. A request that"
                    + " fails costs something else than one that is answered.",
            "Fix the failing requests: the report lists them with what the target logged. If failures are part of"
                    + " the test, judge them by a rule on errors.ratio."),
    SILENCE(
            "The target answered until some time in the measurement and then not at all, although users kept"
                    + " coming.",
            "Look for what hangs: the target's log, a deadlock, an exhausted pool, or a database or service that"
                    + " it waits for."),
    USERS_PILE_UP(
            "Many more users began than ended while it was measured, or ended than began. Either answers hang, and are"
                    + " in no figure while they do, or one journey of a user takes longer than the warm-up; or users"
                    + " had queued before, because the service hardly serves the planned rate.",
            "Look for what hangs in the target's log, or lower the rate. If journeys are just long, raise load: warm-up: at-least"
                    + " beyond their length."),
    ACHIEVED_RATE(
            "The load generator started less than 98 % of the users that it should have, so the target had less"
                    + " to do than the plan says.",
            "Lower the rate, give the generator more CPU, or spread it over several injectors (load: injectors)."),
    INJECTOR(
            "One of several injectors did not send its share: it was lost (its process or pod ended), started less than"
                    + " 98 % of its users, or used more than 80 % of its CPUs. In the sum over all of them that may hardly"
                    + " show.",
            "Look for what ended it, such as too little memory. Else give each more CPU (load: kubernetes: limits), take"
                    + " more of them, or lower the rate."),
    INJECTOR_CLOCK(
            "The clock of an injector's node could not be compared with the gate's well enough, or was set"
                    + " meanwhile: which of its requests belong to the measured window is uncertain by more than 1 %.",
            "Measure again. Keep the clocks of the nodes in time (chrony), and run the gate where the cluster's API"
                    + " server answers quickly."),
    GENERATOR_CPU(
            "The load generator used more than 80 % of its CPUs. The latencies that it reports are then partly"
                    + " its own.",
            "Lower the rate, or leave it more CPUs by a smaller target: limits: cpus."),
    BESIDE(
            "A program that stands beside the target, such as a database, used more than 90 % of its CPUs: it"
                    + " sets the pace, not the target.",
            "Give it more with beside: NAME: limits: cpus, or load less."),
    GENERATOR_LAG(
            "One in a hundred users started more than 10 ms late, because the generator had no CPU at that"
                    + " moment. The highest percentiles are doubtful.",
            "Leave the generator more CPU, and stop other programs. Averages and costs per request are not"
                    + " affected."),
    STEAL(
            "The hypervisor gave part of the machine's CPU time to other virtual machines. More than 2 % is"
                    + " reported; more than 10 % makes the measurement unsound, or more than 25 % where both arms of a pair were"
                    + " loaded at once, which met the same seconds.",
            "Measure on a dedicated or a quieter machine, or at a quieter hour; with more trials or pairs where"
                    + " the rest is noise."),
    THROTTLING(
            "A CPU quota (a limit of a container or of a CI job) paused the processes, and latencies include the"
                    + " pauses.",
            "Raise or remove the limit of the job's container, raise target: limits: cpus, or lower the rate."),
    WARM_UP(
            "The share of the JIT compiler and the cost per request still fell when the warm-up reached its upper"
                    + " bound. What was measured is partly compilation.",
            "Raise load: warm-up: at-most, or load more: a higher rate warms up sooner. `flamegate doctor"
                    + " --measure` says how long this service takes."),
    JIT_SHARE(
            "The JIT compiler took more than 10 % of the measured CPU, which hides the requests' own cost.",
            "Raise load: warm-up: at-most, judge cpu.application.per-request, which leaves the compiler out, or"
                    + " compare without the second compiler: target: java-options: [-XX:TieredStopAtLevel=1]."),
    PROFILE_GAP(
            "For a part of the window no samples arrived. Costs are right, because they come from counters; the"
                    + " methods of that time are missing.",
            "Look for dropped pushes in the target's log, and for a machine that was too busy for the profiler."),
    PROFILE_COVERAGE(
            "The samples stand for far less, or far more, CPU time than the target used. CPU-time timers miss"
                    + " work in bursts shorter than a kernel tick (4 ms).",
            "Nothing, in most cases: the split between thread groups is corrected by exact counters. Read the"
                    + " split inside a group with care, measure longer, and keep the usual profile: interval."),
    PAIR(
            "One pair of a comparison does not count, because one of its arms was not measured soundly.",
            "Nothing: the pair is left out of both arms. If many do not count, look for the reason that they"
                    + " give."),
    PAIRS(
            "Fewer pairs count than a decision needs.",
            "Find out why pairs do not count (each says it), or give the comparison more time with --budget."),
    CONDITIONS(
            "The two arms were not measured under the same conditions: another JDK, other limits, another load."
                    + " Their difference is not that of the builds.",
            "Give both arms the same machine, JDK, limits and load. If the difference is what you want to"
                    + " compare, declare it in the arm: compare: candidate."),
    FIRST_COMPILER(
            "Both arms were still being compiled during the first warm-up, or at its end, or have so many classes"
                    + " for so few CPUs that they would have been. Their pairs would have differed by how far the second"
                    + " compiler (C2) got, so they were measured with the first alone, which is through within"
                    + " seconds.",
            "Nothing, where growths matter. To compare the code that production runs, add -XX:+TieredCompilation to"
                    + " target: java-options, and raise load: warm-up: at-most."),
    ONE_SIDED(
            "Several pairs do not count because of the candidate, and far fewer because of the baseline. What is"
                    + " wrong with these pairs may be what is wrong with the candidate.",
            "Read why they do not count. A rule on errors.ratio or throughput judges it, so that it breaks the"
                    + " build instead of hiding in pairs left out."),
    LEDGER(
            "An acceptance in the ledger has expired and accepts nothing any more.",
            "Remove it, or accept the growth again with `flamegate accept`.");

    private final Entry entry;

    ValidityCheck(String cause, String remedy) {
        entry = new Entry(cause, remedy);
    }

    @Override
    public Entry entry() {
        return entry;
    }
}
