package dev.flamegate.model.message;

/** Why a command ended without a result, with exit code 2, 3, 70 or 130. */
public enum FailureKind implements Message {
    COMMAND_LINE(
            "The command line has an option, a value or a combination that the command does not take.",
            "Read the message, and the command's --help."),
    PLAN_PROBLEMS(
            "The plan or the rules have mistakes. All of them are listed, each with its line and column.",
            "Correct them; `flamegate rules check` looks again without measuring, and the published schemas give"
                    + " editors completion."),
    CATALOGUE_PROBLEM(
            "The catalogue of demonstrations has no such scenario, or one of its files is damaged.",
            "List the scenarios with `flamegate demo`; install flamegate again if a file is damaged."),
    TARGET_FAILED(
            "The service could not be started, did not become ready, or went away while it was measured.",
            "Read the end of its log in the message, and all of it in logs/ of the report folder. `flamegate"
                    + " doctor` checks what a start needs."),
    HOOK_FAILED(
            "A command of hooks: in the plan did not succeed.",
            "Read what it printed, in the message and in logs/ of the report folder; run it by hand in the plan's"
                    + " folder."),
    LOAD_FAILED(
            "The load could not be generated, or its results could not be read.",
            "Read the end of its log in the message. Run the simulation or the command by hand against the"
                    + " service; `flamegate doctor` checks its class path."),
    COLLECTION_FAILED(
            "Counters, metrics or profiles could not be collected: a server did not answer, or answered something"
                    + " else than expected.",
            "Look at the address and the answer in the message. `flamegate doctor --use-credentials` asks the"
                    + " same servers."),
    OUT_OF_MEMORY(
            "The memory of the gate is too small for the profiles or records that it reads.",
            "Give it more: FLAMEGATE_JAVA_OPTIONS=-Xmx2g."),
    BUILD_FAILED(
            "A build to be compared could not be made: there is no such revision, or the build command failed.",
            "Read what the build printed, in the message and in logs/ of the report folder; try the command of"
                    + " build: by hand in a clean checkout."),
    STORE_FAILED(
            "A stored run or comparison cannot be read or written: no permission, no space, a damaged record, or"
                    + " a shared history that does not answer.",
            "Look at the path or the address in the message. `flamegate doctor` checks whether the history can be"
                    + " written."),
    COMMENT_FAILED(
            "The comment on the pull request could not be written.",
            "Check the token's rights and the address in the message. The report itself is complete."),
    REPORT_FAILED(
            "The report folder could not be written.",
            "Check its permissions and its space, or choose another with --report."),
    INCOMPLETE_INSTALLATION(
            "Files that flamegate ships with are missing or are not those of this version.",
            "Unpack the distribution again, or build it again, and start it by its script bin/flamegate."),
    INTERRUPTED(
            "The command was interrupted by Ctrl-C or a signal. What it had started was stopped.",
            "Nothing. Pairs that were measured are stored, and a comparison that is run again goes on from them."),
    BUG(
            "Something happened that flamegate did not expect.",
            "Report it with the lines that were printed. FLAMEGATE_JAVA_OPTIONS sets options of its JVM, if"
                    + " memory is the reason.");

    private final Entry entry;

    FailureKind(String cause, String remedy) {
        entry = new Entry(cause, remedy);
    }

    @Override
    public Entry entry() {
        return entry;
    }
}
