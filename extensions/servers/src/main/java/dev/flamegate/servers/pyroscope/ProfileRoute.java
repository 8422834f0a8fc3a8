package dev.flamegate.servers.pyroscope;

import dev.flamegate.collect.http.Answer;
import dev.flamegate.collect.http.Form;
import dev.flamegate.model.Window;
import dev.flamegate.profile.CallTree;
import dev.flamegate.profile.format.Flamebearer;
import dev.flamegate.profile.format.Pprof;
import dev.flamegate.profile.format.PprofReader;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The queries that return a profile. Which of them a server supports depends on its version. */
enum ProfileRoute {
    /** Whole profiles as pprof; deprecated in version 2, but available. */
    SELECT_MERGE_PROFILE,
    /** Pprof in version 2; version 1 ignores the format and returns a flame graph. */
    SELECT_MERGE_STACKTRACES,
    /** Flame graphs, in every version. */
    RENDER;

    /** The maximum that servers allow by default. */
    static final int MOST_NODES = 1 << 20;

    /** The routes for a version, in the order to try them. */
    static List<ProfileRoute> of(ServerVersion version) {
        return version.isAtLeast(2, 0)
                ? List.of(SELECT_MERGE_STACKTRACES, SELECT_MERGE_PROFILE, RENDER)
                : List.of(SELECT_MERGE_PROFILE, SELECT_MERGE_STACKTRACES, RENDER);
    }

    /** The profile; empty when the server does not support this query. */
    Optional<ProfileAnswer> ask(Rpc rpc, ProfileType type, LabelSelector selector, Window window)
            throws InterruptedException {
        Answer answer = ask(rpc, type, selector, window, MOST_NODES);
        int limit = Rpc.nodeLimit(answer);
        if (limit > 0) {
            answer = ask(rpc, type, selector, window, limit);
        }
        return Rpc.isMissing(answer) ? Optional.empty() : Optional.of(read(Rpc.accepted(answer), type));
    }

    private Answer ask(Rpc rpc, ProfileType type, LabelSelector selector, Window window, int maxNodes)
            throws InterruptedException {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("profileTypeID", type.id());
        fields.put("labelSelector", selector.toString());
        fields.put("start", window.start().toEpochMilli());
        fields.put("end", window.end().toEpochMilli());
        return switch (this) {
            // Without maxNodes the profile is complete; with it, it would be cut.
            case SELECT_MERGE_PROFILE -> rpc.ask("SelectMergeProfile", fields);
            case SELECT_MERGE_STACKTRACES -> {
                fields.put("format", "PROFILE_FORMAT_PPROF");
                fields.put("maxNodes", maxNodes);
                yield rpc.ask("SelectMergeStacktraces", fields);
            }
            case RENDER ->
                rpc.get(
                        "/pyroscope/render",
                        Form.of("query", type.id() + selector)
                                .and("from", Long.toString(window.start().toEpochMilli()))
                                .and("until", Long.toString(window.end().toEpochMilli()))
                                .and("format", "json")
                                .and("maxNodes", Integer.toString(maxNodes)));
        };
    }

    private ProfileAnswer read(Answer answer, ProfileType type) {
        byte[] json = answer.bytes();
        boolean pprof =
                this == SELECT_MERGE_PROFILE || (this == SELECT_MERGE_STACKTRACES && !Rpc.has(json, "flamegraph"));
        try {
            CallTree tree = pprof ? ofPprof(PprofReader.readJson(json)) : ofGraph(json, type);
            return new ProfileAnswer(
                    tree, pprof ? ProfileAnswer.Form.PPROF : ProfileAnswer.Form.FLAMEBEARER, Flamebearer.folded(tree));
        } catch (IllegalArgumentException e) {
            throw answer.failure("answers with " + e.getMessage());
        }
    }

    /** The reader has scaled the values: a pprof profile names its units. */
    private static CallTree ofPprof(Pprof profile) {
        if (profile.trees().size() > 1) {
            throw new IllegalArgumentException(
                    "a profile of " + profile.trees().size() + " types where one was requested");
        }
        return profile.trees().isEmpty() ? CallTree.empty() : profile.trees().get(0);
    }

    /** The unit in a flame graph is sometimes wrong; the type's is right. */
    private static CallTree ofGraph(byte[] json, ProfileType type) {
        CallTree tree = Flamebearer.read(json).single();
        long factor = type.sample().toBase(1);
        return factor == 1 ? tree : tree.scaled(facet -> factor);
    }
}
