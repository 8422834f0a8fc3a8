package dev.flamegate.report.flame;

import dev.flamegate.format.Names;
import dev.flamegate.model.ProfileEvent;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Links into {@code flame.html}: the keys of its fragment are described in docs/reports.md. */
public final class FlameLinks {
    /** Length of the longest name; longer ones are cut in the page, which shows how long they were. */
    static final int LONGEST_NAME = 2000;

    private static final int LONGEST_FRAGMENT = 1500;

    private FlameLinks() {}

    /**
     * The part of an address that opens the viewer at a method, wherever it costs most:
     * {@code e=cpu&frame=dev.acme.Matrix.multiply}.
     */
    public static String toFrame(ProfileEvent event, String frame) {
        return "e=" + event.key() + "&frame=" + encoded(shown(frame));
    }

    /** A link to a frame on one path, or to its method if the path is too long for a link. */
    public static String toPath(ProfileEvent event, List<String> path) {
        String joined =
                path.stream().map(FlameLinks::shown).map(FlameLinks::encoded).collect(Collectors.joining(";"));
        return path.isEmpty() || joined.length() > LONGEST_FRAGMENT
                ? toFrame(event, path.isEmpty() ? "" : path.get(path.size() - 1))
                : "e=" + event.key() + "&path=" + joined;
    }

    public static String to(FlameInput.MarkedFrame culprit) {
        return culprit.path().isEmpty()
                ? toFrame(culprit.event(), culprit.frame())
                : toPath(culprit.event(), culprit.path());
    }

    /** A frame's name as in the page: without invisible characters, and bounded. */
    static String shown(String name) {
        String visible = Names.visible(name.length() > LONGEST_NAME ? Names.cut(name, LONGEST_NAME) : name);
        return name.length() > LONGEST_NAME
                ? Names.cut(visible, LONGEST_NAME) + String.format(Locale.ROOT, " (%,d characters)", name.length())
                : visible;
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
