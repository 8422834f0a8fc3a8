package dev.flamegate.model.message;

/** A check of `flamegate doctor`. Checks that a measurement makes again are in {@link ValidityCheck}. */
public enum DoctorCheck implements Message {
    JAVA(
            "There is no JDK that works for the gate or for the target.",
            "Point JAVA_HOME to the JDK that the service should run on, or set target: jdk."),
    PROFILER(
            "The Pyroscope agent does not start in the target's JVM with the plan's Java options, so no method"
                    + " could be named.",
            "Read the message: an option of the JVM that does not exist, a temporary folder without permission to"
                    + " execute, or a system that the agent is not built for. Measure without it with profile: {events:"
                    + " []}."),
    TMP(
            "The temporary folder is nearly full, cannot be written to, or does not allow files to be executed,"
                    + " and the profiler's library is unpacked there.",
            "Free some space, or give Java another folder: JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=FOLDER, and for the"
                    + " target its java-options."),
    PERF_EVENTS("How the kernel restricts perf events.", "Nothing: the profiler does not need them."),
    SYSTEM(
            "Not everything can be measured on this operating system: only Linux can give the target CPUs of its own and tell"
                    + " what else used the machine, and there is no profiler for Windows.",
            "Use Linux for verdicts that fail a build, WSL 2 on Windows, or runtime: container, which measures in the"
                    + " engine's Linux."),
    CPUS(
            "Too few CPUs are left for the load generator beside the target.",
            "Set target: limits: cpus to one less than the machine has, or use a larger machine."),
    MEMORY(
            "Too little memory is free for the target, both arms of a comparison, and the load generator.",
            "Close other programs, and limit the heap with -Xmx in target: java-options."),
    CGROUP(
            "The limits of this process, as in the container of a CI job, are too small: service and generator"
                    + " share a quota and are paused when it is used up.",
            "Raise or remove the CPU limit of the job's container, or set target: limits: cpus."),
    TASKSET(
            "The CPUs that the plan sets aside for the target cannot be set aside.",
            "Install taskset (package util-linux), use a whole number of CPUs, or use runtime: container."),
    GOVERNOR(
            "The clock frequency follows the load, and CPU time per request with it.",
            "While measuring, use: sudo cpupower frequency-set -g performance."),
    RECEIVER(
            "The gate cannot listen where the target pushes its profiles and counters.",
            "Allow programs to listen on the loopback address. For containers set FLAMEGATE_GATE_ADDRESS to an"
                    + " address that they can reach."),
    TARGET(
            "What the plan starts is not there: the jar, the command, the JDK, the data, or what stands beside"
                    + " it; or the service at its URL does not answer.",
            "Build it, or correct the key that the message names."),
    LOAD(
            "The simulation's class path, or the command of the load, is not there.",
            "Build the simulation, or correct load: classpath or load: command."),
    PORT(
            "The port of the target is in use by another process.",
            "Stop that process, or give the target another port: --set target.port=N."),
    HISTORY(
            "Runs cannot be stored: no permission, or no space.",
            "Free space with `flamegate history prune`, change the permissions, or choose another place: history:"
                    + " in the plan."),
    GIT(
            "Revisions cannot be built: no git, no repository, or a shallow clone without the merge base.",
            "Fetch the whole history in CI (fetch-depth: 0), or name both builds of a comparison by their jars."),
    ENGINE(
            "No Docker engine answers.",
            "Start the engine, and look at the places that the message lists; DOCKER_HOST names another. With"
                    + " runtime: process none is needed."),
    IMAGES(
            "The name of an image is not valid.",
            "Correct images: in the plan, or the variable FLAMEGATE_IMAGE_... that sets it."),
    IMAGE(
            "An image is neither in the engine's store nor to be had from its registry.",
            "Try docker pull with its name. Name another image under images:, or a mirror with"
                    + " FLAMEGATE_IMAGE_PREFIX."),
    CLUSTER(
            "The cluster of the kubeconfig does not answer.",
            "Check the kubeconfig and its context with kubectl version, and the network between here and the"
                    + " cluster."),
    CLUSTER_RIGHTS(
            "The cluster does not grant the gate what it needs in its namespace.",
            "Give its account the Role of the documentation (docs/clusters.md, what it needs)."),
    PROMETHEUS(
            "The Prometheus server does not answer, refuses the credentials, or has no series of the service.",
            "Correct prometheus: url, its credentials or its selector; or let the gate read the target's metrics"
                    + " itself with prometheus: false."),
    PYROSCOPE(
            "The Pyroscope server does not answer, refuses the credentials, or has no profiles of the service.",
            "Correct pyroscope: url, its credentials or its application; or do without it with pyroscope: false."),
    OTHERS(
            "Other processes used CPU while the noise was measured.",
            "Stop whatever else runs here before measuring; top shows it."),
    NOISE(
            "The same work differs so much on this machine that a growth at the limit may be hidden.",
            "Use a quieter machine, a longer load: measure, more pairs (--nightly), or a wider limit."),
    DETECTABLE(
            "The smallest growth that a comparison here is likely to see, for a service with usual restarts.",
            "Nothing: it is a forecast. The first comparison says what it is for your service."),
    REQUESTS(
            "Requests of the simulation fail when the service is tried with --measure.",
            "Look at what the simulation expects, and at the target's log."),
    RATE(
            "The load keeps the target nearly idle, or so busy that its latencies are those of a queue.",
            "Change the rate in the simulation or in load: properties by the factor that the message names."),
    MEASURE(
            "The measured stretch is so short that its noise adds to what restarts differ by anyway.",
            "Set load: measure as the message says, or load more.");

    private final Entry entry;

    DoctorCheck(String cause, String remedy) {
        entry = new Entry(cause, remedy);
    }

    @Override
    public Entry entry() {
        return entry;
    }
}
