package dev.flamegate.model.message;

/** A warning about a run, a comparison or a finding that neither profiles nor scraped metrics cause. */
public enum Notice implements Message {
    FAILED_REQUESTS(
            "Some requests failed, but too few to make the measurement unsound.",
            "Look at the section on failed requests of the report: it has each kind with how often, and what the"
                    + " target logged."),
    BUDGET(
            "The time of the comparison (--budget) was over before it was decided.",
            "Give it more time, or run it again: pairs of the same two builds add up. The message says how much"
                    + " time is missing."),
    NEW_HISTORY(
            "There are stored runs, but none is comparable with this one: a part of the fingerprint differs"
                    + " (machine, JDK, limits, load, plan). Growth is not judged.",
            "If the difference is intended, do nothing: this run begins a new history. Otherwise undo the"
                    + " difference that the message names."),
    KERNEL_PATCHED(
            "The kernel was updated since the latest comparable run. Fixes for processors can change what a"
                    + " request costs.",
            "Nothing. If growth is reported right after an update, measure the earlier build again: `flamegate"
                    + " compare` measures both on this kernel."),
    HOST_SPEED(
            "No comparable run was measured while the machine was this fast or slow, as a fixed computation"
                    + " shows. Growth of CPU time or latency may be the machine's.",
            "Use `flamegate compare`, which measures both builds on the machine as it is now, or a machine with a"
                    + " fixed clock frequency."),
    POLICY(
            "The plan, the rules or the ledger as checked out are not those of the base. The message says which"
                    + " of the two judged this.",
            "Read what changed in them before you trust the verdict. With --policy-from git:REV a change is"
                    + " judged by the files of its base."),
    PAST(
            "The measurement is a window in the past, taken from servers. Requests are those that the service"
                    + " counted, whatever became of them.",
            "Nothing. For latencies as a client sees them, and for errors, measure with load."),
    NOT_RESTARTED(
            "The service was already running and was not restarted between trials, so what differs from start to"
                    + " start is not in the intervals.",
            "Read small growths with care. With runtime: process, container or kubernetes every trial is a new"
                    + " start."),
    CPU_LIMIT(
            "It is unknown how many CPUs the target may use, or they could not be set aside for it, so"
                    + " cpu.utilization has another base than the plan says.",
            "Set target: limits: cpus to a whole number of CPUs, fewer than the machine has."),
    MEMORY_LIMIT(
            "A plain process cannot be given a memory limit.",
            "Set -Xmx in target: java-options, or use runtime: container."),
    BESIDE_CPUS(
            "This machine has too few CPUs to give target, load generator and what stands beside the target their"
                    + " own.",
            "Use a larger machine, or lower the limits: cpus of the target and of what stands beside it."),
    CONTAINER_CPU(
            "The container used more CPU than the service's process: something else runs in it.",
            "Look for sidecars, shells and agents in the image. Indicators of CPU count the process alone."),
    PORT_FORWARD(
            "Requests went through the cluster's API server and a port-forward, which adds to every latency and"
                    + " limits the rate.",
            "Run the gate inside the cluster with target: kubernetes: reach: service. CPU, allocation and"
                    + " profiles are not affected."),
    INJECTORS_BESIDE_TARGET(
            "Injectors ran on the node of the target and shared its caches, memory bandwidth and network with it.",
            "Add a node, or name other nodes in load: kubernetes: node-selector. Both arms of a comparison had the"
                    + " same neighbours."),
    INJECTOR_CLOCK_OFFSET(
            "It is known only roughly by how much the clock of an injector's node differs from the gate's. Requests at"
                    + " the edges of the window may be counted in the wrong one; latencies are not affected.",
            "Run the gate closer to the cluster, or measure longer."),
    POD_LIMITS(
            "The pod asked for no guaranteed CPU and memory, so how busy its node was is in the figures.",
            "Set target: limits: cpus and memory."),
    ALLOCATION_INCOMPLETE(
            "Some threads ended before their allocation could be read, and the JVM keeps no account of it. The"
                    + " figure is too low by that.",
            "Use JDK 21 or a later update of 17, which count exactly."),
    ALLOCATION_ESTIMATED(
            "Many threads ended and took their counters with them. The figure is the heap's own account, which is"
                    + " up to a tenth off.",
            "Use JDK 21 or a later update of 17, which count exactly."),
    LOAD_LOG_SHORT(
            "The log of the load ends before the measured window does. Requests of its last moments may be"
                    + " missing.",
            "Let the simulation run a little longer than load: measure, and look whether the generator was"
                    + " killed."),
    LOAD_LOG_CUT(
            "The log of the load ends inside a record, and the rest of it was left out.",
            "Look whether the generator was killed, and whether the disk is full."),
    BASELINE_VALUE(
            "A limit is broken, and the message says what the baseline of the comparison has: whether this is"
                    + " new.",
            "If the baseline breaks the limit too, the change is not to blame: fix the service or the limit"
                    + " separately."),
    LIMIT_IN_NOISE(
            "An absolute limit is inside the interval of the value, so the next measurement of the same build may"
                    + " end differently.",
            "Set the limit further from what is usual (`flamegate rules suggest` proposes one), or measure more"
                    + " trials."),
    WITHIN_BUCKET(
            "The buckets of the service's histogram leave open whether a growth is as large as its limit: where values lie"
                    + " inside one is unknown.",
            "Give the histogram finer buckets around the limit, or native ones."),
    CLASSIC_BUCKETS(
            "A percentile comes from a histogram with fixed buckets, which tell no more of it.",
            "Give the histogram finer buckets around the limit, or native ones."),
    SLOW_RESTARTS(
            "Some starts of the same build are much slower than the others, as with JVMs that compile"
                    + " differently. The decision is about starts that are alike.",
            "Look at the numbers of slow starts per arm. If only the candidate has them, they are the regression."),
    SAME_WORK(
            "Something grew although requests execute the same in both builds: no method that differs is called more"
                    + " often or does more, and no counted work grew by 1 %.",
            "Look for what counts cannot see: locks, I/O, compilation, garbage collection. Up to a few per cent may come"
                    + " from where code lies in memory alone; a rule with `decision: with-work` warns of those."),
    LIMIT_OF_FIRST_COMPILER(
            "A limit on a value is broken by code that the second compiler (C2) has not made faster: the gate left it"
                    + " out, because it was still at work after the warm-up.",
            "Judge the limit with `flamegate run`, or add -XX:+TieredCompilation to target: java-options and raise load:"
                    + " warm-up: at-most."),
    HODGES_LEHMANN(
            "Another estimate, which extreme pairs hardly move, disagrees with the decision.",
            "Look at the chart of pairs: one or two of them decide. Run the comparison again; its pairs add up."),
    SIGN_FLIP(
            "An exact test that assumes nothing about the noise sees no growth where the decision does.",
            "Look at the chart of pairs. Run the comparison again; its pairs add up."),
    ACCEPTANCE_EXPIRED(
            "The ledger has an acceptance of this growth that has expired.",
            "Fix the growth, or accept it again with `flamegate accept`."),
    ACCEPTANCE_OTHER_BASELINE(
            "The ledger accepts this growth against another baseline, so it counts here.",
            "Accept it against this baseline too, with `flamegate accept`, if it is meant."),
    ACCEPTANCE_SPENT(
            "The growth that the ledger accepts is in the baseline already; this one comes on top of it.",
            "Fix the new growth, or accept it as a further one with `flamegate accept`."),
    ACCEPTANCE_EXCEEDED(
            "The growth is larger than what the ledger accepts.",
            "Fix what goes beyond it, or accept more with `flamegate accept`.");

    private final Entry entry;

    Notice(String cause, String remedy) {
        entry = new Entry(cause, remedy);
    }

    @Override
    public Entry entry() {
        return entry;
    }
}
