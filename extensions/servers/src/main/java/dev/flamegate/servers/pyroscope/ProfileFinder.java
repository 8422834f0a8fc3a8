package dev.flamegate.servers.pyroscope;

import dev.flamegate.collect.CollectionFailed;
import dev.flamegate.format.Numbers;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.Warning;
import dev.flamegate.model.Window;
import dev.flamegate.model.message.ProfileNotice;
import dev.flamegate.profile.CallTree;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Finds the profiles of the Java agent's events on a server, or the reason why they are missing. */
final class ProfileFinder {
    private static final int SHOWN = 8;

    private final PyroscopeServer server;
    private final LabelSelector selector;

    ProfileFinder(PyroscopeServer server, LabelSelector selector) {
        this.server = server;
        this.selector = selector;
    }

    /**
     * Looks for one event.
     *
     * @param known profile types that the server has in the window
     */
    FoundProfile find(ProfileEvent event, List<ProfileType> known, Window window) throws InterruptedException {
        List<ProfileType> types = known.stream()
                .filter(type -> type.event().filter(event::equals).isPresent())
                .toList();
        if (types.isEmpty()) {
            return missing(ProfileNotice.NO_PROFILE, noType(event, known));
        }
        List<CallTree> trees = new ArrayList<>();
        List<ProfileType> found = new ArrayList<>();
        long folded = 0;
        for (ProfileType type : types) {
            ProfileAnswer answer = server.profile(type, selector, window);
            if (!answer.isEmpty()) {
                trees.add(answer.tree());
                found.add(type);
                folded += answer.folded();
            }
        }
        if (trees.isEmpty()) {
            return explainEmpty(event, window);
        }
        CallTree tree = merged(trees);
        return new FoundProfile(tree, found, warnings(event, folded, tree.weight()));
    }

    private static List<Warning> warnings(ProfileEvent event, long folded, long weight) {
        List<Warning> warnings = new ArrayList<>();
        if (folded > 0) {
            warnings.add(new Warning(
                    ProfileNotice.PROFILE_TRUNCATED,
                    "Pyroscope folded " + Numbers.percent((double) folded / weight) + " of the " + event.key()
                            + " profile into 'other': the methods in it cannot be named;"
                            + " ask for a higher max_flamegraph_nodes_max for the tenant"));
        }
        if (event == ProfileEvent.WALL) {
            warnings.add(new Warning(
                    ProfileNotice.PROFILE_WALL_SCALE,
                    "Pyroscope counts every wall clock sample of the Java agent as 10 ms, whatever the agent's interval:"
                            + " shares of wall time are right, absolute times may not be"));
        }
        return warnings;
    }

    private CallTree merged(List<CallTree> trees) {
        try {
            return trees.size() == 1 ? trees.get(0) : CallTree.merge(trees);
        } catch (IllegalArgumentException e) {
            throw new CollectionFailed(
                    "Pyroscope at " + server.address() + " answers with profiles that are none together: "
                            + e.getMessage(),
                    e);
        }
    }

    private FoundProfile explainEmpty(ProfileEvent event, Window window) throws InterruptedException {
        String service = selector.service();
        if (!service.isEmpty()) {
            List<String> services = server.labelValues(LabelSelector.SERVICE, new LabelSelector(Map.of()), window);
            if (!services.contains(service)) {
                return missing(
                        ProfileNotice.NO_PROFILE_SERVICE,
                        "Pyroscope has no profile of a service '" + service + "' in the window; "
                                + there("services", services));
            }
            for (Map.Entry<String, String> label : selector.labels().entrySet()) {
                List<String> values = server.labelValues(label.getKey(), LabelSelector.service(service), window);
                if (!values.contains(label.getValue())) {
                    return missing(
                            ProfileNotice.NO_PROFILE_SERIES,
                            "Pyroscope has no profile of '" + service + "' with " + label.getKey() + "='"
                                    + label.getValue() + "' in the window; " + there("values of it", values));
                }
            }
        }
        return missing(
                ProfileNotice.NO_PROFILE,
                "Pyroscope has no " + event.key() + " sample of " + selector
                        + " in the window: the agent did not push, or the window is older than the server can query");
    }

    private static String noType(ProfileEvent event, List<ProfileType> known) {
        return "Pyroscope has no " + event.key() + " profile of any Java agent in the window; "
                + there("profile types", known.stream().map(ProfileType::id).toList());
    }

    private static String there(String what, List<String> names) {
        if (names.isEmpty()) {
            return "there are no " + what + " at all";
        }
        String shown = String.join(", ", names.subList(0, Math.min(SHOWN, names.size())));
        return what + " there: " + shown + (names.size() > SHOWN ? " and " + (names.size() - SHOWN) + " more" : "");
    }

    private static FoundProfile missing(ProfileNotice kind, String message) {
        return new FoundProfile(CallTree.empty(), List.of(), List.of(new Warning(kind, message)));
    }

    /**
     * The profile of one event.
     *
     * @param tree empty unless found
     * @param types that it was merged from; empty unless found
     * @param warnings doubts about it, or why there is no profile
     */
    record FoundProfile(CallTree tree, List<ProfileType> types, List<Warning> warnings) {
        public FoundProfile {
            types = List.copyOf(types);
            warnings = List.copyOf(warnings);
        }

        /** True if the server has samples. */
        boolean isFound() {
            return !types.isEmpty();
        }
    }
}
