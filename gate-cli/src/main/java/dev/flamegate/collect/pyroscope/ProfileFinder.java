package dev.flamegate.collect.pyroscope;

import dev.flamegate.format.Numbers;
import dev.flamegate.model.ProfileEvent;
import dev.flamegate.model.Warning;
import dev.flamegate.model.Window;
import dev.flamegate.profile.CallTree;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Finds the profiles of the Java agent's events on a server, and says why there is none. */
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
            return missing(Outcome.NO_SUCH_TYPE, "no-profile", noType(event, known));
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
        CallTree tree = trees.size() == 1 ? trees.get(0) : CallTree.merge(trees);
        return new FoundProfile(Outcome.FOUND, tree, found, warnings(event, folded, tree.weight()));
    }

    private static List<Warning> warnings(ProfileEvent event, long folded, long weight) {
        List<Warning> warnings = new ArrayList<>();
        if (folded > 0) {
            warnings.add(new Warning(
                    "profile-truncated",
                    "Pyroscope folded " + Numbers.percent((double) folded / weight) + " of the " + event.key()
                            + " profile into 'other': methods in there cannot be named;"
                            + " have max_flamegraph_nodes_max raised for the tenant"));
        }
        if (event == ProfileEvent.WALL) {
            warnings.add(new Warning(
                    "profile-wall-scale",
                    "Pyroscope takes every wall clock sample of the Java agent for 10 ms, whatever the agent's interval:"
                            + " shares of wall time hold, its amount may not"));
        }
        return warnings;
    }

    private FoundProfile explainEmpty(ProfileEvent event, Window window) throws InterruptedException {
        String service = selector.service();
        if (!service.isEmpty()) {
            List<String> services = server.labelValues(LabelSelector.SERVICE, new LabelSelector(Map.of()), window);
            if (!services.contains(service)) {
                return missing(
                        Outcome.NO_SUCH_SERVICE,
                        "no-profile-service",
                        "Pyroscope has no profile of a service '" + service + "' in the window; "
                                + there("services", services));
            }
            for (Map.Entry<String, String> label : selector.labels().entrySet()) {
                List<String> values = server.labelValues(label.getKey(), LabelSelector.service(service), window);
                if (!values.contains(label.getValue())) {
                    return missing(
                            Outcome.NO_SUCH_SERIES,
                            "no-profile-series",
                            "Pyroscope has no profile of '" + service + "' with " + label.getKey() + "='"
                                    + label.getValue() + "' in the window; " + there("values of it", values));
                }
            }
        }
        return missing(
                Outcome.NO_SAMPLES,
                "no-profile",
                "Pyroscope has no " + event.key() + " sample of " + selector
                        + " in the window: the agent did not push, or the window is older than the server looks back");
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

    private static FoundProfile missing(Outcome outcome, String id, String message) {
        return new FoundProfile(outcome, CallTree.empty(), List.of(), List.of(new Warning(id, message)));
    }
}
