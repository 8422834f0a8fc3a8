package dev.flamegate.collect.pyroscope;

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

/** The queries that give a profile. Which of them a server has depends on its version. */
enum Route {
    /** Whole profiles as pprof; out of favour in version 2, but there. */
    SELECT_MERGE_PROFILE,
    /** Pprof in version 2; version 1 does not know that word and gives a flame graph. */
    SELECT_MERGE_STACKTRACES,
    /** Flame graphs, since ever. */
    RENDER;

    /** What servers allow at most, unless told otherwise. */
    static final int MOST_NODES = 1 << 20;

    /** In the order to be tried. */
    static List<Route> of(ServerVersion version) {
        return version.isAtLeast(2, 0)
                ? List.of(SELECT_MERGE_STACKTRACES, SELECT_MERGE_PROFILE, RENDER)
                : List.of(SELECT_MERGE_PROFILE, SELECT_MERGE_STACKTRACES, RENDER);
    }

    /** The profile; empty when the server has no such query. */
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
            // Without maxNodes this one is whole; with it, it would be cut.
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
            throw answer.failure("answers with what is " + e.getMessage());
        }
    }

    /** Values are scaled by the reader: a pprof profile says its units. */
    private static CallTree ofPprof(Pprof profile) {
        if (profile.trees().size() > 1) {
            throw new IllegalArgumentException(
                    "a profile of " + profile.trees().size() + " types where one was asked for");
        }
        return profile.trees().isEmpty() ? CallTree.empty() : profile.trees().get(0);
    }

    /** A flame graph's own words on its unit are wrong at times; the type's are right. */
    private static CallTree ofGraph(byte[] json, ProfileType type) {
        CallTree tree = Flamebearer.read(json).single();
        long factor = type.sample().toBase(1);
        return factor == 1 ? tree : tree.scaled(facet -> factor);
    }
}
